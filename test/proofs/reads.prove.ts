import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { orders } from '#contract/orders.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { statements } from '#contract/statements.ts'
import { status } from '#contract/status.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { openSession } from '../../server/platform/auth/sessions.ts'
import { openDatabase, query } from '../../server/platform/db/connect.ts'
import { openPool } from '../../server/platform/db/pool.ts'
import { request } from '../support/app.ts'
import { endProducts, listDatabaseProcesses, PRODUCT_STORE_KEY, type Product, startProduct } from '../support/product.ts'
import { chooseSeed, type Random, randomFrom } from '../support/random.ts'
import { createStandby } from '../support/standby.ts'
import { report, roundsOf, seconds } from './rounds.ts'
import { checkBooks, makeDataDir, openSharedShop } from './shop.ts'

/** Of each kind. */
const ROUNDS = roundsOf('READ_ROUNDS', 10)
const CLERKS = 50
const BETWEEN_MS = 1_500
const AWAY_MS = 3_000
/** What a clerk thinks between two calls. */
const THINKS_MS = 300
const PACKAGE_TK = 250
const ADD_TK = 500
const SHOWN = 20

afterAll(endProducts)

/** A customer whom one clerk works for, and everyone reads. */
interface Customer {
  readonly id: number
  balance: number
  /** What was confirmed of it, for good. */
  readonly adds: Map<number, string>
  readonly orders: Map<number, string>
}

const KINDS = ['stopped', 'replay paused', 'frozen'] as const

