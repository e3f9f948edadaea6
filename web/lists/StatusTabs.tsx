import type { UseQueryResult } from '@tanstack/react-query'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { formatNumber } from '#contract/money.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { ProductOrderStatus } from '#contract/product-orders.ts'
import type { ApiError } from '../calls/api.ts'
import { openHere } from '../ui/opens-here.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './status-tabs.module.css'

const LABELS: Readonly<Record<OrderStatus | ProductOrderStatus | 'all', string>> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  cancel: 'Cancelled',
  cancelled: 'Cancelled',
  all: 'All',
}

interface StatusTabsProps<T extends keyof typeof LABELS> {
  readonly tabs: readonly T[]
  readonly chosen: T
  /** Numbers follow a search. */
  readonly isSearch?: boolean
  readonly counts: Pick<UseQueryResult<Readonly<Record<T, number>>, ApiError>, 'data' | 'error' | 'refetch'>
  /** The search parameters of a tab's link. */
  readonly searchOf: (tab: T) => Readonly<Record<string, unknown>>
  readonly onChange: (tab: T) => void
}

/** One tab per status with its exact count. Tabs are links, so that they can be opened in a new browser tab. */
export function StatusTabs<T extends keyof typeof LABELS>({
  tabs,
  chosen,
  isSearch = false,
  counts,
  searchOf,
  onChange,
}: StatusTabsProps<T>) {
  const t = useT()
  const { data, error, refetch } = counts
  return (
    <nav aria-label={t('Orders by status')}>
      <ul className={classes.tabs}>
        {tabs.map((tab) => (
          <li key={tab}>
            <a
              className={classes.tab}
              href={addressOf(searchOf(tab))}
              aria-current={tab === chosen ? 'page' : undefined}
              onClick={(event) => openHere(event, () => onChange(tab))}
            >
              {t(LABELS[tab])} <span className={classes.count}>{data ? shownCount(data[tab], isSearch) : '…'}</span>
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
