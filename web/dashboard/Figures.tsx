import { Popover, Skeleton, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ModuleKey } from '#contract/access.ts'
import { type DashboardStats, dashboard, type Period, type PeriodFigures } from '#contract/dashboard.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { DayInputs } from '../lists/filters/DayInputs.tsx'
import { today } from '../lists/filters/days.ts'
import { PERIODS } from '../lists/filters/periods.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './dashboard.module.css'
import { dayOf } from './days.ts'
import { usePeriodFigures } from './use-period-figures.ts'

type Screen = '/order' | '/shift' | '/user' | '/add-wallet'

interface Card<F extends string> {
  readonly figure: F
  readonly label: string
  readonly isMoney?: true
  readonly to: Screen
  readonly search?: Record<string, string>
  /** Links to the rows of the period by this timestamp. */
  readonly moment?: 'created_at' | 'closed_at' | 'completed_at'
  /** The module needed for the linked screen; none if absent. */
  readonly opens?: ModuleKey
}

const CARDS: readonly Card<keyof PeriodFigures>[] = [
  { figure: 'placed', label: 'Received', to: '/order', search: { status: 'all' }, moment: 'created_at', opens: 'orders_view' },
  {
    figure: 'completed',
    label: 'Completed',
    to: '/order',
    search: { status: 'completed' },
    moment: 'closed_at',
    opens: 'orders_view',
  },
  { figure: 'amount', label: 'Sold', isMoney: true, to: '/shift', moment: 'created_at' },
  { figure: 'cost', label: 'Cost', isMoney: true, to: '/shift', moment: 'created_at' },
  { figure: 'profit', label: 'Profit', isMoney: true, to: '/shift', moment: 'created_at' },
  {
    figure: 'added',
    label: 'Added to wallets',
    isMoney: true,
    to: '/add-wallet',
    search: { status: 'completed' },
    moment: 'completed_at',
    opens: 'wallet_adds_view',
  },
  { figure: 'users', label: 'New customers', to: '/user', moment: 'created_at', opens: 'users_view' },
]

/** Of sub-admins all three are about the orders that they completed. */
const OWN: Partial<Record<keyof PeriodFigures, Card<keyof PeriodFigures>>> = {
  // Their shift sheet lists those orders, while the order list includes other admins'.
  completed: { figure: 'completed', label: 'Completed by you', to: '/shift', moment: 'created_at' },
  amount: { figure: 'amount', label: 'Sold by you', isMoney: true, to: '/shift', moment: 'created_at' },
}

const TOTALS: readonly Card<keyof DashboardStats>[] = [
  { figure: 'totalUser', label: 'Customers', to: '/user', opens: 'users_view' },
  {
    figure: 'totalWallet',
    label: 'In customers’ wallets',
    isMoney: true,
    to: '/user',
    search: { sort: 'wallet', dir: 'desc' },
    opens: 'users_view',
  },
]

/** Rows are dated by creation unless another timestamp is named. */
const daysOf = ({ from, to }: Period, moment: NonNullable<Card<string>['moment']>) => ({
  from,
  to,
  ...(moment !== 'created_at' && { day_of: moment }),
})

