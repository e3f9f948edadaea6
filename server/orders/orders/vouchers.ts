import type { LockedOrder } from '../../core/decisions/order-declarations.ts'
import { takeCodes } from '../../core/delivery/codes.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict } from '../../platform/errors.ts'
import { findOrder } from './list.ts'

const REFUSED = { none_ready: 'no_ready_code', unreadable: 'next_code_unreadable' } as const

/** Gives the order the codes of its package's recipe and answers the columns that say so; none if the package is delivered by hand.
 * Throws Conflict if there are too few readable codes, or if codes are expected (`isExpected`) and the package no longer sells any:
 * the admin would not deliver them by hand. */
export const deliverVouchers = async (ctx: Context, order: LockedOrder, isExpected: boolean) => {
  const delivered = await takeCodes(ctx, order)
  if (typeof delivered === 'object') {
    ctx.note(delivered.facts)
    return delivered.set
  }
  if (delivered === 'sells_none' && !isExpected) return {}
  const refusal = delivered === 'sells_none' ? 'sells_no_codes_now' : REFUSED[delivered]
  throw new Conflict(refusal, { order: await findOrder(ctx.db, null, order.id) })
}
