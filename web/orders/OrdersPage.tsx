import { type OrderStatus, orders } from '#contract/orders.ts'
import { OrderDesk } from './OrderDesk.tsx'

const ALL_STATUSES: readonly OrderStatus[] = ['pending', 'in_progress', 'completed', 'cancel']
/** The specification's choice for the Admins Order screen. */
const ADMIN_STATUSES: readonly OrderStatus[] = ['completed', 'pending', 'cancel']

/** /order */
export const OrdersPage = () => (
  <OrderDesk title="Topup Order" table="order" kind="orders" list={orders.list} counts={orders.counts} choices={ALL_STATUSES} />
)

/** /subadmin-order */
export const AdminOrdersPage = () => (
  <OrderDesk
    title="Admins Order"
    table="subadmin-order"
    kind="admin"
    list={orders.adminList}
    counts={orders.adminCounts}
    choices={ADMIN_STATUSES}
  />
)
