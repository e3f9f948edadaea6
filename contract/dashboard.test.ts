import { expect, test } from 'vitest'
import { dashboard, periodBefore } from './dashboard.ts'

test.each([
  ['2026-11-26', '2026-11-26', '2026-11-25', '2026-11-25'],
  ['2026-11-01', '2026-11-01', '2026-10-31', '2026-10-31'],
  ['2026-11-20', '2026-11-26', '2026-11-13', '2026-11-19'],
  // A month so far beside the same days of the month before, a whole one beside the whole one before.
  ['2026-11-01', '2026-11-26', '2026-10-01', '2026-10-26'],
  ['2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
  ['2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
  ['2026-01-01', '2026-01-31', '2025-12-01', '2025-12-31'],
  ['2026-10-30', '2026-11-02', '2026-10-26', '2026-10-29'],
])('%s to %s is compared with %s to %s', (from, to, before, last) => {
  expect(periodBefore({ from, to })).toEqual({ from: before, to: last })
})

test('a period begins before it ends, and is a year at most', () => {
  const messages = (from: string, to: string) =>
    dashboard.figures.input.safeParse({ from, to }).error?.issues.map(({ path, message }) => [path.join(), message])
  expect(messages('2026-01-01', '2027-01-01')).toBeUndefined()
  expect(messages('2026-01-01', '2027-01-02')).toEqual([['from', 'At most 366 days']])
  expect(messages('2026-01-02', '2026-01-01')).toEqual([['from', 'The first day is after the last']])
})
