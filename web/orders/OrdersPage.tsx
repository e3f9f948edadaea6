import { orderFlow, orders } from '#contract/orders.ts'
import { useListSearch } from '../lists/use-list.ts'
import { OrderDesk } from './OrderDesk.tsx'
import { orderSearch } from './search.ts'

export function OrdersPage() {
  const address = useListSearch(orderSearch)
  return (
    <OrderDesk
      address={address}
      title="Topup Order"
      table="order"
      kind="orders"
      list={orders.list}
      counts={orders.counts}
      choices={orderFlow.statuses}
    />
  )
}
