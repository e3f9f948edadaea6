/**
 * The order list (10 rows, exact total; unfiltered and completed) against a server that others would build on the same rows, on
 * Express and Sequelize. Those are fetched from the npm registry into a folder of their own, which is thrown away afterwards; nothing
 * of them is part of the product. One after the other on one database, each for itself.
 */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openSession } from '../server/platform/auth/sessions.ts'
import { openDatabase } from '../server/platform/db/connect.ts'
import { openGenerated } from './generated-shop.ts'
import { load } from './load.ts'
import { record } from './record.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const AT_ONCE = 16
const ROUND_MS = 10_000
const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PORT = 3996
const VERSIONS = { express: '5.3.0', sequelize: '6.37.8', pg: '8.16.3' }

const folder = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
const started: ChildProcess[] = []

const install = (name: string, packages: (keyof typeof VERSIONS)[]): string => {
  const here = mkdtempSync(join(folder, `${name}-`))
  const dependencies = Object.fromEntries(packages.map((each) => [each, VERSIONS[each]]))
  writeFileSync(join(here, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: here, stdio: 'inherit' })
  return here
}

const untilUp = async (address: string, server: ChildProcess) => {
  while (!(await fetch(address).catch(() => undefined))?.ok) {
    if (server.exitCode !== null) throw new Error(`${address} did not start`)
    await sleep(100)
  }
}

/** A shop checks all of its books once a day, and a generated one at its first start. */
const untilChecked = async (address: string) => {
  for (;;) {
    const reply = await fetch(address, { headers: { authorization: token } })
    const { data } = (await reply.json()) as { data: { checked_at: string | null } }
    if (data.checked_at !== null) return
    await sleep(500)
  }
}

const startTopdeck = async (url: string): Promise<string> => {
  const env = {
    ...process.env,
    DATABASE_URL: url,
    DATA_DIR: join(folder, 'data'),
    // A kept shop knows its key.
    MASTER_KEY: '5e'.repeat(32),
    PORT: String(PORT),
    HOST: '127.0.0.1',
  }
  const server = spawn(process.execPath, ['scripts/run.mjs', 'dev'], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  started.push(server)
  await untilUp(`http://127.0.0.1:${PORT}/api/health`, server)
  await untilChecked(`http://127.0.0.1:${PORT}/api/admin/reconcile`)
  return `http://127.0.0.1:${PORT}/api/admin/orders`
}

const startSequelize = async (url: string): Promise<string> => {
  const here = install('sequelize', ['express', 'sequelize', 'pg'])
  cpSync(join(ROOT, 'bench/peers/express-sequelize.mjs'), join(here, 'server.mjs'))
  const server = fork(join(here, 'server.mjs'), [], { cwd: here, env: { ...process.env, DATABASE_URL: url } })
  started.push(server)
  const port = await new Promise<number>((resolve, reject) => {
    server.once('message', (message) => resolve(Number(message)))
    server.once('exit', () => reject(new Error('Express did not start')))
  })
  return `http://127.0.0.1:${port}/orders`
}

const { url, pool, adminId, stop } = await openGenerated(ORDERS, 2)
const token = await openSession(openDatabase(pool), adminId, true, { address: '' })

const peers = {
  topdeck: {
    open: startTopdeck,
    headers: { authorization: token },
    queries: { unfiltered: '', completed: '?status=completed' },
  },
  sequelize: { open: startSequelize, headers: {}, queries: { unfiltered: '', completed: '?status=completed' } },
} as const

const figures: Record<string, number | string> = { orders: ORDERS }
const ours: Record<string, number> = {}
try {
  for (const [name, { open, headers, queries }] of Object.entries(peers)) {
    const address = await open(url)
    for (const [what, query] of Object.entries(queries)) {
      // The first round warms it up.
      await load(address + query, headers, AT_ONCE, ROUND_MS / 5)
      const { perSecond, p50Ms } = await load(address + query, headers, AT_ONCE, ROUND_MS)
      ours[what] ??= perSecond
      const times = name === 'topdeck' ? '' : `, ${Math.round((ours[what] ?? 0) / perSecond)} times slower`
      figures[`${name}, ${what}`] = `${perSecond}/s, p50 ${p50Ms.toFixed(1)} ms${times}`
      console.log(name, what, figures[`${name}, ${what}`])
    }
    started.pop()?.kill()
  }
} finally {
  for (const server of started) server.kill()
  await stop()
  rmSync(folder, { recursive: true, force: true })
}
record('peers', figures)
