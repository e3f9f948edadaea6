import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShiftSheet } from '#contract/shift.ts'
import { openTestDatabase } from '../../test/support/database.ts'
import { rowsRead } from '../../test/support/rows-read.ts'
import { seedSmallWorld } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'
import { openVault } from '../platform/vault/vault.ts'
import { SHEETS } from './shift.ts'

const DAYS = 40
const PER_DAY = 500
/** Then nothing is sold for so many days. */
const OPEN_DAYS = 20
const CLOSED_DAYS = 10
const LAST = DAYS + CLOSED_DAYS - 1
/** So many journals, about, are distinguished by the index of `at`. */
const BRIN_ROWS = 2_300
/** A year ago and more: all of these days are over. */
const FIRST = '2025-03-01'

const { pool, db, close } = await openTestDatabase()
let karim: number

beforeAll(async () => {
  const { admins } = await seedSmallWorld(db, openVault(randomBytes(32)))
  karim = admins.karim
  // A transaction for each day: within one, both wallets would keep the version of every movement, and each would be read again.
  for (let first = 0; first < DAYS * PER_DAY; first += PER_DAY)
    await pool.query(
      `insert into journals (source, source_id, kind, amount, debit_id, credit_id, at)
     select 'wallet_add', 1000000 + i, 'completed', 1 + i % 7, cash.id, wallet.id,
       timestamptz '${FIRST} 00:00+06' + i * interval '1 day' / ${PER_DAY}
         + case when i < ${OPEN_DAYS * PER_DAY} then interval '0' else interval '${CLOSED_DAYS} days' end
         -- Every seventh began a while before it took its number.
         - case when i % 7 = 3 then interval '9 minutes' else '0' end
     from accounts cash, (select id from accounts where kind = 'user_wallet' order by id limit 1) as wallet,
       generate_series($2::int, $3) i
     where cash.admin_id = $1
     order by i`,
      [karim, first, first + PER_DAY - 1],
    )
  await pool.query('vacuum analyze journals')
})
// Journals of wallet adds that are not there: this file is about reading them by day.
afterAll(() => close({ books: 'broken' }))

const dayAfter = (days: number) => new Date(Date.parse(FIRST) + days * 86_400_000).toISOString().slice(0, 10)

test('an old day’s sheet is exact and reads about one day’s journals', async () => {
  for (const [from, to] of [
    [0, 0],
    [3, 3],
    [5, 11],
    [LAST, LAST],
    [LAST + 30, LAST + 30],
    // Before the first journal, and within days on which nobody worked.
    [-1, -1],
    [-30, -30],
    [OPEN_DAYS, OPEN_DAYS],
    [OPEN_DAYS + 1, OPEN_DAYS + 1],
    [OPEN_DAYS + 5, OPEN_DAYS + CLOSED_DAYS - 1],
    [OPEN_DAYS - 1, OPEN_DAYS + CLOSED_DAYS],
    [0, LAST],
  ] as const) {
    const days = [dayAfter(from), dayAfter(to)]
    const wanted = await query<{ collected: number; still_held: number }>(
      db,
      `select coalesce(sum(amount) filter (where shop_day(at) between $1 and $2), 0) as collected,
         coalesce(sum(amount) filter (where shop_day(at) <= $2), 0) as still_held
       from journals where debit_id = (select id from accounts where admin_id = $3)`,
      [...days, karim],
    )
    const read = async (own = db) => (await query<ShiftSheet>(own, SHEETS, [...days, karim, null, false]))[0]
    expect(await read()).toMatchObject(wanted[0] ?? {})
    expect(await rowsRead(db, 'journals', read)).toBeLessThan(3 * (3 * PER_DAY + 2 * BRIN_ROWS))
  }
})

