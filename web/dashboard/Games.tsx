import { Link } from '@tanstack/react-router'
import { type GameFigures, type Period, periodBefore } from '#contract/dashboard.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { useCan } from '../calls/session.ts'
import { BestTable } from './Best.tsx'
import classes from './dashboard.module.css'
import { usePeriodFigures } from './use-period-figures.ts'

/** What each game sold in the period, the best first. */
export function Games() {
  const { period, query } = usePeriodFigures()
  const games = query.data?.games
  const hasAmounts = games?.some(({ amount }) => amount !== null)
  return (
    <BestTable
      title="By game"
      about="Completed orders in this period, and in the period before"
      columns={[
        { label: 'Game', show: ({ name }) => name },
        { label: 'Completed', show: (game) => <Orders of={game} days={period} count={game.completed} /> },
        { label: 'Before', show: (game) => <Orders of={game} days={periodBefore(period)} count={game.completed_before} /> },
        ...(hasAmounts
          ? [
              { label: 'Sold', show: ({ amount }: GameFigures) => amount !== null && formatTk(amount) },
              { label: 'Profit', show: ({ profit }: GameFigures) => profit !== null && formatTk(profit) },
            ]
          : []),
      ]}
      query={query}
      rows={games?.map((game) => ({ ...game, key: game.product_id }))}
    />
  )
}

interface OrdersProps {
  readonly of: GameFigures
  readonly days: Period
  readonly count: number
}

/** The number leads to its orders. */
function Orders({ of: { product_id }, days, count }: OrdersProps) {
  if (!useCan()('orders_view') || count === 0) return formatNumber(count)
  return (
    <Link
      to="/order"
      search={{ status: 'completed', product: String(product_id), ...days, day_of: 'closed_at' }}
      className={classes.figureLink}
    >
      {formatNumber(count)}
    </Link>
  )
}
