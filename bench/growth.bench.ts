/**
 * What grows with the shop: each statement on generated shops of several sizes, interleaved, in pages of 8 kB (buffers) and CPU of the
 * database, which a busy machine changes less than time, and in time. BENCH_SIZES=100000,1000000,10000000
 * BENCH_DATA=folder keeps the shops there for the next run.
 */
import { loadavg } from 'node:os'
import type pg from 'pg'
import { findBreaks } from '../server/core/ledger/invariants.ts'
import { listMoney } from '../server/core/money-lists/money-rows.ts'
import { periodsText } from '../server/dashboard/figures.ts'
import { readTopCustomers } from '../server/dashboard/top-customers.ts'
import { SHEETS } from '../server/money/shift.ts'
import { findAccount, readLines } from '../server/money/statements/queries.ts'
import { listOrders } from '../server/orders/orders/list.ts'
import { listUsers } from '../server/people/users/queries.ts'
import { type Db, openDatabase, query } from '../server/platform/db/connect.ts'
import { listChanges } from '../server/system/audit/queries.ts'
import { openGenerated } from './generated-shop.ts'
import { cpuMsOf, median } from './load.ts'
import { record } from './record.ts'

const SIZES = (process.env.BENCH_SIZES ?? '100000,1000000').split(',').map(Number)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const CALLS = 20
const QUIET_LOAD = 1
const DAY_MS = 86_400_000
/** Of ten orders a second, in the minute between two checks and the two that they overlap. */
const CHANGED_JOURNALS = 3_600

const PAGE_1 = 'orders, page 1'
const THIRTY = Array.from({ length: 30 }, (_, place) => place + 1)
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const first = { page: 1, limit: 10 }

/** Of the largest shop: CPU in ms, or so many times that of page 1. */
type AtMost = number | { pageOnes: number }
const DEEP: AtMost = { pageOnes: 4 }

const LINES: Readonly<Record<string, readonly [AtMost, (db: Db, orders: number) => Promise<unknown>]>> = {
  [PAGE_1]: [5, (db) => listOrders(db, null, first)],
  'orders completed, middle page': [
    DEEP,
    (db, orders) => listOrders(db, null, { page: Math.ceil(orders / 20), limit: 10, status: 'completed' }),
  ],
  'orders completed of 30 packages, page 1': [DEEP, (db) => listOrders(db, THIRTY, { ...first, status: 'completed' })],
  'orders completed of 30 packages, middle page': [
    DEEP,
    (db, orders) => listOrders(db, THIRTY, { page: Math.ceil(orders / 45), limit: 10, status: 'completed' }),
  ],
  'orders of a product, middle page': [
    DEEP,
    (db, orders) => listOrders(db, null, { page: Math.ceil(orders / 300), limit: 10, product: 1 }),
  ],
  'orders by amount, page 1': [DEEP, (db) => listOrders(db, null, { ...first, sort: 'amount' })],
  'orders by amount, middle page': [
    DEEP,
    (db, orders) => listOrders(db, null, { page: Math.ceil(orders / 20), limit: 10, sort: 'amount' }),
  ],
  'orders of 30 days by amount': [15, (db) => listOrders(db, null, { ...first, sort: 'amount', from: day(40), to: day(10) })],
  'orders by a 7-digit id': [15, (db) => listOrders(db, null, { ...first, q: '1234567' })],
  'orders by a phone': [25, (db) => listOrders(db, null, { ...first, q: '01000047110' })],
  'wallet adds by amount': [5, (db) => listMoney(db, 'wallet_adds', null, { ...first, sort: 'amount' })],
  'customers by wallet': [5, (db) => listUsers(db, null, { ...first, sort: 'wallet' })],
  'customers by username': [5, (db) => listUsers(db, null, { ...first, sort: 'username' })],
  'customers by all orders': [5, (db) => listUsers(db, null, { ...first, sort: 'total_order' })],
  'customers by orders today': [5, (db) => listUsers(db, null, { ...first, sort: 'today_order' })],
  'customers by all orders, for a sub-admin': [35, (db) => listUsers(db, THIRTY, { ...first, sort: 'total_order' })],
  'customers by a name': [15, (db) => listUsers(db, null, { ...first, q: 'player4711' })],
  'orders that an admin completed in a year, page 1': [
    DEEP,
    (db) => listOrders(db, null, { ...first, status: 'completed', completed_by: 3, from: day(365), day_of: 'closed_at' }),
  ],
  'orders that an admin completed in a year, a far page': [
    DEEP,
    (db, orders) =>
      listOrders(db, null, {
        ...first,
        page: Math.ceil(orders / 5_000),
        status: 'completed',
        completed_by: 3,
        from: day(365),
        day_of: 'closed_at',
      }),
  ],
  'statement of a busy admin': [20, readStatement],
  'audit log by an absent action': [20, (db) => listChanges(db, { ...first, q: 'banners.create' })],
  'audit log without the store’s rows': [20, (db) => listChanges(db, { ...first, store: 'hidden' })],
  'shift sheet of 366 days': [50, (db) => query(db, SHEETS, [day(365), day(0), null, null, true])],
  'figures of a year': [5, (db) => query(db, periodsText(null), [null, 0, day(730), day(366), day(365), day(0)])],
  'check of the books, what a minute changed': [600, (db) => findBreaks(db, undefined, 'incremental')],
  'Top Custommer': [5, (db) => readTopCustomers(db, null)],
}

