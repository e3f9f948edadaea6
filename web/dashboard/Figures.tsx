import { Skeleton, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ModuleKey } from '#contract/access.ts'
import { dashboard, PERIOD_FIGURES, type Period, type PeriodFigure, STATS, type Stat } from '#contract/dashboard.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { DayInputs } from '../lists/filters/DayInputs.tsx'
import { today } from '../lists/filters/days.ts'
import { PERIODS } from '../lists/filters/periods.ts'
import { PopupPanel } from '../ui/MenuButton.tsx'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { usePopup } from '../ui/use-popup.ts'
import classes from './dashboard.module.css'
import { dayOf } from './days.ts'
import { usePeriodFigures } from './use-period-figures.ts'

type Screen = '/order' | '/shift' | '/user' | '/add-wallet'

interface Card {
  readonly label: string
  /** The list behind the figure, and the module that this needs; none if absent. */
  readonly to: Screen
  readonly opens?: ModuleKey
  readonly search?: Record<string, string>
  /** Links to the rows of the period by this timestamp. */
  readonly moment?: 'created_at' | 'closed_at' | 'completed_at'
}

const COMPLETED = { to: '/order', opens: 'orders_view', search: { status: 'completed' }, moment: 'closed_at' } as const

/** In this order. A figure without its card does not compile. */
const CARDS: Readonly<Record<PeriodFigure, Card>> = {
  placed: { label: 'Received', to: '/order', opens: 'orders_view', search: { status: 'all' }, moment: 'created_at' },
  completed: { label: 'Completed', ...COMPLETED },
  amount: { label: 'Sold', ...COMPLETED },
  cost: { label: 'Cost', ...COMPLETED },
  profit: { label: 'Profit', ...COMPLETED },
  added: {
    label: 'Added to wallets',
    to: '/add-wallet',
    opens: 'wallet_adds_view',
    search: { status: 'completed' },
    moment: 'completed_at',
  },
  users: { label: 'New customers', to: '/user', opens: 'users_view', moment: 'created_at' },
}

/** Of sub-admins all are about the orders that they completed. */
const OWN: Partial<Record<PeriodFigure, Card>> = {
  // Their shift sheet lists those orders, while the order list includes other admins'.
  completed: { label: 'Completed by you', to: '/shift', moment: 'created_at' },
  amount: { label: 'Sold by you', to: '/shift', moment: 'created_at' },
  cost: { label: 'Cost', to: '/shift', moment: 'created_at' },
  profit: { label: 'Profit', to: '/shift', moment: 'created_at' },
}

/** Those of today are the period's, which the page opens with. */
const TOTALS: Readonly<Record<Stat, Card | PeriodFigure>> = {
  totalUser: { label: 'Customers', to: '/user', opens: 'users_view' },
  todaysUser: 'users',
  totalWallet: { label: 'In customers’ wallets', to: '/user', opens: 'users_view', search: { sort: 'wallet', dir: 'desc' } },
  todaysTotalWallet: 'added',
  todaysOrder: 'placed',
  todaysCompletedOrder: 'completed',
  todaysCompletedOrderAmount: 'amount',
  todaysCompletedOrderBPrice: 'cost',
  todaysProfileAmount: 'profit',
}

const entriesOf = <K extends string, V>(table: Readonly<Record<K, V>>) => Object.entries(table) as [K, V][]

/** Rows are dated by creation unless another timestamp is named. */
const daysOf = ({ from, to }: Period, moment: NonNullable<Card['moment']>) => ({
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
  const shown = entriesOf(CARDS).filter(([figure]) => now?.[figure] !== null)
  return (
    <section aria-labelledby="figures" aria-busy={!now}>
      <div className={classes.head}>
        <Title order={2} id="figures">
          {t('Orders and sales')}
        </Title>
        {period.from === today() && <span className={classes.before}>{t('Before: yesterday until this hour')}</span>}
        <PeriodChoice period={period} change={change} />
      </div>
      <ul className={classes.cards}>
        {shown.map(([figure, card]) => (
          <li key={figure}>
            <FigureLink card={(isOwn && OWN[figure]) || card} period={period}>
              <Value value={now?.[figure]} {...PERIOD_FIGURES[figure]} />
              <Comparison now={now?.[figure]} before={before?.[figure]} />
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
  const { buttonProps, popup } = usePopup('dialog')
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
      <button type="button" className={classes.switch} {...buttonProps}>
        {chosen === undefined ? t('{{from}} to {{to}}', { from: dayOf(period.from), to: dayOf(period.to) }) : t('Other days')}
      </button>
      <PopupPanel {...popup} label={t('Other days')}>
        {() => (
          <DayInputs labels={['First day', 'Last day']} search={period} change={(patch) => change({ ...period, ...patch })} />
        )}
      </PopupPanel>
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
  const shown = entriesOf(TOTALS).flatMap(([stat, card]) =>
    typeof card === 'string' || stats.data?.[stat] === null ? [] : [[stat, card] as const],
  )
  if (shown.length === 0) return null
  return (
    <section aria-label={t('Customers and wallets')} aria-busy={!stats.data}>
      <ul className={classes.totals}>
        {shown.map(([stat, card]) => (
          <li key={stat}>
            <FigureLink card={card} isInline>
              <Value value={stats.data?.[stat]} {...STATS[stat]} />
            </FigureLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface FigureLinkProps {
  readonly card: Card
  readonly period?: Period
  readonly isInline?: boolean
  readonly children: ReactNode
}

function FigureLink({ card: { label, to, search, moment, opens }, period, isInline, children }: FigureLinkProps) {
  const t = useT()
  const can = useCan()
  const className = isInline ? classes.inline : classes.card
  const content = (
    <>
      <span className={classes.label}>{t(label)}</span>
      {children}
    </>
  )
  if (opens && !can(opens)) return <div className={className}>{content}</div>
  return (
    <Link to={to} search={{ ...search, ...(moment && period && daysOf(period, moment)) }} className={className} data-link>
      {content}
    </Link>
  )
}

const formatOf = (isTk: boolean) => (isTk ? formatTk : formatNumber)

interface ValueProps {
  readonly value: number | null | undefined
  readonly isTk: boolean
}

const Value = ({ value, isTk }: ValueProps) => (
  <span className={classes.value}>
    {typeof value === 'number' ? formatOf(isTk)(value) : <Skeleton component="span" width={72} height={28} />}
  </span>
)

interface ComparisonProps {
  readonly now: ValueProps['value']
  readonly before: ValueProps['value']
}

/** What the period before had, in whole tk, and by how much this one differs. */
function Comparison({ now, before }: ComparisonProps) {
  const t = useT()
  if (typeof now !== 'number' || typeof before !== 'number') return <span className={classes.before}>&nbsp;</span>
  const percent = before > 0 ? Math.trunc(((now - before) / before) * 100) : 0
  return (
    <span className={classes.before}>
      {percent !== 0 && <span data-rises={percent > 0}>{`${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`}</span>}
      <span>{t('{{value}} before', { value: formatNumber(Math.round(before)) })}</span>
    </span>
  )
}
