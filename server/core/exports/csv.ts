import { memoize } from '../../platform/db/memoize.ts'
import { shopZone } from '../settings/shop-facts.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Full-width signs too: spreadsheets with East Asian settings read them as the plain ones. */
export const FORMULA_STARTS = '=+-@＝＋－＠\t\r\n'
const NEEDS_QUOTES = /[",\n\r]/

/** A leading apostrophe disarms formulas in text; numbers stay numbers. */
export const csvCell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = value !== '' && FORMULA_STARTS.includes(value.charAt(0)) ? `'${value}` : value
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Without the byte order mark, Excel does not read the file as UTF-8. */
export const csvHead = (titles: readonly string[]): string => `\ufeff${csvLine(titles)}`

// Creating one costs twenty times as much as using it.
const clocks = new Map<string, Intl.DateTimeFormat>()

/** As a spreadsheet reads it: 2026-01-31 23:59:59. */
const written = (ms: number, zone: string): string =>
  memoize(
    clocks,
    zone,
    () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
  ).format(ms)

export const shopTime = (instant: string | null, zone: string): string | null =>
  instant === null ? null : written(Date.parse(instant), zone)

export const shopToday = (): string => written(Date.now(), shopZone()).slice(0, 10)

export const timeTitle = (title: string, zone: string): string => `${title} (${zone})`
