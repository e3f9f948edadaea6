import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import { query } from '../../platform/db/connect.ts'
import { sumEntries } from './sums.ts'

const JOURNALS = 1_000

const { pool, db, close } = await openTestDatabase(2)
let sales: number

const POST = `
  insert into journals (source, source_id, kind, amount, debit_id, credit_id)
  select 'order', i, 'completed', i, h.id, s.id
  from accounts h, accounts s, generate_series($1::int, $2::int) i
  where h.kind = 'orders_held' and s.kind = 'sales'
  order by i`

beforeAll(async () => {
  await pool.query(POST, [1, JOURNALS])
  sales = (await pool.query<{ id: number }>(`select id from accounts where kind = 'sales'`)).rows[0]?.id ?? 0
})
// Journals of orders that are not there: this file is about adding them up.
afterAll(() => close({ books: 'broken' }))

const total = (upTo: number) => (upTo * (upTo + 1)) / 2

test('what was added up is not read again', async () => {
  const twice = await rowsRead(db, 'journals', async (own) => {
    for (let run = 0; run < 2; run++) expect(await sumEntries(own, sales)).toEqual({ n: JOURNALS, amount: total(JOURNALS) })
  })
  expect(twice).toBeLessThan(JOURNALS * 1.5)
})

test('a journal that was numbered before others, and saved after them, is counted', async () => {
  await sumEntries(db, sales)
  await db.transaction().execute(async (own) => {
    await query(own, POST, [JOURNALS + 1, JOURNALS + 1])
    await pool.query(POST, [JOURNALS + 2, JOURNALS + 2])
    expect(await sumEntries(db, sales)).toEqual({ n: JOURNALS + 1, amount: total(JOURNALS + 2) - (JOURNALS + 1) })
  })
  expect(await sumEntries(db, sales)).toEqual({ n: JOURNALS + 2, amount: total(JOURNALS + 2) })
})

test('of a copy with fewer ids given out, everything is read again', async () => {
  await sumEntries(db, sales)
  await pool.query('alter table journals disable trigger user')
  await pool.query('delete from journals where id > (select min(id) + 9 from journals)')
  await pool.query(`select setval('journals_id_seq', (select max(id) from journals))`)
  await pool.query('alter table journals enable trigger user')
  expect(await sumEntries(db, sales)).toEqual({ n: 10, amount: total(10) })
  await pool.query(POST, [11, 11])
  expect(await sumEntries(db, sales)).toEqual({ n: 11, amount: total(11) })
})
