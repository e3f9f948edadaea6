import { type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { useRole } from '../calls/session.ts'
import { type ListSearch, useListSearch } from '../lists/use-list.ts'
import { OrderDesk } from './OrderDesk.tsx'
import { type OrderSearch, orderSearch } from './search.ts'

/** The specification's statuses for the Admins Order screen. */
const IS_OFFERED: Readonly<Record<OrderStatus, boolean>> = { completed: true, pending: true, cancel: true, in_progress: false }
const ADMIN_STATUSES = orderFlow.statuses.filter((status) => IS_OFFERED[status])

export function AdminOrdersPage() {
  const address = useAddress()
  return (
    <OrderDesk
      address={address}
      title="Admins Order"
      table="subadmin-order"
      kind="admin"
      list={orders.adminList}
      counts={orders.adminCounts}
      choices={ADMIN_STATUSES}
    />
  )
}

/** Only super admins may filter by sub-admin: views they share drop that filter for others. */
function useAddress(): ListSearch<OrderSearch> {
  const address = useListSearch(orderSearch)
  return useRole() === 'super' ? address : { ...address, search: { ...address.search, admin: undefined } }
}
