import type { Role } from '#contract/roles.ts'
import type { Context, Note } from '../context.ts'
import type { Account } from './find-account.ts'
import { rememberBrowser } from './known-browsers.ts'
import { endOldestSessions, openSession } from './sessions.ts'

/** Opens the session of an account whose factors are all right, and answers what the browser needs. */
export const openSignIn = async (ctx: Context, account: Account, remember: number | undefined, facts: Note = {}) => {
  const { password_hash: _, must_change_password, ...user } = account
  ctx.setBrowserToken(await rememberBrowser(ctx.db, ctx.browserToken, user.id))
  const token = await openSession(ctx.db, user.id, remember === 1, ctx)
  await endOldestSessions(ctx.db, user.id)
  ctx.note({ subjectId: user.id, adminId: user.id, ...facts })
  return { user: user as typeof user & { role: Role }, token, must_change_password }
}
