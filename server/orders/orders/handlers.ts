import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { orders } from '#contract/orders.ts'
import { move } from '../../core/decisions/decisions.ts'
import { ORDERS } from '../../core/decisions/order-declarations.ts'
import type { Handlers } from '../../platform/context.ts'
import { Conflict, found } from '../../platform/errors.ts'
import { decide, lockOrder, returnCredit } from './decide.ts'
import { countOrders, findOrder, listOrders } from './list.ts'
import { adminOrdersVisibleTo, ordersVisibleTo } from './queries.ts'

export const orderHandlers: Handlers<typeof orders> = {
  list: (ctx, query) => listOrders(ctx.db, ordersVisibleTo(ctx), query),

  async adminList(ctx, query) {
    return listOrders(ctx.db, await adminOrdersVisibleTo(ctx, query.admin), query)
  },

  counts: (ctx, filters) => countOrders(ctx.db, ordersVisibleTo(ctx), filters),

  async adminCounts(ctx, { admin, ...filters }) {
    return countOrders(ctx.db, await adminOrdersVisibleTo(ctx, admin), filters)
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
