/**
 * Backup and restore of a large shop by their commands: rows per second, size, memory above what the same command needs for an empty
 * shop, against COPY of the same tables to nowhere; and what approvals feel of a backup, as fast as they go and at a shop's pace.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../server/platform/db/connect.ts'
import { connectDirectly } from '../server/platform/db/direct.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool, quoted } from '../server/platform/db/pool.ts'
import { takeDown } from '../server/system/backup/load.ts'
import { columnsOf, isIncluded, listTables } from '../server/system/backup/tables.ts'
import { completeWalletAdd } from '../test/world.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'
import { record } from './record.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const ADMINS = 4
const PENDING = 400_000
/** Approvals a second of a shop in a great hurry. */
const PACE_PER_SECOND = 50
const ROUNDS = 3
const LOOK_EACH_MS = 10
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const MASTER_KEY = '5e'.repeat(32)

const folder = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
const database = await startEmbedded({ dataDir: join(folder, 'shop') })
const pool = openPool(database.url, ADMINS + 1)
const db = openDatabase(pool)

const addressOf = (name: string) => {
  const url = new URL(database.url)
  url.pathname = `/${name}`
  return url.href
}

/** Runs a command; answers its time and the most memory that it held. */
const run = async (words: string[], url: string) => {
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: join(folder, 'data'), MASTER_KEY }
  const started = performance.now()
  const child = spawn(process.execPath, ['scripts/run.mjs', ...words], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let code: number | null | undefined
  child.once('exit', (given) => {
    code = given
  })
  let mb = 0
  while (code === undefined) {
    mb = Math.max(mb, heldMb(child.pid ?? 0))
    await sleep(LOOK_EACH_MS)
  }
  if (code !== 0) throw new Error(`${words.join(' ')} failed`)
  return { seconds: (performance.now() - started) / 1_000, mb }
}

const heldMb = (pid: number): number => {
  try {
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(peak ?? 0) / 1_000
  } catch {
    return 0
  }
}

/** Wallet adds to approve; the first one's id. */
const ask = async (): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    `insert into wallet_adds (user_id, amount, number, trx_id)
     select 1 + i % 1000, 100, '0170000' || i % 10000, 'TRX' || i from generate_series(1, ${PENDING}) i
     returning id`,
  )
  await pool.query('vacuum analyze wallet_adds')
  return rows[0]?.id ?? 0
}

/** The same rows from one database into the same tables of another by COPY alone, indexes and keys built after. */
const copyOver = async (): Promise<number> => {
  await pool.query('create database copied')
  const plain = openPool(addressOf('copied'), 1)
  await migrate(plain)
  await plain.end()
  const [from, to] = [await connectDirectly(database.url), await connectDirectly(addressOf('copied'))]
  const tables = (await listTables(from)).filter(isIncluded)
  const started = performance.now()
  await to.query('begin')
  await to.query('set local session_replication_role = replica')
  const putBack = await takeDown(to)
  await to.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const table of tables)
    for await (const { content } of from.copyOut(`copy ${columnsOf(table)} to stdout`))
      await to.copyIn(`copy ${columnsOf(table)} from stdin with (freeze)`, content)
  await putBack()
  await to.query('commit')
  const seconds = (performance.now() - started) / 1_000
  await Promise.all([from.end(), to.end()])
  return seconds
}

let next = 0
const approve = () => completeWalletAdd(db, next++, 1)

/** Approvals per second while the work lasts. */
const rateDuring = async (work: Promise<unknown>) => {
  const first = next
  const started = performance.now()
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  await Promise.all(
    Array.from({ length: ADMINS }, async () => {
      while (!isOver) await approve()
    }),
  )
  await done
  return Math.round(((next - first) / (performance.now() - started)) * 1_000)
}

/** The slowest of 20 approvals (95%), in ms, at a shop's pace. */
const waitDuring = async (work: Promise<unknown>) => {
  const times: number[] = []
  let isOver = false
  const done = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const started = performance.now()
    await approve()
    times.push(performance.now() - started)
    await sleep(1_000 / PACE_PER_SECOND)
  }
  await done
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

await migrate(pool)
await generate(pool, ORDERS)
next = await ask()

const empty = await startEmbedded({ dataDir: join(folder, 'empty') })
const emptyPool = openPool(empty.url, 1)
await migrate(emptyPool)
await emptyPool.end()
const baseOfBackup = await run(['backup', join(folder, 'empty.topdeck')], empty.url)
await pool.query('create database nothing')
const baseOfRestore = await run(['restore', join(folder, 'empty.topdeck')], addressOf('nothing'))
await empty.stop()

const file = join(folder, 'shop.topdeck')
const backup = await run(['backup', file], database.url)
const line = await connectDirectly(database.url)
let rows = 0
let bytes = 0
const copied = performance.now()
for (const table of (await listTables(line)).filter(isIncluded)) {
  for await (const piece of line.copyOut(`copy ${columnsOf(table)} to stdout`)) {
    rows += piece.rows
    bytes += piece.content.length
  }
}
const copySeconds = (performance.now() - copied) / 1_000
await line.end()

const rates = { alone: [] as number[], beside: [] as number[] }
const waits = { alone: [] as number[], beside: [] as number[] }
for (let round = 0; round < ROUNDS; round++) {
  const again = () => run(['backup', join(folder, `${next}.topdeck`)], database.url)
  rates.beside.push(await rateDuring(again()))
  rates.alone.push(await rateDuring(sleep(5_000)))
  waits.beside.push(await waitDuring(again()))
  waits.alone.push(await waitDuring(sleep(5_000)))
}
const copiedOver = await copyOver()
await pool.query('create database target')
const restored = await run(['restore', file], addressOf('target'))

const perSecond = (seconds: number) => Math.round(rows / seconds)
record('backup', {
  orders: ORDERS,
  rows,
  'text of all rows, MB': Math.round(bytes / 1e6),
  'file, MB': Math.round(statSync(file).size / 1e6),
  'backup, s': Number(backup.seconds.toFixed(1)),
  'backup, rows/s': perSecond(backup.seconds),
  'COPY alone, rows/s': perSecond(copySeconds),
  'backup, MB above base': Math.round(backup.mb - baseOfBackup.mb),
  'restore, s': Number(restored.seconds.toFixed(1)),
  'restore, rows/s': perSecond(restored.seconds),
  'COPY into the same tables, indexes after, s': Number(copiedOver.toFixed(1)),
  'restore, of its rate': Number((copiedOver / restored.seconds).toFixed(2)),
  'restore, MB above base': Math.round(restored.mb - baseOfRestore.mb),
  'approvals as fast as they go, per second': median(rates.alone),
  'beside a backup, per second': median(rates.beside),
  [`approval at ${PACE_PER_SECOND} a second, p95 ms`]: Number(median(waits.alone).toFixed(1)),
  'beside a backup, p95 ms': Number(median(waits.beside).toFixed(1)),
})
await pool.end()
await database.stop()
rmSync(folder, { recursive: true, force: true })
