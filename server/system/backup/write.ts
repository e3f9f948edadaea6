import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, readdir, rename, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { IMAGES_PATH, smallImage } from '#contract/uploads.ts'
import type { Direct } from '../../platform/db/direct.ts'
import { removeLeftovers } from '../../platform/db/embedded-binaries.ts'
import { type Applied, refuseOld } from '../../platform/db/migrate.ts'
import { refuseOtherSchema } from '../../platform/db/other-schema.ts'
import { quoted } from '../../platform/db/pool.ts'
import { syncFolder } from '../../platform/uploads/folder.ts'
import type { Storage } from '../../platform/uploads/storage.ts'
import type { Head } from '../../platform/vault/audit-head.ts'
import { keyPrint, type Vault } from '../../platform/vault/vault.ts'
import { CONTENTS, FORMAT, HEAD, jsonPart, KEY, partsHash, picturePart, sealOf, tablePart } from './format.ts'
import { columnsOf, isIncluded, listSequences, listTables, type Table } from './tables.ts'
import { type Part, tar } from './tar.ts'

const BEGINNING = 'topdeck-unfinished-'
/** Contains the machine's name, because another machine may share the folder and reuse the pid. */
const UNFINISHED = `${BEGINNING}${createHash('sha256').update(hostname()).digest('hex').slice(0, 8)}-`
/** Higher levels save little and take processor time from the running shop. */
const GZIP_LEVEL = 1

interface BackupOptions {
  readonly vault: Vault
  readonly images: Storage
  readonly bucket: string | undefined
  readonly key: Buffer | undefined
  onProgress(done: string): void
}

export interface Written {
  readonly tables: number
  readonly rows: number
  readonly pictures: number
  /** Images that the database lists but storage lacks. */
  readonly missing: number
  readonly bytes: number
  readonly moment: string
}

/** No backup runs this long. Its machine is gone or was renamed. */
const FORGOTTEN_MS = 7 * 86_400_000

const removeForgotten = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(BEGINNING)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > FORGOTTEN_MS) await rm(join(folder, name), { force: true })
  }
}

/** Writes a snapshot into a new file, whole or not at all. Throws a message if the file exists or the database holds no shop. */
export const writeBackup = async (line: Direct, file: string, options: BackupOptions): Promise<Written> => {
  const folder = dirname(file)
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}.`)
  if (existsSync(file)) throw new Error(`${file} is there already: choose another name.`)
  removeLeftovers(folder, UNFINISHED)
  await removeForgotten(folder)
  const unfinished = join(folder, `${UNFINISHED}${process.pid}-${randomBytes(4).toString('hex')}`)
  const tables = await holdMoment(line)
  const written = { tables: tables.filter(isIncluded).length, rows: 0, pictures: 0, missing: 0, moment: '' }
  try {
    const out = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(tar(partsOf(line, tables, options, written), new Date()), createGzip({ level: GZIP_LEVEL }), out)
    await giveName(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw new Error(`The backup failed, and there is no file of it: ${(error as Error).message}`, { cause: error })
  }
  await syncFolder(folder)
  // The snapshot is complete, so a lost connection no longer matters.
  await line.query('rollback').catch(() => {})
  return { ...written, bytes: (await stat(file)).size }
}

/** A link instead of a rename never overwrites a backup made under this name in the meantime. */
const giveName = async (unfinished: string, file: string) => {
  try {
    await link(unfinished, file)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw new Error(`${file} was made by somebody else meanwhile: choose another name.`)
    return rename(unfinished, file)
  }
  await rm(unfinished)
}

const holdMoment = async (line: Direct): Promise<Table[]> => {
  for (;;) {
    const seen = await listTables(line)
    await refuseOtherSchema(line.query)
    if (!seen.some(({ name }) => name === 'migrations')) throw new Error('There is no shop in this database yet.')
    await line.query('begin isolation level repeatable read read only')
    // Lock before the first read, which sets the snapshot: a migration is either visible as a whole or waits.
    await line.query(`lock table ${seen.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    const tables = await listTables(line)
    if (JSON.stringify(tables) === JSON.stringify(seen)) return tables
    await line.query('rollback')
  }
}

