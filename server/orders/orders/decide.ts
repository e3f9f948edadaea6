import { sql } from 'kysely'
import type { desk } from '#contract/desk.ts'
import type { Input } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { OrderRow, orders } from '#contract/orders.ts'
import { may } from '#contract/roles.ts'
import { writeNote } from '../../core/decisions/customer-note.ts'
import { lock, move } from '../../core/decisions/decisions.ts'
import { type LockedOrder, ORDERS } from '../../core/decisions/order-declarations.ts'
import type { Context } from '../../platform/context.ts'
import { Conflict, found, NotFound } from '../../platform/errors.ts'
import { findOrder } from './list.ts'
import { ordersVisibleTo } from './queries.ts'
import { deliverVouchers } from './vouchers.ts'

/** Moves an order to a status, with its money, exactly once; answers it as it is now. Throws Conflict with the present state. */
export const decide = async (ctx: Context, input: Input<typeof orders.setStatus>): Promise<OrderRow> => {
  const order = await lockOrder(ctx, input.id)
  const isMoved = input.status !== order.status
  // An order that another admin holds is taken over only to be decided: not for a note, and not into the queue, where the next admin
  // would be given what is being delivered.
  const isConfirmed = input.take_over === 1 && isMoved && input.status !== 'pending'
  // Before the flow: who holds it says more than that it cannot be taken.
  await refuseIfHeldByOther(ctx, order, { isConfirmed, expectedHolder: input.take_over_from, isOpening: false })
  if (!ORDERS.flow.allows(order.status, input.status)) throw new Conflict('order_closed', { order: await present(ctx, order) })
  const { expected_playerid = order.playerid } = input
  if (expected_playerid !== order.playerid) throw new Conflict('changed', { order: await present(ctx, order) })
  // Of two who take it at once, the second takes nothing. Its holder keeps it.
  const isKept = order.holder_id === ctx.admin.id
  if (!isMoved && !isKept && input.status === 'in_progress' && input.order_note === '') {
    throw new Conflict(worded('order_in_status', { status: order.status }), { order: await present(ctx, order) })
  }

  if (input.status === 'completed') await complete(ctx, order, input)
  else if (input.status === 'cancel') await cancel(ctx, order)
  else if (isMoved) await move(ctx, ORDERS, order, input.status)

  await writeNote(ctx, ORDERS, order, input)
  return present(ctx, order)
}

/** Takes an open order: a pending one, or one whose claim has lapsed; a super admin, once asked, also one that is held. */
export const claim = async (ctx: Context, { id, take_over, take_over_from }: Input<typeof desk.claim>): Promise<OrderRow> => {
  const order = await lockOrder(ctx, id)
  if (order.status !== 'pending' && order.status !== 'in_progress') {
    throw new Conflict('order_closed', { order: await present(ctx, order) })
  }
  await refuseIfHeldByOther(ctx, order, { isConfirmed: take_over === 1, expectedHolder: take_over_from, isOpening: true })
  await move(ctx, ORDERS, order, 'in_progress')
  // A renewal is no news: a hundred of them would hide what was done with the order.
  const isRenewed = order.holder_id === ctx.admin.id && order.lease_left
  ctx.note({ before: { status: order.status }, status: 'in_progress', unchanged: isRenewed })
  return present(ctx, order)
}

/** Answers the order as it is now. */
export const present = async (ctx: Context, { id }: LockedOrder): Promise<OrderRow> => found(await findOrder(ctx.db, null, id))

/** Locks the order for this transaction. Throws NotFound where it is missing or out of scope. */
export const lockOrder = async (ctx: Context, id: number): Promise<LockedOrder> => {
  const order = await lock(ctx.db, ORDERS, id)
  const scope = ordersVisibleTo(ctx)
  if (scope && !scope.includes(order.package_id)) throw new NotFound()
  return order
}

interface TakeOver {
  /** The admin has confirmed that they override the current holder; `expectedHolder` is the holder whom they meant, if given. */
  readonly isConfirmed: boolean
  readonly expectedHolder: number | undefined
  /** The order is opened, to look at it before it is delivered. */
  readonly isOpening: boolean
}

/** A claim keeps others out. While its lease lasts only a super admin who was asked may act all the same. Once it has lapsed
 * the order may be taken by opening it, but not decided in passing: its holder may have delivered it already. */
export const refuseIfHeldByOther = async (
  ctx: Context,
  order: LockedOrder,
  { isConfirmed, expectedHolder, isOpening }: TakeOver,
) => {
  if (order.holder_id === null || order.holder_id === ctx.admin.id) return
  const isExpectedHolder = expectedHolder === undefined || expectedHolder === order.holder_id
  const isAllowed = (may(ctx.admin, 'take_over') && isConfirmed && isExpectedHolder) || (isOpening && !order.lease_left)
  if (!isAllowed) {
    const row = await present(ctx, order)
    const refusal = worded(order.lease_left ? 'order_held' : 'order_left', { name: `${row.held_by}` })
    throw new Conflict(refusal, { order: row, held_by: row.held_by, held_until: row.held_until })
  }
  ctx.note({ taken_from: order.holder_id, lease_had_lapsed: !order.lease_left })
}

const complete = async (ctx: Context, order: LockedOrder, input: Input<typeof orders.setStatus>) => {
  const set = input.deliver_voucher === 1 ? await deliverVouchers(ctx, order, input.expects_code === 1) : {}
  await move(ctx, ORDERS, order, 'completed', { set })
}

const cancel = async (ctx: Context, order: LockedOrder) => {
  await returnCredit(ctx, order, 'cancel')
  await move(ctx, ORDERS, order, 'cancel')
}

/** Gives the supplier's credit back that this order took. */
export const returnCredit = async (ctx: Context, order: LockedOrder, cause: 'cancel' | 'correction') => {
  if (order.credit_taken === 0) return
  await ctx.db
    .updateTable('topup_products')
    .set({ price: sql`price + ${order.credit_taken}`, moved_by: `${cause}:${order.id}` })
    .where('id', '=', order.product_id)
    .execute()
}
