import type { orders } from '#contract/orders.ts'
import { useLivePoll } from '../kit/live.ts'
import { StatusTabs as Tabs } from '../kit/StatusTabs.tsx'
import { useData } from '../kit/use-data.ts'
import { withoutDefaults } from '../kit/use-list.ts'
import { type OrderSearch, orderSearch, TABS, type Tab } from './search.ts'

interface StatusTabsProps {
  readonly counts: typeof orders.adminCounts
  readonly search: OrderSearch
  readonly onChange: (tab: Tab) => void
}

/** Filters go along to another tab; page and sort begin anew. */
export function StatusTabs({ counts, search, onChange }: StatusTabsProps) {
  const query = useData(counts, { admin: search.admin }, { refetchInterval: useLivePoll() })
  const anew = { order: undefined, page: undefined, sort: undefined, dir: undefined }
  const searchOf = (status: Tab) => withoutDefaults(orderSearch, { ...search, ...anew, status })
  return <Tabs tabs={TABS} chosen={search.status} counts={query} searchOf={searchOf} onChange={onChange} />
}
