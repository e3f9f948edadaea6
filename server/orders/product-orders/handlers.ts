import type { Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { productOrders } from '#contract/product-orders.ts'
import { readTimeline } from '../../core/audit/timeline.ts'
import { writeNote } from '../../core/decisions/customer-note.ts'
import { isAsSeen, lock, move } from '../../core/decisions/decisions.ts'
import { PRODUCT_ORDERS } from '../../core/decisions/order-declarations.ts'
import type { Context, Handlers } from '../../platform/context.ts'
import { Conflict, found } from '../../platform/errors.ts'
import { exportProductOrders } from './export.ts'
import { countProductOrders, findProductOrder, listProductOrders } from './queries.ts'

export const productOrderHandlers: Handlers<typeof productOrders> = {
  list: (ctx, query) => listProductOrders(ctx.db, query),

  exportRows: exportProductOrders,

  counts: (ctx) => countProductOrders(ctx.db),

  show: (ctx, { id }) => readOrder(ctx, id),

  async timeline(ctx, { id }) {
    await readOrder(ctx, id)
    return readTimeline(ctx.db, 'product_order', id, ['status', 'order_note', 'brief_note', 'quantity'])
  },

  async setStatus(ctx, input) {
    ctx.onRepeat(async (db, stored) => {
      const { order: then } = stored as Output<typeof productOrders.setStatus>
      const order = await findProductOrder(db, then.id)
      if (order?.status === then.status) return { order }
      throw new Conflict(worded('order_updated_before', { id: then.id }), { order })
    })
    const before = await lock(ctx.db, PRODUCT_ORDERS, input.id)
    if (!PRODUCT_ORDERS.flow.allows(before.status, input.status)) {
      throw new Conflict('order_closed', { order: await readOrder(ctx, input.id) })
    }
    if (!isAsSeen(before, input)) {
      throw new Conflict('changed', { order: await readOrder(ctx, input.id) })
    }
    if (input.status !== before.status) await move(ctx, PRODUCT_ORDERS, before, input.status)
    await writeNote(ctx, PRODUCT_ORDERS, before, input)
    return { order: await readOrder(ctx, input.id) }
  },
}

const readOrder = async (ctx: Context, id: number) => found(await findProductOrder(ctx.db, id))
