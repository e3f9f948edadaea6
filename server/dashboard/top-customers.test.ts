import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/database.ts'
import { seedSmallWorld } from '../../test/world.ts'
import { openDatabase, query } from '../platform/db/connect.ts'
import { openVault } from '../platform/vault/vault.ts'
import { readTopCustomers } from './top-customers.ts'

const { pool, db, close } = await openTestDatabase()
afterAll(() => close({ books: 'broken' }))

test('orders of 30 days are read once a minute per scope; names are current', async () => {
  const { users, products, packages } = await seedSmallWorld(db, openVault(randomBytes(32)))
  const buy = (user: number, amount: number) =>
    query(
      db,
      `insert into orders (user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status, closed_at)
       values ($1, ${products.starfall}, ${packages.gems100}, '', '', $2, 1, 1, 'p', 'completed', now())`,
      [user, amount],
    )
  await buy(users.shila, 100)
  await buy(users.tanvir, 50)
  let reads = 0
  const counting = openDatabase({
    query: (asked: pg.QueryConfig) => {
      if (/from orders/.test(asked.text)) reads += 1
      return pool.query(asked)
    },
  } as unknown as pg.Pool)
  const names = async (scope: readonly number[] | null) =>
    (await readTopCustomers(counting, scope)).map(({ username }) => username)
  const both = await Promise.all([names(null), names(null)])
  expect([both, reads]).toEqual([
    [
      ['shila', 'tanvir'],
      ['shila', 'tanvir'],
    ],
    1,
  ])
  await query(db, `update users set username = 'shila2' where id = $1`, [users.shila])
  await query(db, 'update users set deleted_at = now() where id = $1', [users.tanvir])
  expect([await names(null), reads]).toEqual([['shila2'], 1])
  expect([await names([packages.gems500]), reads]).toEqual([[], 2])
})
