import { type OrderStatus, orders } from '#contract/orders.ts'
import { OrderDesk } from './OrderDesk.tsx'

const ALL_STATUSES: readonly OrderStatus[] = ['pending', 'in_progress', 'completed', 'cancel']

/** /order */
export const OrdersPage = () => (
  <OrderDesk title="Topup Order" table="order" kind="orders" list={orders.list} counts={orders.counts} choices={ALL_STATUSES} />
)
