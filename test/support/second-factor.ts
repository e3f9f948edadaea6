import { Secret, TOTP } from 'otpauth'
import { security } from '#contract/security.ts'
import { query } from '../../server/platform/db/connect.ts'
import type { TestApp } from './app.ts'

const STEP_MS = 30_000

/** What an authenticator app shows, `steps` of 30 seconds from now. */
export const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

/** Adds an authenticator app to the admin of `token`; as if that had been a while ago, so that the present code is not used yet. */
export const addTotp = async (app: TestApp, token: string) => {
  const { secret } = (await app.call(security.startTotp, {}, token)).body.data
  const { body } = await app.call(security.activateTotp, { code: codeAt(secret) }, token)
  await query(app.db, 'update totp_secrets set last_step = 0')
  return { secret, codes: body.data.recovery_codes }
}

/** Sets back when each session was confirmed, by minutes. */
export const passConfirmTime = (app: TestApp, minutes: number) =>
  query(app.db, `update sessions set confirmed_at = confirmed_at - make_interval(mins => $1)`, [minutes])
