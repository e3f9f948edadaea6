import { Secret, TOTP } from 'otpauth'

const STEP_MS = 30_000
const SECRET_BYTES = 20
/** Steps that a phone's clock may be off. */
const TOLERANCE = 1

export const makeTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What the QR code says. */
export const totpUri = (secret: string, label: string, issuer: string): string => totpOf(secret, label, issuer).toString()

/** The 30-second step whose code this is, or undefined. */
export const stepOf = (secret: string, code: string, now = Date.now()): number | undefined => {
  const off = totpOf(secret).validate({ token: code, timestamp: now, window: TOLERANCE })
  return off === null ? undefined : Math.floor(now / STEP_MS) + off
}

const totpOf = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), period: STEP_MS / 1_000, label, issuer })
