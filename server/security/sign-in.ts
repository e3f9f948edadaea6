import type { PasskeyProof } from '#contract/second-factor.ts'
import { security } from '#contract/security.ts'
import { type Context, phases } from '../context.ts'
import { Unauthenticated } from '../errors.ts'
import { adminOfChallenge, type OpenChallenge, openChallenge, spendChallenge } from '../platform/auth/challenges.ts'
import { countFailure } from '../platform/auth/failed-sign-ins.ts'
import { rememberBrowser } from '../platform/auth/known-browsers.ts'
import { clearAttempts, countAttempt } from '../platform/auth/limiter.ts'
import { checkCode, checkPasskeyProof, type Proof, spendProof } from '../platform/auth/second-factor.ts'
import { openSession } from '../platform/auth/sessions.ts'

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
  const byPasskey = async () => passkey && challenge && checkPasskeyProof(ctx, adminId, passkey, challenge)
  const proof = await (code === undefined ? byPasskey() : checkCode(ctx, adminId, code))
  if (!proof) await ctx.recordRefusal({ subjectId: adminId, refused: 'wrong second factor' })
  return proof
}

const findById = (ctx: Context, id: number) =>
  ctx.db
    .selectFrom('admins')
    .select(['id', 'first_name', 'last_name', 'username', 'email', 'role', 'password_hash', 'must_change_password'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

export const finishSignIn = phases(security.secondFactor, {
  async attempt(ctx, { challenge: token, ...given }) {
    const account = await findById(ctx, adminOfChallenge(token)).executeTakeFirst()
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
    const present = await findById(ctx, account.id)
      .where('password_hash', '=', account.password_hash)
      .forShare()
      .executeTakeFirst()
    if (!present || !(await spendChallenge(ctx.db, challenge))) throw new Unauthenticated('sign_in_expired')
    if (!(await spendProof(ctx.db, present.id, proof))) throw new Unauthenticated('factor_code_wrong')
    await clearProofs(ctx, present.id)
    ctx.setBrowserToken(await rememberBrowser(ctx.db, ctx.browserToken, present.id))
    const { password_hash: _, must_change_password, ...user } = present
    const token = await openSession(ctx.db, user.id, remember === 1, ctx)
    ctx.note({ subjectId: user.id, adminId: user.id, second_factor: proof.kind })
    return { user: user as typeof user & { role: 'super' | 'sub' }, token, must_change_password }
  },
})
