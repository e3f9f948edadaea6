import type { SecondFactorQuestion } from '#contract/second-factor.ts'
import type { Context } from '../context.ts'
import { type Db, query } from '../db/connect.ts'
import { makeChallenge, type Purpose } from './challenges.ts'
import { passkeyQuestion } from './passkeys.ts'
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

/** What the browser is asked. Once what the challenge is bound to changes, it opens nothing. */
export const askSecondFactor = async (
  ctx: Context,
  purpose: Purpose,
  adminId: number,
  binding: string,
): Promise<SecondFactorQuestion> => {
  const challenge = makeChallenge(ctx.vault, purpose, adminId, binding)
  return {
    challenge: challenge.token,
    has_totp: await hasTotp(ctx.db, adminId),
    passkey: await passkeyQuestion(ctx.db, adminId, ctx.site, challenge),
  }
}

/** Undefined if wrong. Count the attempt before, and use the proof up in the transaction that it opens something in. */
export const checkCode = async (ctx: Context, adminId: number, code: string): Promise<Proof | undefined> => {
  if (!TOTP_CODE.test(code)) return checkRecoveryCode(ctx.db, adminId, code)
  const secret = await readTotpSecret(ctx, adminId, true)
  const step = secret && stepOf(secret, code)
  return step ? { kind: 'totp', step } : undefined
}

const checkRecoveryCode = async (db: Db, adminId: number, code: string): Promise<Proof | undefined> => {
  const hash = hashRecoveryCode(code)
  const sql = 'select 1 as is_there from recovery_codes where admin_id = $1 and code_hash = $2 and used_at is null'
  return (await query(db, sql, [adminId, hash])).length > 0 ? { kind: 'recovery', hash } : undefined
}

/** Undefined without one, or if it was sealed under a lost key. */
export const readTotpSecret = async ({ db, vault }: Context, adminId: number, isActive: boolean): Promise<string | undefined> => {
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

export const removeSecondFactor = async (db: Db, adminId: number): Promise<void> => {
  for (const sql of REMOVE) await query(db, sql, [adminId])
}
