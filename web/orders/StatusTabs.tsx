import type { MouseEvent } from 'react'
import type { Output } from '#contract/endpoint.ts'
import type { orders } from '#contract/orders.ts'
import { useT } from '../kit/i18n.ts'
import { useLivePoll } from '../kit/live.ts'
import { useData } from '../kit/use-data.ts'
import { withoutDefaults } from '../kit/use-list.ts'
import classes from './orders.module.css'
import { type OrderSearch, orderSearch, TABS, type Tab } from './search.ts'

const LABELS: Record<Tab, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  cancel: 'Cancelled',
  all: 'All',
}

interface StatusTabsProps {
  readonly counts: typeof orders.adminCounts
  readonly search: OrderSearch
  readonly onChange: (tab: Tab) => void
}

/** One tab per status with its exact count; links, so that a tab can be opened beside the present one. */
export function StatusTabs({ counts, search, onChange }: StatusTabsProps) {
  const t = useT()
  const { data } = useData(counts, { admin: search.admin }, { refetchInterval: useLivePoll() })
  const open = (event: MouseEvent, tab: Tab) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onChange(tab)
  }
  return (
    <nav aria-label={t('Orders by status')}>
      <ul className={classes.tabs}>
        {TABS.map((tab) => (
          <li key={tab}>
            <a
              className={classes.tab}
              href={addressOf(search, tab)}
              aria-current={tab === search.status ? 'page' : undefined}
              onClick={(event) => open(event, tab)}
            >
              {t(LABELS[tab])} <Count of={tab} counts={data} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Count = ({ of, counts }: { of: Tab; counts: Output<typeof orders.counts> | undefined }) => (
  <span className={classes.count}>{counts ? counts[of] : '…'}</span>
)

/** Filters go along to another tab; page and sort begin anew. */
function addressOf(search: OrderSearch, status: Tab): string {
  const query = withoutDefaults(orderSearch, {
    ...search,
    status,
    order: undefined,
    page: undefined,
    sort: undefined,
    dir: undefined,
  })
  const set = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return `?${new URLSearchParams(set)}`
}
