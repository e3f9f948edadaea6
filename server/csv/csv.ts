import { shopZone } from '../settings/shop-facts.ts'

/** The content type of every export. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const NEEDS_QUOTES = /[",\n\r]/

/** One cell. Text that a spreadsheet would take for a formula is made harmless by a leading apostrophe; numbers stay numbers. */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** One row of a CSV file, with its line end (RFC 4180). */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** The first line: its titles behind the mark without which Excel takes UTF-8 for the letters of the computer's own country. */
export const csvHead = (titles: readonly string[]): string => `\ufeff${csvLine(titles)}`

// Clocks are changed on the half hour at the most.
const HALF_HOUR_MS = 1_800_000
// Asked once per half hour that occurs: a million rows would ask for seconds.
const offsets = new Map<string, number>()
// To make one costs twenty times what it is asked.
const clocks = new Map<string, Intl.DateTimeFormat>()

const clockOf = (zone: string): Intl.DateTimeFormat => {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, clock)
  }
  return clock
}

const offsetAt = (ms: number, zone: string): number => {
  const start = ms - (ms % HALF_HOUR_MS)
  const key = `${start} ${zone}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    offset = Date.parse(`${clockOf(zone).format(start).replace(' ', 'T')}Z`) - start
    offsets.set(key, offset)
  }
  return offset
}

const written = (ms: number, zone: string): string =>
  new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 19).replace('T', ' ')

/** A moment (ISO 8601) as a clock in `zone` (IANA name) shows it, written as spreadsheets read it: '2026-01-31 14:05:00'. */
export const shopTime = (instant: string | null, zone: string): string | null =>
  instant === null ? null : written(Date.parse(instant), zone)

/** Today in the shop: '2026-01-31'. */
export const shopToday = (): string => written(Date.now(), shopZone()).slice(0, 10)

/** The title of a column of `shopTime`. */
export const timeTitle = (title: string, zone: string): string => `${title} (${zone})`

/** The name of a file that was made today: 'orders-2026-01-31.csv'. */
export const csvName = (what: string): string => `${what}-${shopToday()}.csv`
