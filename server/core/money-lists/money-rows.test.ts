import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MONEY_STATUSES, SEARCH_CANDIDATES } from '#contract/limits.ts'
import type { MoneyQuery } from '#contract/wallet-adds.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { isWithin, PERIODS } from '../../../test/support/days.ts'
import { exportedIds } from '../../../test/support/exports.ts'
import { expectFarPages, LIMIT } from '../../../test/support/far-pages.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { findBreaks } from '../ledger/invariants.ts'
import { BLOCK_IDS } from '../lists/far-page.ts'
import { exportPage, findMoneyRow, listMoney } from './money-rows.ts'

const ROWS = 4_030
/** Ids with gaps, over four blocks of ids. */
const ID_STEP = 7

const { pool, db, close } = await openTestDatabase()

beforeAll(async () => {
  await pool.query(`insert into users (username, phone) values ('shila', '')`)
  await pool.query(
    `insert into wallet_adds (id, user_id, amount, number, status) overriding system value
     select i * ${ID_STEP}, u.id, i, i::text, case when i % 10 < 5 then 'completed' when i % 10 < 9 then 'pending' else 'cancel' end
     from users u, generate_series(1, ${ROWS}) i`,
  )
})
// Thousands of rows without their money: this file is about finding and counting them.
afterAll(() => close({ books: 'broken' }))

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
    const { rows } = await pool.query<{ id: number }>(`select id from wallet_adds where ${where} order by ${by}`)
    await expectFarPages(
      rows.map(({ id }) => id),
      async (page) => {
        const { transactions, total } = await listMoney(db, 'wallet_adds', null, { ...list, page, limit: LIMIT })
        return { ids: transactions.map(({ id }) => id), total }
      },
    )
  }
}
const miscounts = async () => (await findBreaks(db)).filter(({ rule }) => rule.name === 'money counts')

test('far pages are exact: unfolded, folded, and after decisions', async () => {
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  expect(await miscounts()).toEqual([])

  await pool.query(`update wallet_adds set status = 'cancel' where status = 'pending' and id % 5 = 0`)
  await expectPages()
  await pool.query('select fold_money_counts()')
  await expectPages()
  expect(await miscounts()).toEqual([])
})

describe('on some days', () => {
  beforeAll(async () => {
    // Every 61st came in long before its neighbours; completed ones were completed some hours later.
    await pool.query(
      `insert into wallet_adds (id, user_id, amount, number, status, created_at, completed_at) overriding system value
       select ${ID_STEP * ROWS} + i * ${ID_STEP}, u.id, 1 + i % 7, i::text, status, came,
         case when status = 'completed' then came + (i % 50) * interval '1 hour' end
       from users u, (
         select i, case when i % 10 < 6 then 'completed' when i % 10 < 9 then 'pending' else 'cancel' end as status,
           timestamptz '2026-03-01 00:00+06' + i * interval '7 minutes' - case when i % 61 = 0 then interval '9 days' else '0' end as came
         from generate_series(1, ${ROWS}) i
       ) as made`,
    )
  })

  const expectDays = async () => {
    const { rows: all } = await pool.query<{ id: number; status: string; amount: number; came: string; done: string }>(
      `select id, status, amount, shop_day(created_at)::text as came, coalesce(shop_day(completed_at)::text, '') as done
       from wallet_adds order by id desc`,
    )
    const { rows: done } = await pool.query<{ id: number }>(
      'select id from wallet_adds where completed_at is not null order by completed_at desc, id desc',
    )
    const places = new Map(done.map(({ id }, place) => [id, place]))
    const placeOf = ({ id }: { id: number }) => places.get(id) ?? 0
    for (const days of PERIODS) {
      for (const day_of of [undefined, 'completed_at'] as const) {
        for (const status of [undefined, ...MONEY_STATUSES]) {
          for (const sort of [undefined, 'id', 'amount'] as const) {
            const query: Partial<MoneyQuery> = {
              ...days,
              ...(day_of && { day_of }),
              ...(status && { status }),
              ...(sort && { sort }),
            }
            const wanted = all.filter((row) => isWithin(day_of ? row.done : row.came, days) && (!status || row.status === status))
            const isPending = (row: { status: string }) => Number(row.status === 'pending')
            if (sort === 'amount') wanted.sort((a, b) => b.amount - a.amount || b.id - a.id)
            else if (!sort && day_of) wanted.sort((a, b) => placeOf(a) - placeOf(b))
            else if (!sort) wanted.sort((a, b) => isPending(b) - isPending(a) || b.id - a.id)
            for (const page of new Set([1, 11, 12, Math.max(1, Math.ceil(wanted.length / LIMIT))])) {
              const { transactions, total } = await listMoney(db, 'wallet_adds', null, { ...query, page, limit: LIMIT })
              const ids = wanted.slice((page - 1) * LIMIT, page * LIMIT).map(({ id }) => id)
              expect({ query, page, total, ids: transactions.map(({ id }) => id) }).toEqual({
                query,
                page,
                total: wanted.length,
                ids,
              })
            }
          }
          const below = await exportPage(db, 'wallet_adds', { ...days, status, day_of })
          expect(await exportedIds(db, 'r.id', below)).toEqual(
            all
              .filter((row) => isWithin(day_of ? row.done : row.came, days) && (!status || row.status === status))
              .map(({ id }) => id),
          )
        }
      }
    }
  }

  test('each page, total and export is exact: unfolded, folded, in another time zone', async () => {
    await expectDays()
    await pool.query('select fold_money_counts()')
    await pool.query(`select set_time_zone('America/Los_Angeles')`)
    await expectDays()
    expect((await findBreaks(db)).filter(({ rule }) => rule.name === 'day blocks')).toEqual([])
  })
})

