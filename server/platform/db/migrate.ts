import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'
import { refuseOtherSchema } from './other-schema.ts'
import { type Ask, askOn, LOCK_TIMEOUT_MS, throwUnreachable } from './pool.ts'
import { grantRuntime } from './runtime-role.ts'

const DB_FOLDER = new URL('../../../db/', import.meta.url)
const MIGRATION_LOCK = 7_040_001
/** Another start that migrates, or a restore, which takes a minute for a million orders. */
const OTHERS_TAKE_AT_MOST = '10min'
const INSUFFICIENT_PRIVILEGE = '42501'

export interface Applied {
  readonly name: string
  readonly checksum: string
}

interface Part extends Applied {
  readonly files: readonly { readonly name: string; readonly sql: string }[]
}

/** db/migrations/README.md explains the files. */
interface Sources {
  readonly tables: Part
  readonly migrations: readonly Part[]
  readonly functions: Part
}

const readSources = (folder: URL): Sources => {
  const read = (path: string) =>
    readdirSync(new URL(path, folder))
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .map((name) => ({ name, sql: readFileSync(new URL(`${path}${name}`, folder), 'utf8') }))
  const part = (name: string, files: Part['files']): Part => ({
    name,
    files,
    checksum: hash('sha256', files.map(({ sql }) => sql).join('')),
  })
  const schema = read('schema/')
  const areFunctions = ({ name }: { name: string }) => name.endsWith('.functions.sql')
  return {
    tables: part(
      'tables',
      schema.filter((file) => !areFunctions(file)),
    ),
    migrations: read('migrations/').map((file) => part(file.name, [file])),
    functions: part('functions', schema.filter(areFunctions)),
  }
}

const MIGRATIONS_TABLE = `create table if not exists migrations (
  name text primary key, checksum text not null, at timestamptz not null default now())`
const APPLIED = 'select name, checksum from migrations'
const NOTE_APPLIED = `insert into migrations (name, checksum) values ($1, $2)
  on conflict (name) do update set checksum = excluded.checksum, at = excluded.at`

/** Migrates forward in one transaction: tables if the database is empty, new migrations, and functions if anything is new. `runtimeRole`
 * gets its grants. Throws a message if the database is newer, older than 1.0.0, or in another schema than the first of search_path. */
