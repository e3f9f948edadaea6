import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { isWithin, PERIODS } from '../../../test/support/days.ts'
import { expectFarPages, LIMIT } from '../../../test/support/far-pages.ts'
import { findBreaks } from '../../core/ledger/invariants.ts'
import { listUsers } from './queries.ts'

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  // Ids with gaps, over three blocks of ids.
  await pool.query(
    `insert into users (id, username, phone) overriding system value select i * 7, 'player' || i, '01' || i from generate_series(1, 2500) i`,
  )
})
afterAll(() => close())

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

test('far pages are exact: unfolded, folded, and after customers were deleted', async () => {
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  await pool.query(`update users set deleted_at = now() where id % 3 = 0`)
  await expectPages()
  expect((await findBreaks(db)).filter(({ rule }) => rule.name === 'money counts')).toEqual([])
})

test('customers of some days: pages and totals are exact in any sort', async () => {
  await pool.query(
    `insert into users (id, username, phone, created_at) overriding system value
     select 20000 + i * 7, 'later' || (i * 31 % 1000), '02' || i, timestamptz '2026-03-01 00:00+06' + i * interval '10 minutes'
     from generate_series(1, 2400) i`,
  )
  await pool.query(`update users set deleted_at = now() where id > 20000 and id % 5 = 0`)
  for (const days of PERIODS) {
    for (const sort of [undefined, 'username', 'wallet'] as const) {
      const by = sort === 'username' ? 'lower(username) desc,' : ''
      const { rows } = await pool.query<{ id: number; came: string }>(
        `select id, shop_day(created_at)::text as came from users where deleted_at is null order by ${by} id desc`,
      )
      const wanted = rows.filter(({ came }) => isWithin(came, days))
      for (const page of new Set([1, 11, 12, Math.max(1, Math.ceil(wanted.length / LIMIT))])) {
        const { data, total } = await listUsers(db, null, { ...days, ...(sort && { sort }), page, limit: LIMIT })
        const ids = wanted.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id)
        expect({ days, sort, page, total, ids: data.map(({ id }) => id) }).toEqual({
          days,
          sort,
          page,
          total: wanted.length,
          ids,
        })
      }
    }
  }
})
