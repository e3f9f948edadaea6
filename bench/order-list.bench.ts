/**
 * One plain read (GET /api/admin/orders, 10 completed orders with exact total) against a bare http + pg server that sends the same
 * two statements. Both run in a process of their own on one database; rounds alternate; the figures are the ratio of medians of requests
 * per second, and of CPU of the server's process per request.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { routes } from '../server/app.ts'
import { listOrders } from '../server/orders/orders/list.ts'
import { findAdmin, openSession } from '../server/platform/auth/sessions.ts'
import { openDatabase } from '../server/platform/db/connect.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { listenForChanges } from '../server/platform/events/changes.ts'
import { openReadiness } from '../server/platform/health/readiness.ts'
import { buildServer } from '../server/platform/http/server.ts'
import { openFolder } from '../server/platform/uploads/folder.ts'
import { openVault } from '../server/platform/vault/vault.ts'
import { openGenerated } from './generated-shop.ts'
import { cpuMsOf, load, median } from './load.ts'
import { record } from './record.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 100_000)
const ROUNDS = 7
const ROUND_MS = 3_000
const AT_ONCE = 16
const POOL = 12
const PATH = '/api/admin/orders?status=completed'

interface Job {
  kind: 'bare' | 'topdeck'
  url: string
  token: string
}

/** The statements that a call of ours sends, as they reach PostgreSQL. */
const recordStatements = async (pool: pg.Pool, token: string) => {
  const sent: pg.QueryConfig[] = []
  const recording = {
    query: (config: pg.QueryConfig) => {
      sent.push(config)
      return pool.query(config)
    },
  } as unknown as pg.Pool
  const db = openDatabase(recording)
  await findAdmin(db, token)
  await listOrders(db, null, { page: 1, limit: 10, status: 'completed' })
  return sent
}

const serveBare = async ({ url, token }: Job) => {
  const pool = openPool(url, POOL)
  const [session, list] = await recordStatements(pool, token)
  if (!session || !list) throw new Error('no statements were recorded')
  return createServer(async (_request, reply) => {
    await pool.query(session)
    const { rows } = await pool.query(list)
    reply.setHeader('content-type', 'application/json; charset=utf-8')
    reply.end(JSON.stringify({ success: true, data: rows }))
  })
}

const serveTopdeck = async ({ url }: Job) => {
  const app = await buildServer({
    routes,
    db: openDatabase(openPool(url, POOL)),
    vault: openVault(Buffer.alloc(32)),
    changes: await listenForChanges(url, console.error),
    images: openFolder(join(tmpdir(), 'topdeck-bench')),
    readiness: openReadiness(url, tmpdir()),
    storeKey: undefined,
    logLevel: 'warn',
    trustProxy: 'off',
  })
  await app.ready()
  return app
}

const child = async (job: Job) => {
  const say = (port: number) => process.send?.(port)
  if (job.kind === 'bare') {
    const server = await serveBare(job)
    server.listen(0, '127.0.0.1', () => say((server.address() as { port: number }).port))
    return
  }
  const app = await serveTopdeck(job)
  say(Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port))
}

const start = (job: Job): Promise<{ process: ChildProcess; address: string }> =>
  new Promise((resolve, reject) => {
    const started = fork(new URL(import.meta.url), [], { env: { ...process.env, BENCH_JOB: JSON.stringify(job) } })
    started.once('message', (port) => resolve({ process: started, address: `http://127.0.0.1:${port}${PATH}` }))
    started.once('exit', (code) => reject(new Error(`the ${job.kind} server ended with ${code}`)))
  })

const main = async () => {
  const { url, pool, adminId, stop } = await openGenerated(ORDERS, 2)
  const token = await openSession(openDatabase(pool), adminId, true, { address: '' })
  const bare = await start({ kind: 'bare', url, token })
  const topdeck = await start({ kind: 'topdeck', url, token })
  const rates = { bare: [] as number[], topdeck: [] as number[] }
  const cpu = { bare: [] as number[], topdeck: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [kind, { address, process }] of Object.entries({ bare, topdeck })) {
      const before = cpuMsOf(process.pid ?? 0)
      const { perSecond, requests } = await load(address, { authorization: token }, AT_ONCE, ROUND_MS)
      const cpuMs = (cpuMsOf(process.pid ?? 0) - before) / requests
      // Round 0 warms both up.
      if (round === 0) continue
      rates[kind as keyof typeof rates].push(perSecond)
      cpu[kind as keyof typeof cpu].push(cpuMs)
    }
  }
  for (const { process: server } of [bare, topdeck]) server.kill()
  await stop()
  const result = { bare: median(rates.bare), topdeck: median(rates.topdeck) }
  record('order-list', {
    orders: ORDERS,
    'bare http + pg, requests/s': result.bare,
    'topdeck, requests/s': result.topdeck,
    ratio: Math.round((result.topdeck / result.bare) * 100) / 100,
    'CPU per request, times bare': Math.round((median(cpu.topdeck) / median(cpu.bare)) * 100) / 100,
  })
}

if (process.env.BENCH_JOB) await child(JSON.parse(process.env.BENCH_JOB) as Job)
else await main()
