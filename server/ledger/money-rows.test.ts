import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MoneyQuery } from '#contract/wallet-topups.ts'
import { openTestDatabase } from '../testing/database.ts'
import { expectFarPages, LIMIT } from '../testing/far-pages.ts'
import { findBreaks } from './invariants.ts'
import { listMoney } from './money-rows.ts'

const ROWS = 4_030
/** Ids with gaps, over four blocks of ids. */
const ID_STEP = 7

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  await pool.query(`insert into users (username, phone) values ('shila', '')`)
  await pool.query(
    `insert into transactions (id, user_id, amount, number, status) overriding system value
     select i * ${ID_STEP}, u.id, i, i::text, case when i % 10 < 5 then 'completed' when i % 10 < 9 then 'pending' else 'cancel' end
     from users u, generate_series(1, ${ROWS}) i`,
  )
})
afterAll(close)

const LISTS: [Partial<MoneyQuery>, where: string, by: string][] = [
  // Pending ones first: a far page may lie among them, across their end, or behind it.
  [{}, 'true', `status <> 'pending', id desc`],
  [{ order: 'asc' }, 'true', `status <> 'pending', id asc`],
  [{ sort: 'created_at', order: 'asc' }, 'true', 'id asc'],
  [{ sort: 'id' }, 'true', 'id desc'],
  [{ status: 'pending' }, `status = 'pending'`, 'id desc'],
  [{ status: 'completed', order: 'asc' }, `status = 'completed'`, 'id asc'],
  [{ sort: 'amount' }, 'true', 'amount desc, id desc'],
]

const expectPages = async () => {
  for (const [list, where, by] of LISTS) {
    const { rows } = await pool.query<{ id: number }>(`select id from transactions where ${where} order by ${by}`)
    await expectFarPages(
      rows.map(({ id }) => id),
      async (page) => {
        const { transactions, total } = await listMoney(db, 'transactions', null, { ...list, page, limit: LIMIT })
        return { ids: transactions.map(({ id }) => id), total }
      },
    )
  }
}
const miscounts = async () => (await findBreaks(db)).filter(({ rule }) => rule.name === 'money counts')

test('far pages are exact: with counts that wait to be folded, folded, and after rows were decided', async () => {
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  expect(await miscounts()).toEqual([])

  await pool.query(`update transactions set status = 'cancel' where status = 'pending' and id % 5 = 0`)
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  expect(await miscounts()).toEqual([])
})
