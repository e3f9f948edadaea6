/**
 * The dashboard's figures, chart, Admin Performance and top customers against the same questions put to the rows, on one connection in
 * one run, medians in the database; for several sizes of the shop, and with many changes that nobody has folded yet; how long another
 * time zone takes, for which every figure is counted anew. Then the rate of
 * order writes (placed and completed, each with its journal) with everything that counts against the same without it: rounds
 * alternate, while a folder works each second as in the shop.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import { BOUGHT_MOST_TEXT, chartText, performanceText, statsText } from '../server/dashboard/figures.ts'
import { openDatabase, query } from '../server/platform/db/connect.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { scanStats } from '../test/support/figures.ts'
import { generate } from './generate.ts'
import { median } from './load.ts'
import { record } from './record.ts'

/** Orders of each shop that is measured, separated by commas; the writes of the first need 100,000 for their customers. */
const SIZES = (process.env.BENCH_SIZES ?? '100000,1000000').split(',').map(Number)
const RUNS = 15
const SCANS = 5
const UNFOLDED = 130_000
const ADMINS = 8
const ROUNDS = 9
const PER_ROUND = 2_000

const shopDay = (column: string) => `(${column} at time zone '${SHOP_TIME_ZONE}')::date`
const SCANNED_CHART = `
  select ${shopDay('created_at')} as day, count(*) from orders
  where created_at >= (${shopDay('now()')} - 29)::timestamp at time zone '${SHOP_TIME_ZONE}'
  group by 1 order by 1`
const SCANNED_PERFORMANCE = `
  select completed_by, count(*), count(*) filter (where ${shopDay('closed_at')} = ${shopDay('now()')})
  from orders where status = 'completed' group by completed_by`

const figures: Record<string, number | string> = {}

const withShop = async (orders: number, work: (pool: pg.Pool) => Promise<void>) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
  const database = await startEmbedded({ dataDir })
  const pool = openPool(database.url, ADMINS + 2)
  await migrate(pool)
  await generate(pool, orders)
  await fillWallets(pool)
  await work(pool)
  await pool.end()
  await database.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** What the generator leaves out: customers' wallets, and as many completed wallet adds as customers. */
const fillWallets = async (pool: pg.Pool) => {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0; set session_replication_role = replica')
  await client.query(
    `insert into accounts (kind, user_id, side, balance)
     select kind, u.id, 1, 1000000 from users u cross join unnest(array['user_wallet', 'earn_wallet', 'earn_hold']) as kind`,
  )
  await client.query(
    `insert into wallet_adds (user_id, amount, status, admin_id, completed_at)
     select id, 500, 'completed', 1, now() - id * interval '1 minute' from users`,
  )
  await client.query('delete from money_figures; insert into money_figures select * from money_figures_counted')
  await client.query('set session_replication_role = origin')
  await client.query('vacuum analyze')
  client.release(true)
}

const timeMs = async (work: () => Promise<unknown>, runs = RUNS) => {
  await work()
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const before = performance.now()
    await work()
    times.push(performance.now() - before)
  }
  return median(times)
}

const measureReads = async (pool: pg.Pool, orders: number) => {
  const one = openPool(pool.options.connectionString ?? '', 1)
  const db = openDatabase(one)
  const size = `${orders.toLocaleString('en')} orders`
  const note = async (name: string, mine: () => Promise<unknown>, other: () => Promise<unknown>) => {
    const [ours, usual] = [await timeMs(mine), await timeMs(other, SCANS)]
    figures[`${name}, ${size}`] = `${ours.toFixed(2)} ms against ${usual.toFixed(0)} ms, ${Math.round(usual / ours)}x`
  }
  const stats = () => query(db, statsText(null), [null, 0])
  const packages = Array.from({ length: 10 }, (_, at) => at + 1)
  await note('nine figures', stats, () => scanStats(db))
  await note(
    'nine figures of an admin with ten packages',
    () => query(db, statsText(packages), [packages, 1]),
    () => scanStats(db, { admin: 1, packages }),
  )
  await note(
    'chart of 30 days',
    () => query(db, chartText(null), [null, 30]),
    () => query(db, SCANNED_CHART),
  )
  await note(
    'Admin Performance',
    () => query(db, performanceText(null), [null, null]),
    () => query(db, SCANNED_PERFORMANCE),
  )
  figures[`top customers, ${size}`] = `${(await timeMs(() => query(db, BOUGHT_MOST_TEXT, [null]))).toFixed(0)} ms`
  await pool.query(
    `insert into order_count_deltas (package_id, block, status, price, n, day, placed)
     select 1 + n % 60, 0, 'pending', 100, 1, shop_day(now()), 1 from generate_series(1, ${UNFOLDED}) n`,
  )
  figures[`nine figures, ${UNFOLDED.toLocaleString('en')} changes not folded, ${size}`] = `${(await timeMs(stats)).toFixed(1)} ms`
  await pool.query('truncate order_count_deltas')
  const before = performance.now()
  await query(db, `set statement_timeout = 0`)
  await query(db, `select set_time_zone('Asia/Kolkata')`)
  figures[`another time zone, ${size}`] = `${((performance.now() - before) / 1000).toFixed(1)} s`
  await one.end()
}

