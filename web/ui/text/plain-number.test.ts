import { expect, test } from 'vitest'
import { PositiveAmount } from '#contract/money.ts'
import { plainNumber } from './plain-number.ts'

test.each([
  ['1000', 1000],
  ['1,000', 1000],
  ['1 000', 1000],
  ['1\u00a0000', 1000],
  ['1,000,000.50', 1_000_000.5],
  ['12,34,567', 1_234_567],
  ['১০০', 100],
  ['১,২৩৪.৫', 1234.5],
  [' 250 ', 250],
])('%s is read as %d', (typed, meant) => {
  expect(PositiveAmount.parse(plainNumber(typed))).toBe(meant)
})

test.each(['1,5', '1,00', '10,00', '1,000 000', ',100', '1,,000', '12.5,000', 'ten', '১০০ tk', '1 2'])(
  '%s stays a fault',
  (typed) => {
    expect(PositiveAmount.safeParse(plainNumber(typed)).success).toBe(false)
  },
)
