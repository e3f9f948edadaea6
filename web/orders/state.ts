import { desk } from '#contract/desk.ts'
import { type OrderRow, orderFlow, orders } from '#contract/orders.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { serverNow } from '../calls/clock.ts'
import { broadcastOrder } from '../calls/live/live.ts'

/** Reads to invalidate after any work on an order. */
export const STALE = [orders.list, orders.adminList, orders.counts, orders.adminCounts, desk.details, pendingCounts.show]

/** Options of commands on one order. Without a stream nothing else tells the other tabs whether the admin holds it. */
export const ONE_ORDER = {
  stale: STALE,
  onDone: ({ order }: { order: OrderRow | null }) => {
    if (order) broadcastOrder(order)
  },
}

/** The server's message for an order with an expired claim. */
export const CLAIM_EXPIRED = 'Order was left by {{name}}: take it and check before delivering'

export const isOpen = ({ status }: Pick<OrderRow, 'status'>): boolean => orderFlow.next(status).length > 0

/** Whether another admin has an active claim on it. */
export const isHeldByOther = (order: OrderRow, me: number | undefined): boolean =>
  order.holder_id !== null && order.holder_id !== me && order.held_until !== null && Date.parse(order.held_until) > serverNow()
