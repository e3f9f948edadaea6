import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBreaks } from '../ledger/invariants.ts'
import { openTestDatabase } from '../testing/database.ts'
import { expectFarPages, LIMIT } from '../testing/far-pages.ts'
import { listUsers } from './queries.ts'

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  // Ids with gaps, over three blocks of ids.
  await pool.query(
    `insert into users (id, username, phone) overriding system value select i * 7, 'player' || i, '01' || i from generate_series(1, 2500) i`,
  )
})
afterAll(close)

const expectPages = async () => {
  for (const list of [{}, { order: 'asc' }, { sort: 'created_at', order: 'asc' }, { sort: 'username' }] as const) {
    const by = 'sort' in list && list.sort === 'username' ? 'lower(username)' : 'id'
    const direction = 'order' in list ? list.order : 'desc'
    const { rows } = await pool.query<{ id: number }>(
      `select id from users where deleted_at is null order by ${by} ${direction}, id ${direction}`,
    )
    await expectFarPages(
      rows.map(({ id }) => id),
      async (page) => {
        const { data, total } = await listUsers(db, null, { ...list, page, limit: LIMIT })
        return { ids: data.map(({ id }) => id), total }
      },
    )
  }
}

test('far pages are exact: with counts that wait to be folded, folded, and after customers were deleted', async () => {
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  await pool.query(`update users set deleted_at = now() where id % 3 = 0`)
  await expectPages()
  expect((await findBreaks(db)).filter(({ rule }) => rule.name === 'money counts')).toEqual([])
})
