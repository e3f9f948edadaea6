import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import type { Env } from '../env.ts'
import { connectDirectly, type Direct } from '../platform/db/direct.ts'
import { reachDatabase } from '../platform/db/reach.ts'
import { writeOwnerAudit } from '../platform/http/audit.ts'
import { openStorage } from '../platform/uploads/open-storage.ts'
import { findMasterKey, keyFile, openVault } from '../platform/vault/vault.ts'
import { throttleLines } from '../system/backup/progress.ts'
import { recordTrace } from '../system/backup/trace.ts'
import { type Written, writeBackup } from '../system/backup/write.ts'
import { runCommand } from './command.ts'
import { asTyped } from './usage.ts'

/** Niceness: the running shop gets the processor first. */
const LATER = 10

/** `npm run backup -- FILE [--with-key]`: a snapshot of the running shop. */
export const main = (words: readonly string[]): Promise<void> =>
  runCommand(async (env) => {
    setPriority(LATER)
    const [file, ...others] = words.filter((word) => word !== '--with-key')
    if (!file || others.length > 0 || file.startsWith('-')) throw new Error(`Say where to: ${asTyped('backup')}`)
    return backUp(env, resolve(file), words.includes('--with-key'))
  })

export const backUp = async (env: Env, file: string, isWithKey: boolean): Promise<string[]> => {
  const started = performance.now()
  const dataDir = resolve(env.DATA_DIR)
  const key = findMasterKey(dataDir, env.MASTER_KEY)
  if (!key) throw new Error(`There is no ${keyFile(dataDir)}: set DATA_DIR (or MASTER_KEY) as the server has it.`)
  const database = await reachDatabase(env, 'beside')
  const line = await connectDirectly(database.url)
  try {
    const bucket = env.S3_ENDPOINT ? env.S3_BUCKET : undefined
    const options = { vault: openVault(key), images: openStorage(env, dataDir), bucket, key: isWithKey ? key : undefined }
    const written = await writeBackup(line, file, { ...options, onProgress: throttleLines((done) => console.log(`... ${done}`)) })
    const warnings = await writeTrace(line, file, written, isWithKey)
    const { tables, rows, pictures, missing, bytes } = written
    const number = (value: number) => value.toLocaleString('en')
    const seconds = ((performance.now() - started) / 1_000).toFixed(1)
    const size = `${number(Math.ceil(bytes / 1_000))} kB in ${seconds} s`
    return [
      `Backed up ${number(tables)} tables with ${number(rows)} rows and ${number(pictures)} picture files to ${file} (${size}).`,
      ...(missing > 0
        ? [`${number(missing)} pictures that the shop knows were not there: are DATA_DIR and S3_* as the server has them?`]
        : []),
      ...(bucket ? [`Pictures stay in the bucket ${bucket}: they are not in this file.`] : []),
      isWithKey
        ? 'The key is in it: anyone with this file can read the codes and in-game passwords.'
        : 'The key is not in it: keep a copy of master.key (or MASTER_KEY) apart from the backups. Restoring needs it.',
      ...warnings,
    ]
  } finally {
    await line.end().catch(() => {})
    await database.stop()
  }
}

/** Records the backup in the database and its audit log. If that fails, the file is still good, so it is only reported. */
const writeTrace = async (line: Direct, file: string, written: Written, withKey: boolean): Promise<string[]> => {
  try {
    await writeOwnerAudit(line.query, 'backups.write', { file, rows: written.rows, with_key: withKey })
    await recordTrace(line.query, { kind: 'backup', ...written, withKey })
    return []
  } catch (error) {
    return [`System status or the audit log will not show it: ${(error as Error).message}`]
  }
}
