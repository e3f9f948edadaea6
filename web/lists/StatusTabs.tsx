import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { ProductOrderStatus } from '#contract/product-orders.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useData } from '../calls/use-data.ts'
import { openHere } from '../ui/opens-here.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import type { ListParts } from './declare-list.ts'
import classes from './status-tabs.module.css'
import { type ListSearch, withoutDefaults } from './use-list.ts'

const LABELS: Readonly<Record<OrderStatus | ProductOrderStatus | 'all', string>> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  cancel: 'Cancelled',
  cancelled: 'Cancelled',
  all: 'All',
}

interface StatusTabsProps extends ListSearch {
  readonly declared: ListParts
  readonly tabs: NonNullable<ListParts['tabs']>
}

/** One tab per status with its exact count. Tabs are links, so that they can be opened in a new browser tab. Filters are kept in
 * another tab, and the numbers follow them if their call takes any; page and sort are reset. */
export function StatusTabs({ declared, tabs: { statuses, counts: call }, search, change }: StatusTabsProps) {
  const t = useT()
  const asked = Object.keys(call.input.shape)
  const filters = Object.fromEntries(Object.entries(declared.filtersOf(search)).filter(([name]) => asked.includes(name)))
  const { data, error, refetch } = useData(call, filters, { refetchInterval: useLivePoll(), keepPrevious: true })
  useLiveRefetch(declared.live, [call.path])
  const isSearch = asked.length > 0 && declared.isFiltered(search)
  const { limit } = search
  const searchOf = (status: string) => withoutDefaults(declared.address, { limit, ...declared.filtersOf(search), status })
  return (
    <nav aria-label={t('Orders by status')}>
      <ul className={classes.tabs}>
        {[...statuses, 'all'].map((tab) => (
          <li key={tab}>
            <a
              className={classes.tab}
              href={addressOf(searchOf(tab))}
              aria-current={tab === search.status ? 'page' : undefined}
              onClick={(event) => openHere(event, () => change({ status: tab, sort: undefined, dir: undefined }))}
            >
              {t(LABELS[tab as keyof typeof LABELS])}{' '}
              <span className={classes.count}>{data ? shownCount(data[tab] ?? 0, isSearch) : '…'}</span>
            </a>
          </li>
        ))}
      </ul>
      {/* Of a search the list itself says so. */}
      {error && !data && !isSearch && <ReadError query={{ error, refetch }} />}
    </nav>
  )
}

/** Searches count up to a cap. */
const shownCount = (count: number, isSearch: boolean) =>
  isSearch && count > SEARCH_TOTAL_CAP ? `${formatNumber(SEARCH_TOTAL_CAP)}+` : formatNumber(count)

const addressOf = (search: Readonly<Record<string, unknown>>) => {
  const set = Object.entries(search).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}`
}
