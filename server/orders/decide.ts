import { sql } from 'kysely'
import type { desk } from '#contract/desk.ts'
import type { Input } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import { type OrderRow, orderFlow, type orders } from '#contract/orders.ts'
import type { Context } from '../context.ts'
import { Conflict, found, NOT_EDITABLE } from '../errors.ts'
import * as ledger from '../core/ledger/ledger.ts'
import { findOrder, ordersVisibleTo } from './queries.ts'
import { deliverVoucher } from './vouchers.ts'

/** Moves an order to a status, with its money, exactly once; answers it as it is now. Throws Conflict with the present state. */
export const decide = async (ctx: Context, input: Input<typeof orders.setStatus>): Promise<OrderRow> => {
  const order = await lockOrder(ctx, input.id)
  const present = found(await findOrder(ctx.db, null, input.id))
  const isMoved = input.status !== order.status
  // An order that another admin holds is taken over only to be decided: not for a note, and not into the queue, where the next admin
  // would be given what is being delivered.
  const isAsked = input.take_over === 1 && isMoved && input.status !== 'pending'
  // Before the flow: who holds it says more than that it cannot be taken.
  refuseIfHeldByOther(ctx, order, present, { isAsked, about: input.take_over_from, isOpening: false })
  if (!orderFlow.allows(order.status, input.status)) throw new Conflict(NOT_EDITABLE, { order: present })
  // Of two who take it at once, the second takes nothing.
  if (!isMoved && input.order_note === '') {
    throw new Conflict(`Order is ${order.status} already: write a note or choose another status`, { order: present })
  }

  if (input.status === 'completed') await complete(ctx, order, input)
  else if (input.status === 'cancel') await cancel(ctx, order)
  else if (isMoved) await holdOrRelease(ctx, order.id, input.status)

  const isNoted = input.order_note !== '' && input.order_note !== present.brief_note
  if (isNoted) await writeNote(ctx, order.id, input.order_note)
  ctx.note({
    before: { status: order.status, ...(isNoted && { brief_note: present.brief_note }) },
    ...(isNoted && { brief_note: input.order_note }),
    unchanged: !isMoved && !isNoted,
  })
  return found(await findOrder(ctx.db, null, order.id))
}

/** Takes an open order: a pending one, or one whose claim has lapsed; a super admin, once asked, also one that is held. */
export const claim = async (ctx: Context, { id, take_over, take_over_from }: Input<typeof desk.claim>): Promise<OrderRow> => {
  const order = await lockOrder(ctx, id)
  const present = found(await findOrder(ctx.db, null, id))
  if (order.status !== 'pending' && order.status !== 'in_progress') throw new Conflict(NOT_EDITABLE, { order: present })
  refuseIfHeldByOther(ctx, order, present, { isAsked: take_over === 1, about: take_over_from, isOpening: true })
  await holdOrRelease(ctx, id, 'in_progress')
  // He goes on with what is his: no news, and a hundred of them would hide what was done with the order.
  const isRenewed = order.holder_id === ctx.admin.id && order.lease_left
  ctx.note({ before: { status: order.status }, status: 'in_progress', unchanged: isRenewed })
  return found(await findOrder(ctx.db, null, id))
}

/** An order as its decider sees it, locked. */
interface LockedOrder {
  id: number
  status: OrderRow['status']
  user_id: number
  product_id: number
  package_id: number
  amount: Tk
  credit_taken: Tk
  holder_id: number | null
  lease_left: boolean
}

/** Locks the order for this transaction; out of scope is as good as missing. */
export const lockOrder = async (ctx: Context, id: number): Promise<LockedOrder> => {
  const scope = ordersVisibleTo(ctx)
  let locked = ctx.db
    .selectFrom('orders')
    .select(['id', 'status', 'user_id', 'product_id', 'package_id', 'amount', 'credit_taken', 'holder_id'])
    .select(
      // A deleted admin holds nothing, also if he claimed it at the same moment.
      sql<boolean>`coalesce(held_until > now() and (select deleted_at is null from admins where id = holder_id), false)`.as(
        'lease_left',
      ),
    )
    .where('id', '=', id)
  if (scope) locked = locked.where(sql<boolean>`package_id = any(${scope}::bigint[])`)
  return found((await locked.forUpdate().executeTakeFirst()) as LockedOrder | undefined)
}

