import type { T } from '../ui/text/i18n.ts'

// Calendar days have no time zone. Latin digits and one spelling in both languages.
const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })
const short = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' })

/** '2026-01-31' as 'Sat 31 Jan'. */
export const dayOf = (date: string): string => format.format(new Date(date)).replace(',', '')

/** '2026-01-31' as '31 Jan'. */
export const shortDayOf = (date: string): string => short.format(new Date(date))

export const formatOrderCount = (count: number, t: T): string =>
  t(count === 1 ? '{{count}} order' : '{{count}} orders', { count })

/** The search of /order for the orders that were received on a day. */
export const ordersOf = (date: string) => ({ status: 'all', from: date, to: date }) as const
