import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT_ORDER_STATUSES, type ProductOrderQuery } from '#contract/product-orders.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { expectFarPages, LIMIT } from '../../../test/support/far-pages.ts'
import { findBreaks } from '../../core/ledger/invariants.ts'
import { withAll } from '../../core/lists/counts.ts'
import { countProductOrders, listProductOrders } from './queries.ts'

const ROWS = 4_030
/** Ids with gaps, over four blocks of ids. */
const ID_STEP = 7

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  await pool.query(`insert into users (username, phone) values ('shila', '1'), ('tanvir', '2')`)
  await pool.query(`insert into admins (first_name, last_name, username, email, password_hash) values ('R', 'U', 'r', 'r', 'x')`)
  await pool.query(`insert into physical_products (name, sale_price, regular_price, quantity)
    values ('Cap', 5, 5, 100000), ('Pad', 7, 7, 100000), ('Pouch', 9, 9, 100000)`)
  await pool.query(
    `insert into product_orders (id, user_id, product_id, name, price, quantity, amount, status, admin_id, closed_at)
     overriding system value
     select i * ${ID_STEP}, 1 + i % 2, 2 + i % 2, 'Cap', 5, 1, 5, s.status, case when s.status <> 'pending' then a.id end,
       case when s.status in ('completed', 'cancelled') then now() end
     from admins a, generate_series(1, ${ROWS}) i,
       lateral (select case when i % 10 < 5 then 'completed' when i % 10 < 9 then 'pending' else 'cancelled' end as status) s`,
  )
})
// Thousands of orders without their money: this file is about finding and counting them.
afterAll(() => close({ books: 'broken' }))

const LISTS: [Partial<ProductOrderQuery>, where: string, by: string][] = [
  [{}, 'true', 'id desc'],
  [{ order: 'asc' }, 'true', 'id asc'],
  [{ sort: 'created_at', order: 'asc' }, 'true', 'id asc'],
  [{ status: 'pending' }, `status = 'pending'`, 'id asc'],
  [{ status: 'pending', sort: 'id' }, `status = 'pending'`, 'id desc'],
  [{ status: 'completed' }, `status = 'completed'`, 'id desc'],
  // A product's orders and a customer's orders, each once.
  [{ q: '2' }, 'product_id = 2 or user_id = 2', 'id desc'],
  [{ q: '1', status: 'completed' }, `user_id = 1 and status = 'completed'`, 'id desc'],
]

const expectPages = async () => {
  for (const [list, where, by] of LISTS) {
    const { rows } = await pool.query<{ id: number }>(`select id from product_orders where ${where} order by ${by}`)
    expect(rows.length).toBeGreaterThan(LIMIT)
    await expectFarPages(
      rows.map(({ id }) => id),
      async (page) => {
        const { orders, total } = await listProductOrders(db, { ...list, page, limit: LIMIT })
        return { ids: orders.map(({ id }) => id), total }
      },
    )
  }
}
const miscounts = async () => (await findBreaks(db)).filter(({ rule }) => rule.name === 'money counts')
const counted = async () => {
  const { rows } = await pool.query<{ status: string; n: number }>('select status, count(*) as n from product_orders group by 1')
  const numbers = Object.fromEntries(rows.map(({ status, n }) => [status, n]))
  expect(await countProductOrders(db)).toEqual(withAll(PRODUCT_ORDER_STATUSES, numbers))
}

test('far pages and counts are exact: unfolded, folded, and after decisions', async () => {
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  await pool.query(
    `update product_orders set status = 'cancelled', admin_id = (select id from admins), closed_at = now()
     where status = 'pending' and id % 5 = 0`,
  )
  await expectPages()
  await counted()
  await pool.query('select fold_money_counts()')
  await expectPages()
  await counted()
  expect(await miscounts()).toEqual([])
})
