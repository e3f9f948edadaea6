import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OrderQuery, orderFlow } from '#contract/orders.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { expectFarPages, LIMIT } from '../../../test/support/far-pages.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import { findBreaks } from '../../core/ledger/invariants.ts'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/db/connect.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { PLAYER_REACH, readDetails } from './details.ts'
import { findOrder, listOrders } from './list.ts'

const ORDERS = 4_000
/** Ids with gaps, over four blocks of ids. */
const ID_STEP = 7

const { pool, db, close } = await openTestDatabase()
let few: number
let tanvir: number
let seasonPass: number
let rare: number

beforeAll(async () => {
  const { users, products, packages } = await seedSmallWorld(db, openVault(randomBytes(32)))
  few = packages.gems500
  tanvir = users.tanvir
  seasonPass = packages.seasonPass
  rare = packages.gemsCard
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status, closed_at)
     overriding system value
     select i * ${ID_STEP}, $1, $2, $3, 'Starfall', '100 Gems', 80, 70, 70, 'p' || i, status,
       case when status in ('completed', 'cancel') then now() end
     from (
       select i, case when i % 10 < 5 then 'completed' when i % 10 < 9 then 'pending' else 'cancel' end as status
       from generate_series(1, ${ORDERS}) i
     ) as made`,
    [users.shila, products.starfall, packages.gems100],
  )
})
// Thousands of orders without their money: this file is about finding and counting them.
afterAll(() => close({ books: 'broken' }))

const expectPages = async () => {
  for (const status of [undefined, ...orderFlow.statuses]) {
    for (const order of [undefined, 'asc', 'desc'] as const) {
      const list: Partial<OrderQuery> = { ...(status && { status }), ...(order && { order }) }
      const direction = order ?? (status === 'pending' ? 'asc' : 'desc')
      const { rows } = await pool.query<{ id: number }>(
        `select id from orders where $1::text is null or status = $1 order by id ${direction}`,
        [status],
      )
      await expectFarPages(
        rows.map(({ id }) => id),
        async (page) => {
          const { orders, total } = await listOrders(db, null, { ...list, page, limit: LIMIT })
          return { ids: orders.map(({ id }) => id), total }
        },
      )
    }
  }
}
const miscounts = async () => (await findBreaks(db)).filter(({ rule }) => /^order (counts|blocks)$/.test(rule.name))

test('far pages are exact: unfolded, folded, and after orders changed', async () => {
  await expectPages()
  await pool.query('select fold_order_counts()')
  await expectPages()
  expect(await miscounts()).toEqual([])

  await pool.query(`update orders set status = 'cancel', corrected_at = now() where status = 'completed' and id % 5 = 0`)
  await expectPages()
  await pool.query('select fold_order_counts()')
  await pool.query(`update orders set status = 'completed', closed_at = now() where status = 'pending' and id > 20000`)
  await expectPages()
  expect(await miscounts()).toEqual([])
})

test('a player id that a store gives to every order is not looked for in all of them', async () => {
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, created_at)
     overriding system value
     select o.id + 100000, o.user_id, o.product_id, o.package_id, o.product_name, o.name, o.amount, o.bprice, o.cost, 'N/A',
       now() - (100000 - o.id) * interval '30 minutes'
     from orders o`,
  )
  await pool.query('analyze orders')
  expect(await rowsRead(db, 'orders', (own) => listOrders(own, null, { page: 1, limit: LIMIT }))).toBeLessThan(LIMIT * 110)
})

