import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from '../db/connect.ts'
import { openTestDatabase } from '../testing/database.ts'
import { sweepPictures } from './register.ts'

const CUSTOMERS = 50_000
const UNUSED = 60

// One connection: the figures of a statement are known to the session that has run it.
const { db, close } = await openTestDatabase(1)
beforeAll(async () => {
  await query(
    db,
    `insert into users (username, phone) select 'u' || i, '018' || lpad(i::text, 8, '0') from generate_series(1, $1) i`,
    [CUSTOMERS],
  )
})
afterAll(() => close())

/** Customers that statements of this session have read one after another, from the first on. */
const customersRead = async () => {
  await query(db, 'select pg_stat_force_next_flush()')
  const [read] = await query<{ n: number }>(db, `select pg_stat_get_tuples_returned('users'::regclass) as n`)
  return read?.n ?? 0
}

test.each(['as planned before anybody has counted', 'as planned with figures'])(
  'customers are read once for all unused pictures, %s, and what one of them shows stays',
  async (how) => {
    await query(
      db,
      `insert into uploads (path, created_at, stored_at)
       select '/images/' || md5($2 || i) || '.webp', '2020-01-01', now() from generate_series(1, $1::int) i`,
      [UNUSED + 1, how],
    )
    await query(
      db,
      'update users set avatar = (select path from uploads order by id limit 1) where id = (select max(id) from users)',
    )
    if (how.endsWith('figures')) await query(db, 'analyze')
    const removed: string[] = []
    const images = { remove: async (name: string) => void removed.push(name) }
    const before = await customersRead()
    expect(await sweepPictures(db, images as never)).toBe(UNUSED)
    expect((await customersRead()) - before).toBeLessThanOrEqual(CUSTOMERS)
    expect(removed).toHaveLength(2 * UNUSED)
    const [shown] = await query<{ path: string; avatar: string }>(
      db,
      'select path, avatar from uploads join users on avatar = path',
    )
    expect(shown).toBeDefined()
    await query(db, 'delete from uploads')
  },
)
