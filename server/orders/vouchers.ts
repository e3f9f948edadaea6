import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { Conflict } from '../errors.ts'
import { findOrder } from './queries.ts'

/**
 * Assigns the oldest ready code of a package that sells vouchers to the order's customer and answers its id; null where the package
 * sells none. Two orders never get the same code: a row that another transaction holds is skipped. Throws Conflict without a code, where
 * nobody could read it, or where one `isExpected` of a package that sells none by now: nobody would have loaded it by hand.
 */
export const deliverVoucher = async (
  ctx: Context,
  order: { id: number; package_id: number; user_id: number },
  isExpected: boolean,
): Promise<number | null> => {
  const { sells_vouchers } = await ctx.db
    .selectFrom('topup_packages')
    .select('sells_vouchers')
    .where('id', '=', order.package_id)
    .executeTakeFirstOrThrow()
  const present = async () => ({ order: await findOrder(ctx.db, null, order.id) })
  if (!sells_vouchers) {
    if (isExpected) throw new Conflict('This package sells no voucher codes any more: deliver it by hand', await present())
    return null
  }
  const oldest = await ctx.db
    .selectFrom('vouchers')
    .select(['id', 'code_sealed'])
    .where('package_id', '=', order.package_id)
    .where(sql<boolean>`status = 1`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!oldest) throw new Conflict('No ready voucher code for this package', await present())
  // Codes are hidden when their key is lost; one that a version of before has left for sale must not be given away for money.
  if (ctx.vault.openIfOurs(oldest.code_sealed, 'voucher.code') === undefined) {
    throw new Conflict('The next code of this package was sealed under a key that is lost: hide it first', await present())
  }
  await ctx.db
    .updateTable('vouchers')
    .set({ status: 2, user_id: order.user_id, used_at: sql`now()` })
    .where('id', '=', oldest.id)
    .execute()
  ctx.note({ voucher_id: oldest.id })
  return oldest.id
}
