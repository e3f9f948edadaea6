import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('is made once for a key, and a flood of keys does not fill the memory', () => {
  const stored = new Map<string, { readonly at: number }>()
  let made = 0
  const of = (key: string) => memoize(stored, key, () => ({ at: made++ }))
  expect(of('a')).toBe(of('a'))
  for (let n = 0; n < 10_000; n++) of(`key ${n}`)
  expect(stored.size).toBeLessThanOrEqual(2_000)
  expect(made).toBe(10_001)
})
