import { sql } from 'kysely'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Tk } from '#contract/money.ts'
import { type ProductOrderStatus, productOrderFlow, type productOrders } from '#contract/product-orders.ts'
import type { Context, Handlers } from '../context.ts'
import { Conflict, found, NOT_EDITABLE } from '../errors.ts'
import * as ledger from '../ledger/ledger.ts'
import { readTimeline } from '../timeline.ts'
import { countProductOrders, findProductOrder, listProductOrders } from './queries.ts'

export const productOrderHandlers: Handlers<typeof productOrders> = {
  list: (ctx, query) => listProductOrders(ctx.db, query),

  async counts(ctx) {
    const counts = await countProductOrders(ctx.db)
    const of = (status: ProductOrderStatus) => counts[status] ?? 0
    const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
    return { pending: of('pending'), in_progress: of('in_progress'), completed: of('completed'), cancelled: of('cancelled'), all }
  },

  show: (ctx, { id }) => readOrder(ctx, id),

  async timeline(ctx, { id }) {
    await readOrder(ctx, id)
    return readTimeline(ctx.db, 'product_order', id, ['status', 'order_note', 'quantity'])
  },

  async setStatus(ctx, input) {
    ctx.replyToRepeat(async (db, kept) => {
      const { order: then } = kept as Output<typeof productOrders.setStatus>
      const order = await findProductOrder(db, then.id)
      if (order?.status === then.status) return { order }
      throw new Conflict(`Order ${then.id} was updated before, and has been changed since`, { order })
    })
    const before = await lockOrder(ctx, input.id)
    if (!productOrderFlow.allows(before.status, input.status)) {
      throw new Conflict(NOT_EDITABLE, { order: await readOrder(ctx, input.id) })
    }
    if (input.expected_status !== undefined && input.expected_status !== before.status) {
      throw new Conflict('This order has changed while you were editing', { order: await readOrder(ctx, input.id) })
    }
    const isMoved = input.status !== before.status
    const isNoted = input.order_note !== '' && input.order_note !== before.brief_note
    if (isMoved) await move(ctx, before, input)
    if (isNoted) await writeNote(ctx, input.id, input.order_note)
    ctx.note({
      before: { status: before.status, ...(isNoted && { brief_note: before.brief_note }) },
      ...(isNoted && { brief_note: input.order_note }),
      unchanged: !isMoved && !isNoted,
    })
    return { order: await readOrder(ctx, input.id) }
  },
}

const readOrder = async (ctx: Context, id: number) => found(await findProductOrder(ctx.db, id))

interface LockedOrder {
  id: number
  status: ProductOrderStatus
  user_id: number
  amount: Tk
  brief_note: string
}

/** Locks the order for this transaction: of two who decide it at once, the second meets what the first has left. */
const lockOrder = async (ctx: Context, id: number): Promise<LockedOrder> => {
  const order = await ctx.db
    .selectFrom('product_orders')
    .select(['id', 'status', 'user_id', 'amount', 'brief_note'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return found(order) as LockedOrder
}

/** Moves an open order to another status, with its money; the database takes care of the stock. */
const move = async (ctx: Context, order: LockedOrder, { status }: Input<typeof productOrders.setStatus>) => {
  const isClosed = productOrderFlow.next(status).length === 0
  await ctx.db
    .updateTable('product_orders')
    .set({ status, admin_id: status === 'pending' ? null : ctx.admin.id, closed_at: isClosed ? sql`now()` : null })
    .where('id', '=', order.id)
    .execute()
  if (!isClosed) return
  if (status === 'completed') await ledger.refuseIfFrozen(ctx.db, { kind: 'user_wallet', userId: order.user_id })
  await ledger.post(ctx.db, {
    source: 'product_order',
    sourceId: order.id,
    kind: status === 'completed' ? 'completed' : 'cancelled',
    amount: order.amount,
    debit: { kind: 'orders_held' },
    credit: status === 'completed' ? { kind: 'sales' } : { kind: 'user_wallet', userId: order.user_id },
    adminId: ctx.admin.id,
  })
}

const writeNote = (ctx: Context, id: number, brief_note: string) =>
  ctx.db.updateTable('product_orders').set({ brief_note }).where('id', '=', id).execute()
