import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { entriesRead, rowsRead } from '../../../test/support/rows-read.ts'
import { seedSmallWorld } from '../../../test/world.ts'
import type { Db } from '../../platform/db/connect.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { findUser } from './queries.ts'

/** Of one customer, 1,000 each day: over four blocks of ids. */
const ORDERS = 30_000
const ADJUSTED_DAYS_AGO = 12

const { pool, db, close } = await openTestDatabase()
let shila: number
let gems: number

beforeAll(async () => {
  const { users, products, packages } = await seedSmallWorld(db, openVault(randomBytes(32)))
  shila = users.shila
  gems = packages.gems100
  await pool.query(
    `insert into orders (user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, created_at)
     select $1, $2, $3, 'Starfall', '100 Gems', 80, 70, 70, 'p', now() - (${ORDERS} - i) * interval '86.4 seconds'
     from generate_series(1, ${ORDERS}) i`,
    [shila, products.starfall, gems],
  )
  await pool.query(
    `insert into adjustments (user_id, wallet, kind, amount, created_at)
     values ($1, 'user_wallet', 'edited', 500, now() - interval '${ADJUSTED_DAYS_AGO} days')`,
    [shila],
  )
  await pool.query('vacuum analyze orders')
})
// Thousands of orders without their money: this file is about counting them.
afterAll(() => close({ books: 'broken' }))

test('a customer’s orders are kept counted, and of some packages read by an index', async () => {
  const { rows } = await pool.query<{ total: number; today: number; spent: number }>(
    `select count(*) as total, count(*) filter (where shop_day(created_at) = shop_day(now())) as today,
       min(id) filter (where created_at >= now() - interval '${ADJUSTED_DAYS_AGO} days') as spent
     from orders where user_id = $1`,
    [shila],
  )
  const [counted] = rows
  for (const scope of [null, [gems], [gems + 1_000]]) {
    const seen = scope === null || scope.includes(gems) ? counted : { total: 0, today: 0, spent: null }
    const user = await findUser(db, scope, shila)
    expect([user?.total_order, user?.today_order, user?.flags[0]?.id ?? null]).toEqual([seen?.total, seen?.today, seen?.spent])
    // Of some packages each order is read for its package.
    const work = (own: Db) => findUser(own, scope, shila)
    const most = (scope === null ? 0 : ORDERS) + 2 * 8_192 + 4_000
    expect(await rowsRead(db, 'orders', work)).toBeLessThan(most)
    if (scope === null) expect(await entriesRead(db, 'orders', work)).toBeLessThan(most)
  }
})
