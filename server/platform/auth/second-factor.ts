import type { PasskeyProof, SecondFactorQuestion } from '#contract/second-factor.ts'
import type { Context } from '../../context.ts'
import { type Db, query } from '../db/connect.ts'
import { makeChallenge, type OpenChallenge } from './challenges.ts'
import { checkPasskey, passkeyQuestion } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { stepOf } from './totp.ts'

/** A right code or passkey that is still to be used up. */
export type Proof =
  | { readonly kind: 'totp'; readonly step: number }
  | { readonly kind: 'recovery'; readonly hash: Buffer }
  | { readonly kind: 'passkey'; readonly id: number; readonly counter: number }

const TOTP_CODE = /^\d{6}$/

export const hasTotp = async (db: Db, adminId: number): Promise<boolean> =>
  (await query(db, 'select 1 as has from totp_secrets where admin_id = $1 and is_active', [adminId])).length > 0

export const hasSecondFactor = async (db: Db, adminId: number): Promise<boolean> => {
  const [row] = await query<{ has: boolean }>(db, 'select has_second_factor($1) as has', [adminId])
  return row?.has === true
}

/** How sign-ins of this account are counted: a new password starts a new count. */
export const signInAttempts = (account: { readonly id: number; readonly password_hash: string }) =>
  `admin ${account.id} ${account.password_hash}`

/** Asked after a right password. Bound to the password: once it changes, the challenge opens nothing. */
export const askSecondFactor = async (
  ctx: Pick<Context, 'db' | 'vault' | 'site'>,
  account: { readonly id: number; readonly password_hash: string },
): Promise<SecondFactorQuestion> => {
  const challenge = makeChallenge(ctx.vault, 'sign in', account.id, account.password_hash)
  return {
    challenge: challenge.token,
    has_totp: await hasTotp(ctx.db, account.id),
    passkey: await passkeyQuestion(ctx.db, account.id, ctx.site, challenge),
  }
}

type Checking = Pick<Context, 'db' | 'vault' | 'site'>

/** Undefined if wrong. Count the attempt before, and use the proof up in the transaction that it opens something in. */
export const checkCode = async ({ db, vault }: Checking, adminId: number, code: string): Promise<Proof | undefined> => {
  if (!TOTP_CODE.test(code)) return checkRecoveryCode(db, adminId, code)
  const secret = await readTotpSecret({ db, vault }, adminId, true)
  const step = secret && stepOf(secret, code)
  return step ? { kind: 'totp', step } : undefined
}

export const checkPasskeyProof = async (
  { db, site }: Checking,
  adminId: number,
  proof: PasskeyProof,
  challenge: OpenChallenge,
): Promise<Proof | undefined> => {
  const used = await checkPasskey(db, adminId, proof, site, challenge)
  return used && { kind: 'passkey', ...used }
}

const checkRecoveryCode = async (db: Db, adminId: number, code: string): Promise<Proof | undefined> => {
  const hash = hashRecoveryCode(code)
  const sql = 'select 1 as is_there from recovery_codes where admin_id = $1 and code_hash = $2 and used_at is null'
  return (await query(db, sql, [adminId, hash])).length > 0 ? { kind: 'recovery', hash } : undefined
}

/** Undefined without one, or if it was sealed under a lost key. */
export const readTotpSecret = async (
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  adminId: number,
  isActive: boolean,
): Promise<string | undefined> => {
  const [row] = await query<{ secret_sealed: Buffer }>(
    db,
    'select secret_sealed from totp_secrets where admin_id = $1 and is_active = $2',
    [adminId, isActive],
  )
  return row && vault.openIfOurs(row.secret_sealed, `totp_secret.secret ${adminId}`)
}

const USE = {
  totp: 'update totp_secrets set last_step = $2 where admin_id = $1 and is_active and last_step < $2 returning 1 as used',
  recovery: `
    update recovery_codes set used_at = now() where admin_id = $1 and code_hash = $2 and used_at is null returning 1 as used`,
  // Passkeys that are synchronised always say 0.
  passkey: `
    update passkeys set counter = $3, last_used_at = now()
    where admin_id = $1 and id = $2 and (counter < $3 or counter = 0 and $3 = 0)
    returning 1 as used`,
} as const

/** False if the code was used before, or the factor is gone. */
export const spendProof = async (db: Db, adminId: number, proof: Proof): Promise<boolean> => {
  const values = proof.kind === 'totp' ? [proof.step] : proof.kind === 'recovery' ? [proof.hash] : [proof.id, proof.counter]
  return (await query(db, USE[proof.kind], [adminId, ...values])).length > 0
}

const REMOVE = ['totp_secrets', 'passkeys', 'recovery_codes'].map((table) => `delete from ${table} where admin_id = $1`)

/** Removes everything that a second factor consists of. */
export const removeSecondFactor = async (db: Db, adminId: number): Promise<void> => {
  for (const sql of REMOVE) await query(db, sql, [adminId])
}
