import type { OrdersChart } from '#contract/dashboard.ts'
import { formatTk } from '#contract/money.ts'
import type { T } from '../ui/text/i18n.ts'

// Calendar days have no time zone. Latin digits and one spelling in both languages.
const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** '2026-01-31' as 'Sat 31 Jan'. */
export const dayOf = (date: string): string => format.format(new Date(date)).replace(',', '')

/** '2026-01-31' as '31 Jan'. */
export const shortDayOf = (date: string): string => short.format(new Date(date))

/** The search of /order for the orders that were received on a day, and for those that were completed on it. */
const receivedOn = (date: string) => ({ status: 'all', from: date, to: date })
const completedOn = (date: string) => ({ status: 'completed', from: date, to: date, day_of: 'closed_at' })

interface DayFigure {
  readonly label: string
  readonly soFar: string
  readonly valuesOf: (chart: OrdersChart) => readonly number[] | null
  readonly format: (value: number, t: T) => string
  readonly searchOf: (date: string) => object
}

/** What the chart shows of each day. */
export const DAY_FIGURES = {
  orders: {
    label: 'Orders',
    soFar: 'Orders so far',
    valuesOf: ({ data }) => data,
    format: (count, t) => t(count === 1 ? '{{count}} order' : '{{count}} orders', { count }),
    searchOf: receivedOn,
  },
  sold: {
    label: 'Sold',
    soFar: 'Sold so far',
    valuesOf: ({ sold }) => sold,
    format: formatTk,
    searchOf: completedOn,
  },
  profit: {
    label: 'Profit',
    soFar: 'Profit so far',
    valuesOf: ({ profit }) => profit,
    format: formatTk,
    searchOf: completedOn,
  },
} as const satisfies Record<string, DayFigure>
export type DayFigureName = keyof typeof DAY_FIGURES

/** Those that the caller may see. */
export const dayFiguresOf = (chart: OrdersChart): [DayFigureName, DayFigure][] =>
  (Object.entries(DAY_FIGURES) as [DayFigureName, DayFigure][]).filter(([, { valuesOf }]) => valuesOf(chart) !== null)
