import { z } from 'zod'
import { StoredPicture, Version } from './crud.ts'
import { get, Nothing, post } from './endpoint.ts'
import { ADMIN_PASSWORD_MIN, MAX_NAME, MAX_PASSWORD } from './limits.ts'
import { ById, Id, Instant, listInput, listOf, missing, required, text } from './list.ts'
import { TkOut } from './money.ts'
import { telephone } from './phone.ts'
import { ROLES } from './sessions.ts'

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
  last_seen_at: Instant.nullable(),
  created_at: Instant,
})
export type AdminRow = z.output<typeof AdminRow>

export const ADMIN_SORTS = ['id', 'first_name', 'username', 'email', 'wallet', 'created_at'] as const

const listOfAdmins = listInput(ADMIN_SORTS, {})
export type AdminQuery = z.output<typeof listOfAdmins>

const name = (message: string) => required(message, MAX_NAME)

const FIRST_YEAR = 1900
const isPast = (day: string) => z.iso.date().safeParse(day).success && day <= new Date().toISOString().slice(0, 10)

export const GENDERS = ['', 'female', 'male', 'other'] as const

export const admins = {
  list: get('/admin/admins', {
    access: 'super',
    about: 'Every admin; `q` searches names, username, email and phone',
    input: listOfAdmins,
    output: listOf(AdminRow),
  }),
  show: get('/admin/admin/:id', { access: 'super', about: 'One admin', input: ById, output: AdminRow }),
  create: post('/admin/create-admin', {
    access: 'super',
    about: 'Create an account for an admin: a sub-admin without grants',
    input: z
      .object({
        first_name: name('First name is required'),
        last_name: name('Last name is required'),
        // Both sign in, so a username must not look like an email.
        username: name('Username is required').regex(/^[^@\s]*$/, 'Must not contain @ or spaces'),
        email: z
          .string({ error: missing('Email is required') })
          .trim()
          .min(1, 'Email is required')
          .max(200)
          .pipe(z.email('Must be an email')),
        password: z
          .string({ error: missing('Password is required') })
          .min(1, 'Password is required')
          .min(ADMIN_PASSWORD_MIN, `At least ${ADMIN_PASSWORD_MIN} characters`)
          .max(MAX_PASSWORD, `At most ${MAX_PASSWORD} characters`),
        confirm_password: z
          .string({ error: missing('Confirm password is required') })
          .min(1, 'Confirm password is required')
          .max(MAX_PASSWORD, `At most ${MAX_PASSWORD} characters`),
      })
      .refine((input) => input.password === input.confirm_password, {
        path: ['confirm_password'],
        message: 'Passwords do not match',
      }),
    output: AdminRow,
    done: 'Admin created successfully',
    // Without a key, a retry would fail because the email is taken.
    keyed: true,
    audit: { subject: 'admin', fields: ['first_name', 'last_name', 'username', 'email'] },
  }),
  edit: post('/admin/admin/update/:id', {
    access: 'super',
    about:
      'Edit the data of an admin, or one’s own; absent fields stay, and with the version that was read a change in between is noticed',
    input: z.object({
      id: Id,
      version: Version,
      first_name: name('First name is required').optional(),
      last_name: name('Last name is required').optional(),
      phone: telephone(text(30)).optional(),
      image: StoredPicture,
      gender: z.enum(GENDERS, { error: `Must be one of ${GENDERS.slice(1).join(', ')}` }).optional(),
      date_of_birth: text(10)
        .refine((day) => day === '' || isPast(day), { error: 'Enter a date of birth in the past', abort: true })
        .refine((day) => day === '' || day >= `${FIRST_YEAR}-01-01`, `Enter a year from ${FIRST_YEAR} on`)
        .optional(),
    }),
    output: AdminRow,
    done: 'Admin updated successfully',
    audit: { subject: 'admin', fields: ['first_name', 'last_name', 'phone', 'image', 'gender', 'date_of_birth'] },
  }),
  remove: post('/admin/admin/delete/:id', {
    access: 'super',
    about: 'Delete an admin: their sessions end, their claims lapse; refused while they hold cash',
    input: ById,
    output: Nothing,
    done: 'Admin deleted successfully',
    audit: { subject: 'admin', fields: [] },
  }),
  setRole: post('/admin/admin/role/:id', {
    access: 'super',
    about: 'Make an admin a super admin, or a sub-admin again; refused for one’s own role',
    input: z.object({ id: Id, role: z.enum(ROLES, { error: 'Must be super or sub' }) }),
    output: AdminRow,
    done: 'Role updated successfully',
    audit: { subject: 'admin', fields: ['role'] },
  }),
  resetPassword: post('/admin/admin/reset-password/:id', {
    access: 'super',
    about: 'Give an admin a one-time password, shown this once; their sessions end, and they have to choose their own password',
    input: ById,
    output: z.object({ password: z.string() }),
    done: 'Password reset successfully',
    audit: { subject: 'admin', fields: [] },
  }),
}
