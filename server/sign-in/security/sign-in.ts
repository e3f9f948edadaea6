import type { PasskeyProof } from '#contract/second-factor.ts'
import { security } from '#contract/security.ts'
import { adminOfChallenge, type OpenChallenge, openChallenge, spendChallenge } from '../../platform/auth/challenges.ts'
import { countFailure } from '../../platform/auth/failed-sign-ins.ts'
import { findAccountById, lockAccount } from '../../platform/auth/find-account.ts'
import { clearAttempts, countAttempt } from '../../platform/auth/limiter.ts'
import { openSignIn } from '../../platform/auth/open-sign-in.ts'
import { checkPasskey } from '../../platform/auth/passkeys.ts'
import { checkCode, type Proof, spendProof } from '../../platform/auth/second-factor.ts'
import { type Context, phases } from '../../platform/context.ts'
import { Unauthenticated } from '../../platform/errors.ts'

/** Counted for the account from everywhere: anyone who gets here knows the password or has a session. */
const EVERYWHERE = 'from anywhere'
const attemptsOf = (adminId: number) => `second factor of ${adminId}`

export const countProof = (ctx: Context, adminId: number) => countAttempt(ctx.db, attemptsOf(adminId), EVERYWHERE)
export const clearProofs = (ctx: Context, adminId: number) => clearAttempts(ctx.db, attemptsOf(adminId), EVERYWHERE)

interface Given {
  readonly code?: string | undefined
  readonly passkey?: PasskeyProof | undefined
}

/** Undefined if wrong, which the audit log then says. */
export const checkProof = async (
  ctx: Context,
  adminId: number,
  { code, passkey }: Given,
  challenge: OpenChallenge | undefined,
): Promise<Proof | undefined> => {
  const byPasskey = async () => passkey && challenge && checkPasskey(ctx.db, adminId, passkey, ctx.site, challenge)
  const proof = await (code === undefined ? byPasskey() : checkCode(ctx, adminId, code))
  if (!proof) await ctx.recordRefusal({ subjectId: adminId, refused: 'wrong second factor' })
  return proof
}

export const finishSignIn = phases(security.secondFactor, {
  async attempt(ctx, { challenge: token, ...given }) {
    const account = await findAccountById(ctx.db, adminOfChallenge(token))
    const challenge = account && openChallenge(ctx.vault, token, 'sign in', account.password_hash)
    if (!account || !challenge) throw new Unauthenticated('sign_in_expired')
    await countProof(ctx, account.id)
    const proof = await checkProof(ctx, account.id, given, challenge)
    if (!proof) await countFailure(ctx.db, 'failed', account.id, ctx.address)
    return { account, challenge, proof }
  },
  async prepare(_input, { account, challenge, proof }) {
    if (!proof) throw new Unauthenticated('factor_code_wrong')
    return { account, challenge, proof }
  },
  async run(ctx, { remember }, { account, challenge, proof }) {
    const present = await lockAccount(ctx.db, account)
    if (!present || !(await spendChallenge(ctx.db, challenge))) throw new Unauthenticated('sign_in_expired')
    if (!(await spendProof(ctx.db, present.id, proof))) throw new Unauthenticated('factor_code_wrong')
    await clearProofs(ctx, present.id)
    return openSignIn(ctx, present, remember, { second_factor: proof.kind })
  },
})
