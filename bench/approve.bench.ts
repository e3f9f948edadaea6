/**
 * Approving a wallet add with everything it writes (status, both wallets, journal, counters, the store's news, audit
 * row, kept reply), in its transaction, against a bare one-row UPDATE of the same row in a copy of the table; by the same driver,
 * both from this one process, each by one admin and by several at once, of whom no two wait for one wallet. Rounds alternate, the
 * figure is the ratio of medians. Beside it the decision alone (status, both wallets, journal, counters, news: one function in the
 * database), sent as the UPDATE is. The same over HTTP, then with session and reply, against a bare http + pg server that sends the
 * UPDATE.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { walletAdds } from '#contract/wallet-adds.ts'
import { openDatabase } from '../server/db/connect.ts'
import { startEmbedded } from '../server/db/embedded.ts'
import { migrate } from '../server/db/migrate.ts'
import { openPool } from '../server/db/pool.ts'
import { listenForChanges } from '../server/events/changes.ts'
import { writeAudit } from '../server/http/audit.ts'
import { keptReply } from '../server/http/idempotency.ts'
import { buildServer } from '../server/http/server.ts'
import { decideWalletAdd } from '../server/core/ledger/wallet-adds.ts'
import { openSession } from '../server/sessions/sessions.ts'
import { openFolder } from '../server/uploads/folder.ts'
import { openVault } from '../server/vault/vault.ts'
import { median } from './load.ts'
import { record } from './record.ts'

/** How many work at once, one number after the other. */
const AT_ONCE = (process.env.BENCH_ADMINS ?? '1,2,4,8').split(',').map(Number)
const ADMINS = Math.max(...AT_ONCE)
const USERS = 2_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
const PER_ROUND = 1_000
/** What a commit waits in microseconds, for a disk that answers later than this machine's. */
const COMMIT_WAIT_US = Number(process.env.BENCH_COMMIT_WAIT_US ?? 0)

const prepare = async (pool: pg.Pool, rows: number) => {
  await pool.query(
    `insert into admins (first_name, last_name, username, email, password_hash, role)
     select 'Bench', 'B', 'bench' || i, 'bench' || i || '@topdeck.example', '', 'super' from generate_series(1, $1::int) i`,
    [ADMINS],
  )
  await pool.query(
    `insert into users (username, phone) select 'player' || i, '01' || lpad(i::text, 9, '0') from generate_series(1, $1::int) i`,
    [USERS],
  )
  await pool.query(
    `insert into wallet_adds (user_id, amount, number, trx_id)
     select 1 + i % $2::int, 100, '0170000' || i % 10000, 'TRX' || i from generate_series(1, $1::int) i`,
    [rows, USERS],
  )
  // The same table with the same indexes, and nothing that follows from a change.
  await pool.query('create table bare (like wallet_adds including all)')
  await pool.query(
    `insert into bare (id, user_id, amount, number, trx_id, status) overriding system value
     select id, user_id, amount, number, trx_id, status from wallet_adds`,
  )
  await pool.query('update books set tells_store = true')
  await pool.query('vacuum analyze')
}

const BARE = {
  name: 'bare',
  text: `update bare set status = 'completed', admin_id = $2, updated_at = now() where id = $1 and status = 'pending'`,
}

const DECIDE = { name: 'decide', text: 'select decide_wallet_add($1, $2, $3)' }

type Work = (id: number, worker: number) => Promise<unknown>

/** Rows per second of `count` rows by so many workers at once. */
const rate = async (from: number, count: number, atOnce: number, work: Work): Promise<number> => {
  let next = from
  const started = performance.now()
  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      while (next < from + count) await work(next++, worker)
    }),
  )
  return Math.round((count / (performance.now() - started)) * 1000)
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

const serveBare = (pool: pg.Pool) =>
  createServer(async (incoming, reply) => {
    let text = ''
    for await (const chunk of incoming) text += chunk
    const { id } = JSON.parse(text) as { id: number }
    await pool.query({ ...BARE, values: [id, 1] })
    reply.setHeader('content-type', 'application/json; charset=utf-8')
    reply.end('{"success":true,"data":null}')
  })

