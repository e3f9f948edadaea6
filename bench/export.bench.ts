/**
 * All orders as CSV, downloaded from a running server, against COPY of the same columns from the same rows, taken by this process. One
 * after the other, rounds alternate, the figure is the ratio of medians. Memory is the server's: the most that it held during a
 * download, above what it held before. And money's list, in the same way.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { desk } from '#contract/desk.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { openSession } from '../server/platform/auth/sessions.ts'
import { openDatabase } from '../server/platform/db/connect.ts'
import { connectDirectly } from '../server/platform/db/direct.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'
import { record } from './record.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const ROUNDS = 5
const PORT = 3999
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const ORDERS_AS_THEY_ARE = `
  copy (
    select o.id, o.created_at, o.status, o.product_name, o.name, o.amount, o.playerid, o.accounttype, o.user_id, u.username, u.phone,
      o.phone, o.brief_note, d.first_name || ' ' || d.last_name, o.closed_at
    from orders o
    join users u on u.id = o.user_id
    left join admins d on d.id = o.completed_by
    order by o.id desc
  ) to stdout (format csv)`

const MONEY_AS_IT_IS = `
  copy (
    select r.id, r.created_at, r.status, r.amount, r.number, r.trx_id, m.name, r.user_id, u.username, u.phone,
      a.first_name || ' ' || a.last_name, r.updated_at
    from wallet_adds r
    join users u on u.id = r.user_id
    left join payment_methods m on m.id = r.payment_method_id
    left join admins a on a.id = r.admin_id
    order by r.id desc
  ) to stdout (format csv)`

const folder = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
const database = await startEmbedded({ dataDir: join(folder, 'shop') })
const pool = openPool(database.url, 2)
const db = openDatabase(pool)
await migrate(pool)
const { adminId } = await generate(pool, ORDERS)
await pool.query(
  `insert into wallet_adds (user_id, amount, number, trx_id)
   select 1 + i % 1000, 100, '0170000' || i % 10000, 'TRX' || i from generate_series(1, $1::int) i`,
  [Math.ceil(ORDERS / 5)],
)
await pool.query('vacuum analyze')
const token = await openSession(db, adminId, true, { address: '' })

const server = spawn(process.execPath, ['scripts/run.mjs', 'dev'], {
  cwd: ROOT,
  env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: join(folder, 'data'), PORT: String(PORT), HOST: '127.0.0.1' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
const address = `http://127.0.0.1:${PORT}/api`
while (!(await fetch(`${address}/health`).catch(() => undefined))?.ok) {
  if (server.exitCode !== null) throw new Error('The server did not start')
  await sleep(100)
}

const memoryMb = (which: 'VmRSS' | 'VmHWM'): number => {
  const text = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(text)?.[1] ?? 0) / 1_000
}

/** Seconds of a download, and MB that the server held above what it held before. */
const download = async (path: string) => {
  // Makes the kernel count the peak anew.
  writeFileSync(`/proc/${server.pid}/clear_refs`, '5')
  const base = memoryMb('VmRSS')
  const started = performance.now()
  const reply = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{}',
  })
  if (!reply.ok || !reply.body) throw new Error(`${path} answered ${reply.status}`)
  let lines = 0
  for await (const piece of reply.body) for (const byte of piece as Uint8Array) if (byte === 10) lines++
  return { seconds: (performance.now() - started) / 1_000, mb: memoryMb('VmHWM') - base, rows: lines - 1 }
}

const direct = await connectDirectly(database.url)
const copy = async (text: string) => {
  const started = performance.now()
  let rows = 0
  for await (const piece of direct.copyOut(text)) rows += piece.rows
  return { seconds: (performance.now() - started) / 1_000, rows }
}

const perSecond = ({ rows, seconds }: { rows: number; seconds: number }) => rows / seconds
const measure = async (path: string, text: string) => {
  const ours: number[] = []
  const theirs: number[] = []
  let mb = 0
  for (let round = 0; round <= ROUNDS; round++) {
    const copied = await copy(text)
    const downloaded = await download(path)
    if (copied.rows !== downloaded.rows) throw new Error(`${downloaded.rows} of ${copied.rows} rows`)
    mb = Math.max(mb, downloaded.mb)
    // Round 0 warms both up.
    if (round > 0) {
      theirs.push(perSecond(copied))
      ours.push(perSecond(downloaded))
    }
  }
  const [copyRate, rate] = [median(theirs), median(ours)]
  return {
    copyRate: Math.round(copyRate),
    rate: Math.round(rate),
    ratio: Math.round((rate / copyRate) * 100) / 100,
    mb: Math.round(mb),
  }
}

const ordersOut = await measure(desk.exportRows.path, ORDERS_AS_THEY_ARE)
const moneyOut = await measure(walletAdds.exportRows.path, MONEY_AS_IT_IS)
record('export', {
  orders: ORDERS,
  'COPY, rows per second': ordersOut.copyRate,
  'download, rows per second': ordersOut.rate,
  ratio: ordersOut.ratio,
  'server above base, MB': ordersOut.mb,
  'wallet adds: COPY, rows per second': moneyOut.copyRate,
  'wallet adds: download, rows per second': moneyOut.rate,
  'wallet adds: ratio': moneyOut.ratio,
  'wallet adds: server above base, MB': moneyOut.mb,
})
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
await direct.end()
await pool.end()
await database.stop()
rmSync(folder, { recursive: true, force: true })
