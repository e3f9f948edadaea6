import type { orders } from '#contract/orders.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { StatusTabs as Tabs } from '../lists/StatusTabs.tsx'
import { withoutDefaults } from '../lists/use-list.ts'
import { filtersOf, isFiltered, type OrderSearch, orderSearch, TABS, type Tab } from './search.ts'

interface StatusTabsProps {
  readonly counts: typeof orders.counts | typeof orders.adminCounts
  readonly search: OrderSearch
  readonly onChange: (tab: Tab) => void
}

/** Filters are kept in another tab, and its number follows them; page and sort are reset. */
export function StatusTabs({ counts, search, onChange }: StatusTabsProps) {
  const filters = filtersOf(search)
  const query = useData(counts as typeof orders.adminCounts, filters, { refetchInterval: useLivePoll(), keepPrevious: true })
  const reset = { order: undefined, page: undefined, sort: undefined, dir: undefined }
  const searchOf = (status: Tab) => withoutDefaults(orderSearch, { ...search, ...reset, status })
  const isSearch = isFiltered(search)
  return <Tabs tabs={TABS} chosen={search.status} isSearch={isSearch} counts={query} searchOf={searchOf} onChange={onChange} />
}