test('what is held when a day ends has nothing of the next day', async () => {
  const midnight = `timestamptz '${dayAfter(LAST + 2)} 00:00+06'`
  // Two approvals of one admin: who had begun before midnight waited for the other.
  for (const [id, at, amount] of [
    [77001, `${midnight} + interval '1 second'`, 1000],
    [77002, `${midnight} - interval '1 second'`, 30],
    [77003, `${midnight} + interval '2 seconds'`, 500],
  ])
    await pool.query(
      `insert into journals (source, source_id, kind, amount, debit_id, credit_id, at)
       select 'wallet_add', $2, 'completed', $3, cash.id, wallet.id, ${at}
       from accounts cash, (select id from accounts where kind = 'user_wallet' order by id limit 1) as wallet
       where cash.admin_id = $1`,
      [karim, id, amount],
    )
  const heldAfter = async (days: number) => {
    const day = dayAfter(days)
    return (await query<ShiftSheet>(db, SHEETS, [day, day, karim, null, false]))[0]?.still_held ?? 0
  }
  const before = await heldAfter(LAST)
  expect(await heldAfter(LAST + 1)).toBe(before + 30)
  expect(await heldAfter(LAST + 2)).toBe(before + 1530)
})

test('a deleted admin is on the sheets of the days on which they held cash', async () => {
  await pool.query(
    `insert into journals (source, source_id, kind, amount, debit_id, credit_id, at)
     select 'hand_over', 1000000, 'requested', sum(j.amount), (select id from accounts where kind = 'in_transit'), cash.id,
       now() - interval '2 days'
     from accounts cash join journals j on j.debit_id = cash.id where cash.admin_id = $1 group by cash.id`,
    [karim],
  )
  await pool.query('update admins set deleted_at = now() where id = $1', [karim])
  const heldOn = async (day: string) =>
    (await query<ShiftSheet>(db, SHEETS, [day, day, null, null, false])).find(({ admin_id }) => admin_id === karim)?.still_held
  expect(await heldOn(dayAfter(-2))).toBeUndefined()
  // Nothing was collected on that day any more.
  expect(await heldOn(dayAfter(DAYS + 30))).toBeGreaterThan(0)
  expect(await heldOn(new Date().toISOString().slice(0, 10))).toBeUndefined()
})

test('in transit is what was when the days ended, whatever became of it since', async () => {
  const on = (days: number) => `${dayAfter(DAYS + days)} 12:00+06`
  const post = (source: string, kind: string, amount: number, debit: string, credit: string, days: number) =>
    pool.query(
      `insert into journals (source, source_id, kind, amount, debit_id, credit_id, at)
       values ($1, 77, $2, $3, (select id from accounts where ${debit}), (select id from accounts where ${credit} limit 1), $4)`,
      [source, kind, amount, on(days)],
    )
  const cash = `admin_id = (select id from admins where username = 'nadia')`
  const transit = `kind = 'in_transit'`
  await pool.query(
    `insert into hand_overs (id, owner_id, amount, status, created_at, updated_at) overriding system value
     select 77, id, 60, 'completed', $1, $2 from admins where username = 'nadia'`,
    [on(10), on(14)],
  )
  await post('wallet_add', 'completed', 100, cash, `kind = 'user_wallet'`, 10)
  await post('hand_over', 'requested', 80, transit, cash, 10)
  await post('hand_over', 'edited', 20, cash, transit, 12)
  await post('hand_over', 'completed', 60, `kind = 'store_cash'`, transit, 14)
  const { id = 0 } = (await query<{ id: number }>(db, `select id from admins where username = 'nadia'`))[0] ?? {}
  const sheet = async (days: number) => {
    const day = dayAfter(DAYS + days)
    const [found] = await query<ShiftSheet>(db, SHEETS, [day, day, id, null, false])
    return `${found?.still_held} held, ${found?.in_transit} in transit`
  }
  const seen = await Promise.all([9, 10, 11, 12, 13, 14].map(sheet))
  expect(seen).toEqual([
    '0 held, 0 in transit',
    '20 held, 80 in transit',
    '20 held, 80 in transit',
    '40 held, 60 in transit',
    '40 held, 60 in transit',
    '40 held, 0 in transit',
  ])
})
