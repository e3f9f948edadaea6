import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderQuery, orderFlow } from '#contract/orders.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { isWithin, PERIODS } from '../../../test/support/days.ts'
import { exportedIds } from '../../../test/support/exports.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import { findBreaks } from '../../core/ledger/invariants.ts'
import { openDatabase } from '../../platform/db/connect.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { exportPage, listOrders } from './list.ts'

const ORDERS = 6_000
/** Ids with gaps, over six blocks of ids; some three hundred orders a day. */
const ID_STEP = 8
const LIMIT = 100

const { pool, db, close } = await openTestDatabase()
let [gems, pass] = [0, 0]

beforeAll(async () => {
  const { users, products, packages } = await seedSmallWorld(db, openVault(randomBytes(32)))
  ;[gems, pass] = [packages.gems100, packages.seasonPass]
  // Every 97th came in long before its neighbours: ids are the order of arrival only nearly.
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status, created_at,
       closed_at, completed_by)
     overriding system value
     select i * ${ID_STEP}, $1, $2, case when i % 3 = 0 then $4::bigint else $3 end, 'Starfall', '100 Gems', 80 + i % 7, 70, 70, 'p' || i,
       status, came, case when status in ('completed', 'cancel') then came + (i % 50) * interval '1 hour' end,
       case when status in ('completed', 'cancel') then 1 + i % 4 / 3 end
     from (
       select i, case when i % 10 < 6 then 'completed' when i % 10 < 9 then 'pending' else 'cancel' end as status,
         timestamptz '2026-03-01 00:00+06' + i * interval '5 minutes' - case when i % 97 = 0 then interval '9 days' else '0' end as came
       from generate_series(1, ${ORDERS}) i
     ) as made`,
    [users.shila, products.starfall, gems, pass],
  )
})
afterAll(() => close({ books: 'broken' }))

type Chosen = readonly [status?: OrderQuery['status'], completedBy?: number]
const STATUSES: readonly Chosen[] = [[], ...orderFlow.statuses.map((status) => [status] as const)]
const DECIDED: readonly Chosen[] = [
  [undefined, 2],
  ['completed', 2],
  ['cancel', 1],
]

const expectLists = async () => {
  const { rows: all } = await pool.query<{
    id: number
    status: string
    package_id: number
    amount: number
    came: string
    closed: string
    completed_by: number | null
  }>(
    `select id, status, package_id, amount, completed_by, shop_day(created_at)::text as came, coalesce(shop_day(closed_at)::text, '') as closed
     from orders order by id desc`,
  )
  const { rows: closedOrder } = await pool.query<{ id: number }>('select id from orders order by closed_at desc, id desc')
  const closedPlace = new Map(closedOrder.map(({ id }, place) => [id, place]))
  for (const days of PERIODS) {
    for (const day_of of [undefined, 'closed_at'] as const) {
      for (const [status, completed_by] of day_of ? [...STATUSES, ...DECIDED] : STATUSES) {
        for (const scope of [null, [gems], [gems, pass]]) {
          for (const sort of 'from' in days && days.from < '2026-03-05' ? ([undefined, 'amount'] as const) : [undefined]) {
            const query: Partial<OrderQuery> = {
              ...days,
              ...(day_of && { day_of }),
              ...(status && { status }),
              ...(sort && { sort }),
              ...(completed_by && { completed_by }),
            }
            const wanted = all.filter((order) => {
              const day = day_of ? order.closed : order.came
              const isAsked = isWithin(day, days) && (!completed_by || order.completed_by === completed_by)
              return isAsked && (!status || order.status === status) && (!scope || scope.includes(order.package_id))
            })
            if (sort) wanted.sort((a, b) => b.amount - a.amount || b.id - a.id)
            else if (day_of) wanted.sort((a, b) => (closedPlace.get(a.id) ?? 0) - (closedPlace.get(b.id) ?? 0))
            else if (status === 'pending') wanted.reverse()
            const last = Math.max(1, Math.ceil(wanted.length / LIMIT))
            for (const page of new Set([1, 11, 12, last])) {
              const { orders, total } = await listOrders(db, scope, { ...query, page, limit: LIMIT })
              const output = { query, scope, page, total, ids: orders.map(({ id }) => id) }
              const ids = wanted.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id)
              expect(output).toEqual({ query, scope, page, total: wanted.length, ids })
            }
          }
        }
      }
    }
  }
}
const misses = async () => (await findBreaks(db)).filter(({ rule }) => rule.name === 'day blocks')

test('each list of some days is exact on every page: unfolded, folded, other zone', async () => {
  await expectLists()
  await pool.query('select fold_order_counts()')
  await expectLists()
  await pool.query(`select set_time_zone('America/Los_Angeles')`)
  await expectLists()
  expect(await misses()).toEqual([])
  await pool.query(`select set_time_zone('Asia/Dhaka')`)
})

test('all orders that an admin closed come by when they were closed, counted', async () => {
  for (const [status, completed_by] of DECIDED) {
    const { rows } = await pool.query<{ id: number }>(
      'select id from orders where completed_by = $1 and status = coalesce($2, status) order by closed_at desc, id desc',
      [completed_by, status],
    )
    for (const page of [1, 5]) {
      const { orders, total } = await listOrders(db, null, { page, limit: LIMIT, status, completed_by })
      const ids = rows.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id)
      expect({ total, ids: orders.map(({ id }) => id) }).toEqual({ total: rows.length, ids })
    }
  }
})

test('a search on some days finds what matches both', async () => {
  const query = { from: '2026-03-04', to: '2026-03-05', q: 'p9', page: 1, limit: LIMIT } as const
  const { orders, total } = await listOrders(db, null, query)
  const { rows } = await pool.query<{ id: number }>(
    `select id from orders where playerid like '%p9%' and shop_day(created_at) between '2026-03-04' and '2026-03-05' order by id desc`,
  )
  expect(rows.length).toBeGreaterThan(5)
  expect({ ids: orders.map(({ id }) => id), total }).toEqual({ ids: rows.map(({ id }) => id), total: rows.length })
})

test('an export has the rows of its days', async () => {
  for (const [query, day] of [
    [{ from: '2026-03-04', to: '2026-03-05' }, 'created_at'],
    [{ from: '2026-03-04', to: '2026-03-05', day_of: 'closed_at' }, 'closed_at'],
    [{ from: '2026-03-04', day_of: 'closed_at', status: 'cancel' }, 'closed_at'],
  ] as const) {
    const ids = await exportedIds(db, 'o.id', await exportPage(db, null, query))
    const { rows } = await pool.query<{ id: number }>(
      `select id from orders where shop_day(${day}) between $1 and $2 and ($3::text is null or status = $3) order by id desc`,
      [query.from, 'to' in query ? query.to : 'infinity', 'status' in query ? query.status : null],
    )
    expect(ids).toEqual(rows.map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(150)
  }
})

test('a day that was never counted is found by the check of the books', async () => {
  const gone = await pool.query(`delete from day_blocks where list = 'orders' and day = '2026-03-04'`)
  expect(gone.rowCount).toBeGreaterThan(0)
  expect((await misses()).map(({ sentence }) => sentence).join()).toContain('orders of 2026-03-04 in block')
})

test.each([1, 30])('page %i of some days is read along the ids, not by an index of days', async (page) => {
  const sent: string[] = []
  const recording = {
    query: (requested: pg.QueryConfig) => {
      sent.push(requested.text)
      return pool.query(requested)
    },
  } as unknown as pg.Pool
  await listOrders(openDatabase(recording), null, {
    page,
    limit: LIMIT,
    status: 'completed',
    from: '2026-03-02',
    to: '2026-03-20',
  })
  // As an expression no index by days offers itself; the planner took the one there is.
  expect(sent.at(-1)).toMatch(/\(o\.created_at \+ interval '0'\) >=/)
  expect(sent.at(-1)).not.toMatch(/o\.created_at [<>]/)
})
