import { desk } from '#contract/desk.ts'
import { type OrderRow, orderFlow, orders } from '#contract/orders.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { serverNow } from '../kit/calls/clock.ts'
import { tellOrder } from '../kit/live/live.ts'

/** Reads that any work on an order makes stale. */
export const STALE = [orders.list, orders.adminList, orders.counts, orders.adminCounts, desk.details, pendingCounts.show]

/** What goes with work on one order: without a stream nobody else tells the tabs that he holds it now, or no longer. */
export const ONE_ORDER = {
  stale: STALE,
  onDone: ({ order }: { order: OrderRow | null }) => {
    if (order) tellOrder(order)
  },
}

/** In the server's words, of an order whose claim is over. */
export const LEFT = 'Order was left by {{name}}: take it and check before delivering'

/** Whether something can still be decided. */
export const isOpen = ({ status }: Pick<OrderRow, 'status'>): boolean => orderFlow.next(status).length > 0

/** Whether somebody else's claim on it is alive. */
export const isHeldByOther = (order: OrderRow, me: number | undefined): boolean =>
  order.holder_id !== null && order.holder_id !== me && order.held_until !== null && Date.parse(order.held_until) > serverNow()
