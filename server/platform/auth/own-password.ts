import type { Context } from '../context.ts'
import { clearAttempts, countAttempt } from './limiter.ts'
import { networkOf } from './network.ts'
import { type HashedFor, limitHashing } from './passwords.ts'

const attemptsOf = ({ admin, address }: Context) => [`password of ${admin.id}`, networkOf(address)] as const

/** Counts an attempt at the own password of a signed-in admin, and answers what it is compared with. Throws TooMany. */
export const countOwnPassword = async (ctx: Context) => {
  const { id } = ctx.admin
  const from: HashedFor = `admin ${id}`
  limitHashing(from)
  await countAttempt(ctx.db, ...attemptsOf(ctx))
  const { password_hash } = await ctx.db
    .selectFrom('admins')
    .select('password_hash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, password_hash, from }
}

export const clearOwnPassword = (ctx: Context) => clearAttempts(ctx.db, ...attemptsOf(ctx))
