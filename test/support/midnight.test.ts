import { expect, test } from 'vitest'
import { untilMidnight } from './midnight.ts'

test.each([
  ['2026-03-04T17:59:30.000Z', 30_000],
  ['2026-03-04T17:59:59.900Z', 1_000],
  ['2026-03-04T18:00:00.000Z', 86_400_000],
  ['2026-03-05T00:00:00.000Z', 64_800_000],
])('at %s the shop’s day, which is Dhaka’s, goes on for %i ms', (now, left) => {
  expect(untilMidnight(new Date(now))).toBe(left)
})
