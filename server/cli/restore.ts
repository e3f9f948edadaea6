import { rmSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AuditCheck } from '#contract/audit.ts'
import { checkSeals, isReached, readHead } from '../core/audit/seals.ts'
import { checkBooks } from '../core/ledger/reconcile.ts'
import type { Env } from '../env.ts'
import { type Db, openDatabase, query, withoutTimeLimit } from '../platform/db/connect.ts'
import { connectDirectly } from '../platform/db/direct.ts'
import { checkLetters } from '../platform/db/letters.ts'
import { type Ask, openPool } from '../platform/db/pool.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { writeOwnerAudit } from '../platform/http/audit.ts'
import { openStorage } from '../platform/uploads/open-storage.ts'
import { type Head, headFile, openHeadFile } from '../platform/vault/audit-head.ts'
import { findMasterKey, keyFile, keyPrint, openVault, storeKey, type Vault } from '../platform/vault/vault.ts'
import { sealOf } from '../system/backup/format.ts'
import { InDoubt, type Loaded, loadBackup, NUMBERS_SKIPPED } from '../system/backup/load.ts'
import { throttleLines } from '../system/backup/progress.ts'
import { type Backup, openBackup } from '../system/backup/read.ts'
import { describeReopenedWork } from '../system/backup/reopened-work.ts'
import { recordTrace } from '../system/backup/trace.ts'
import { runCommand } from './command.ts'
import { asTyped } from './usage.ts'

/** `npm run restore -- FILE`, into an empty database. */
export const main = (words: readonly string[]): Promise<void> =>
  runCommand(async (env) => {
    const [file, ...others] = words
    if (!file || others.length > 0 || file.startsWith('-')) throw new Error(`Say what from: ${asTyped('restore')}`)
    await restore(env, resolve(file), (line) => console.log(line))
    return []
  })

const number = (value: number) => value.toLocaleString('en')

/** Throws a message on failure. The database is then still empty, unless only a check after the restore failed. */
export const restore = async (env: Env, file: string, say: (line: string) => void): Promise<void> => {
  const backup = await openBackup(file)
  try {
    const { size: bytes } = await stat(file)
    const dataDir = resolve(env.DATA_DIR)
    const { key, isExternal } = keyOf(backup, env, dataDir)
    const vault = openVault(key)
    if (sealOf(vault, backup.contents.sha256) !== backup.contents.seal) {
      throw new Error(`${file} was changed after it had been made. Nothing was restored: take another backup.`)
    }
    say(`${file} is whole: the shop of ${backup.head.made_at}.`)
    const reached = await reachDatabase(env, 'new')
    try {
      const trace = {
        kind: 'restore',
        moment: backup.head.made_at,
        missing: 0,
        bytes,
        withKey: backup.key !== undefined,
      } as const
      const record = async (ask: Ask, { rows, skipped }: Loaded) => {
        await recordTrace(ask, { ...trace, rows })
        await writeOwnerAudit(ask, 'backups.restore', { file, made_at: trace.moment, rows, skipped_ids: skipped })
      }
      const loaded = await loadInto(reached.url, backup, env, { suppliedKey: isExternal ? key : undefined, say, record })
      describe(loaded, backup, env, say)
      const place = { vault, dataDir, head: backup.head.audit_head ?? undefined }
      await look(reached.url, place, say).catch((error: Error) => {
        throw new Error(`The shop was restored, but looking at it failed: ${error.message}. ${IF_UNSEEN}`, { cause: error })
      })
    } finally {
      await reached.stop()
    }
  } finally {
    await backup.close()
  }
}

const IF_UNSEEN =
  'It can be started as it is: System status says whether its books are sound, Audit log whether it fits its seals. To restore again, take another empty database.'

const keyOf = (backup: Backup, env: Env, dataDir: string): { key: Buffer; isExternal: boolean } => {
  const present = findMasterKey(dataDir, env.MASTER_KEY)
  const key = present ?? backup.key
  const place = keyFile(dataDir)
  if (!key) throw new Error(`The key of this backup is missing: put the shop's master.key to ${place}, or set MASTER_KEY.`)
  if (keyPrint(openVault(key)) === backup.head.key_print) return { key, isExternal: !present }
  const where = env.MASTER_KEY ? 'MASTER_KEY' : place
  throw new Error(
    `${where} is not the key of this backup: bring along that of the shop which it was made of. Nothing was restored.`,
  )
}

