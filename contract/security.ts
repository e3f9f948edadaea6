import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { MAX_NAME } from './limits.ts'
import { ById, Flag, Id, Instant, required } from './list.ts'
import { say } from './messages/fields.ts'
import { Challenge, Code, NewPasskey, PasskeyOptions, PasskeyProof } from './second-factor.ts'
import { sessions } from './sessions.ts'

const Passkey = z.object({ id: Id, name: z.string(), created_at: Instant, last_used_at: Instant.nullable() })
export type Passkey = z.output<typeof Passkey>

const SessionRow = z.object({
  id: Id,
  user_agent: z.string(),
  address: z.string(),
  created_at: Instant,
  last_used_at: Instant,
  remembered: z.boolean(),
  is_this: z.boolean(),
})
export type SessionRow = z.output<typeof SessionRow>

const Security = z.object({
  has_totp: z.boolean(),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.number(),
  /** The shop requires a second factor of this admin. */
  is_required: z.boolean(),
  sessions: z.array(SessionRow),
})
/** New codes in plain text, this once; empty where the admin already has some. */
const NewCodes = z.object({ recovery_codes: z.array(z.string()) })

const own = {
  access: 'signed-in',
  effects: ['sign_in'],
  withFactorDue: true,
  audit: { subject: 'admin', fields: [] },
} as const
const factors = { ...own, effects: ['credentials'] } as const

export const security = {
  secondFactor: post('/admin/login/second-factor', {
    access: 'public',
    effects: ['sign_in'],
    about: 'Finish a sign-in with a code of the authenticator app, a recovery code or a passkey, within five minutes',
    input: z
      .object({
        challenge: Challenge,
        code: Code.optional(),
        passkey: PasskeyProof.optional(),
        remember: Flag.default(0),
      })
      .refine(({ code, passkey }) => code !== undefined || passkey !== undefined, {
        path: ['code'],
        message: say('factor_code_required'),
      }),
    output: sessions.login.output,
    audit: { subject: 'admin', fields: ['remember'] },
  }),
  confirmOptions: post('/admin/confirm/options', {
    access: 'signed-in',
    effects: [],
    about: 'How one may confirm again, and the challenge for a passkey',
    withFactorDue: true,
    input: NoInput,
    output: z.object({ challenge: z.string(), has_totp: z.boolean(), passkey: PasskeyOptions.nullable() }),
    audit: 'none',
  }),
  confirm: post('/admin/confirm', {
    access: 'signed-in',
    effects: ['sign_in'],
    about: 'Confirm again who one is, by password, code or passkey: sensitive calls then work for 15 minutes',
    withFactorDue: true,
    input: z
      .object({
        password: sessions.login.input.shape.password.optional(),
        code: Code.optional(),
        challenge: Challenge.optional(),
        passkey: PasskeyProof.optional(),
      })
      .refine(({ password, code, passkey }) => [password, code, passkey].some((one) => one !== undefined), {
        path: ['password'],
        message: say('password_required'),
      }),
    output: Nothing,
    audit: { subject: 'admin', fields: [] },
  }),
  show: get('/admin/security', {
    access: 'signed-in',
    about: 'One’s own second factors and sessions',
    withFactorDue: true,
    input: NoInput,
    output: Security,
  }),
  startTotp: post('/admin/security/totp/start', {
    ...factors,
    about: 'Make a new secret for an authenticator app; it counts once a code of it was entered',
    input: NoInput,
    output: z.object({ secret: z.string(), uri: z.string() }),
    audit: 'none',
  }),
  activateTotp: post('/admin/security/totp/activate', {
    ...factors,
    about: 'Turn the authenticator app on by a code of it; with a first second factor, recovery codes are answered this once',
    input: z.object({ code: Code }),
    output: NewCodes,
    done: 'Authenticator app added',
  }),
  removeTotp: post('/admin/security/totp/remove', {
    ...factors,
    about: 'Remove one’s authenticator app, unless it is the last second factor where one is needed',
    input: NoInput,
    output: Nothing,
    done: 'Authenticator app removed',
  }),
  startPasskey: post('/admin/security/passkey/start', {
    ...factors,
    about: 'Options for the browser to make a passkey, and the challenge to send back with it',
    input: NoInput,
    output: z.object({ challenge: z.string(), options: PasskeyOptions }),
    audit: 'none',
  }),
  addPasskey: post('/admin/security/passkey/add', {
    ...factors,
    about: 'Add a passkey; with a first second factor, recovery codes are answered this once',
    input: z.object({ challenge: Challenge, name: required(say('name_required'), MAX_NAME), passkey: NewPasskey }),
    output: NewCodes,
    done: 'Passkey added',
    audit: { subject: 'admin', fields: ['name'] },
  }),
  removePasskey: post('/admin/security/passkey/remove/:id', {
    ...factors,
    about: 'Remove a passkey of one’s own, unless it is the last second factor where one is needed',
    input: ById,
    output: Nothing,
    done: 'Passkey removed',
  }),
  renewRecoveryCodes: post('/admin/security/recovery-codes', {
    ...factors,
    about: 'Ten new recovery codes, shown this once; the old ones no longer work',
    input: NoInput,
    output: NewCodes,
    done: 'New recovery codes created',
  }),
  endSession: post('/admin/security/session/end/:id', {
    ...own,
    about: 'End a session of one’s own',
    input: ById,
    output: Nothing,
    done: 'Session ended',
  }),
  endOtherSessions: post('/admin/security/sessions/end-others', {
    ...own,
    about: 'End every session of one’s own but this one',
    input: NoInput,
    output: Nothing,
    done: 'All other sessions ended',
  }),
}