const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
const database = await startEmbedded({ dataDir })
const pool = openPool(database.url, ADMINS)
const db = openDatabase(pool)
await migrate(pool)
await prepare(pool, (ROUNDS + 1) * PER_ROUND * 3 * AT_ONCE.length)
for (const setting of [`commit_delay = ${COMMIT_WAIT_US}`, 'commit_siblings = 0']) await pool.query(`alter system set ${setting}`)
await pool.query('select pg_reload_conf()')
const admins = (await pool.query<{ id: number }>('select id from admins order by id')).rows
const tokens = await Promise.all(admins.map(({ id }) => openSession(db, id, true, '')))
const agent = new Agent({ keepAlive: true, maxSockets: ADMINS })
const app = await buildServer({
  db,
  vault: openVault(Buffer.alloc(32)),
  changes: await listenForChanges(database.url, () => {}),
  images: openFolder(join(dataDir, 'images')),
  storeKey: undefined,
  logLevel: 'silent',
  trustProxy: 'off',
})
const ours = poster(await app.listen({ port: 0, host: '127.0.0.1' }), agent)
const bareServer = serveBare(pool)
await new Promise<void>((ready) => bareServer.listen(0, '127.0.0.1', ready))
const bares = poster(`http://127.0.0.1:${(bareServer.address() as AddressInfo).port}`, agent)

const route = { name: 'walletAdds.setStatus', endpoint: walletAdds.setStatus, handler: async () => null }
const HASH = Buffer.alloc(32)

/** What the dispatcher sends for an approval, without its session and HTTP. */
const approve: Work = (id, worker) =>
  db.transaction().execute(async (own) => {
    const admin = admins[worker]?.id ?? 0
    await decideWalletAdd(own, id, 'completed', admin)
    const caller = { actor: 'system', admin: undefined, address: '127.0.0.1', requestId: `bench-${id}` } as const
    const notes = { subjectId: id, adminId: admin, before: { status: 'pending' } }
    const kept = keptReply({ actor: `admin:${admin}`, key: `direct-${id}`, request_hash: HASH }, null)
    await writeAudit(own, route, caller, { transaction_id: id, status: 'completed' }, notes, kept)
  })

const kinds: Record<string, Work> = {
  update: (id, worker) => pool.query({ ...BARE, values: [id, admins[worker]?.id] }),
  decision: (id, worker) => pool.query({ ...DECIDE, values: [id, 'completed', admins[worker]?.id] }),
  approval: approve,
  'update over http': (id) => bares('/', { id }, {}),
  'approval over http': (id, worker) =>
    ours(
      '/api/admin/transaction/update',
      { transaction_id: id, status: 'completed' },
      {
        authorization: tokens[worker] ?? '',
        'idempotency-key': `bench-${id}`,
      },
    ),
}
let bareId = 1
let id = 1

/** The median rate of each kind, in rows per second. */
const measure = async (atOnce: number) => {
  const rates = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, [] as number[]]))
  for (let round = 0; round <= ROUNDS; round++) {
    // As autovacuum does within a minute: plans made on empty tables would scan the growing ones for ever.
    if (round === 1) await pool.query('vacuum analyze')
    for (const [kind, work] of Object.entries(kinds)) {
      const isBare = kind.startsWith('update')
      const perSecond = await rate(isBare ? bareId : id, PER_ROUND, atOnce, work)
      if (isBare) bareId += PER_ROUND
      else id += PER_ROUND
      // Round 0 warms both up.
      if (round > 0) rates[kind]?.push(perSecond)
    }
  }
  return (kind: string) => median(rates[kind] ?? [])
}

const figures: Record<string, string> = {}
for (const atOnce of AT_ONCE) {
  const at = await measure(atOnce)
  const against = (a: string, b: string) => `${at(a)}/s against ${at(b)}/s, ${(at(a) / at(b)).toFixed(2)}`
  figures[`${atOnce} at once, approval against UPDATE`] = against('approval', 'update')
  figures[`${atOnce} at once, the decision alone`] = against('decision', 'update')
  figures[`${atOnce} at once, over http, with its session`] = against('approval over http', 'update over http')
}
record('approve', { 'a commit waits, us': COMMIT_WAIT_US, ...figures })
agent.destroy()
bareServer.close()
await app.close()
await pool.end()
await database.stop()
rmSync(dataDir, { recursive: true, force: true })
