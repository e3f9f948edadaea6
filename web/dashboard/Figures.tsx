import { Skeleton, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import type { ModuleKey } from '#contract/access.ts'
import { type DashboardStats, dashboard } from '#contract/dashboard.ts'
import { formatTk } from '#contract/money.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { today } from '../lists/filters/days.ts'
import { ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import classes from './dashboard.module.css'

interface Card {
  readonly figure: keyof DashboardStats
  readonly label: string
  readonly isMoney?: true
  readonly to: '/order' | '/shift' | '/user' | '/add-wallet'
  readonly search?: Record<string, string>
  /** Links to the rows whose timestamp of this name is today. */
  readonly today?: 'created_at' | 'closed_at' | 'completed_at'
  /** The module needed for the linked screen; none if absent. */
  readonly opens?: ModuleKey
}

interface Group {
  readonly title: string
  /** A sub-admin sees their own figures. */
  readonly own: boolean
  readonly cards: readonly Card[]
}

const GROUPS: readonly Group[] = [
  {
    title: 'Orders today',
    own: false,
    cards: [
      {
        figure: 'todaysOrder',
        label: 'Received',
        to: '/order',
        search: { status: 'all' },
        today: 'created_at',
        opens: 'orders_view',
      },
      {
        figure: 'todaysCompletedOrder',
        label: 'Completed',
        to: '/order',
        search: { status: 'completed' },
        today: 'closed_at',
        opens: 'orders_view',
      },
    ],
  },
  {
    title: 'Sales today',
    own: true,
    cards: [
      { figure: 'todaysCompletedOrderAmount', label: 'Sold', isMoney: true, to: '/shift' },
      { figure: 'todaysCompletedOrderBPrice', label: 'Cost', isMoney: true, to: '/shift' },
      { figure: 'todaysProfileAmount', label: 'Profit', isMoney: true, to: '/shift' },
    ],
  },
  {
    title: 'Customers and wallets',
    own: false,
    cards: [
      { figure: 'totalUser', label: 'Customers', to: '/user', opens: 'users_view' },
      { figure: 'todaysUser', label: 'New customers today', to: '/user', today: 'created_at', opens: 'users_view' },
      {
        figure: 'totalWallet',
        label: 'In customers’ wallets',
        isMoney: true,
        to: '/user',
        search: { sort: 'wallet', dir: 'desc' },
        opens: 'users_view',
      },
      {
        figure: 'todaysTotalWallet',
        label: 'Added to wallets today',
        isMoney: true,
        to: '/add-wallet',
        search: { status: 'completed' },
        today: 'completed_at',
        opens: 'wallet_adds_view',
      },
    ],
  },
]

/** A sub-admin sees their own count: their shift sheet lists those orders, while the order list includes other admins'. */
const OWN_COMPLETED: Card = { figure: 'todaysCompletedOrder', label: 'Completed by you', to: '/shift' }

/** Today as a date filter. Rows are dated by creation unless another timestamp is named. */
const daysOf = (moment: NonNullable<Card['today']>) => {
  const day = today()
  return { from: day, to: day, ...(moment !== 'created_at' && { day_of: moment }) }
}

/** Today's and all-time figures that this admin may see, in three groups, each linked to its rows. */
export function Figures({ isOwn }: { isOwn: boolean }) {
  const stats = useData(dashboard.stats, {}, { refetchInterval: useLivePoll() })
  if (stats.error) return <ReadError query={stats} />
  const shown = GROUPS.map((group) => ({ ...group, cards: group.cards.filter(({ figure }) => stats.data?.[figure] !== null) }))
  return (
    <div className={classes.groups} aria-busy={!stats.data}>
      {shown
        .filter(({ cards }) => cards.length > 0)
        .map((group) => (
          <FigureGroup key={group.title} group={group} stats={stats.data} isOwn={isOwn} />
        ))}
    </div>
  )
}

function FigureGroup({ group, stats, isOwn }: { group: Group; stats: DashboardStats | undefined; isOwn: boolean }) {
  const t = useT()
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.group}>
      <Title order={2} id={id}>
        {t(group.title)}
      </Title>
      {isOwn && group.own && <Text className={classes.about}>{t('Of the orders that you completed')}</Text>}
      <ul className={classes.cards}>
        {group.cards.map((card) => (
          <li key={card.figure}>
            <FigureCard card={card} value={stats?.[card.figure]} isOwn={isOwn} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function FigureCard({ card, value, isOwn }: { card: Card; value: number | null | undefined; isOwn: boolean }) {
  const t = useT()
  const can = useCan()
  const {
    label,
    isMoney,
    to,
    search,
    today: moment,
    opens,
  } = isOwn && card.figure === 'todaysCompletedOrder' ? OWN_COMPLETED : card
  const content = (
    <>
      <span className={classes.label}>{t(label)}</span>
      <span className={classes.value}>
        {typeof value === 'number' ? isMoney ? formatTk(value) : value : <Skeleton component="span" width={72} height={28} />}
      </span>
    </>
  )
  if (opens && !can(opens)) return <div className={classes.card}>{content}</div>
  return (
    <Link to={to} search={{ ...search, ...(moment && daysOf(moment)) }} className={classes.card} data-link>
      {content}
    </Link>
  )
}