interface LoadInto {
  readonly suppliedKey: Buffer | undefined
  readonly say: (line: string) => void
  readonly record: (ask: Ask, loaded: Loaded) => Promise<void>
}

const loadInto = async (url: string, backup: Backup, env: Env, { suppliedKey, say, record }: LoadInto): Promise<Loaded> => {
  const dataDir = resolve(env.DATA_DIR)
  const line = await connectDirectly(url)
  if (suppliedKey) storeKey(keyFile(dataDir), suppliedKey)
  try {
    for (const warning of await checkLetters(line.query)) say(warning)
    return await loadBackup(line, backup, {
      images: openStorage(env, dataDir),
      onProgress: throttleLines((done) => say(`... ${done}`)),
      record,
    })
  } catch (error) {
    if (suppliedKey && !(error instanceof InDoubt)) rmSync(keyFile(dataDir))
    throw error
  } finally {
    await line.end().catch(() => {})
  }
}

const describe = (loaded: Loaded, { head }: Backup, env: Env, say: (line: string) => void): void => {
  const { tables, rows, pictures, unknownNames, unclear, newer } = loaded
  say(
    `Restored ${number(tables)} tables with ${number(rows)} rows and ${number(pictures)} picture files, as many as the backup counted.`,
  )
  if (unknownNames.length > 0)
    say(`Left in the file, because Topdeck makes no such tables or sequences: ${unknownNames.join(', ')}.`)
  if (head.bucket !== null && head.bucket !== env.S3_BUCKET)
    say(`Its pictures are in the bucket ${head.bucket}: set S3_BUCKET and the others as the shop had them.`)
  if (unclear > 0)
    say(
      `${number(unclear)} text messages that waited are unclear now: they may have been sent after the backup. Decide on /send-sms.`,
    )
  if (newer.length > 0) say(`Brought the tables forward: ${newer.join(', ')}.`)
  say(`Everyone signs in again. New numbers begin ${number(NUMBERS_SKIPPED)} further on: the store may know those in between.`)
}

interface Log {
  readonly vault: Vault
  readonly dataDir: string
  readonly head: Head | undefined
}

const look = async (url: string, log: Log, say: (line: string) => void) => {
  const pool = openPool(url, 2)
  const db = openDatabase(pool)
  try {
    // Before the checks that may fail: the owner has to know this.
    for (const line of await describeReopenedWork(db)) say(line)
    for (const line of await followHead(db, log.dataDir)) say(line)
    await withoutTimeLimit(db, (own) => query(own, 'analyze'))
    say(await checkedBooks(db))
    for (const line of await checkedLog(db, log)) say(line)
    const [waiting] = await query<{ n: number }>(db, `select count(*) as n from webhooks where state = 'waiting'`)
    if (waiting?.n) say(`${number(waiting.n)} messages to the store were waiting: the server will send them, perhaps once more.`)
  } finally {
    await db.destroy()
  }
}

const checkedBooks = async (db: Db): Promise<string> => {
  await checkBooks(db)
  const { report, stopped_reason } = await db.selectFrom('books').selectAll().executeTakeFirstOrThrow()
  const breaks = Object.values(report as Record<string, string[]>).flat()
  if (breaks.length === 0) return 'Checked the books: sound.'
  return `The books of this backup are not sound (see System status): ${stopped_reason ?? breaks[0]}`
}

/** Says what the log loses by this restore, and lets the server go on from here. */
const followHead = async (db: Db, dataDir: string): Promise<string[]> => {
  const store = openHeadFile(dataDir)
  const [known, own] = [store.read(), await readHead(db)]
  if (own) store.write(own)
  else rmSync(headFile(dataDir), { force: true })
  if (!known || (await isReached(db, known))) return []
  const end = `it ends at #${own?.id ?? 0}, and the log had reached #${known.id}`
  return [`The backup is older than the shop's audit log (${headFile(dataDir)}): ${end}. Changes made in between are lost.`]
}

const checkedLog = async (db: Db, { vault, head }: Log): Promise<string[]> => {
  let rows = 0
  for (let next: number | null = 0; next !== null; ) {
    const check: AuditCheck = await checkSeals(db, vault, next, head)
    rows += check.rows
    if (check.faults[0]) return [`The audit log of this backup does not fit its seals (see Audit log): ${check.faults[0]}.`]
    next = check.next
  }
  return rows === 0 ? [] : [`Compared the audit log with its seals: ${number(rows)} rows, as they were written.`]
}
