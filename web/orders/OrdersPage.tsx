import { useRole } from '../calls/session.ts'
import { useListSearch } from '../lists/use-list.ts'
import { OrderDesk } from './OrderDesk.tsx'
import { orderSearch } from './search.ts'

export const OrdersPage = () => <OrderDesk kind="orders" address={useListSearch(orderSearch)} />

/** Only super admins may filter by sub-admin: views they share drop that filter for others. */
export function AdminOrdersPage() {
  const address = useListSearch(orderSearch)
  const search = useRole() === 'super' ? address.search : { ...address.search, admin: undefined }
  return <OrderDesk kind="admin" address={{ ...address, search }} />
}
