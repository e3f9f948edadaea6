import { type OrderStatus, orders } from '#contract/orders.ts'
import { AdminFilter } from './AdminFilter.tsx'
import { OrderDesk } from './OrderDesk.tsx'

/** The specification's choice for the Admins Order screen. */
const ADMIN_STATUSES: readonly OrderStatus[] = ['completed', 'pending', 'cancel']

/** /subadmin-order */
export const AdminOrdersPage = () => (
  <OrderDesk
    title="Admins Order"
    table="subadmin-order"
    kind="admin"
    list={orders.adminList}
    counts={orders.adminCounts}
    choices={ADMIN_STATUSES}
    AdminFilter={AdminFilter}
  />
)