async function readStatement(db: Db) {
  const account = await findAccount(db, { adminId: 2, orDeleted: false })
  return account && readLines(db, account, { packages: null, productOrders: true }, first)
}

interface Shop {
  readonly orders: number
  readonly pool: pg.Pool
  readonly db: Db
  readonly stop: () => Promise<void>
}

const openShop = async (orders: number): Promise<Shop> => {
  const { pool, stop } = await openGenerated(orders, 1)
  await pool.query('set session_replication_role = replica')
  await pool.query('update journals set at = now() where id > (select max(id) from journals) - $1', [CHANGED_JOURNALS])
  await pool.query('set session_replication_role = default')
  await pool.query(`update books set seen_until = now() + interval '1 minute'`)
  await pool.query('vacuum analyze journals')
  return { orders, pool, db: openDatabase(pool), stop }
}

/** Of the shop's only connection. */
const cpuOf = async ({ pool }: Shop): Promise<number> => {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return cpuMsOf(rows[0]?.pid ?? 0)
}

const buffersOf = async ({ pool }: Shop): Promise<number> => {
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ n: string }>(
    'select blks_hit + blks_read as n from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]?.n)
}

interface Cost {
  cpuMs: number
  buffers: number
  wallMs: number
}

const measure = async (shop: Shop, line: (db: Db, orders: number) => Promise<unknown>): Promise<Cost> => {
  await line(shop.db, shop.orders)
  const [cpu, buffers, started] = [await cpuOf(shop), await buffersOf(shop), performance.now()]
  for (let call = 0; call < CALLS; call++) await line(shop.db, shop.orders)
  const wallMs = (performance.now() - started) / CALLS
  return { cpuMs: ((await cpuOf(shop)) - cpu) / CALLS, buffers: Math.round(((await buffersOf(shop)) - buffers) / CALLS), wallMs }
}

const middle = (rounds: readonly Cost[]): Cost => ({
  cpuMs: median(rounds.map((one) => one.cpuMs)),
  buffers: median(rounds.map((one) => one.buffers)),
  wallMs: median(rounds.map((one) => one.wallMs)),
})

const load = loadavg()[0] ?? 0
const shops: Shop[] = []
for (const orders of SIZES) shops.push(await openShop(orders))
const figures: Record<string, string> = {
  machine: load > QUIET_LOAD ? `not quiet: a load of ${load.toFixed(1)} at the start` : 'quiet',
}
let pageOne = 0
for (const [name, [most, line]] of Object.entries(LINES)) {
  const taken = new Map<Shop, Cost[]>(shops.map((shop) => [shop, []]))
  for (let round = 0; round < ROUNDS; round++) for (const shop of shops) taken.get(shop)?.push(await measure(shop, line))
  const costs = shops.map((shop) => ({ orders: shop.orders, ...middle(taken.get(shop) ?? []) }))
  const last = costs.at(-1)?.cpuMs ?? 0
  if (name === PAGE_1) pageOne = last
  const limit = typeof most === 'number' ? most : most.pageOnes * Math.max(pageOne, 1)
  figures[name] = [
    ...costs.map(
      ({ orders, cpuMs, buffers, wallMs }) =>
        `${orders.toLocaleString('en')}: ${cpuMs.toFixed(1)} ms CPU, ${buffers.toLocaleString('en')} buffers, ${wallMs.toFixed(1)} ms`,
    ),
    `${last <= limit ? 'within' : 'MISSED'} ${limit.toFixed(1)} ms CPU`,
  ].join('; ')
  console.log(name, figures[name])
}
for (const shop of shops) await shop.stop()
record('growth', figures)