const PLACE = `
  with placed as (
    insert into orders (user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid)
    values ($1, 1 + $2::int / 5, 1 + $2::int, 'Game', 'Pack', 100, 90, 90, '90017')
    returning id
  ), posted as (
    insert into journals (source, source_id, kind, amount, debit_id, credit_id)
    select 'order', placed.id, 'placed', 100, w.id, h.id
    from placed, accounts w, accounts h
    where w.user_id = $1 and w.kind = 'user_wallet' and h.kind = 'orders_held' and h.user_id is null and h.admin_id is null
  )
  select id from placed`
const COMPLETE = `
  with done as (
    update orders set status = 'completed', completed_by = 1, closed_at = now() where id = $1 returning id, amount
  )
  insert into journals (source, source_id, kind, amount, debit_id, credit_id)
  select 'order', done.id, 'completed', done.amount, h.id, s.id
  from done, accounts h, accounts s
  where h.kind = 'orders_held' and h.user_id is null and h.admin_id is null
    and s.kind = 'sales' and s.user_id is null and s.admin_id is null`

const measureWrites = async (pool: pg.Pool) => {
  const db = openDatabase(pool)
  const workOnce = async (at: number) => {
    const [order] = await query<{ id: number }>(db, PLACE, [1 + ((at * 7919) % 10_000), at % 60])
    await query(db, COMPLETE, [order?.id])
  }
  let at = 0
  const rate = async () => {
    const until = at + PER_ROUND
    const started = performance.now()
    const simulateAdmin = async () => {
      while (at < until) await workOnce(at++)
    }
    await Promise.all(Array.from({ length: ADMINS }, simulateAdmin))
    return (PER_ROUND / (performance.now() - started)) * 1000
  }
  const [definition] = await query<{ sql: string }>(db, `select pg_get_functiondef('move_wallets'::regproc) as sql`)
  const counting = async (isOn: boolean) => {
    const how = isOn ? 'enable' : 'disable'
    await pool.query(`alter table orders ${how} trigger orders_count_new; alter table orders ${how} trigger orders_count_moved`)
    const text = definition?.sql ?? ''
    await pool.query(isOn ? text : text.replace("if new.source <> 'wallet_add' then", 'if false then'))
  }
  // Live news are off in both: NOTIFY makes commits wait for each other, beside which nothing else would show.
  await pool.query('alter table orders disable trigger orders_notify_new; alter table orders disable trigger orders_notify_moved')
  const rates = { with: [] as number[], without: [] as number[] }
  const folder = setInterval(() => void pool.query('select fold_order_counts(), fold_money_counts()'), 1_000)
  await rate()
  for (let round = 0; round < ROUNDS; round++) {
    for (const how of round % 2 ? (['with', 'without'] as const) : (['without', 'with'] as const)) {
      await counting(how === 'with')
      rates[how].push(await rate())
    }
  }
  clearInterval(folder)
  figures['orders placed and completed with everything that counts, per second'] = Math.round(median(rates.with))
  figures['without, per second'] = Math.round(median(rates.without))
  figures['ratio of order writes'] = Number((median(rates.with) / median(rates.without)).toFixed(2))
}

for (const [at, orders] of SIZES.entries()) {
  await withShop(orders, async (pool) => {
    await measureReads(pool, orders)
    if (at === 0) await measureWrites(pool)
  })
}
record('dashboard', figures)
