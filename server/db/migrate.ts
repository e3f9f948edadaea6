import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any number that only migrations use. */
const MIGRATION_LOCK = 7_040_001

interface Migration {
  name: string
  sql: string
  checksum: string
}

const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

/**
 * Brings the database to the newest schema: forward only, each file once, in one transaction each. Throws when a file that was
 * applied has been changed or is missing here (a newer database under older code). Answers the names applied now.
 */
export const migrate = async (pool: pg.Pool, folder: URL = FOLDER): Promise<string[]> => {
  const client = await pool.connect()
  const applied: string[] = []
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, at timestamptz not null default now())`)
    const done = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')).rows.map((row) => [
        row.name,
        row.checksum,
      ]),
    )
    const files = readMigrations(folder)
    const unknown = [...done.keys()].filter((name) => !files.some((file) => file.name === name))
    if (unknown.length > 0) throw new Error(`The database is newer than this program: it has ${unknown.join(', ')}.`)
    for (const file of files) {
      const checksum = done.get(file.name)
      if (checksum && checksum !== file.checksum) throw new Error(`Migration ${file.name} was changed after it had been applied.`)
      if (checksum) continue
      await apply(client, file)
      applied.push(file.name)
    }
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => {})
    client.release()
  }
  return applied
}

const apply = async (client: pg.PoolClient, { name, sql, checksum }: Migration) => {
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await client.query(sql)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
