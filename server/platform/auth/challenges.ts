import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { CHALLENGE_MINUTES } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'
import type { Vault } from '../vault/vault.ts'

const NONCE_BYTES = 32
const MINUTE_MS = 60_000

export type Purpose = 'sign in' | 'add a passkey' | 'confirm'

export interface OpenChallenge {
  /** What a passkey signs. */
  readonly nonce: string
  readonly token: string
  readonly expiresAt: Date
}

/** Signed, so that nothing is stored before it is used. `binding` must still be true then: the password's hash, or the session. */
export const makeChallenge = (vault: Vault, purpose: Purpose, adminId: number, binding: string): OpenChallenge => {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const expires = Date.now() + CHALLENGE_MINUTES * MINUTE_MS
  const fields = [adminId, expires, nonce] as const
  const token = [...fields, sign(vault, purpose, fields, binding)].join('.')
  return { nonce, token, expiresAt: new Date(expires) }
}

/** Whose challenge it claims to be; `openChallenge` checks it. */
export const adminOfChallenge = (token: string): number => {
  const id = Number(token.split('.')[0])
  return Number.isSafeInteger(id) ? id : 0
}

/** Undefined if it is not ours, has expired or is for something else. */
export const openChallenge = (vault: Vault, token: string, purpose: Purpose, binding: string): OpenChallenge | undefined => {
  const [, expires = '', nonce = '', signature = ''] = token.split('.')
  const expected = Buffer.from(sign(vault, purpose, [adminOfChallenge(token), Number(expires), nonce], binding))
  const given = Buffer.from(signature)
  if (given.length !== expected.length || !timingSafeEqual(given, expected) || Number(expires) <= Date.now()) return undefined
  return { nonce, token, expiresAt: new Date(Number(expires)) }
}

/** False if it was used before. Of two at once the second waits for the first. */
export const spendChallenge = async (db: Db, { nonce, expiresAt }: OpenChallenge): Promise<boolean> => {
  const used = await query(
    db,
    'insert into used_challenges (challenge_hash, expires_at) values ($1, $2) on conflict do nothing returning 1 as used',
    [hash('sha256', nonce, 'buffer'), expiresAt],
  )
  return used.length > 0
}

const sign = (vault: Vault, purpose: Purpose, fields: readonly [number, number, string], binding: string): string =>
  vault.digest(JSON.stringify(['challenge', purpose, ...fields, binding])).toString('base64url')
