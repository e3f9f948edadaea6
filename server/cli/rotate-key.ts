import { copyFileSync, renameSync } from 'node:fs'
import { resolve } from 'node:path'
import { isReached, readHead, resealLog } from '../core/audit/seals.ts'
import type { Env } from '../env.ts'
import { type Db, query, withoutTimeLimit } from '../platform/db/connect.ts'
import { writeOwnerAudit } from '../platform/http/audit.ts'
import { openHeadFile } from '../platform/vault/audit-head.ts'
import { type Resealed, resealSecrets } from '../platform/vault/reseal.ts'
import { storeKeyPrint } from '../platform/vault/shop-key.ts'
import {
  findMasterKey,
  keyFile,
  keyPrint,
  makeKey,
  nextKeyFile,
  openVault,
  readKey,
  type Vault,
} from '../platform/vault/vault.ts'
import { runCommand, withDatabase } from './command.ts'
import { asTyped } from './usage.ts'

/** `npm run rotate-key`: seals everything under a new master key. */
export const main = (words: readonly string[]): Promise<void> =>
  runCommand(async (env) => {
    if (words.length > 0) throw new Error(`It takes no words: ${asTyped('rotate-key')}`)
    return rotateKey(env)
  })

/** One transaction: an interruption changes nothing, or leaves only the files to be put in place. It is run again then. */
export const rotateKey = async (env: Env): Promise<string[]> => {
  const dataDir = resolve(env.DATA_DIR)
  const present = findMasterKey(dataDir, env.MASTER_KEY)
  if (!present) throw new Error(`There is no ${keyFile(dataDir)}: set DATA_DIR (or MASTER_KEY) as the server has it.`)
  return withDatabase(env, async (db) => {
    const next = readKey(nextKeyFile(dataDir)) ?? makeKey(nextKeyFile(dataDir))
    const file = env.MASTER_KEY === undefined ? keyFile(dataDir) : 'MASTER_KEY'
    const head = openHeadFile(dataDir)
    const known = head.read()
    const isWhole = known === undefined || (await isReached(db, known))
    const done = await db.transaction().execute((own) => sealUnder(own, openVault(present), openVault(next), file))
    const newest = await readHead(db)
    // A log whose end is missing is not given a new one.
    if (newest && (isWhole || !done)) head.write(newest)
    return [...describe(done), ...placeKey(dataDir, present, env.MASTER_KEY !== undefined)]
  })
}

const TABLES = ['vouchers', 'orders', 'settings', 'audit_seals'] as const

/** Undefined if an interrupted run has done it already. */
const sealUnder = (transaction: Db, from: Vault, to: Vault, file: string): Promise<Resealed | undefined> =>
  withoutTimeLimit(transaction, async (own) => {
    // A server that starts now waits here, and finds another key afterwards.
    const { key_print } = await own.selectFrom('settings').select('key_print').forUpdate().executeTakeFirstOrThrow()
    if (key_print === keyPrint(to)) return undefined
    if (key_print !== keyPrint(from))
      throw new Error('This is not the key of this shop: set DATA_DIR (or MASTER_KEY) as the server has it.')
    await refuseServers(own)
    for (const table of TABLES) await query(own, `alter table ${table} disable trigger user`)
    await resealLog(own, from, to)
    const done = await resealSecrets(own, from, to)
    // A retry is answered as before, although the requests cannot be compared under another key.
    await query(own, 'update idempotency_keys set request_hash = null')
    await storeKeyPrint(own, to)
    for (const table of TABLES) await query(own, `alter table ${table} enable trigger user`)
    await writeOwnerAudit((text, values) => query(own, text, values), 'keys.rotate', { file })
    return done
  })

const LOOKS = 20

const OTHERS = `
  select count(*) as n from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and application_name <> 'topdeck owner'`

/** One that ran on would seal under the old key. A connection that was just closed is there a moment longer. */
const refuseServers = async (own: Db): Promise<void> => {
  for (let look = 0; look < LOOKS; look++) {
    const [others] = await query<{ n: number }>(own, OTHERS)
    if (others?.n === 0) return
    await query(own, 'select pg_sleep(0.1), pg_stat_clear_snapshot()')
  }
  throw new Error('Others are connected to the database: stop every server of this shop, and other programs, first.')
}

const describe = (done: Resealed | undefined): string[] => {
  if (!done) return ['Everything had been sealed under the new key before.']
  const count = (n: number) => n.toLocaleString('en')
  return [
    `Sealed ${count(done.secrets)} secrets and the audit log under a new key.`,
    ...(done.unreadable > 0 ? [`${count(done.unreadable)} were sealed under a key lost earlier, and stay as they are.`] : []),
  ]
}

const placeKey = (dataDir: string, old: Buffer, isInEnvironment: boolean): string[] => {
  const backups = 'Backups made before need the old key: keep it as long as them, and apart from them. Make a new backup now.'
  if (isInEnvironment) return [`Set MASTER_KEY to what ${nextKeyFile(dataDir)} holds, then remove that file.`, backups]
  const kept = `${keyFile(dataDir)}.${keyPrint(openVault(old)).slice(0, 8)}`
  copyFileSync(keyFile(dataDir), kept)
  renameSync(nextKeyFile(dataDir), keyFile(dataDir))
  return [`The new key is in ${keyFile(dataDir)}, the old one in ${kept}.`, backups]
}
