import { z } from 'zod'
import { missing } from './list.ts'
import { say } from './messages/fields.ts'
import { latinDigits } from './text.ts'

const MAX_CODE = 60
const MAX_CHALLENGE = 300
/** Attestations of hardware keys have a few thousand characters. */
const MAX_PASSKEY_PART = 20_000

/** Six digits of an authenticator app, or a recovery code; spaces, dashes and case do not count. */
export const Code = z
  .string({ error: missing(say('factor_code_required')) })
  .max(MAX_CODE, say('characters_at_most', { most: MAX_CODE }))
  .transform((typed) => latinDigits(typed).replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().min(1, say('factor_code_required')))

/** What the server signed for this one sign-in, enrolment or confirmation. */
export const Challenge = z
  .string({ error: missing(say('challenge_required')) })
  .max(MAX_CHALLENGE, say('characters_at_most', { most: MAX_CHALLENGE }))

const part = z.string().max(MAX_PASSKEY_PART)
const browserReply = <S extends z.ZodRawShape>(response: S) =>
  z.object(
    {
      id: part,
      rawId: part,
      type: z.literal('public-key'),
      response: z.object(response),
      clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
    },
    { error: say('passkey_malformed') },
  )

/** AuthenticationResponseJSON of WebAuthn. */
export const PasskeyProof = browserReply({
  clientDataJSON: part,
  authenticatorData: part,
  signature: part,
  userHandle: part.optional(),
})
export type PasskeyProof = z.output<typeof PasskeyProof>

/** RegistrationResponseJSON of WebAuthn. */
export const NewPasskey = browserReply({
  clientDataJSON: part,
  attestationObject: part,
  transports: z.array(z.string().max(40)).max(10).optional(),
})
export type NewPasskey = z.output<typeof NewPasskey>

/** Options for the browser's WebAuthn call, as JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown())

/** `data` of the 401 `second_factor_required`. */
export const SecondFactorQuestion = z.object({
  challenge: z.string(),
  has_totp: z.boolean(),
  passkey: PasskeyOptions.nullable(),
})
export type SecondFactorQuestion = z.output<typeof SecondFactorQuestion>
