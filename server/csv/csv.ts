import { SHOP_TIME_ZONE } from '#contract/limits.ts'

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\n\r]/

/** One cell. Text that a spreadsheet would take for a formula is made harmless by a leading apostrophe; numbers stay numbers. */
const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row of a CSV file, with its line end (RFC 4180). */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`

const HOUR_MS = 3_600_000
const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: SHOP_TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' })
// Asked once per hour that occurs: a million rows would ask for seconds.
const offsets = new Map<number, number>()

const offsetAt = (ms: number): number => {
  const hour = Math.floor(ms / HOUR_MS)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    offset = Date.parse(`${clock.format(hour * HOUR_MS).replace(' ', 'T')}Z`) - hour * HOUR_MS
    offsets.set(hour, offset)
  }
  return offset
}

const written = (ms: number): string => new Date(ms + offsetAt(ms)).toISOString().slice(0, 19).replace('T', ' ')

/** A moment (ISO 8601) as screens show it, in the shop's time zone, written as spreadsheets read it: '2026-01-31 14:05:00'. */
export const shopTime = (instant: string | null): string | null => (instant === null ? null : written(Date.parse(instant)))

/** Today in the shop: '2026-01-31'. */
export const shopToday = (): string => written(Date.now()).slice(0, 10)

/** The title of a column of `shopTime`. */
export const timeTitle = (title: string): string => `${title} (${SHOP_TIME_ZONE})`

/** The name of a file that was made today: 'orders-2026-01-31.csv'. */
export const csvName = (what: string): string => `${what}-${shopToday()}.csv`
