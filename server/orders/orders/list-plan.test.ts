import { afterAll, expect, test } from 'vitest'
import type { OrderQuery, OrderRow } from '#contract/orders.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import type { List } from '../../core/lists/list.ts'
import { planList } from '../../core/lists/read.ts'
import { ORDERS } from './list.ts'

const { db, close } = await openTestDatabase()
afterAll(() => close())

const QUERIES: Partial<OrderQuery>[] = [
  {},
  { page: 200 },
  { status: 'completed', page: 200 },
  { sort: 'amount' },
  { sort: 'amount', page: 200 },
  { q: '01712345678' },
  { user_id: 1 },
  { order_id: 1 },
  { playerid: 'p1' },
  { product: 1 },
  ...(['created_at', 'closed_at'] as const).flatMap((day_of) => [
    { day_of, from: '2026-03-04' },
    { day_of, from: '2026-03-04', to: '2026-03-05', status: 'completed' as const },
    { day_of, from: '2026-03-04', sort: 'amount' as const },
    { day_of, from: '2026-03-04', to: '2026-03-05', q: 'p1' },
    { day_of, from: '2026-03-04', page: 200 },
  ]),
]

test.each(QUERIES)('whatever is asked for, page and total are limited to the caller’s packages: %o', async (query) => {
  const planOf = (packages: readonly number[] | null) => planList(db, ORDERS, packages, { page: 1, limit: 10, ...query })
  const { page, total, parameters } = await planOf([7])
  const isScoped = /(package_id(?: \+ 0)? = any|unnest)\(\$(\d+)::bigint\[\]\)(?! as edge)/
  for (const sql of [page, total]) {
    const place = Number(isScoped.exec(sql)?.[2])
    expect({ sql, scope: parameters[place - 1] }).toEqual({ sql, scope: query.product === undefined ? [7] : [] })
  }
  if (query.product === undefined) expect((await planOf(null)).page).not.toMatch(isScoped)
})

test('a definition of orders without a scope does not compile', () => {
  const { scope: _, ...unscoped } = ORDERS
  // @ts-expect-error: `scope` is missing.
  const missing: List<OrderQuery, OrderRow> = unscoped
  // @ts-expect-error: orders of everybody.
  const none: List<OrderQuery, OrderRow> = { ...unscoped, scope: 'none' }
  expect(missing).not.toHaveProperty('scope')
  expect(none.scope).toBe('none')
})
