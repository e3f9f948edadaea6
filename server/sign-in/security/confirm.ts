import { security } from '#contract/security.ts'
import { openChallenge, spendChallenge } from '../../platform/auth/challenges.ts'
import { lockAccount } from '../../platform/auth/find-account.ts'
import { clearOwnPassword, countOwnPassword } from '../../platform/auth/own-password.ts'
import { verifyPassword } from '../../platform/auth/passwords.ts'
import { askSecondFactor, spendProof } from '../../platform/auth/second-factor.ts'
import { confirmSession } from '../../platform/auth/sessions.ts'
import { type Context, type Handler, phases } from '../../platform/context.ts'
import { Invalid } from '../../platform/errors.ts'
import { checkProof, clearProofs, countProof } from './sign-in.ts'

export const bindingOf = (ctx: Context) => `session ${ctx.admin.session_id}`

export const confirmOptions: Handler<typeof security.confirmOptions> = (ctx) =>
  askSecondFactor(ctx, 'confirm', ctx.admin.id, bindingOf(ctx))

/** A wrong one is a 422 at its field, not a 401: the session goes on. */
export const confirm = phases(security.confirm, {
  async attempt(ctx, { password, challenge: token, ...given }) {
    const { id } = ctx.admin
    if (password !== undefined) return { password: await countOwnPassword(ctx) }
    const challenge = token === undefined ? undefined : openChallenge(ctx.vault, token, 'confirm', bindingOf(ctx))
    await countProof(ctx, id)
    const proof = await checkProof(ctx, id, given, challenge)
    return { proof, challenge }
  },
  async prepare({ password = '', code }, { password: stored, proof, challenge }) {
    if (stored) {
      if (!(await verifyPassword(password, stored.password_hash, stored.from)))
        throw new Invalid('confirm_password_wrong', 'password')
      return { stored }
    }
    if (!proof) throw wrong(code)
    return { proof, challenge }
  },
  async run(ctx, { code }, { stored, proof, challenge }) {
    const { id, session_id } = ctx.admin
    if (stored) {
      if (!(await lockAccount(ctx.db, stored))) throw new Invalid('confirm_password_wrong', 'password')
      await clearOwnPassword(ctx)
    }
    if (challenge && !(await spendChallenge(ctx.db, challenge))) throw wrong(code)
    if (proof) {
      if (!(await spendProof(ctx.db, id, proof))) throw wrong(code)
      await clearProofs(ctx, id)
    }
    await confirmSession(ctx.db, session_id)
    ctx.note({ subjectId: id, by: proof?.kind ?? 'password' })
    return null
  },
})

const wrong = (code: string | undefined) =>
  code === undefined ? new Invalid('passkey_refused', 'passkey') : new Invalid('factor_code_wrong', 'code')
