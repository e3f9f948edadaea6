import { expect, test } from 'vitest'
import { stepTo } from './step-to.ts'

/** Ten lines, of which the second and the last cannot be ticked. */
const step = (key: string, from: number) => stepTo(key, from, 10, 4, (at) => at !== 1 && at !== 9)

test.each([
  ['ArrowDown', 0, 2],
  ['ArrowUp', 2, 0],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 8, 8],
  ['PageDown', 2, 6],
  ['PageDown', 7, 8],
  ['PageUp', 5, 0],
  ['PageUp', 8, 4],
  ['Home', 6, 0],
  ['End', 0, 8],
  ['Tab', 0, undefined],
])('%s from %i', (key, from, to) => {
  expect(step(key, from)).toBe(to)
})

test('where nothing can be ticked, no key leads anywhere', () => {
  expect(stepTo('End', 0, 3, 4, () => false)).toBeUndefined()
})
