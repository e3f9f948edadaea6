import { physicalOrders } from '#contract/physical-orders.ts'
import { useLivePoll, useLiveReading } from '../kit/live.ts'
import { StatusTabs as Tabs } from '../kit/StatusTabs.tsx'
import { useData } from '../kit/use-data.ts'
import { withoutDefaults } from '../kit/use-list.ts'
import { type PhysicalOrderSearch, physicalOrderSearch, TABS, type Tab } from './search.ts'

interface StatusTabsProps {
  readonly search: PhysicalOrderSearch
  readonly onChange: (tab: Tab) => void
}

/** The search goes along to another tab; page and sort begin anew. */
export function StatusTabs({ search: { limit, q, status: chosen }, onChange }: StatusTabsProps) {
  const counts = useData(physicalOrders.counts, {}, { refetchInterval: useLivePoll() })
  useLiveReading('physical_orders', [physicalOrders.counts.path])
  const searchOf = (status: Tab) => withoutDefaults(physicalOrderSearch, { limit, q, status })
  return <Tabs tabs={TABS} chosen={chosen} counts={counts} searchOf={searchOf} onChange={onChange} />
}
