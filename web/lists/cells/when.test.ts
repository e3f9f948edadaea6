import { expect, test } from 'vitest'
import { dayAndTime } from './When.tsx'

test('day and time that are copied are both the shop’s', () => {
  expect(dayAndTime('2026-01-31T20:30:00.000Z')).toBe('2026-02-01 02:30')
  expect(dayAndTime('2026-01-31T17:59:59.999Z')).toBe('2026-01-31 23:59')
})
