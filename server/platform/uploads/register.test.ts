import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { query } from '../db/connect.ts'
import { pictureSweep, sweepPictures } from './register.ts'

const UNUSED = 60

// One connection: the figures of a statement are known to the session that has run it.
const { db, close } = await openTestDatabase(1)
beforeAll(async () => {
  await query(db, `insert into users (username, phone) select 'u' || i, '0180000000' || i from generate_series(1, 9) i`)
})
afterAll(() => close())

/** Customers that statements of this session have read one after another, from the first on. */
const customersRead = async () => {
  await query(db, 'select pg_stat_force_next_flush()')
  const [read] = await query<{ n: number }>(db, `select pg_stat_get_tuples_returned('users'::regclass) as n`)
  return read?.n ?? 0
}

test('unused pictures are found without reading customers; a banner’s stays', async () => {
  await query(
    db,
    `insert into uploads (path, created_at, stored_at)
     select '/images/' || md5(i::text) || '.webp', '2020-01-01', now() from generate_series(1, $1::int) i`,
    [UNUSED + 1],
  )
  const [first] = await query<{ path: string }>(
    db,
    `insert into banners (note, banner) select 'Eid', path from uploads order by id limit 1 returning banner as path`,
  )
  const removed: string[] = []
  const images = { remove: async (name: string) => void removed.push(name) }
  const before = await customersRead()
  expect(await sweepPictures(db, images as never)).toBe(UNUSED)
  expect((await customersRead()) - before).toBe(0)
  expect(removed).toHaveLength(2 * UNUSED)
  expect(await query(db, 'select path from uploads')).toEqual([first])
})

test('however many are unused, one run removes them all, unless the server stops', async () => {
  await query(
    db,
    `insert into uploads (path, created_at, stored_at)
     select '/images/many-' || i || '.webp', '2020-01-01', now() from generate_series(1, 450) i`,
  )
  const { run } = pictureSweep({ remove: async () => {} } as never)
  const left = async () => (await query(db, `select from uploads where path like '%many%'`)).length
  await run(db, AbortSignal.abort())
  expect(await left()).toBe(450)
  await run(db)
  expect(await left()).toBe(0)
})
