import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../bench/generate.ts'
import { openTestDatabase } from '../support/database.ts'
import { LISTS, type Request, requestsOf } from './lists.ts'
import { largeTables, readsOf } from './reads.ts'

/** Pages of 8 kB for a list's page and total, whatever the size of the shop. */
const MOST_BUFFERS = 8_000
/** Days cut a block, and the rows before the page are passed in what is left of it. */
const PER_ROW_OF_DAYS = 1
/** A sort without counters passes the rows before the page, each with its customer and balance; customers without an order today are
 * found among those with one, who are as many late in the day. */
const PER_ROW_PASSED = 6
/** Sorted within days, all rows of these days are read, which are as many as a month brings. */
const MOST_SORTED_DAYS = 64_000

const mostOf = ({ query: { sort, from, page, limit } }: Request): number => {
  const passed = (page - 1) * limit
  if (sort === undefined) return MOST_BUFFERS + (from === undefined ? 0 : PER_ROW_OF_DAYS * passed)
  return from === undefined ? MOST_BUFFERS + PER_ROW_PASSED * passed : MOST_SORTED_DAYS
}

const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Each list, at each declared sort and scope, on generated rows. */
export const expectBoundedLists = (orders: number): void => {
  let shop: Awaited<ReturnType<typeof openTestDatabase>>
  beforeAll(async () => {
    shop = await openTestDatabase()
    await generate(shop.pool, orders)
  }, 3_600_000)
  afterAll(() => shop.close({ books: 'broken' }))

  test.each(LISTS)(
    `${orders} orders: no page of $name reads a large table as a whole, or more than its bound`,
    async (listed) => {
      const large = await largeTables(shop.pool)
      const days = Math.floor((orders * 20) / 86_400)
      const ranges = [{ from: daysAgo(days - 1), to: daysAgo(Math.max(0, days - 8)) }, { from: daysAgo(days - 1) }]
      const broken: unknown[] = []
      for (const request of requestsOf(listed, ranges)) {
        const reads = await readsOf(shop, large, request)
        if (reads.scanned.length > 0 || reads.buffers > mostOf(request)) broken.push(reads)
      }
      expect(broken).toEqual([])
    },
  )
}
