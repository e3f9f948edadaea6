import { expect, test } from 'vitest'
import { whole } from './list.ts'
import { Amount, formatTk, PositiveAmount, Rate, SupplierAmount } from './money.ts'

test.each([
  [PositiveAmount, '1.234', 'At most 2 decimals'],
  [PositiveAmount, 1.234, 'At most 2 decimals'],
  [Amount, '-0.001', 'At most 2 decimals'],
  [Amount, '1.230', 'At most 2 decimals'],
  [Amount, '-3', 'Must not be negative'],
  [Amount, '1,000', 'Enter an amount in tk'],
  [SupplierAmount, '1,000', 'Enter an amount'],
  [SupplierAmount, '10000000.01', 'At most 10000000'],
  [Amount, '১০০', 'Enter an amount in tk'],
  [Amount, '1e3', 'Enter an amount in tk'],
  [Rate, '1.23456', 'At most 4 decimals'],
  [Rate, '-3', 'Must be more than 0'],
  [Rate, '1,000', 'Enter a rate'],
  [whole(0, 10), '-3', 'At least 0'],
  [whole(0, 10), '-0', 'At least 0'],
  [whole(1, 10), '-3', 'At least 1'],
  [whole(0, 10), '1.5', 'Must be a whole number'],
  [whole(0, 10), '1,000', 'Must be a whole number'],
])('%# %o is refused with what is wrong with it', (schema, value, sentence) => {
  expect(schema.safeParse(value).error?.issues.map(({ message }) => message)).toEqual([sentence])
})

test.each([
  [0, '0 tk'],
  [999, '999 tk'],
  [1_000, '1,000 tk'],
  [12.5, '12.50 tk'],
  [-1_234.5, '-1,234.50 tk'],
  [2_993_550, '29,93,550 tk'],
  [1_000_000_000, '1,00,00,00,000 tk'],
])('%s is written %j, grouped as in Bangladesh', (amount, written) => {
  expect(formatTk(amount)).toBe(written)
})
