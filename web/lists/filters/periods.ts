import type { Period } from '#contract/dashboard.ts'

const DAY_MS = 86_400_000
const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const firstOf = (day: string) => `${day.slice(0, 8)}01`

/** The periods that are one click away, by their English labels; `today` is the shop's day. */
export function periodsUntil(today: string): Readonly<Record<string, Period>> {
  const lastMonthsEnd = later(firstOf(today), -1)
  return {
    Today: { from: today, to: today },
    Yesterday: { from: later(today, -1), to: later(today, -1) },
    'Last 7 days': { from: later(today, -6), to: today },
    'Last 30 days': { from: later(today, -29), to: today },
    'This month': { from: firstOf(today), to: today },
    'Last month': { from: firstOf(lastMonthsEnd), to: lastMonthsEnd },
  }
}
