import type { MouseEvent } from 'react'
import { physicalOrders } from '#contract/physical-orders.ts'
import { useT } from '../kit/i18n.ts'
import { useLivePoll } from '../kit/live.ts'
import { useData } from '../kit/use-data.ts'
import { withoutDefaults } from '../kit/use-list.ts'
import classes from './physical-orders.module.css'
import { type PhysicalOrderSearch, physicalOrderSearch, TABS, type Tab } from './search.ts'

const LABELS: Record<Tab, string> = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
  all: 'All',
}

interface StatusTabsProps {
  readonly search: PhysicalOrderSearch
  readonly onChange: (tab: Tab) => void
}

/** One tab per status with its exact count; links, so that a tab can be opened beside the present one. */
export function StatusTabs({ search, onChange }: StatusTabsProps) {
  const t = useT()
  const { data: counts } = useData(physicalOrders.counts, {}, { refetchInterval: useLivePoll() })
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
              {t(LABELS[tab])} <span className={classes.count}>{counts ? counts[tab] : '…'}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The search goes along to another tab; page and sort begin anew. */
function addressOf({ limit, q }: PhysicalOrderSearch, status: Tab): string {
  const said = Object.entries(withoutDefaults(physicalOrderSearch, { limit, q, status }))
  return `?${new URLSearchParams(said.map(([name, value]) => [name, String(value)]))}`
}