/** In what way somebody goes at an order that another may hold. */
interface Approach {
  /** He was asked whether to act over the holder's head; `about` which holder, where he said. */
  readonly isAsked: boolean
  readonly about: number | undefined
  /** He opens it, to look before he delivers. */
  readonly isOpening: boolean
}

/**
 * A claim keeps others out. While its lease lasts only a super admin who was asked may act all the same. Once it has lapsed the order
 * may be taken by opening it, but not decided in passing: its holder may have delivered it already.
 */
const refuseIfHeldByOther = (ctx: Context, order: LockedOrder, present: OrderRow, { isAsked, about, isOpening }: Approach) => {
  if (order.holder_id === null || order.holder_id === ctx.admin.id) return
  const isMeant = about === undefined || about === order.holder_id
  const isAllowed = (ctx.admin.role === 'super' && isAsked && isMeant) || (isOpening && !order.lease_left)
  if (!isAllowed) {
    const message = order.lease_left
      ? `Order is being handled by ${present.held_by}`
      : `Order was left by ${present.held_by}: take it and check before delivering`
    throw new Conflict(message, { order: present, held_by: present.held_by, held_until: present.held_until })
  }
  ctx.note({ taken_from: order.holder_id, lease_had_lapsed: !order.lease_left })
}

/** What every journal of this order has in common. */
export const eventOf = (ctx: Context, order: LockedOrder) =>
  ({ source: 'order', sourceId: order.id, amount: order.amount, adminId: ctx.admin.id }) as const

const complete = async (ctx: Context, order: LockedOrder, input: Input<typeof orders.setStatus>) => {
  await ledger.refuseIfFrozen(ctx.db, { kind: 'user_wallet', userId: order.user_id })
  const voucherId = input.deliver_voucher === 1 ? await deliverVoucher(ctx, order, input.expects_code === 1) : null
  await close(ctx, order.id, 'completed', voucherId)
  await ledger.post(ctx.db, {
    ...eventOf(ctx, order),
    kind: 'completed',
    debit: { kind: 'orders_held' },
    credit: { kind: 'sales' },
  })
}

const cancel = async (ctx: Context, order: LockedOrder) => {
  await close(ctx, order.id, 'cancel', null)
  await returnCredit(ctx, order, 'cancel')
  await ledger.post(ctx.db, {
    ...eventOf(ctx, order),
    kind: 'cancelled',
    debit: { kind: 'orders_held' },
    credit: { kind: 'user_wallet', userId: order.user_id },
  })
}

const close = (ctx: Context, id: number, status: 'completed' | 'cancel', voucherId: number | null) =>
  ctx.db
    .updateTable('orders')
    .set({ status, completed_by: ctx.admin.id, closed_at: sql`now()`, holder_id: null, held_until: null, voucher_id: voucherId })
    .where('id', '=', id)
    .execute()

/** When a claim that begins or is renewed now will lapse. */
export const lease = () => sql<string>`now() + make_interval(mins => (select claim_minutes from settings))`

const holdOrRelease = (ctx: Context, id: number, status: 'pending' | 'in_progress') =>
  ctx.db
    .updateTable('orders')
    .set(
      status === 'pending'
        ? { status, holder_id: null, held_until: null }
        : { status, holder_id: ctx.admin.id, held_until: lease() },
    )
    .where('id', '=', id)
    .execute()

const writeNote = (ctx: Context, id: number, brief_note: string) =>
  ctx.db.updateTable('orders').set({ brief_note }).where('id', '=', id).execute()

/** Gives the supplier's credit back that this order took. */
export const returnCredit = async (ctx: Context, order: LockedOrder, cause: 'cancel' | 'correction') => {
  if (order.credit_taken === 0) return
  await ctx.db
    .updateTable('topup_products')
    .set({ price: sql`price + ${order.credit_taken}`, moved_by: `${cause}:${order.id}` })
    .where('id', '=', order.product_id)
    .execute()
}