/** Orders, sales and wallet adds of the days that the URL names, today without one, beside those of the period before. */
export function Figures({ isOwn }: { isOwn: boolean }) {
  const t = useT()
  const { period, change, query } = usePeriodFigures()
  const stats = useStats()
  if (stats.error) return <ReadError query={stats} />
  if (query.error && !query.data) return <ReadError query={query} />
  const { now, before } = query.data ?? {}
  const cards = CARDS.filter(({ figure }) => now?.[figure] !== null).map((card) => (isOwn && OWN[card.figure]) || card)
  return (
    <section aria-labelledby="figures" aria-busy={!now}>
      <div className={classes.head}>
        <Title order={2} id="figures">
          {t('Orders and sales')}
        </Title>
        {period.from === today() && <span className={classes.before}>{t('Compared with all of yesterday')}</span>}
        <PeriodChoice period={period} change={change} />
      </div>
      <ul className={classes.cards}>
        {cards.map((card) => (
          <li key={card.figure}>
            <FigureLink card={card} period={period}>
              <span className={classes.label}>{t(card.label)}</span>
              <Value value={now?.[card.figure]} isMoney={card.isMoney} />
              <Comparison
                now={now?.[card.figure]}
                before={before?.[card.figure]}
                isMoney={card.isMoney}
                isOver={period.from < today()}
              />
            </FigureLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface PeriodChoiceProps {
  readonly period: Period
  readonly change: (patch: { from?: string | undefined; to?: string | undefined }) => void
}

function PeriodChoice({ period, change }: PeriodChoiceProps) {
  const t = useT()
  const isChosen = ({ from, to }: Period) => from === period.from && to === period.to
  const chosen = PERIODS.find(([, until]) => isChosen(until(today())))?.[0]
  return (
    <div className={classes.choice}>
      <fieldset className={classes.periods}>
        <legend className={classes.hidden}>{t('Period')}</legend>
        {PERIODS.map(([label, until]) => (
          <label key={label}>
            <input
              type="radio"
              name="period"
              checked={label === chosen}
              onChange={() => change(label === 'Today' ? { from: undefined, to: undefined } : until(today()))}
            />
            <span>{t(label)}</span>
          </label>
        ))}
      </fieldset>
      <Popover position="bottom-end" shadow="md" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <button type="button" className={classes.switch}>
            {chosen === undefined ? t('{{from}} to {{to}}', { from: dayOf(period.from), to: dayOf(period.to) }) : t('Other days')}
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Other days')}>
          <DayInputs labels={['First day', 'Last day']} search={period} change={(patch) => change({ ...period, ...patch })} />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

const useStats = () => useData(dashboard.stats, {}, { refetchInterval: useLivePoll() })

/** What the shop has in all: customers, and the money in their wallets. */
export function Totals() {
  const t = useT()
  const stats = useStats()
  // `Figures` says so.
  if (stats.error) return null
  const shown = TOTALS.filter(({ figure }) => stats.data?.[figure] !== null)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('Customers and wallets')} aria-busy={!stats.data}>
      <ul className={classes.totals}>
        {shown.map((card) => (
          <li key={card.figure}>
            <FigureLink card={card} isInline>
              <span className={classes.label}>{t(card.label)}</span>
              <Value value={stats.data?.[card.figure]} isMoney={card.isMoney} />
            </FigureLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FigureLinkProps {
  readonly card: Card<string>
  readonly period?: Period
  readonly isInline?: boolean
  readonly children: ReactNode
}

function FigureLink({ card: { to, search, moment, opens }, period, isInline, children }: FigureLinkProps) {
  const can = useCan()
  const className = isInline ? classes.inline : classes.card
  if (opens && !can(opens)) return <div className={className}>{children}</div>
  return (
    <Link to={to} search={{ ...search, ...(moment && period && daysOf(period, moment)) }} className={className} data-link>
      {children}
    </Link>
  )
}

interface ValueProps {
  readonly value: number | null | undefined
  readonly isMoney: true | undefined
}

const Value = ({ value, isMoney }: ValueProps) => (
  <span className={classes.value}>
    {typeof value === 'number' ? (
      (isMoney ? formatTk : formatNumber)(value)
    ) : (
      <Skeleton component="span" width={72} height={28} />
    )}
  </span>
)

interface ComparisonProps {
  readonly now: ValueProps['value']
  readonly before: ValueProps['value']
  readonly isMoney: ValueProps['isMoney']
  /** False for a day that has only begun: beside a whole one its share says nothing. */
  readonly isOver: boolean
}

/** What the period before had, and by how much this one differs. */
function Comparison({ now, before, isMoney, isOver }: ComparisonProps) {
  const t = useT()
  if (typeof now !== 'number' || typeof before !== 'number') return <span className={classes.before}>&nbsp;</span>
  const percent = isOver && before > 0 ? Math.trunc(((now - before) / before) * 100) : 0
  return (
    <span className={classes.before}>
      {percent !== 0 && <span data-rises={percent > 0}>{`${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`}</span>}
      <span>{t('{{value}} before', { value: (isMoney ? formatTk : formatNumber)(before) })}</span>
    </span>
  )
}