test('a number that is used all the time is not looked for in all of its rows', async () => {
  await pool.query(
    `insert into wallet_adds (id, user_id, amount, number, trx_id, created_at) overriding system value
     select 100000 + i, u.id, 500, '01700000009', 'T' || i, now() - i * interval '30 seconds' from users u, generate_series(1, 20000) i`,
  )
  // One customer wrote it where the TrxID belongs.
  await pool.query(
    `insert into wallet_adds (id, user_id, amount, number, trx_id) overriding system value
     select 130000, id, 500, '', '01700000009' from users`,
  )
  const list = { page: 1, limit: LIMIT, order: 'desc' } as const
  // PostgreSQL never looks at the few payment methods of a shop by itself, and then takes them for hundreds.
  for (const seen of ['wallet_adds', '']) {
    await pool.query(`analyze ${seen}`)
    expect(await rowsRead(db, 'wallet_adds', (own) => findMoneyRow(own, 'wallet_adds', null, 130_000))).toBeLessThan(100)
    const newest = await rowsRead(db, 'wallet_adds', (own) => listMoney(own, 'wallet_adds', null, { ...list, sort: 'id' }))
    expect(newest).toBeLessThan(LIMIT * 210)
    expect(await rowsRead(db, 'money_terms', (own) => listMoney(own, 'wallet_adds', null, list))).toBeLessThan(LIMIT * 210)
  }
})

test('of a number with very many rows the nearest ones on both sides are compared', async () => {
  const [older, newer] = [165_000, 165_001]
  await pool.query(
    `insert into wallet_adds (id, user_id, amount, number) overriding system value
     select i, u.id, case when i in (${older}, ${newer}) then 700 else 800 end, '01700000019'
     from users u, unnest(array[${older}, ${newer}] || array(select generate_series(164000, 164119)) || array(select generate_series(166000, 166119))) i`,
  )
  const duplicatesOf = async (id: number) => (await findMoneyRow(db, 'wallet_adds', null, id))?.flags.map((flag) => flag.id)
  expect(await Promise.all([older, newer].map(duplicatesOf))).toEqual([[newer], [older]])
})