type Count = { -readonly [K in 'rows' | 'pictures' | 'missing' | 'moment']: Written[K] }

async function* partsOf(line: Direct, tables: Table[], options: BackupOptions, count: Count): AsyncGenerator<Part, void> {
  const hash = partsHash()
  const counted = (part: Part) => {
    hash.add(part)
    return part
  }
  const included = tables.filter(isIncluded)
  yield counted(await headOf(line, included, options, count))
  if (options.key) yield counted({ name: KEY, content: Buffer.from(options.key.toString('hex')) })
  const rows: Record<string, number> = {}
  for (const table of included) {
    let parts = 0
    rows[table.name] = 0
    for await (const piece of line.copyOut(`copy ${columnsOf(table)} to stdout`)) {
      rows[table.name] = (rows[table.name] ?? 0) + piece.rows
      count.rows += piece.rows
      options.onProgress(`${count.rows.toLocaleString('en')} rows, now of ${table.name}`)
      yield counted({ name: tablePart(table.name, ++parts), content: piece.content })
    }
  }
  if (!options.bucket) {
    for await (const part of picturesOf(line, options.images, count)) {
      count.pictures++
      options.onProgress(`${count.pictures.toLocaleString('en')} pictures`)
      yield counted(part)
    }
    if (count.missing > 0 && count.pictures === 0) {
      throw new Error(
        `none of its ${count.missing} pictures is in DATA_DIR/images: set DATA_DIR, or S3_* for pictures in a bucket, as the server has it.`,
      )
    }
  }
  const sha256 = hash.hex()
  yield jsonPart(CONTENTS, { rows, pictures: count.pictures, sha256, seal: sealOf(options.vault, sha256) })
}

const AUDIT_HEAD = `
  select to_id::float8 as id, encode(seal, 'hex') as hash from audit_seals order by audit_seals.id desc limit 1`

const headOf = async (line: Direct, tables: Table[], { vault, bucket }: BackupOptions, count: Count): Promise<Part> => {
  const migrations = await line.query<Applied>('select name, checksum from migrations order by name')
  refuseOld('The database', migrations)
  await refuseOtherKey(line, vault)
  const [auditHead] = await line.query<Head>(AUDIT_HEAD)
  const [now] = await line.query<{ at: string }>(`select to_json(now()) #>> '{}' as at`)
  count.moment = new Date(now?.at ?? '').toISOString()
  return jsonPart(HEAD, {
    format: FORMAT,
    made_at: count.moment,
    key_print: keyPrint(vault),
    migrations,
    tables,
    sequences: await listSequences(line),
    bucket: bucket ?? null,
    audit_head: auditHead ?? null,
  })
}

/** Otherwise the backup could not be restored with the shop's key. */
const refuseOtherKey = async (line: Direct, vault: Vault) => {
  const [shop] = await line.query<{ key_print: string | null }>('select key_print from settings')
  if (!shop?.key_print || shop.key_print === keyPrint(vault)) return
  throw new Error('this is not the key of the shop: set DATA_DIR (or MASTER_KEY) as the server has it.')
}

/** Images of the snapshot with their small variants. Some may be missing, because the sweep removes unused ones. */
async function* picturesOf(line: Direct, images: Storage, count: Count): AsyncGenerator<Part, void> {
  const stored = await line.query<{ path: string }>('select path from uploads where stored_at is not null order by id')
  for (const { path } of stored) {
    const name = path.slice(IMAGES_PATH.length)
    for (const picture of [name, smallImage(name)]) {
      const found = await images.read(picture)
      if (!found && picture === name) count.missing++
      if (found) yield { name: picturePart(basename(picture)), content: Buffer.concat(await found.stream.toArray()) }
    }
  }
}