test(`two servers, ${CLERKS} clerks, a standby stopped and frozen ${ROUNDS} times`, async () => {
  const seed = chooseSeed()
  const random = randomFrom(seed)
  const where = `SEED=${seed}`
  const { own, folders, database: primary, env, shop, close } = await openSharedShop('reads')
  const replica = makeDataDir('reads-standby')
  const standby = await createStandby(primary.url, own.dataDir, replica.dataDir)
  const readUrl = standby.addressOf(primary.runtimeUrl)
  const servers: Product[] = []
  for (const { dataDir } of folders) servers.push(await startProduct(dataDir, { ...env, DATABASE_READ_URL: readUrl }))
  const pool = openPool(primary.url, 2)
  const db = openDatabase(pool)

  const wrong: string[] = []
  const took: number[] = []
  let answered = 0
  const call = async <E extends Endpoint>(endpoint: E, input: Record<string, unknown>, token: string, from: Random) => {
    const start = performance.now()
    const reply = await request(from.pick(servers).url, endpoint, input, token).catch((error: Error) => error)
    if (endpoint.onStandby) took.push(performance.now() - start)
    answered += 1
    if (!(reply instanceof Error) && reply.status === 200) return reply.body.data
    wrong.push(`${endpoint.path}: ${reply instanceof Error ? reply.message : `${reply.status} ${reply.body.message}`}`)
    return undefined
  }

  const hire = async (at: number) => {
    const [admin] = await query<{ id: number }>(
      db,
      `insert into admins (first_name, last_name, username, email, password_hash, role)
       values ($1, 'C', $1, $1 || '@t.example', '', 'super') returning id`,
      [`clerk${at}`],
    )
    return openSession(db, admin?.id ?? 0, false, { address: '' })
  }
  const customers: Customer[] = []
  const tokens: string[] = []
  for (let at = 0; at < CLERKS; at++) {
    tokens.push(await hire(at))
    const user = await call(
      store.addUser,
      { username: `customer${at}`, phone: `0190000${1_000 + at}` },
      PRODUCT_STORE_KEY,
      random,
    )
    if (user) customers.push({ id: user.id, balance: 0, adds: new Map(), orders: new Map() })
  }

  /** What was confirmed before a read began is in it, whichever server wrote it and whichever answers. */
  const readList = async (kind: 'adds' | 'orders', customer: Customer, token: string, from: Random) => {
    const confirmed = [...customer[kind]].slice(-SHOWN)
    const input = { user_id: customer.id, sort: 'id', order: 'desc', limit: 2 * SHOWN }
    const rows =
      kind === 'adds'
        ? (await call(walletAdds.list, input, token, from))?.transactions
        : (await call(orders.list, input, token, from))?.orders
    if (!rows) return
    const shown = new Map(rows.map((row) => [row.id, row.status as string]))
    for (const [id, expected] of confirmed) {
      const isKnown = expected === 'pending' ? shown.has(id) : shown.get(id) === expected
      if (!isKnown) wrong.push(`${kind} of ${customer.id}: #${id} is ${shown.get(id)}, not ${expected}`)
    }
  }
  const readBalance = async (customer: Customer, token: string, from: Random) => {
    const statement = await call(statements.user, { id: customer.id }, token, from)
    if (statement && statement.balance !== customer.balance)
      wrong.push(`wallet of ${customer.id}: ${statement.balance}, not ${customer.balance}`)
  }
  const workOnAdd = async (customer: Customer, token: string, from: Random) => {
    const placed = { user_id: customer.id, amount: ADD_TK, number: '01700000000', trx_id: `READS${++answered}X${customer.id}` }
    const add = await call(store.addWallet, placed, PRODUCT_STORE_KEY, from)
    if (!add) return
    customer.adds.set(add.id, 'pending')
    await readList('adds', customer, token, from)
    const decided = from.chance(0.8) ? 'completed' : 'cancel'
    if ((await call(walletAdds.setStatus, { transaction_id: add.id, status: decided }, token, from)) === undefined) return
    if (decided === 'completed') customer.balance += ADD_TK
    customer.adds.set(add.id, decided)
    await readList('adds', customer, token, from)
    await readBalance(customer, token, from)
  }
  const workOnOrder = async (customer: Customer, token: string, from: Random) => {
    const details = { playerid: `P${customer.id}`, accounttype: 'Google', ingamepassword: 'of the proof' }
    const placed = { user_id: customer.id, package_id: shop.packageId, ...details }
    const order = await call(store.placeOrder, placed, PRODUCT_STORE_KEY, from)
    if (!order) return
    customer.balance -= PACKAGE_TK
    customer.orders.set(order.id, 'pending')
    await readList('orders', customer, token, from)
    const decided = from.chance(0.7) ? 'completed' : 'cancel'
    if (!(await call(orders.setStatus, { id: order.id, status: decided }, token, from))) return
    if (decided === 'cancel') customer.balance += PACKAGE_TK
    customer.orders.set(order.id, decided)
    await readList('orders', customer, token, from)
    await readBalance(customer, token, from)
  }

  let isOver = false
  const clerk = async (at: number) => {
    const from = randomFrom(seed + at)
    const [customer, token] = [customers[at], tokens[at] ?? '']
    if (!customer) return
    while (!isOver) {
      const other = from.pick(customers)
      const roll = from.below(6)
      if (roll === 0) await workOnAdd(customer, token, from)
      else if (roll === 1 && customer.balance >= PACKAGE_TK) await workOnOrder(customer, token, from)
      else if (roll === 2) await call(dashboard.stats, {}, token, from)
      else if (roll === 3) await call(pendingCounts.show, {}, token, from)
      else await readList(from.pick(['adds', 'orders']), other, token, from)
      await sleep(from.below(2 * THINKS_MS))
    }
  }
  const readsOf = async () => {
    const replies = await Promise.all(servers.map(({ url }) => request(url, status.show, {}, tokens[0])))
    const states = replies.flatMap(({ body }) => body.data.standby ?? [])
    return { standby: sum(states.map((one) => one.reads_of_standby)), primary: sum(states.map((one) => one.reads_of_primary)) }
  }
  const isUsed = async () =>
    (await Promise.all(servers.map(({ url }) => request(url, status.show, {}, tokens[0])))).every(
      ({ body }) => body.data.standby?.state === 'in_use',
    )
  const away: Record<(typeof KINDS)[number], (during: () => Promise<unknown>) => Promise<void>> = {
    stopped: async (during) => {
      await standby.stop()
      await during()
      await standby.start()
    },
    'replay paused': async (during) => {
      await standby.pauseReplay()
      await during()
      await standby.resumeReplay()
    },
    frozen: async (during) => {
      const pids = listDatabaseProcesses(replica.dataDir)
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await during()
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    },
  }

  await expect.poll(isUsed).toBe(true)
  const working = Promise.all(tokens.map((_, at) => clerk(at)))
  const undisturbed = await between(readsOf, () => sleep(4 * BETWEEN_MS))
  const calm = took.splice(0)
  let slowestBack = 0
  for (const kind of Array.from({ length: ROUNDS }, () => KINDS).flat()) {
    await sleep(random.below(BETWEEN_MS))
    await away[kind](() => sleep(random.below(AWAY_MS)))
    const back = performance.now()
    await expect.poll(isUsed, { interval: 20, message: `${kind} ${where}` }).toBe(true)
    slowestBack = Math.max(slowestBack, performance.now() - back)
  }
  isOver = true
  await working
  const all = await readsOf()

  expect(wrong, where).toEqual([])
  const balances = await query<{ user_id: number; balance: number }>(
    db,
    `select user_id, balance from accounts where kind = 'user_wallet' and user_id = any($1) order by user_id`,
    [customers.map(({ id }) => id)],
  )
  expect(balances, where).toEqual(customers.map(({ id, balance }) => ({ user_id: id, balance })))
  expect(await checkBooks(pool), where).toEqual([])
  // How much of it depends on the machine, so the line reports it.
  expect(undisturbed.standby, where).toBeGreaterThan(0)
  const share = ({ standby: by, primary: other }: typeof all) => `${Math.round((100 * by) / (by + other))} %`
  report(
    `standby for reads, ${CLERKS} clerks, two servers, ${where}: ${answered} calls, ${all.standby + all.primary} reads of lists and ` +
      `figures, ${wrong.length} wrong, lost or refused; undisturbed the standby served ${share(undisturbed)}, ` +
      `p50 ${Math.round(at(calm, 0.5))} ms, p95 ${Math.round(at(calm, 0.95))} ms; stopped, paused and frozen ${ROUNDS} times each: ` +
      `it served ${share(all)}, p95 ${Math.round(at(took, 0.95))} ms, slowest ${seconds(at(took, 1))}, used again within ${seconds(slowestBack)}`,
  )
  for (const server of servers) {
    server.kill('SIGTERM')
    expect((await server.exited).code).toBe(0)
  }
  await db.destroy()
  await standby.stop()
  await close()
  replica.remove()
})

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const at = (times: readonly number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0

const between = async (read: () => Promise<{ standby: number; primary: number }>, work: () => Promise<unknown>) => {
  const before = await read()
  await work()
  const after = await read()
  return { standby: after.standby - before.standby, primary: after.primary - before.primary }
}
