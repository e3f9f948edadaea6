import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { refuseOtherSchema } from './other-schema.ts'
import { whyUnreachable } from './pool.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
/** Any number that only migrations use. */
const MIGRATION_LOCK = 7_040_001
/** Another start that migrates, or a restore: for a million orders it takes a minute. */
const OTHERS_TAKE_AT_MOST = '10min'
/** PostgreSQL's code for it. */
const INSUFFICIENT_PRIVILEGE = '42501'

/** A migration that a database has had, as it was by then. */
export interface Applied {
  readonly name: string
  readonly checksum: string
}

interface Migration extends Applied {
  readonly sql: string
}

const readMigrations = (folder: URL): Migration[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    })

const MIGRATIONS_TABLE = `create table if not exists migrations (
  name text primary key, checksum text not null, at timestamptz not null default now())`
const NOTE_MIGRATION = 'insert into migrations (name, checksum) values ($1, $2)'

/**
 * Brings the database to the newest schema: forward only, each file once, and all that are new in one transaction: what a file refuses
 * to do leaves a database that the version before it still opens. Throws when a file that was applied has been changed or is missing
 * here (a newer database under older code), and where the shop is in another schema. Answers the names applied now.
 */
export const migrate = async (pool: pg.Pool, folder: URL = FOLDER): Promise<string[]> => {
  const client = await pool.connect().catch((error: Error) => {
    throw whyUnreachable(error)
  })
  // Without a listener a connection that is lost would end the process before it could say why.
  client.on('error', () => {})
  const run: Run = (text, parameters) => client.query(text, parameters && [...parameters])
  try {
    await run('begin')
    await run(`set local lock_timeout = '${OTHERS_TAKE_AT_MOST}'; set local statement_timeout = 0`)
    await holdMigrations(run)
    await run('set local lock_timeout to default')
    await refuseOtherSchema(async (text) => (await client.query(text)).rows)
    await run(MIGRATIONS_TABLE)
    const { rows: done } = await client.query<Applied>('select name, checksum from migrations')
    refuseUnknown('The database', done, folder)
    const applied = await bringForward(run, done, folder)
    await run('commit')
    return applied
  } catch (error) {
    // Where the connection is lost there is nothing to take back, and what failed has told why.
    await run('rollback').catch(() => {})
    throw whyDenied(error)
  } finally {
    client.release()
  }
}

/** Throws where a database has not had every migration of this program: beside a server that runs, only a start of it may apply them. */
export const refusePending = async (pool: pg.Pool): Promise<void> => {
  const { rows } = await pool
    .query<{ is_there: boolean }>(`select to_regclass('migrations') is not null as is_there`)
    .catch((error: Error) => {
      throw whyUnreachable(error)
    })
  await refuseOtherSchema(async (text) => (await pool.query(text)).rows)
  if (!rows[0]?.is_there) throw new Error('There is no shop in this database yet: start the server first.')
  const { rows: done } = await pool.query<Applied>('select name, checksum from migrations')
  refuseUnknown('The database', done)
  const names = new Set(done.map(({ name }) => name))
  if (readMigrations(FOLDER).some(({ name }) => !names.has(name))) {
    throw new Error('The database is older than this program: start the server first, which brings it forward.')
  }
}

/** Throws a sentence, beginning with `what`, where migrations were applied that this program does not have, or has changed. */
export const refuseUnknown = (what: string, applied: readonly Applied[], folder: URL = FOLDER): void => {
  const files = new Map(readMigrations(folder).map(({ name, checksum }) => [name, checksum]))
  const unknown = applied.filter(({ name }) => !files.has(name)).map(({ name }) => name)
  if (unknown.length > 0) throw new Error(`${what} is newer than this program: it has ${unknown.join(', ')}.`)
  const changed = applied.find(({ name, checksum }) => files.get(name) !== checksum)
  if (changed) throw new Error(`Migration ${changed.name} was changed after it had been applied.`)
}

/** One statement, or several without parameters. */
type Run = (text: string, parameters?: readonly unknown[]) => Promise<unknown>

/** Keeps every other start from migrating until the transaction ends. */
export const holdMigrations = async (run: Run): Promise<void> => {
  await run('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/** Makes the tables that exactly these migrations make, in an empty database and within the transaction that `run` is in. */
export const rebuild = async (run: Run, applied: readonly Applied[]): Promise<void> => {
  await run(MIGRATIONS_TABLE)
  const wanted = new Set(applied.map(({ name }) => name))
  for (const file of readMigrations(FOLDER)) if (wanted.has(file.name)) await apply(run, file)
}

/** Applies all but these migrations, within the transaction that `run` is in; answers their names. */
export const bringForward = async (run: Run, applied: readonly Applied[], folder: URL = FOLDER): Promise<string[]> => {
  const done = new Set(applied.map(({ name }) => name))
  const newer = readMigrations(folder).filter(({ name }) => !done.has(name))
  for (const file of newer) await apply(run, file)
  return newer.map(({ name }) => name)
}

/** A sentence for whoever made the database, where its role may not make tables in it; any other error as it is. */
export const whyDenied = (error: unknown): unknown => {
  const { code, message, cause } = error as Error & { code?: string }
  if ((code ?? (cause as { code?: string } | undefined)?.code) !== INSUFFICIENT_PRIVILEGE) return error
  return new Error(`The database of DATABASE_URL: ${message}. It has to belong to its role (createdb --owner).`, { cause: error })
}

const apply = async (run: Run, { name, sql, checksum }: Migration) => {
  try {
    await run(sql)
    await run(NOTE_MIGRATION, [name, checksum])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}
