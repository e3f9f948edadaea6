import { expect, test } from 'vitest'
import { PERIODS } from './periods.ts'

test('periods end today or with the last month', () => {
  expect(Object.fromEntries(PERIODS.map(([label, until]) => [label, until('2026-03-01')]))).toEqual({
    Today: { from: '2026-03-01', to: '2026-03-01' },
    Yesterday: { from: '2026-02-28', to: '2026-02-28' },
    'Last 7 days': { from: '2026-02-23', to: '2026-03-01' },
    'Last 30 days': { from: '2026-01-31', to: '2026-03-01' },
    'This month': { from: '2026-03-01', to: '2026-03-01' },
    'Last month': { from: '2026-02-01', to: '2026-02-28' },
  })
})
