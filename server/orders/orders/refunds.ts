import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import { formatTk } from '#contract/money.ts'
import type { OrderRow, orders } from '#contract/orders.ts'
import { book, move } from '../../core/decisions/decisions.ts'
import { type LockedOrder, ORDERS } from '../../core/decisions/order-declarations.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict, Invalid } from '../../platform/errors.ts'
import { lockOrder, present, returnCredit } from './decide.ts'

/** Gives back a part of what a completed order took. It stays completed. */
export const refundPart = async (ctx: Context, input: Input<typeof orders.refund>): Promise<OrderRow> => {
  const { id, amount, reason } = input
  const order = await lockCompleted(ctx, input)
  if (amount > order.left) throw new Invalid(worded('refund_at_most', { most: formatTk(order.left) }), 'amount')
  const refunds = order.refunds + 1
  await ctx.db
    .updateTable('orders')
    .set({ refunds, refunded: sql`refunded + ${amount}` })
    .where('id', '=', id)
    .execute()
  await book(ctx.db, ORDERS, { ...order, refunds, amount }, ['refunded'], ctx.admin.id, reason)
  const after = await present(ctx, order)
  ctx.note({ before: { refunded: order.refunded }, refunded: after.refunded })
  return after
}

/** Cancels a completed order. Refunded is what its partial refunds have left: both together are never more than its amount. */
export const correctOrder = async (ctx: Context, input: Input<typeof orders.correct>): Promise<null> => {
  const { id, reason, return_credit } = input
  const order = await lockCompleted(ctx, input)
  const { status, completed_by, closed_at } = order
  const credit_returned = return_credit === 1 ? order.credit_taken : 0
  if (credit_returned > 0) await returnCredit(ctx, order, 'correction')
  await move(ctx, ORDERS, order, 'cancel', { reason, amount: order.left, set: { corrected_at: sql`now()` } })
  const corrected = await ctx.db
    .selectFrom('orders')
    .select(['status', 'completed_by', 'closed_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  ctx.note({ before: { status, completed_by, closed_at }, ...corrected, refunded: order.left, credit_returned })
  return null
}

const lockCompleted = async (
  ctx: Context,
  { id, expected_refunded }: { readonly id: number; readonly expected_refunded?: number | undefined },
): Promise<LockedOrder> => {
  const order = await lockOrder(ctx, id)
  if (order.status !== 'completed') throw new Conflict('order_not_completed', { order: await present(ctx, order) })
  if (expected_refunded !== undefined && expected_refunded !== order.refunded) {
    throw new Conflict('changed', { order: await present(ctx, order) })
  }
  return order
}
