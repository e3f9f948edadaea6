import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { orders } from '#contract/orders.ts'
import type { Context, Handlers } from '../context.ts'
import { move } from '../core/decisions/decisions.ts'
import { ORDERS } from '../core/decisions/declarations.ts'
import { Conflict, found } from '../errors.ts'
import { decide, lockOrder, returnCredit } from './decide.ts'
import { findOrder, listOrders } from './list.ts'
import { adminOrdersVisibleTo, countByStatus, ordersVisibleTo } from './queries.ts'

export const orderHandlers: Handlers<typeof orders> = {
  list: (ctx, query) => listOrders(ctx.db, ordersVisibleTo(ctx), query),

  async adminList(ctx, query) {
    return listOrders(ctx.db, await adminOrdersVisibleTo(ctx, query.admin), query)
  },

  counts: (ctx) => countAll(ctx, ordersVisibleTo(ctx)),

  async adminCounts(ctx, { admin }) {
    return countAll(ctx, await adminOrdersVisibleTo(ctx, admin))
  },

  async show(ctx, { id }) {
    return found(await findOrder(ctx.db, ordersVisibleTo(ctx), id))
  },

  async setStatus(ctx, input) {
    // The stored reply would still show an order as claimed, free or done that has been claimed, released or corrected since.
    ctx.onRepeat(async (db, stored) => {
      const { order: then } = stored as Output<typeof orders.setStatus>
      const order = found(await findOrder(db, ordersVisibleTo(ctx), then.id))
      if (order.status === then.status && order.holder_id === then.holder_id) return { order }
      throw new Conflict(worded('order_updated_before', { id: then.id }), { order })
    })
    return { order: await decide(ctx, input) }
  },

  async correct(ctx, { id, reason, return_credit }) {
    const order = await lockOrder(ctx, id)
    const { status, completed_by, closed_at } = order
    if (status !== 'completed') {
      throw new Conflict('order_not_completed', { order: await findOrder(ctx.db, null, id) })
    }
    const credit_returned = return_credit === 1 ? order.credit_taken : 0
    if (credit_returned > 0) await returnCredit(ctx, order, 'correction')
    await move(ctx, ORDERS, order, 'cancel', { reason, set: { corrected_at: sql`now()` } })
    const corrected = await ctx.db
      .selectFrom('orders')
      .select(['status', 'completed_by', 'closed_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    ctx.note({ before: { status, completed_by, closed_at }, ...corrected, refunded: order.amount, credit_returned })
    return null
  },
}

/** Counts per status for the tabs of a list, every status named. */
const countAll = async (ctx: Context, scope: readonly number[] | null) => {
  const counts = await countByStatus(ctx.db, scope)
  const of = (status: string) => counts[status] ?? 0
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0)
  return { pending: of('pending'), in_progress: of('in_progress'), completed: of('completed'), cancel: of('cancel'), all }
}
