import { z } from 'zod'
import { StoredPicture, Version } from './crud.ts'
import { get, Nothing, post } from './endpoint.ts'
import { MAX_NAME } from './limits.ts'
import { ById, Flag, filter, Id, Instant, listInput, listOf, missing, required, text } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'
import { PRESET_NAMES } from './permissions.ts'
import { telephone } from './phone.ts'
import { ROLES } from './roles.ts'
import { newPassword, password } from './sessions.ts'
import { isOneScript } from './text.ts'

export const AdminRow = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  gender: z.string(),
  date_of_birth: z.string().nullable(),
  image: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(ROLES),
  version: z.number(),
  wallet: TkOut,
  /** Only active modules, single packages and whole products. */
  auth_count: z.number(),
  package_count: z.number(),
  product_count: z.number(),
  must_change_password: z.boolean(),
  has_second_factor: z.boolean(),
  last_seen_at: Instant.nullable(),
  created_at: Instant,
})
export type AdminRow = z.output<typeof AdminRow>

const ADMIN_SORTS = ['id', 'first_name', 'username', 'email', 'wallet', 'created_at'] as const

const listOfAdmins = listInput(ADMIN_SORTS, {})
export type AdminQuery = z.output<typeof listOfAdmins>

const name = (message: string) => required(message, MAX_NAME).refine(isOneScript, say('name_of_two_scripts'))

const email = z
  .string({ error: missing(say('email_required')) })
  .trim()
  .min(1, say('email_required'))
  .max(200)
  .pipe(z.email(say('must_be_email')))

const FIRST_YEAR = 1900
const isPast = (day: string) => z.iso.date().safeParse(day).success && day <= new Date().toISOString().slice(0, 10)

export const GENDERS = ['', 'female', 'male', 'other'] as const

export const admins = {
  list: get('/admin/admins', {
    onStandby: true,
    access: 'super',
    about: 'Every admin; `q` searches names, username, email and phone',
    input: listOfAdmins,
    output: listOf(AdminRow),
  }),
  show: get('/admin/admin/:id', { access: 'super', about: 'One admin', input: ById, output: AdminRow }),
  create: post('/admin/create-admin', {
    access: 'super',
    effects: ['people', 'rights'],
    about:
      'Create an account for a sub-admin, who chooses their own password at the first sign-in; without `preset` and `all_products` they hold and see nothing yet',
    input: z
      .object({
        first_name: name(say('first_name_required')),
        last_name: name(say('last_name_required')),
        // Both sign in, so a username must not look like an email.
        username: name(say('username_required')).regex(/^[^@\s]*$/, say('username_malformed')),
        email,
        password: newPassword(say('password_required')),
        confirm_password: password(say('confirm_password_required')),
        preset: filter(z.enum(PRESET_NAMES, { error: say('must_be_one_of', { values: PRESET_NAMES.join(', ') }) })).describe(
          'Grants the active modules of this kind of work',
        ),
        all_products: Flag.optional().describe('1: grants all products as a whole, so that the admin sees their orders'),
      })
      .refine((input) => input.password === input.confirm_password, {
        path: ['confirm_password'],
        message: say('passwords_differ'),
      }),
    output: AdminRow,
    done: 'Admin created successfully',
    // Without a key, a retry would fail because the email is taken.
    keyed: true,
    audit: { subject: 'admin', fields: ['first_name', 'last_name', 'username', 'email', 'preset', 'all_products'] },
  }),
  edit: post('/admin/admin/update/:id', {
    access: 'super',
    about:
      'Edit the data of an admin, or one’s own; absent fields stay, and with the version that was read a change in between is noticed',
    input: z.object({
      id: Id,
      version: Version,
      first_name: name(say('first_name_required')).optional(),
      last_name: name(say('last_name_required')).optional(),
      email: email.optional(),
      phone: telephone(text(30)).optional(),
      image: StoredPicture,
      gender: z.enum(GENDERS, { error: say('must_be_one_of', { values: GENDERS.slice(1).join(', ') }) }).optional(),
      date_of_birth: text(10)
        .refine((day) => day === '' || isPast(day), { error: say('birth_not_past'), abort: true })
        .refine((day) => day === '' || day >= `${FIRST_YEAR}-01-01`, say('birth_too_early', { year: FIRST_YEAR }))
        .optional(),
    }),
    // The handler asks where the email is another one.
    effects: [{ effect: 'people' }],
    output: AdminRow,
    done: 'Admin updated successfully',
    audit: { subject: 'admin', fields: ['first_name', 'last_name', 'email', 'phone', 'image', 'gender', 'date_of_birth'] },
  }),
  changeOwnEmail: post('/admin/change-email', {
    access: 'signed-in',
    effects: ['people'],
    about: 'Change one’s own email, which signs in from then on',
    input: z.object({ email }),
    output: Nothing,
    done: 'Email changed successfully',
    audit: { subject: 'admin', fields: ['email'] },
  }),
  remove: post('/admin/admin/delete/:id', {
    access: 'super',
    effects: ['people'],
    about: 'Delete an admin: their sessions end, their claims lapse; refused while they hold cash',
    input: ById,
    output: Nothing,
    done: 'Admin deleted successfully',
    audit: { subject: 'admin', fields: [] },
  }),
  setRole: post('/admin/admin/role/:id', {
    access: 'super',
    effects: ['rights'],
    about: 'Make an admin a super admin, or a sub-admin again; refused for one’s own role',
    input: z.object({ id: Id, role: z.enum(ROLES, { error: say('must_be_role') }) }),
    output: AdminRow,
    done: 'Role updated successfully',
    audit: { subject: 'admin', fields: ['role'] },
  }),
  resetPassword: post('/admin/admin/reset-password/:id', {
    access: 'super',
    effects: ['credentials'],
    about: 'Give an admin a one-time password, shown this once; their sessions end, and they have to choose their own password',
    input: ById,
    output: z.object({ password: z.string() }),
    done: 'Password reset successfully',
    audit: { subject: 'admin', fields: [] },
  }),
  resetSecondFactor: post('/admin/admin/reset-second-factor/:id', {
    access: 'super',
    effects: ['credentials'],
    about: 'Remove the second factors of an admin who lost them; their sessions end',
    input: ById,
    output: Nothing,
    done: 'Second factor reset successfully',
    audit: { subject: 'admin', fields: [] },
  }),
}
