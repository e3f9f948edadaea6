import { expect, test } from 'vitest'
import { jumpTarget, pagesShown } from './pages.ts'

test('up to 30 pages every one is shown', () => {
  expect(pagesShown(1, 1)).toEqual([1])
  expect(pagesShown(7, 30)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
})

test('beyond 30 pages: the first, a window around the present one and the last ones', () => {
  expect(pagesShown(1, 31)).toEqual([1, 2, 3, 4, null, 29, 30, 31])
  expect(pagesShown(500, 2_000)).toEqual([1, null, 497, 498, 499, 500, 501, 502, 503, null, 1_998, 1_999, 2_000])
  expect(pagesShown(1_999, 2_000)).toEqual([1, null, 1_996, 1_997, 1_998, 1_999, 2_000])
  expect(pagesShown(99_999, 31)).toEqual([1, null, 29, 30, 31])
})

test('the jump box ignores what is no page', () => {
  for (const text of ['', '  ', '0', '-1', '32', '1.5', 'x', '1e9']) expect(jumpTarget(text, 31), text).toBeUndefined()
  expect(jumpTarget(' 31 ', 31)).toBe(31)
  expect(jumpTarget('১২', 31)).toBe(12)
})
