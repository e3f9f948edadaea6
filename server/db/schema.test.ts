import { expect, test } from 'vitest'
import { createDatabase, openTestDatabase } from '../testing/database.ts'
import { query } from './connect.ts'
import { describeSchema } from './generate-schema.ts'
import { openPool } from './pool.ts'

test('schema.ts is what the migrations make', async () => {
  const database = await createDatabase()
  const pool = openPool(database.url, 1)
  try {
    // `npm run schema` writes the file.
    await expect(await describeSchema(pool)).toMatchFileSnapshot('./schema.ts')
    // A type that the generator does not know must stop it, not become a guess.
    await pool.query('create table odd (shape point)')
    await expect(describeSchema(pool)).rejects.toThrow('odd.shape')
  } finally {
    await pool.end()
    await database.drop()
  }
})

test('an order is written into the indexes that something reads, and into no other', async () => {
  const { db, close } = await openTestDatabase()
  const indexes = await query<{ name: string }>(
    db,
    `select substr(indexname, 8) as name from pg_indexes where schemaname = 'public' and tablename = 'orders' order by name`,
  )
  expect(indexes.map(({ name }) => name)).toEqual(
    'amount closed created holder package phone pkey playerid secrets status user voucher_unique'.split(' '),
  )
  await close()
})
