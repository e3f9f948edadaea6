/**
 * 50 clerks at once without pauses, on the demo world: each reads the pending orders and what waits, takes the next order, opens it,
 * completes it, and starts again, while the store places new orders and the books are checked. CLERKS_AGAINST names a checkout of
 * another version, set up and built, that does the same in turn.
 */
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from './load.ts'
import { record } from './record.ts'
import { startShop } from './start-shop.ts'

const CLERKS = Number(process.env.CLERKS ?? 50)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const ROUND_MS = 15_000
/** Orders that wait at any time, at least. */
const WAITING = 2 * CLERKS
const PLACED_AT_ONCE = Math.ceil(CLERKS / 2)
const CUSTOMERS = 100
const WALLET_TK = 500_000
const STORE_KEY = 'a bench places orders'
const PORTS = { now: 4941, before: 4942 }

interface Job {
  root: string
  folder: string
}

/** Runs in a forked process, by the modules of that checkout: adds super admins with sessions, and sends their tokens. */
const hire = async ({ root, folder }: Job) => {
  const { startEmbedded } = await import(`${root}/server/platform/db/embedded.ts`)
  const { openPool } = await import(`${root}/server/platform/db/pool.ts`)
  const { openDatabase } = await import(`${root}/server/platform/db/connect.ts`)
  const { openSession } = await import(`${root}/server/platform/auth/sessions.ts`)
  const database = await startEmbedded({ dataDir: folder })
  const pool = openPool(database.url, 1)
  const { rows } = await pool.query(
    `insert into admins (first_name, last_name, username, email, password_hash, role)
     select 'Bench', 'Clerk ' || i, 'clerk' || i, 'clerk' || i || '@topdeck.example', '', 'super' from generate_series(1, $1::int) i
     returning id`,
    [CLERKS],
  )
  // Stock that runs out would end the work.
  await pool.query('update topup_products set track_stock = 0')
  const tokens: string[] = []
  for (const { id } of rows) tokens.push(await openSession(openDatabase(pool), id, true, { address: '' }))
  await pool.end()
  await database.stop()
  process.send?.(tokens)
}

const hired = (job: Job) =>
  new Promise<string[]>((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [], {
      cwd: job.root,
      env: { ...process.env, BENCH_JOB: JSON.stringify(job) },
    })
    child.once('message', (tokens) => resolve(tokens as string[]))
    child.once('exit', (code) => reject(new Error(`hiring in ${job.root} ended with ${code}`)))
  })

type Call = (token: string, path: string, body?: object) => Promise<{ data: Record<string, unknown> }>

/** Calls over kept-alive connections; of each the time is noted. */
const caller = (port: number, times: number[]): Call => {
  const agent = new Agent({ keepAlive: true, maxSockets: CLERKS + 1 })
  let key = 0
  return (token, path, body) =>
    new Promise((resolve, reject) => {
      const started = performance.now()
      const headers = {
        authorization: token,
        'content-type': 'application/json',
        'idempotency-key': `${port}-${started}-${key++}`,
      }
      const sent = request(
        { host: '127.0.0.1', port, path: `/api${path}`, method: body ? 'POST' : 'GET', agent, headers },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            times.push(performance.now() - started)
            const text = Buffer.concat(chunks).toString()
            if (reply.statusCode === 200) resolve(JSON.parse(text))
            else reject(new Error(`${path} answered ${reply.statusCode}: ${text.slice(0, 300)}`))
          })
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
    })
}

interface Version {
  stop: () => Promise<void>
  /** Requests of clerks and orders completed in one round, each a second, and the 99th percentile in ms. */
  round: () => Promise<{ requests: number; completed: number; p99Ms: number }>
}

