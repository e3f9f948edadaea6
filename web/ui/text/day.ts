import { Day } from '#contract/list.ts'
import { withLatinDigits } from './plain-number.ts'

const dayMonthYear = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' })

/** '1 Feb 2026' for '2026-02-01', in both languages. */
export const formatDay = (day: string): string => dayMonthYear.format(Date.parse(day))

export const isDay = (text: string): boolean => Day.safeParse(text).success

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const ISO = /^\d{4}-\d{2}-\d{2}$/
const SPELLED = /^(\d{1,2})[\s./,-]*([a-z]{3,9})\.?[\s./,-]*(\d{4})$/i
const NUMBERS = /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4})$|^(\d\d)(\d\d)(\d{4})$/

/** A typed date as YYYY-MM-DD: '1 Feb 2026', '1/2/2026', '01022026' (day first) or '2026-02-01'. Undefined for any other text
 * and for a date that no calendar has. */
export function parseDay(typed: string): string | undefined {
  const text = withLatinDigits(typed)
  const day = ISO.test(text) ? text : (fromSpelled(text) ?? fromNumbers(text))
  return day !== undefined && isDay(day) ? day : undefined
}

function fromSpelled(text: string): string | undefined {
  const [, day, name, year] = SPELLED.exec(text) ?? []
  const month = MONTHS.indexOf(name?.slice(0, 3).toLowerCase() ?? '')
  return day && year && month >= 0 ? isoOf(year, month + 1, day) : undefined
}

function fromNumbers(text: string): string | undefined {
  const [day, month, year] = NUMBERS.exec(text)?.slice(1).filter(Boolean) ?? []
  return day && month && year ? isoOf(year, month, day) : undefined
}

const isoOf = (year: string, month: number | string, day: string) =>
  `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
