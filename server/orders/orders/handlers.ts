import type { Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { orders } from '#contract/orders.ts'
import type { Handlers } from '../../platform/context.ts'
import { Conflict, found } from '../../platform/errors.ts'
import { decide } from './decide.ts'
import { countOrders, findOrder, listOrders } from './list.ts'
import { adminOrdersVisibleTo, ordersVisibleTo } from './queries.ts'
import { correctOrder, refundPart } from './refunds.ts'

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

  async refund(ctx, input) {
    // The stored reply would hide refunds and a correction since.
    ctx.onRepeat(async (db) => ({ order: found(await findOrder(db, ordersVisibleTo(ctx), input.id)) }))
    return { order: await refundPart(ctx, input) }
  },

  correct: correctOrder,
}
