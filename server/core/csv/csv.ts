import { shopZone } from '../../settings/shop-facts.ts'

export const CSV_TYPE = 'text/csv; charset=utf-8'

/** Full-width signs too: spreadsheets with East Asian settings read them as the plain ones. */
export const FORMULA_STARTS = '=+-@＝＋－＠\t\r'
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

// Clock changes fall on half hours at the finest.
const HALF_HOUR_MS = 1_800_000
// Cached per half hour: a million rows would take seconds.
const offsets = new Map<string, number>()
// Creating one costs twenty times as much as using it.
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

export const shopTime = (instant: string | null, zone: string): string | null =>
  instant === null ? null : written(Date.parse(instant), zone)

export const shopToday = (): string => written(Date.now(), shopZone()).slice(0, 10)

export const timeTitle = (title: string, zone: string): string => `${title} (${zone})`

export const csvName = (what: string): string => `${what}-${shopToday()}.csv`
