import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { MAX_PAGE, MAX_SEARCH } from '#contract/limits.ts'
import { listInput } from '#contract/list.ts'

// What the browser keeps for its session is read as soon as a list is loaded.
vi.stubGlobal('addEventListener', () => {})
for (const store of ['localStorage', 'sessionStorage']) vi.stubGlobal(store, { getItem: () => null, removeItem: () => {} })
const { listAddress } = await import('./use-list.ts')

const address = z.object(listAddress(['id', 'name']))
const asked = listInput(['id', 'name'], {}).omit({ limit: true })

test.each([
  { page: MAX_PAGE + 1 },
  { page: 9e15 },
  { page: 0 },
  { page: 'two' },
  { q: 'x'.repeat(MAX_SEARCH + 1) },
  { q: '\u09df'.repeat(MAX_SEARCH) },
  { q: 'a\u0000' },
  { sort: 'price' },
  { dir: 'up' },
])('what a list would be refused for falls back to the default: %j', (search) => {
  const read = address.parse(search)
  expect(read).toEqual(address.parse({}))
  expect(asked.safeParse({ page: read.page, q: read.q, sort: read.sort, order: read.dir }).success).toBe(true)
})

test('the longest search and the farthest page are what they are', () => {
  const search = { page: MAX_PAGE, q: 'x'.repeat(MAX_SEARCH) }
  expect(address.parse(search)).toMatchObject(search)
})
