import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { ADMIN_PASSWORD_MIN, MAX_PASSWORD } from './limits.ts'
import { Flag, Id, Instant, missing, requiredFreeText } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'
import { ROLES } from './roles.ts'
import { textKey } from './text.ts'

/** Not trimmed: spaces are part of the password. */
export const password = (message: string) =>
  z
    .string({ error: missing(message) })
    .min(1, message)
    .max(MAX_PASSWORD, say('characters_at_most', { most: MAX_PASSWORD }))

export const newPassword = (message: string) =>
  password(message).min(ADMIN_PASSWORD_MIN, say('characters_at_least', { least: ADMIN_PASSWORD_MIN }))

export const SessionUser = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
})

export const sessions = {
  login: post('/admin/login', {
    access: 'public',
    effects: ['sign_in'],
    about:
      'Sign in with email or username and password; 401 with code second_factor_required and a challenge where the account has ' +
      'a second factor',
    input: z.object({
      identity: requiredFreeText(say('email_required'), 200),
      password: password(say('password_required')),
      remember: Flag.default(0),
    }),
    output: z.object({ user: SessionUser, token: z.string(), must_change_password: z.boolean() }),
    audit: { subject: 'admin', fields: ['remember'] },
  }),
  logout: post('/admin/logout', {
    access: 'signed-in',
    effects: ['sign_in'],
    about: 'End this session',
    withOneTimePassword: true,
    withFactorDue: true,
    input: NoInput,
    output: Nothing,
    audit: { subject: 'admin', fields: [] },
  }),
  changePassword: post('/admin/change-password', {
    access: 'signed-in',
    effects: ['own_password'],
    about: 'Change one’s own password; every other session of the account ends',
    withOneTimePassword: true,
    withFactorDue: true,
    input: z
      .object({
        old_password: password(say('old_password_required')),
        new_password: newPassword(say('new_password_required')),
        confirm_password: password(say('confirm_password_required')),
      })
      .refine((input) => input.new_password === input.confirm_password, {
        path: ['confirm_password'],
        message: say('passwords_differ'),
      })
      .refine((input) => input.new_password.normalize('NFKC') !== input.old_password.normalize('NFKC'), {
        path: ['new_password'],
        message: say('password_unchanged'),
      }),
    output: Nothing,
    done: 'Password changed successfully',
    audit: { subject: 'admin', fields: [] },
  }),
}

export const Profile = SessionUser.extend({
  gender: z.string(),
  date_of_birth: z.string().nullable(),
  image: z.string(),
  phone: z.string(),
  wallet: TkOut,
  /** The password was given to them. The dashboard shows nothing else until they choose their own. */
  must_change_password: z.boolean(),
  signed_in_at: Instant,
  /** Between the sign-in before and that of this session. */
  failed_sign_ins: z.number(),
  /** Nothing else is open until they add the second factor that the shop requires. */
  must_add_second_factor: z.boolean(),
  modules: z.array(z.string()),
  /** Packages whose orders the admin may see (rules 2.8); null means all. */
  topup_package_ids: z.array(Id).nullable(),
})
export type Profile = z.output<typeof Profile>

export const profile = {
  show: get('/admin/profile', {
    access: 'signed-in',
    about: 'One’s own profile, grants and wallet',
    withOneTimePassword: true,
    withFactorDue: true,
    input: NoInput,
    output: Profile,
  }),
}

export const identityKey = (identity: string): string => textKey(identity).trim()
