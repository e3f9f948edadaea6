/**
 * Pages and totals of the order list at a million orders, against the usual way (joins + OFFSET + COUNT) on the same rows and
 * connection, in one run. The figures are medians in the database, and their ratios.
 */
import type { OrderQuery } from '#contract/orders.ts'
import { countOrders, listOrders } from '../server/orders/orders/list.ts'
import { openDatabase } from '../server/platform/db/connect.ts'
import { chooseSeed, randomFrom } from '../test/support/random.ts'
import { openGenerated } from './generated-shop.ts'
import { median } from './load.ts'
import { record } from './record.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 1_000_000)
const RUNS = 9
const LIMIT = 10
const ANYWHERE = 1_000
const DAY_MS = 86_400_000

const USUAL_ROWS = `
  select o.*, p.name as product, p.logo, u.username, u.phone, u.email, a.first_name, a.last_name
  from orders o
  join topup_products p on p.id = o.product_id
  join users u on u.id = o.user_id
  left join admins a on a.id = o.completed_by`

const main = async () => {
  const { pool, stop } = await openGenerated(ORDERS, 1)
  const db = openDatabase(pool)

  const timeMs = async (work: () => Promise<unknown>) => {
    await work()
    const times: number[] = []
    for (let run = 0; run < RUNS; run++) {
      const before = performance.now()
      await work()
      times.push(performance.now() - before)
    }
    return median(times)
  }
  const ours = (query: Partial<OrderQuery>) => timeMs(() => listOrders(db, null, { page: 1, limit: LIMIT, ...query }))
  const usual = (where: string, page: number) =>
    timeMs(async () => {
      await pool.query(`select count(*) from orders o join users u on u.id = o.user_id where ${where}`)
      await pool.query(
        `${USUAL_ROWS} where ${where} order by o.created_at desc, o.id desc limit ${LIMIT} offset ${(page - 1) * LIMIT}`,
      )
    })

  const counts = await countOrders(db, null, {})
  const { completed = 0 } = counts
  const last = Math.ceil(completed / LIMIT)
  const pages = { 'page 1': 1, 'page 1,000': 1_000, 'middle page': Math.floor(last / 2), 'last page': last }
  const figures: Record<string, number | string> = { orders: ORDERS }
  const note = (name: string, mine: number, other: number) => {
    figures[name] = `${mine.toFixed(1)} ms against ${other.toFixed(1)} ms, ${Math.round(other / mine)}x`
  }
  for (const [name, page] of Object.entries(pages)) {
    note(name, await ours({ page, status: 'completed' }), await usual(`o.status = 'completed'`, page))
  }
  const random = randomFrom(chooseSeed())
  const anywhere: number[] = []
  for (let run = 0; run < ANYWHERE; run++) {
    const status = random.pick<OrderQuery['status']>(['completed', 'cancel', undefined])
    const page = 1 + random.below(Math.ceil((status ? (counts[status] ?? 0) : ORDERS) / LIMIT))
    const before = performance.now()
    await listOrders(db, null, { page, limit: LIMIT, ...(status && { status }) })
    anywhere.push(performance.now() - before)
  }
  const spread = (times: number[]) => {
    const at = (share: number) => times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(1)
    return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, SEED=${random.seed}`
  }
  figures[`${ANYWHERE} pages of any status`] = spread(anywhere)
  const days = Math.floor((ORDERS * 20) / 86_400)
  const dayAgo = (count: number) => new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10)
  for (const day_of of ['created_at', 'closed_at'] as const) {
    for (const length of [1, 30, days]) {
      const times: number[] = []
      for (let run = 0; run < ANYWHERE / 5; run++) {
        const first = length + random.below(Math.max(1, days - length))
        const query = { limit: LIMIT, day_of, from: dayAgo(first), to: dayAgo(first - length + 1), status: 'completed' } as const
        const { total } = await listOrders(db, null, { page: 1, ...query })
        const page = 1 + random.below(Math.max(1, Math.ceil(total / LIMIT)))
        const before = performance.now()
        await listOrders(db, null, { page, ...query })
        times.push(performance.now() - before)
      }
      figures[`pages of ${length} days by ${day_of}`] = spread(times)
    }
  }
  const from = dayAgo(Math.floor(days / 2))
  note(
    'page 1 of 30 days',
    await ours({ status: 'completed', from, to: dayAgo(Math.floor(days / 2) - 29) }),
    await usual(`o.status = 'completed' and o.created_at >= '${from}' and o.created_at < '${from}'::date + 30`, 1),
  )
  const fragment = '0012345'
  note(
    `fragment '${fragment}'`,
    await ours({ q: fragment }),
    await usual(`(o.playerid ilike '%${fragment}%' or u.phone ilike '%${fragment}%')`, 1),
  )
  note(
    'counts per status',
    await timeMs(() => countOrders(db, null, {})),
    await timeMs(() => pool.query('select status, count(*) from orders group by status')),
  )
  await stop()
  record('order-pages', figures)
}

await main()
