/**
 * Each of the five decisions over HTTP, with session, idempotency key, journals, counters, outbox row and audit row, against a
 * one-row UPDATE of a copy of the table by the same HTTP server. Rounds alternate, and a figure is the ratio of medians. Admins who
 * decide at once wait for no common wallet.
 */

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tk } from '#contract/money.ts'
import { routes } from '../server/app.ts'
import { book } from '../server/core/decisions/decisions.ts'
import { HAND_OVERS, WITHDRAWALS } from '../server/core/decisions/money-declarations.ts'
import { adjust } from '../server/core/ledger/adjustments.ts'
import { openSession } from '../server/platform/auth/sessions.ts'
import { openDatabase, query } from '../server/platform/db/connect.ts'
import { RUNTIME_ROLE, startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { listenForChanges } from '../server/platform/events/changes.ts'
import { openReadiness } from '../server/platform/health/readiness.ts'
import { buildServer } from '../server/platform/http/server.ts'
import { openFolder } from '../server/platform/uploads/folder.ts'
import { storeKeyPrint } from '../server/platform/vault/shop-key.ts'
import { openVault } from '../server/platform/vault/vault.ts'
import { writeActions } from '../server/start/actions.ts'
import { addPhysicalProduct, placeProductOrder } from '../test/support/product-orders.ts'
import { askForWalletAdd, fundWallet, placeOrder, seedSmallWorld } from '../test/world.ts'
import { median } from './load.ts'
import { record } from './record.ts'

/** How many decide at once, one number after the other. */
const AT_ONCE = (process.env.BENCH_ADMINS ?? '1,2').split(',').map(Number)
const ADMINS = Math.max(...AT_ONCE)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const PER_ROUND = Number(process.env.BENCH_ROWS ?? 300)
const ROWS = (ROUNDS + 1) * PER_ROUND * AT_ONCE.length

const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
const database = await startEmbedded({ dataDir })
const pool = openPool(database.url, ADMINS + 1)
const db = openDatabase(pool)
await migrate(pool, undefined, RUNTIME_ROLE)
const vault = openVault(randomBytes(32))
await storeKeyPrint(db, vault)
await writeActions(db)
// As a shop runs: under the role that may do the least.
const runtimeDb = openDatabase(openPool(database.runtimeUrl, ADMINS + 1))
const world = await seedSmallWorld(db, vault)

/** Each of the admins who decide at once, with customers whom the others leave alone. */
const addDesk = async (nth: number) => {
  const [admin] = await query<{ id: number }>(
    db,
    `insert into admins (first_name, last_name, username, email, password_hash, role)
     values ('Bench', 'B', $1, $1 || '@topdeck.example', '', 'super') returning id`,
    [`bench${nth}`],
  )
  const users = await query<{ id: number }>(
    db,
    `insert into users (username, phone)
     select 'player-' || $1::int || '-' || i, '018' || lpad(($1::int * 1000 + i)::text, 8, '0') from generate_series(1, 50) i
     returning id`,
    [nth],
  )
  const id = admin?.id ?? 0
  for (const user of users) {
    await fundWallet(db, world, { userId: user.id, amount: 10_000_000 })
    await adjust(db, { userId: user.id, wallet: 'earn_wallet', kind: 'earned', amount: 1_000_000 as Tk, adminId: null })
  }
  return { id, token: await openSession(db, id, true, { address: '' }), userIds: users.map((user) => user.id) }
}
const desks = await Promise.all(Array.from({ length: ADMINS }, (_, nth) => addDesk(nth)))
await query(db, 'update topup_products set track_stock = 0')
const product = await addPhysicalProduct(db, { price: 45.5, quantity: ROWS * ADMINS })

const askFor = <R>(table: 'withdrawals' | 'hand_overs', values: object, then: (id: number) => Promise<R>) =>
  db
    .insertInto(table as 'withdrawals')
    .values(values as never)
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(async ({ id }) => {
      await then(id)
      return id
    })
const amount = 10 as Tk

/** How a row of each kind comes to wait, and how it is completed. */
const KINDS = {
  orders: {
    add: (userId: number) =>
      placeOrder(db, { userId, packageId: world.packages.gems100, playerid: randomBytes(5).toString('hex') }),
    path: (id: number) => `/api/admin/order/update-order-status/${id}`,
    body: () => ({ status: 'completed' }),
  },
  product_orders: {
    add: (userId: number) => placeProductOrder(db, userId, product, 1),
    path: (id: number) => `/api/admin/update-physical-order-status/${id}`,
    body: () => ({ status: 'completed' }),
  },
  wallet_adds: {
    add: (userId: number) => askForWalletAdd(db, { userId, amount }),
    path: () => '/api/admin/transaction/update',
    body: (id: number) => ({ transaction_id: id, status: 'completed' }),
  },
  withdrawals: {
    add: (userId: number) =>
      askFor('withdrawals', { user_id: userId, amount, number: '01811000001' }, (id) =>
        book(db, WITHDRAWALS, { id, user_id: userId, amount, reopens: 0 }, ['requested'], null),
      ),
    path: () => '/api/admin/withdraw-earn-wallet/update',
    body: (id: number) => ({ withdraw_earn_wallet_id: id, status: 'completed' }),
  },
  hand_overs: {
    // Of rahim, who collected what the customers paid.
    add: () =>
      askFor('hand_overs', { owner_id: world.admins.rahim, amount, number: '' }, (id) =>
        book(db, HAND_OVERS, { id, owner_id: world.admins.rahim, amount, reopens: 0 }, ['requested'], world.admins.rahim),
      ),
    path: () => '/api/admin/admin-transaction/update',
    body: (id: number) => ({ transaction_id: id, status: 'completed' }),
  },
} as const
type Kind = keyof typeof KINDS

/** What else a decision writes into the row. */
const MONEY = ', admin_id = 1, updated_at = now()'
const COLUMNS: Record<Kind, string> = {
  orders: ', completed_by = 1, closed_at = now()',
  product_orders: ', admin_id = 1, closed_at = now()',
  wallet_adds: MONEY,
  withdrawals: MONEY,
  hand_overs: MONEY,
}

const poster = (address: string, agent: Agent) => (path: string, body: object, headers: Record<string, string>) =>
  new Promise<void>((resolve, reject) => {
    const text = JSON.stringify(body)
    const sent = request(
      `${address}${path}`,
      { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json', 'content-length': text.length } },
      (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${path} answered ${reply.statusCode}`))
        reply.resume()
        reply.on('end', resolve)
      },
    )
    sent.on('error', reject)
    sent.end(text)
  })

const agent = new Agent({ keepAlive: true, maxSockets: ADMINS })
const app = await buildServer({
  routes,
  db: runtimeDb,
  vault,
  changes: await listenForChanges(database.url, () => {}),
  images: openFolder(join(dataDir, 'images')),
  readiness: openReadiness(database.url, dataDir),
  storeKey: undefined,
  logLevel: 'silent',
  trustProxy: 'off',
})
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) => done(null, JSON.parse(String(text))))
app.post<{ Body: { table: Kind; id: number } }>('/bare', async ({ body: { table, id } }) => {
  const text = `update bare_${table} set status = 'completed'${COLUMNS[table]} where id = $1`
  await pool.query({ name: table, text, values: [id] })
  return { success: true, data: null }
})
const post = poster(await app.listen({ port: 0, host: '127.0.0.1' }), agent)

/** Rows of a kind that wait, for each desk. */
const addRows = async (kind: Kind): Promise<number[][]> => {
  const rows = await Promise.all(
    desks.map(async ({ userIds }) => {
      const ids: number[] = []
      for (let nth = 0; nth < ROWS; nth++) ids.push(await KINDS[kind].add(userIds[nth % userIds.length] ?? 0))
      return ids
    }),
  )
  // The same table with the same indexes, and nothing that follows from a change.
  await pool.query(`create table bare_${kind} (like ${kind} including indexes including defaults including storage)`)
  await pool.query(`insert into bare_${kind} select * from ${kind}`)
  return rows
}

/** Rows per second of `count` rows by each of so many desks at once. */
const rate = async (rows: number[][], count: number, atOnce: number, work: (id: number, desk: number) => Promise<unknown>) => {
  const taken = rows.slice(0, atOnce).map((ids) => ids.splice(0, count))
  const started = performance.now()
  await Promise.all(
    taken.map(async (ids, desk) => {
      for (const id of ids) await work(id, desk)
    }),
  )
  return Math.round(((count * atOnce) / (performance.now() - started)) * 1_000)
}

await query(db, 'update books set webhooks_since = now()')
const figures: Record<string, string> = {}
for (const kind of Object.keys(KINDS) as Kind[]) {
  const rows = await addRows(kind)
  const copies = rows.map((ids) => [...ids])
  await pool.query('vacuum analyze')
  const { path, body } = KINDS[kind]
  for (const atOnce of AT_ONCE) {
    const rates = { bare: [] as number[], decided: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++) {
      const bare = await rate(copies, PER_ROUND, atOnce, (id) => post('/bare', { table: kind, id }, {}))
      const decided = await rate(rows, PER_ROUND, atOnce, (id, desk) =>
        post(path(id), body(id), { authorization: desks[desk]?.token ?? '', 'idempotency-key': `bench-${kind}-${id}` }),
      )
      // Round 0 warms both up.
      if (round === 0) continue
      rates.bare.push(bare)
      rates.decided.push(decided)
    }
    const [decided, bare] = [median(rates.decided), median(rates.bare)]
    figures[`${kind}, ${atOnce} at once`] = `${decided}/s against ${bare}/s, ${(decided / bare).toFixed(2)}`
  }
}
record('decisions', figures)
agent.destroy()
await app.close()
await runtimeDb.destroy()
await pool.end()
await database.stop()
rmSync(dataDir, { recursive: true, force: true })