export const migrate = async (pool: pg.Pool, folder: URL = DB_FOLDER, runtimeRole?: string): Promise<string[]> => {
  const client = await pool.connect().catch(throwUnreachable)
  const run = askOn(client)
  try {
    await run('begin')
    await run(`set local lock_timeout = '${OTHERS_TAKE_AT_MOST}'; set local statement_timeout = 0`)
    await holdMigrations(run)
    await run(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await refuseOtherSchema(run)
    await run(MIGRATIONS_TABLE)
    const done = await run<Applied>(APPLIED)
    refuseUnknown('The database', done, folder)
    if (done.length === 0) await apply(run, readSources(folder).tables)
    const migrated = await migrateForward(run, done, folder)
    if (runtimeRole) await grantRuntime(run, runtimeRole)
    await run('commit')
    return migrated
  } catch (error) {
    await run('rollback').catch(() => {})
    throw deniedError(error)
  } finally {
    client.release()
  }
}

/** Throws unless the database is up to date. Commands that run beside a server must not migrate. */
export const refusePending = async (pool: pg.Pool): Promise<void> => {
  const ask = askOn(pool)
  const [shop] = await ask<{ is_there: boolean }>(`select to_regclass('migrations') is not null as is_there`).catch(
    throwUnreachable,
  )
  await refuseOtherSchema(ask)
  if (!shop?.is_there) throw new Error('There is no shop in this database yet: start the server first.')
  const done = await ask<Applied>(APPLIED)
  refuseUnknown('The database', done)
  const { migrations, functions } = readSources(DB_FOLDER)
  if ([...migrations, functions].some((part) => !isApplied(part, done))) {
    throw new Error('The database is older than this program: start the server first, which brings it forward.')
  }
}

/** What a database must have for this program. A newer server beside this one may have added more, and replaced functions. */
export const neededParts = (): Applied[] => {
  const { tables, migrations } = readSources(DB_FOLDER)
  return [tables, ...migrations]
}

export const isApplied = ({ name, checksum }: Applied, done: readonly Applied[]) =>
  done.some((one) => one.name === name && one.checksum === checksum)

/** Throws a message that starts with `what` if the schema is older than version 1.0.0. */
export const refuseOld = (what: string, applied: readonly Applied[], folder: URL = DB_FOLDER): void => {
  if (applied.length === 0 || isApplied(readSources(folder).tables, applied)) return
  throw new Error(
    `${what} is from before version 1.0.0, which this version cannot open: start with an empty data folder or database.`,
  )
}

/** Like refuseOld. Also throws for migrations that this program lacks or has with other content. */
export const refuseUnknown = (what: string, applied: readonly Applied[], folder: URL = DB_FOLDER): void => {
  refuseOld(what, applied, folder)
  const { tables, migrations, functions } = readSources(folder)
  const files = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  const migrated = applied.filter(({ name }) => name !== tables.name && name !== functions.name)
  const unknown = migrated.filter(({ name }) => !files.has(name)).map(({ name }) => name)
  if (unknown.length > 0)
    throw new Error(
      `${what} is newer than this program: it has ${unknown.join(', ')}. ` +
        'Use the newer version again, or restore a backup from before the update.',
    )
  const changed = migrated.find(({ name, checksum }) => files.get(name) !== checksum)
  if (changed) throw new Error(`Migration ${changed.name} was changed after it had been applied.`)
}

export const holdMigrations = async (run: Ask): Promise<void> => {
  await run('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
}

/** Without functions and triggers, which migrateForward adds. Runs inside the transaction of `run`. */
export const rebuild = async (run: Ask, applied: readonly Applied[], folder: URL = DB_FOLDER): Promise<Applied[]> => {
  await run(MIGRATIONS_TABLE)
  const { tables, migrations } = readSources(folder)
  const parts = [tables, ...migrations].filter((part) => isApplied(part, applied))
  for (const part of parts) await apply(run, part)
  return parts
}

export const migrateForward = async (run: Ask, done: readonly Applied[], folder: URL = DB_FOLDER): Promise<string[]> => {
  const { migrations, functions } = readSources(folder)
  const newer = migrations.filter((part) => !isApplied(part, done))
  if (newer.length > 0) await run(triggers('disable'))
  for (const part of newer) await apply(run, part)
  if (newer.length > 0 || !isApplied(functions, done)) await apply(run, functions)
  if (newer.length > 0) await run(triggers('enable'))
  return newer.map(({ name }) => name)
}

// Migrations run without triggers, so they do the same in a running shop, which still has the previous functions, and in a new or
// restored one. Skips tables of other roles, which we may not alter.
const triggers = (how: 'disable' | 'enable') => `do $$
  declare
    v_table regclass;
  begin
    for v_table in
      select oid from pg_class
      where relnamespace = quote_ident(current_schema())::regnamespace and relkind = 'r' and relhastriggers
        and pg_has_role(relowner, 'usage')
    loop
      execute format('alter table %s ${how} trigger user', v_table);
    end loop;
  end $$`

/** Explains a missing CREATE privilege; returns other errors unchanged. */
export const deniedError = (error: unknown): unknown => {
  const { code, message, cause } = error as Error & { code?: string }
  if ((code ?? (cause as { code?: string } | undefined)?.code) !== INSUFFICIENT_PRIVILEGE) return error
  return new Error(`The database of DATABASE_URL: ${message}. It has to belong to its role (createdb --owner).`, { cause: error })
}

const apply = async (run: Ask, { name, checksum, files }: Part) => {
  for (const file of files) {
    try {
      await run(file.sql)
    } catch (error) {
      throw new Error(`Migration ${file.name} failed: ${error instanceof Error ? error.message : error}`, { cause: error })
    }
  }
  await run(NOTE_APPLIED, [name, checksum])
}
