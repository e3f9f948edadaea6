import { sql } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { Conflict } from '../../platform/errors.ts'
import { findOrder } from './list.ts'

/** Assigns the package's oldest ready code to the order and returns its id; null if the package sells none. Skips locked rows, so
 * two orders never get the same code. Throws Conflict if there is no readable code, or if one `isExpected` and the package no
 * longer sells codes: the admin would not deliver one by hand. */
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
    if (isExpected) throw new Conflict('sells_no_codes_now', await present())
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
  if (!oldest) throw new Conflict('no_ready_code', await present())
  // Unreadable codes are hidden when the key is lost, but older versions may have left some for sale.
  if (ctx.vault.openIfOurs(oldest.code_sealed, `voucher.code ${oldest.id}`) === undefined) {
    throw new Conflict('next_code_unreadable', await present())
  }
  await ctx.db
    .updateTable('vouchers')
    .set({ status: 2, user_id: order.user_id, used_at: sql`now()` })
    .where('id', '=', oldest.id)
    .execute()
  ctx.note({ voucher_id: oldest.id })
  return oldest.id
}
