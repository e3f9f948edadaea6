/** A day as suppliers write it, '2027-01-31', '31/01/2027', '31.1.27', '31 Jan 2027', 'Jan 31, 2027', as YYYY-MM-DD; undefined if it is none. Where
 * both could be the month, `dayFirst` says which. */
export const readDay = (text: string, dayFirst = true): string | undefined => {
  const words = text
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}(:\d{2})?(\.\d+)?Z?$/, '')
    .split(/[\s,./-]+/)
  if (words.length !== 3) return undefined
  const [a = '', b = '', c = ''] = words
  if (/^\d{4}$/.test(a)) return dayOf(a, b, c)
  if (monthOf(a) !== undefined && /\p{L}/u.test(a)) return dayOf(c, a, b)
  return dayFirst || /\p{L}/u.test(b) ? dayOf(c, b, a) : dayOf(c, a, b)
}

/** Whether a column of days writes the month first: one of them has no other sense. */
export const isMonthFirst = (days: readonly string[]): boolean =>
  days.some((day) => readDay(day) === undefined && readDay(day, false) !== undefined)

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const monthOf = (word: string): number | undefined => {
  if (/^\d{1,2}$/.test(word)) return Number(word)
  const at = MONTHS.indexOf(word.slice(0, 3).toLowerCase())
  return at < 0 ? undefined : at + 1
}

const dayOf = (year: string, month: string, day: string): string | undefined => {
  if (!/^(\d{4}|\d{2})$/.test(year) || !/^\d{1,2}$/.test(day)) return undefined
  const full = year.length === 2 ? 2000 + Number(year) : Number(year)
  const date = new Date(Date.UTC(full, (monthOf(month) ?? 0) - 1, Number(day)))
  const written = date.toISOString().slice(0, 10)
  return date.getUTCMonth() + 1 === monthOf(month) && full > 1900 ? written : undefined
}
