/**
 * What grows with the shop: each statement on generated shops of several sizes, interleaved, in pages of 8 kB (buffers) and CPU of the
 * database, which a busy machine changes less than time. BENCH_SIZES=100000,1000000,10000000
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { findBreaks } from '../server/core/ledger/invariants.ts'
import { listMoney } from '../server/core/money-lists/money-rows.ts'
import { readTopCustomers } from '../server/dashboard/top-customers.ts'
import { SHEETS } from '../server/money/shift.ts'
import { listOrders } from '../server/orders/orders/list.ts'
import { listUsers } from '../server/people/users/queries.ts'
import { type Db, openDatabase, query } from '../server/platform/db/connect.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { listChanges } from '../server/system/audit/queries.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'
import { record } from './record.ts'

const SIZES = (process.env.BENCH_SIZES ?? '100000,1000000').split(',').map(Number)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CALLS = 10
const QUIET_LOAD = 1
const CLOCK_TICK_MS = 10
const DAY_MS = 86_400_000
/** Of ten orders a second, in the minute between two checks and the two that they overlap. */
const CHANGED_JOURNALS = 3_600

const THIRTY = Array.from({ length: 30 }, (_, place) => place + 1)
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const first = { page: 1, limit: 10 }

const LINES: Readonly<Record<string, (db: Db, orders: number) => Promise<unknown>>> = {
  'orders, page 1': (db) => listOrders(db, null, first),
  'orders completed, middle page': (db, orders) =>
    listOrders(db, null, { page: Math.ceil(orders / 20), limit: 10, status: 'completed' }),
  'orders completed of 30 packages, page 1': (db) => listOrders(db, THIRTY, { ...first, status: 'completed' }),
  'orders completed of 30 packages, middle page': (db, orders) =>
    listOrders(db, THIRTY, { page: Math.ceil(orders / 45), limit: 10, status: 'completed' }),
  'orders of a product, middle page': (db, orders) =>
    listOrders(db, null, { page: Math.ceil(orders / 300), limit: 10, product: 1 }),
  'orders by amount, page 1': (db) => listOrders(db, null, { ...first, sort: 'amount' }),
  'orders by amount, middle page': (db, orders) =>
    listOrders(db, null, { page: Math.ceil(orders / 20), limit: 10, sort: 'amount' }),
  'orders of 30 days by amount': (db) => listOrders(db, null, { ...first, sort: 'amount', from: day(40), to: day(10) }),
  'wallet adds by amount': (db) => listMoney(db, 'wallet_adds', null, { ...first, sort: 'amount' }),
  'customers by wallet': (db) => listUsers(db, null, { ...first, sort: 'wallet' }),
  'customers by username': (db) => listUsers(db, null, { ...first, sort: 'username' }),
  'customers by all orders': (db) => listUsers(db, null, { ...first, sort: 'total_order' }),
  'customers by orders today': (db) => listUsers(db, null, { ...first, sort: 'today_order' }),
  'customers by all orders, for a sub-admin': (db) => listUsers(db, THIRTY, { ...first, sort: 'total_order' }),
  'audit log by an absent action': (db) => listChanges(db, { ...first, q: 'banners.create' }),
  'shift sheet of 366 days': (db) => query(db, SHEETS, [day(365), day(0), null, null, true]),
  'check of the books, what a minute changed': (db) => findBreaks(db, undefined, 'incremental'),
  'Top Custommer': (db) => readTopCustomers(db, null),
}

interface Shop {
  readonly orders: number
  readonly pool: pg.Pool
  readonly db: Db
  readonly stop: () => Promise<void>
}

const openShop = async (orders: number): Promise<Shop> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-growth-'))
  const database = await startEmbedded({ dataDir })
  const pool = openPool(database.url, 1)
  await migrate(pool)
  await generate(pool, orders)
  await pool.query('set session_replication_role = replica')
  await pool.query('update journals set at = now() where id > (select max(id) from journals) - $1', [CHANGED_JOURNALS])
  await pool.query('set session_replication_role = default')
  await pool.query(`update books set seen_until = now() + interval '1 minute'`)
  await pool.query('vacuum analyze journals')
  const stop = async () => {
    await pool.end()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { orders, pool, db: openDatabase(pool), stop }
}

/** CPU of the shop's connection so far, in its own and in the kernel's time; Linux only. */
const cpuOf = async ({ pool }: Shop): Promise<number> => {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const fields = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
}

const buffersOf = async ({ pool }: Shop): Promise<number> => {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ n: string }>(
    'select blks_hit + blks_read as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}

const measure = async (shop: Shop, line: (db: Db, orders: number) => Promise<unknown>) => {
  await line(shop.db, shop.orders)
  const [cpu, buffers] = [await cpuOf(shop), await buffersOf(shop)]
  for (let call = 0; call < CALLS; call++) await line(shop.db, shop.orders)
  return { cpuMs: ((await cpuOf(shop)) - cpu) / CALLS, buffers: Math.round(((await buffersOf(shop)) - buffers) / CALLS) }
}

const load = loadavg()[0] ?? 0
const shops: Shop[] = []
for (const orders of SIZES) shops.push(await openShop(orders))
const figures: Record<string, string> = {
  machine: load > QUIET_LOAD ? `not quiet: a load of ${load.toFixed(1)} at the start` : 'quiet',
}
for (const [name, line] of Object.entries(LINES)) {
  const taken = new Map<Shop, Awaited<ReturnType<typeof measure>>[]>(shops.map((shop) => [shop, []]))
  for (let round = 0; round < ROUNDS; round++) for (const shop of shops) taken.get(shop)?.push(await measure(shop, line))
  figures[name] = shops
    .map((shop) => {
      const rounds = taken.get(shop) ?? []
      const [cpu, buffers] = [median(rounds.map((one) => one.cpuMs)), median(rounds.map((one) => one.buffers))]
      return `${shop.orders.toLocaleString('en')}: ${cpu.toFixed(1)} ms CPU, ${buffers.toLocaleString('en')} buffers`
    })
    .join('; ')
}
for (const shop of shops) await shop.stop()
record('growth', figures)
