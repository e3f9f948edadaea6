import type { Direct } from '../../platform/db/direct.ts'
import { deniedError, holdMigrations, migrateForward, rebuild } from '../../platform/db/migrate.ts'
import { refuseOtherSchema } from '../../platform/db/other-schema.ts'
import { type Ask, quoted } from '../../platform/db/pool.ts'
import type { Storage } from '../../platform/uploads/storage.ts'
import { pictureOf, tableOf } from './format.ts'
import type { Backup } from './read.ts'
import { columnsOf, listSequences, listTables, type Table } from './tables.ts'

/** Sequences skip this many numbers after a restore: the store and gateways know ids that were created after the backup, and one
 * that is used again could credit another customer. */
export const NUMBERS_SKIPPED = 1_000_000

interface LoadOptions {
  readonly images: Storage
  onProgress(done: string): void
  /** In the transaction of the restore, as its last work. */
  record?(ask: Ask, loaded: Loaded): Promise<void>
}

export interface Loaded {
  readonly tables: number
  readonly rows: number
  readonly pictures: number
  /** Tables and sequences that no migration creates; they are not restored. */
  readonly unknownNames: string[]
  /** Waiting SMS, which may have been sent since the backup. */
  readonly unclear: number
  readonly newer: string[]
  /** By sequence: 'orders_id_seq 9 to 1000008'. */
  readonly skipped: string[]
}

/** Restores into an empty database and migrates it, in one transaction. Throws a message if it is not empty. `folder`: the schema. */
export const loadBackup = async (line: Direct, backup: Backup, options: LoadOptions, folder?: URL): Promise<Loaded> => {
  await line.query('begin')
  await holdMigrations(line.query)
  await refuseFilled(line)
  await refuseOtherSchema(line.query)
  const added: string[] = []
  let loaded: Loaded
  try {
    const done = await rebuild(line.query, backup.head.migrations, folder)
    const filled = await fill(line, backup, options, added)
    const newer = await migrateForward(line.query, done, folder)
    loaded = { ...filled, newer, unclear: await markUnclear(line) }
    await options.record?.(line.query, loaded)
  } catch (error) {
    await line.query('rollback').catch(() => {})
    const left = await removeAll(options.images, added)
    const restored =
      left === 0 ? 'nothing of it was kept' : `nothing of it was kept but ${left} picture files, which could not be removed`
    throw new Error(`The restore failed, and ${restored}: ${(deniedError(error) as Error).message}`, { cause: error })
  }
  try {
    await line.query('commit')
  } catch (error) {
    // Keep the images: the restore may have been committed before the connection was lost.
    const reason = (error as Error).message
    throw new InDoubt(`The database was lost while the restore was saved (${reason}): try again, and read whether it is there.`)
  }
  return loaded
}

/** Stops at the first failure, which would repeat for the rest. Returns how many are left. */
const removeAll = async (images: Storage, names: readonly string[]): Promise<number> => {
  for (const [at, name] of names.entries()) {
    try {
      await images.remove(name)
    } catch {
      return names.length - at
    }
  }
  return 0
}

/** It is unknown whether the restore was committed. */
export class InDoubt extends Error {}

const refuseFilled = async (line: Direct) => {
  const tables = (await listTables(line)).map(({ name }) => name)
  if (tables.length === 0) return
  const filled: string[] = []
  for (const name of tables) {
    const rows = await line.query(`select from ${quoted(name)} limit 1`)
    if (rows.length > 0) filled.push(name)
  }
  const rows = filled.length === 0 ? 'all of them empty' : `with rows in ${listed(filled)}`
  throw new Error(`The database is not empty: it has ${tables.length} tables, ${rows}. Restore into one without tables.`)
}

