import { productOrders } from '#contract/product-orders.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { StatusTabs as Tabs } from '../lists/StatusTabs.tsx'
import { withoutDefaults } from '../lists/use-list.ts'
import { type ProductOrderSearch, productOrderSearch, TABS, type Tab } from './search.ts'

interface StatusTabsProps {
  readonly search: ProductOrderSearch
  readonly onChange: (tab: Tab) => void
}

/** The search is kept in another tab; page and sort are reset. */
export function StatusTabs({ search: { limit, q, status: chosen }, onChange }: StatusTabsProps) {
  const counts = useData(productOrders.counts, {}, { refetchInterval: useLivePoll() })
  useLiveRefetch('product_orders', [productOrders.counts.path])
  const searchOf = (status: Tab) => withoutDefaults(productOrderSearch, { limit, q, status })
  return <Tabs tabs={TABS} chosen={chosen} counts={counts} searchOf={searchOf} onChange={onChange} />
}
