import { expect, test } from 'vitest'
import { createDatabase } from '../testing/database.ts'
import { openPool } from './connect.ts'
import { describeSchema } from './generate-schema.ts'

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