const SHOWN = 8
const listed = (names: string[]): string =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join(', ')} and ${names.length - SHOWN} more` : names.join(', ')

type Filled = Omit<Loaded, 'newer' | 'unclear'>

const fill = async (line: Direct, backup: Backup, { images, onProgress }: LoadOptions, added: string[]): Promise<Filled> => {
  const tables = (await listTables(line)).filter(({ name }) => name !== 'migrations')
  const putBack = await takeDown(line)
  // Rows copied into a table truncated in the same transaction are stored frozen, so vacuum need not visit them.
  await line.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  const known = new Map(backup.head.tables.map((table) => [table.name, table]))
  const schemaNames = new Set(tables.map(({ name }) => name))
  const rows: Record<string, number> = {}
  let total = 0
  let pictures = 0
  for await (const part of backup.parts()) {
    const table = known.get(tableOf(part) ?? '')
    const picture = pictureOf(part)
    if (table && schemaNames.has(table.name)) {
      const more = await line.copyIn(`copy ${columnsOf(table)} from stdin with (freeze)`, part.content)
      rows[table.name] = (rows[table.name] ?? 0) + more
      total += more
      onProgress(`${total.toLocaleString('en')} rows, now of ${table.name}`)
    } else if (picture) {
      // Images never change, so an existing one is the same file.
      if (!(await isThere(images, picture))) {
        added.push(picture)
        await images.write(picture, part.content)
      }
      onProgress(`${(++pictures).toLocaleString('en')} picture files`)
    }
  }
  onProgress('the rows; now their indexes')
  await putBack()
  const { unknown, skipped } = await skipNumbers(line, backup)
  const restored = [...known.values()].filter((table) => schemaNames.has(table.name))
  refuseMissing(backup, restored, rows, pictures)
  const unknownNames = [...[...known.keys()].filter((name) => !schemaNames.has(name)), ...unknown]
  return { tables: restored.length, rows: total, pictures, unknownNames, skipped }
}

const skipNumbers = async (line: Direct, { head }: Backup): Promise<{ unknown: string[]; skipped: string[] }> => {
  const schemaNames = new Set((await listSequences(line)).map(({ name }) => name))
  const known = head.sequences.filter(({ name }) => schemaNames.has(name))
  for (const { name, last } of known) {
    await line.query('select setval($1::regclass, $2)', [quoted(name), last + NUMBERS_SKIPPED])
  }
  return {
    unknown: head.sequences.map(({ name }) => name).filter((name) => !schemaNames.has(name)),
    skipped: known.map(({ name, last }) => `${name} ${last + 1} to ${last + NUMBERS_SKIPPED}`),
  }
}

/** They may have been sent already, so sending again could deliver twice. */
const markUnclear = async (line: Direct): Promise<number> => {
  const [row] = await line.query<{ n: number }>('select doubt_waiting_sms()::float8 as n')
  return row?.n ?? 0
}

const isThere = async (images: Storage, name: string) => {
  const found = await images.read(name)
  found?.stream.destroy()
  return found !== undefined
}

const refuseMissing = ({ contents }: Backup, tables: Table[], rows: Record<string, number>, pictures: number) => {
  for (const { name } of tables) {
    const [counted, loaded] = [contents.rows[name] ?? 0, rows[name] ?? 0]
    if (counted !== loaded) throw new Error(`${name} has ${loaded} rows after loading, the backup counted ${counted}.`)
  }
  if (contents.pictures !== pictures) {
    throw new Error(`There were ${pictures} picture files, the backup counted ${contents.pictures}.`)
  }
}

const FOREIGN_KEYS = `
  select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(oid) as definition
  from pg_constraint
  where connamespace = quote_ident(current_schema())::regnamespace and contype = 'f'
  order by conname`

const INDEXES = `
  select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i
  join pg_class c on c.oid = i.indexrelid
  where c.relnamespace = quote_ident(current_schema())::regnamespace
    and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by 1`

/** Drops foreign keys and indexes, which would reject rows in this order and slow the load down. Triggers, which would count rows
 * twice, do not exist yet. Returns a function that restores and validates them. */
export const takeDown = async (line: Direct): Promise<() => Promise<void>> => {
  const keys = await line.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS)
  const indexes = await line.query<{ name: string; definition: string }>(INDEXES)
  for (const { table, name } of keys) await line.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of indexes) await line.query(`drop index ${name}`)
  return async () => {
    for (const { definition } of indexes) await line.query(definition)
    for (const { table, name, definition } of keys) {
      await line.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
    }
  }
}
