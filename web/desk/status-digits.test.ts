import { expect, test } from 'vitest'
import { MONEY_STATUSES } from '#contract/limits.ts'
import { orderFlow } from '#contract/orders.ts'
import { PRODUCT_ORDER_STATUSES } from '#contract/product-orders.ts'
import { digitOf } from './status-digits.ts'

test.each([
  ['orders', orderFlow.statuses],
  ['product orders', PRODUCT_ORDER_STATUSES],
  ['lists of money', MONEY_STATUSES],
])('each status of %s has one digit, wherever it stands and on every screen', (_, statuses) => {
  const digits = statuses.map((status) => digitOf(status, 0))
  expect(new Set(digits).size).toBe(statuses.length)
  for (const [at, status] of statuses.entries()) expect(digitOf(status, at + 5)).toBe(digits[at])
})

test('what cancels has the same digit under both of its words', () => {
  expect(digitOf('cancelled', 0)).toBe(digitOf('cancel', 7))
})
