import type { Period } from '#contract/dashboard.ts'

const DAY_MS = 86_400_000
const later = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const firstOf = (day: string) => `${day.slice(0, 8)}01`

/** The periods that are one click away, by their English labels, as of the shop's day on which one is clicked. */
export const PERIODS: readonly (readonly [label: string, until: (today: string) => Period])[] = [
  ['Today', (today) => ({ from: today, to: today })],
  ['Yesterday', (today) => ({ from: later(today, -1), to: later(today, -1) })],
  ['Last 7 days', (today) => ({ from: later(today, -6), to: today })],
  ['Last 30 days', (today) => ({ from: later(today, -29), to: today })],
  ['This month', (today) => ({ from: firstOf(today), to: today })],
  [
    'Last month',
    (today) => {
      const end = later(firstOf(today), -1)
      return { from: firstOf(end), to: end }
    },
  ],
]