test('a similar TrxID is found along an index, not among all with its beginning', async () => {
  const [lone, begun] = [140_000, 140_001]
  await pool.query(
    `insert into wallet_adds (id, user_id, amount, number, trx_id) overriding system value
     select made.id, u.id, 500, '', trx_id
     from users u, (
       values (${lone}, 'QO4X9Q2ABC'), (${begun}, 'TX4X9Q'), (${begun + 1}, 'Q04X9Q2ABC')
       union all
       select 140002 + i, (array['QO4X9R2', 'TX4X9Q'])[1 + i % 2] || i from generate_series(1, 20000) i
     ) as made (id, trx_id)`,
  )
  for (const seen of ['wallet_adds', '']) {
    await pool.query(`analyze ${seen}`)
    for (const [id, most] of [[lone, 20] as const, [begun, 250] as const]) {
      const kinds = (await findMoneyRow(db, 'wallet_adds', null, id))?.flags.map(({ kind }) => kind)
      expect(kinds).toEqual(['similar_trx_id'])
      expect(await rowsRead(db, 'wallet_adds', (own) => findMoneyRow(own, 'wallet_adds', null, id))).toBeLessThan(most)
    }
  }
})

describe('a number that more rows have than a search follows', () => {
  const FIRST = 200_001
  const LAST = FIRST + 2 * SEARCH_CANDIDATES
  const [WAITS, CANCELLED_ONE] = [FIRST + SEARCH_CANDIDATES + 700, FIRST + SEARCH_CANDIDATES + 400]

  beforeAll(async () => {
    await pool.query(
      `insert into wallet_adds (id, user_id, amount, number, status, created_at) overriding system value
       select i, u.id, 500, '+8801733000001', case i when ${WAITS} then 'pending' when ${CANCELLED_ONE} then 'cancel' else 'completed' end,
         timestamptz '2026-06-01 00:00+06' + (i - ${FIRST}) * interval '1 hour'
       from users u, generate_series(${FIRST}, ${LAST}) i`,
    )
    await pool.query('select fold_money_counts()')
    await pool.query('analyze')
  })

  const search = async (query: Partial<MoneyQuery>) => {
    const list = await listMoney(db, 'wallet_adds', null, { q: '01733000001', page: 1, limit: 3, ...query })
    return { ids: list.transactions.map(({ id }) => id), total: list.total, isCapped: list.total_capped }
  }

  test('shows what waits first, and then the newest', async () => {
    expect(await search({})).toMatchObject({ ids: [WAITS, LAST, LAST - 1], isCapped: true })
    expect(await search({ status: 'completed' })).toMatchObject({ ids: [LAST, LAST - 1, LAST - 2], isCapped: true })
  })

  test('leaves no pending one out, none of a rare status and none of few days', async () => {
    expect(await search({ status: 'pending' })).toEqual({ ids: [WAITS], total: 1, isCapped: false })
    expect(await search({ status: 'cancel' })).toMatchObject({ ids: [CANCELLED_ONE], total: 1 })
    // The day on which the one that waits came in, and the one before.
    const day = (back: number) =>
      new Date(Date.parse('2026-06-01') + ((WAITS - FIRST) / 24 - back) * 86_400_000).toISOString().slice(0, 10)
    const came = await search({ from: day(1), to: day(0) })
    expect({ ...came, ids: came.ids.slice(0, 1) }).toEqual({ ids: [WAITS], total: 48, isCapped: false })
  })

  test('is found on days that many others came in on, whatever else is asked for', async () => {
    const far = LAST + 6 * BLOCK_IDS
    await pool.query(
      `insert into wallet_adds (id, user_id, amount, number, created_at) overriding system value
       select $1, user_id, 500, number, created_at from wallet_adds where id = $2`,
      [far, LAST],
    )
    await pool.query('select fold_money_counts()')
    const { user_id = 0 } = (await listMoney(db, 'wallet_adds', null, { page: 1, limit: 1 })).transactions[0] ?? {}
    for (const [query, ids] of [
      [{}, [far, WAITS, LAST]],
      [{ status: 'pending' }, [far, WAITS]],
      [{ user_id }, [far, WAITS, LAST]],
      [{ user_id, q: undefined, limit: 2 }, [far, WAITS]],
      [{ q: `#${far}` }, [far]],
      [{ q: `#${String(far).replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit)))}` }, [far]],
      [{ q: '12' }, []],
      [{ q: '01733000002' }, []],
    ] as const) {
      for (const days of [{ from: '2026-01-01' }, { from: '2026-01-01', to: '2036-01-01' }]) {
        expect([query, (await search({ ...query, ...days })).ids]).toEqual([query, ids])
      }
    }
  })
})
