import type { Output } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import { PRODUCT_ORDER_STATUSES, type productOrders } from '#contract/product-orders.ts'
import type { Context, Handlers } from '../context.ts'
import { isAsSeen, lock, move } from '../core/decisions/decisions.ts'
import { PRODUCT_ORDERS } from '../core/decisions/declarations.ts'
import { withAll } from '../core/lists/counts.ts'
import { Conflict, found } from '../errors.ts'
import { readTimeline } from '../timeline.ts'
import { countProductOrders, findProductOrder, listProductOrders } from './queries.ts'

export const productOrderHandlers: Handlers<typeof productOrders> = {
  list: (ctx, query) => listProductOrders(ctx.db, query),

  async counts(ctx) {
    return withAll(PRODUCT_ORDER_STATUSES, await countProductOrders(ctx.db))
  },

  show: (ctx, { id }) => readOrder(ctx, id),

  async timeline(ctx, { id }) {
    await readOrder(ctx, id)
    return readTimeline(ctx.db, 'product_order', id, ['status', 'order_note', 'quantity'])
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
    const isMoved = input.status !== before.status
    const isNoted = input.order_note !== '' && input.order_note !== before.brief_note
    if (isMoved) await move(ctx, PRODUCT_ORDERS, before, input.status)
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

const writeNote = (ctx: Context, id: number, brief_note: string) =>
  ctx.db.updateTable('product_orders').set({ brief_note }).where('id', '=', id).execute()
