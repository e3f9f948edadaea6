import { useMay } from '../calls/session.ts'
import { useListSearch } from '../lists/use-list.ts'
import { DESKS } from './desks.tsx'
import { OrderDesk } from './OrderDesk.tsx'

export const OrdersPage = () => <OrderDesk kind="orders" address={useListSearch(DESKS.orders.address)} />

/** Only super admins may filter by sub-admin: views they share drop that filter for others. */
export function AdminOrdersPage() {
  const address = useListSearch(DESKS.admin.address)
  const search = useMay('run_the_shop') ? address.search : { ...address.search, admin: undefined }
  return <OrderDesk kind="admin" address={{ ...address, search }} />
}