const open = async (root: string, port: number): Promise<Version> => {
  const folder = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
  const settings = { STORE_KEY, ADMIN_PASSWORD: 'measured every month', DATA_DIR: folder }
  await (await startShop('demo', port, settings, root)).stop()
  const tokens = await hired({ root, folder })
  const shop = await startShop('demo', port, settings, root)
  const store = `Bearer ${STORE_KEY}`
  const times: number[] = []
  const call = caller(port, times)
  const owner = tokens[0] ?? ''
  const customers: number[] = []
  for (let at = 0; at < CUSTOMERS; at++) {
    const phone = `0190000${String(1_000 + at)}`
    const { data: customer } = await call(store, '/store/users', { username: `bench${at}`, phone, is_phone_verify: 1 })
    const add = { user_id: customer.id, amount: WALLET_TK, number: phone, trx_id: `BENCH${at}` }
    const { data: asked } = await call(store, '/store/wallet-adds', add)
    await call(owner, '/admin/transaction/update', { transaction_id: asked.id, status: 'completed' })
    customers.push(Number(customer.id))
  }
  const { data: catalog } = await call(store, '/store/catalog')
  const products = catalog.products as { isactivefortopup: number; availability: string; packages: { id: number }[] }[]
  const packages = products
    .filter(({ isactivefortopup, availability }) => isactivefortopup === 1 && availability === 'on_sale')
    .flatMap((product) => product.packages.map(({ id }) => id))
  let [tried, placed] = [0, 0]
  const place = async () => {
    const nth = tried++
    const user_id = customers[nth % CUSTOMERS]
    const package_id = packages[nth % packages.length]
    placed++
    await call(store, '/store/orders', { user_id, package_id, playerid: `${48_000_000 + nth}` }).catch((error) => {
      // Of some packages the demo has few codes.
      if (!error.message.includes('stock_out')) throw error
      placed--
    })
  }
  const round = async () => {
    let [completed, taken] = [0, 0]
    const refill = async (upTo: number) => {
      while (placed - taken < upTo) await place()
    }
    taken = placed
    await refill(WAITING)
    times.length = 0
    const started = performance.now()
    const until = started + ROUND_MS
    const clerk = async (token: string) => {
      while (performance.now() < until) {
        await call(token, '/admin/orders?status=pending&limit=10')
        await call(token, '/admin/pending-work')
        const { data } = await call(token, '/admin/order/take-next', {})
        const order = data.order as { id: number } | null
        if (!order) continue
        taken++
        await call(token, `/admin/order/details/${order.id}`)
        await call(token, `/admin/order/update-order-status/${order.id}`, { status: 'completed', deliver_voucher: 0 })
        completed++
      }
    }
    const refilling = async () => {
      while (performance.now() < until) {
        await refill(WAITING)
        await sleep(1)
      }
    }
    const checked = async () => {
      // The shop also checks by itself.
      await call(owner, '/admin/reconcile/check', {}).catch((error) => {
        if (!error.message.includes('books_being_checked')) throw error
      })
    }
    await Promise.all([...tokens.map(clerk), ...Array.from({ length: PLACED_AT_ONCE }, refilling), checked()])
    const seconds = (performance.now() - started) / 1_000
    times.sort((a, b) => a - b)
    return {
      requests: times.length / seconds,
      completed: completed / seconds,
      p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
    }
  }
  const stop = async () => {
    await shop.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { round, stop }
}

const main = async () => {
  const quiet = loadavg()[0] ?? 0
  const roots = {
    now: fileURLToPath(new URL('..', import.meta.url)),
    ...(process.env.CLERKS_AGAINST && { before: process.env.CLERKS_AGAINST }),
  }
  const figures: Record<string, string | number> = { clerks: CLERKS, 'load at the start': quiet }
  const versions = await Promise.all(
    Object.entries(roots).map(async ([name, root]) => ({ name, ...(await open(root, PORTS[name as keyof typeof PORTS])) })),
  )
  const taken = new Map(versions.map(({ name }) => [name, [] as Awaited<ReturnType<Version['round']>>[]]))
  // Round 0 warms both up.
  for (let nth = 0; nth <= ROUNDS; nth++)
    for (const { name, round } of versions) {
      const given = await round()
      console.log(nth, name, given)
      if (nth > 0) taken.get(name)?.push(given)
    }
  for (const [name, rounds] of taken)
    for (const what of ['requests', 'completed', 'p99Ms'] as const)
      figures[`${name}, ${what}`] = Math.round(median(rounds.map((one) => one[what])))
  for (const { stop } of versions) await stop()
  record('clerks', figures)
}

if (process.env.BENCH_JOB) await hire(JSON.parse(process.env.BENCH_JOB) as Job)
else await main()