test('a drawer shows a player’s newest orders and that there are more, to any admin', async () => {
  const NEWEST = 300_000
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid)
     overriding system value
     select ${NEWEST}, $1, product_id, $2, product_name, name, amount, bprice, cost, playerid from orders where playerid = 'N/A' limit 1`,
    [tanvir, seasonPass],
  )
  await pool.query('vacuum analyze orders')
  const detailsFor = (own: Db, package_ids: readonly number[] | null) =>
    readDetails({ db: own, admin: { package_ids } } as unknown as Context, NEWEST)
  const { rows } = await pool.query<{ id: number }>(
    `select id from orders where playerid = 'N/A' and id <> ${NEWEST} order by id desc limit 10`,
  )
  const { player } = await detailsFor(db, null)
  expect(player).toMatchObject({ total: PLAYER_REACH, total_capped: true })
  expect(player.orders.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  expect((await detailsFor(db, [seasonPass])).player).toEqual({ total: 0, total_capped: true, orders: [] })
  for (const scope of [null, [seasonPass]]) {
    expect(await rowsRead(db, 'orders', (own) => detailsFor(own, scope))).toBeLessThan(2 * PLAYER_REACH + 300)
  }
})

test('by the day of closing within few packages, neither', async () => {
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status, closed_at)
     overriding system value
     select 250000 + i, o.user_id, o.product_id, $1, 'Starfall', 'Rare', 390, 350, 350, 'rare' || i, 'completed',
       '2026-01-01'::timestamptz + i * interval '7 hours'
     from (select * from orders order by id limit 1) as o, generate_series(1, 30) i`,
    [rare],
  )
  await pool.query('analyze orders')
  for (const order of [undefined, 'asc'] as const) {
    const by = order ?? 'desc'
    const { rows } = await pool.query<{ id: number }>(
      `select id from orders where package_id = $1 and status = 'completed' order by closed_at ${by}, id ${by} limit 10 offset 10`,
      [rare],
    )
    const query = {
      from: '2020-01-01',
      day_of: 'closed_at',
      status: 'completed',
      page: 2,
      limit: 10,
      ...(order && { order }),
    } as const
    expect((await listOrders(db, [rare], query)).orders.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(await rowsRead(db, 'orders', (own) => listOrders(own, [rare], query))).toBeLessThan(30 + 10 * 110)
  }
})

test('by price within few packages, orders of other packages are not walked past', async () => {
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, created_at)
     overriding system value
     select 200000 + i, o.user_id, o.product_id, $1, 'Starfall', '500 Gems', 390 + i % 20, 350, 350, 'few' || i, now() - i * interval '1 hour'
     from (select * from orders order by id limit 1) as o, generate_series(1, 200) i`,
    [few],
  )
  await pool.query('analyze orders')
  // Of some days, the newest block of ids is read row by row.
  for (const [days, most] of [
    [{}, 1_300],
    [{ from: '2020-01-01' }, 1_300 + 8_192],
  ] as const) {
    for (const order of ['asc', 'desc'] as const) {
      const { rows } = await pool.query<{ id: number }>(
        `select id from orders where package_id = $1 order by amount ${order}, id ${order} limit 10 offset 10`,
        [few],
      )
      const query = { ...days, sort: 'amount', order, page: 2, limit: 10 } as const
      const { orders, total } = await listOrders(db, [few], query)
      expect([orders.map(({ id }) => id), total]).toEqual([rows.map(({ id }) => id), 200])
      expect(await rowsRead(db, 'orders', (own) => listOrders(own, [few], query))).toBeLessThan(most)
    }
  }
})

test('of a player with very many orders the nearest on both sides are compared', async () => {
  const [older, newer] = [280_100, 280_101]
  await pool.query(
    `insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid)
     overriding system value
     select i, $1, p.product_id, p.id, '', '', 1, 1, 1, case when i % 2 = 0 then '258794652 (1234)' else '258794652 - 1234' end
     from unnest(array[${older}, ${newer}] || array(select generate_series(280000, 280059)) || array(select generate_series(280200, 280259))) as i
     join topup_packages p on p.id = case when i in (${older}, ${newer}) then $2::bigint else $3::bigint end`,
    [tanvir, seasonPass, few],
  )
  const duplicateOf = async (id: number) => (await findOrder(db, null, id))?.duplicate_of
  expect(await Promise.all([older, newer].map(duplicateOf))).toEqual([newer, older])
})
