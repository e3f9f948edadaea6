import type { GameFigures } from '#contract/dashboard.ts'
import { formatNumber, formatTk } from '#contract/money.ts'
import { BestTable } from './Best.tsx'
import { usePeriodFigures } from './use-period-figures.ts'

/** What each game sold in the period, the best first. */
export function Games() {
  const { query } = usePeriodFigures()
  const games = query.data?.games
  const hasAmounts = games?.some(({ amount }) => amount !== null)
  return (
    <BestTable
      title="By game"
      about="Completed orders in this period, and in the period before"
      columns={[
        { label: 'Game', show: ({ name }) => name },
        { label: 'Completed', show: ({ completed }) => formatNumber(completed) },
        { label: 'Before', show: ({ completed_before }) => formatNumber(completed_before) },
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
