/**
 * Adding 100,000 voucher codes over HTTP (sealed, checked against a million that are there) against adding them row by row with the
 * same vault on one connection, measured on a part and reckoned up. A timer beside the paste tells how long the process stood still.
 * Then the lists over all of them: pages, filters, the whole code.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '../server/app.ts'
import { openSession } from '../server/platform/auth/sessions.ts'
import { openDatabase } from '../server/platform/db/connect.ts'
import { startEmbedded } from '../server/platform/db/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { openPool } from '../server/platform/db/pool.ts'
import { listenForChanges } from '../server/platform/events/changes.ts'
import { openReadiness } from '../server/platform/health/readiness.ts'
import { buildServer } from '../server/platform/http/server.ts'
import { openFolder } from '../server/platform/uploads/folder.ts'
import { openVault } from '../server/platform/vault/vault.ts'
import { load, median } from './load.ts'
import { record } from './record.ts'

const EXISTING = Number(process.env.BENCH_VOUCHERS ?? 1_000_000)
const PASTED = 100_000
const ROUNDS = 3
const ROW_BY_ROW = 5_000

const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-bench-'))
const database = await startEmbedded({ dataDir })
const pool = openPool(database.url, 8)
const db = openDatabase(pool)
const vault = openVault(Buffer.alloc(32))
await migrate(pool)
await pool.query(`insert into admins (first_name, last_name, username, email, password_hash, role)
  values ('Bench', 'B', 'bench', 'bench@topdeck.example', '', 'super')`)
await pool.query(
  `insert into users (username, phone) select 'player' || i, '01' || lpad(i::text, 9, '0') from generate_series(1, 1000) i`,
)
await pool.query(`insert into topup_products (name, logo) values ('Starfall', '')`)
await pool.query(
  `insert into topup_packages (product_id, name, price, bprice, logo, sells_vouchers)
   select 1, 'Card ' || i, 10, 9, '', true from generate_series(1, 20) i`,
)
const withoutLimit = await pool.connect()
await withoutLimit.query('set statement_timeout = 0')
await withoutLimit.query(
  `insert into vouchers (package_id, status, code_sealed, code_index, code_last4, user_id, used_at)
   select 1 + i / 5000 % 20, case when i % 10 < 7 then 2 when i % 10 = 9 then 0 else 1 end, sha256(int8send(i)) || sha256(int8send(i)),
     sha256(int8send(-i)), lpad((i % 10000)::text, 4, '0'), case when i % 10 < 7 then 1 + i % 1000 end,
     case when i % 10 < 7 then now() - make_interval(mins => ($1::int8 - i)::int / 10) end
   from generate_series(1::int8, $1::int8) i`,
  [EXISTING],
)
await withoutLimit.query('select fold_voucher_counts()')
await withoutLimit.query('vacuum analyze')
withoutLimit.release()

const token = await openSession(db, 1, true, { address: '' })
const app = await buildServer({
  routes,
  db,
  vault,
  changes: await listenForChanges(database.url, () => {}),
  images: openFolder(join(dataDir, 'images')),
  readiness: openReadiness(database.url, dataDir),
  storeKey: undefined,
  logLevel: 'silent',
  trustProxy: 'off',
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const headers = { authorization: token, 'content-type': 'application/json' }

/** How late a timer came at most, in milliseconds: nobody else was answered for so long. */
const longestStandstill = async (work: Promise<unknown>) => {
  let isDone = false
  let longest = 0
  void work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const before = performance.now()
    await sleep(1)
    longest = Math.max(longest, performance.now() - before)
  }
  return longest
}

const codesOf = (round: number, count: number) =>
  Array.from({ length: count }, (_, at) => `BENCH-${round}-${String(at).padStart(8, '0')}-ABCD`)

const pasteMs: number[] = []
const standstillMs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  const body = JSON.stringify({ package_id: 1 + round, status: 1, code: codesOf(round, PASTED).join('\n') })
  const started = performance.now()
  const sent = fetch(`${url}/api/admin/unipin/create`, { method: 'POST', headers, body })
  standstillMs.push(await longestStandstill(sent))
  const reply = (await (await sent).json()) as { data: { created: number } }
  pasteMs.push(performance.now() - started)
  if (reply.data.created !== PASTED) throw new Error(`Only ${reply.data.created} were added`)
}

const ADD_ONE = `insert into vouchers (package_id, status, code_index, code_sealed, code_last4, added_by)
  values ($1, 1, $2, $3, $4, 1) on conflict (code_index) do nothing returning id`
const LOOK = 'select from vouchers where code_index = $1'

/** Milliseconds for as many codes as are pasted, row by row: looked up and inserted, each saved by itself or all in one transaction. */
const rowByRow = async (round: number, isOneTransaction: boolean) => {
  const client = await pool.connect()
  const started = performance.now()
  if (isOneTransaction) await client.query('begin')
  for (const code of codesOf(round, ROW_BY_ROW)) {
    const index = vault.index(code)
    const { rowCount } = await client.query({ name: 'look', text: LOOK, values: [index] })
    const values = [5, index, vault.seal(code, 'voucher.code 0'), code.slice(-4)]
    if (rowCount === 0) await client.query({ name: 'add', text: ADD_ONE, values })
  }
  if (isOneTransaction) await client.query('commit')
  client.release()
  return ((performance.now() - started) * PASTED) / ROW_BY_ROW
}

const eachMs: number[] = []
const togetherMs: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  eachMs.push(await rowByRow(100 + round, false))
  togetherMs.push(await rowByRow(200 + round, true))
}
await pool.query('select fold_voucher_counts()')

const lists: Record<string, string> = {
  'page 1': '',
  'the middle': `?page=${Math.floor(EXISTING / 20)}`,
  Used: '?status=2',
  'Used, page 5,000': '?status=2&page=5000',
  'of a package, Ready': '?package=7&status=1',
  'of a package, far': '?package=7&page=4000',
  'of a user': '?user=77',
  'the whole code': `?voucher=${codesOf(0, 1)[0]}`,
  counts: '/counts',
}
const p50: Record<string, number> = {}
for (const [name, query] of Object.entries(lists)) {
  const address = `${url}/api/admin/unipins${query}`
  await load(address, { authorization: token }, 1, 300)
  p50[`${name}: one at a time over HTTP, p50 ms`] =
    Math.round((await load(address, { authorization: token }, 1, 1_500)).p50Ms * 10) / 10
}
const timesAsFast = (others: number[]) => Math.round((median(others) / median(pasteMs)) * 10) / 10
record('voucher-paste', {
  'vouchers before': EXISTING,
  'codes pasted': PASTED,
  'over HTTP, s': Math.round(median(pasteMs)) / 1_000,
  'row by row, each saved by itself, s': Math.round(median(eachMs)) / 1_000,
  'row by row in one transaction, s': Math.round(median(togetherMs)) / 1_000,
  'times as fast as each by itself': timesAsFast(eachMs),
  'times as fast as in one transaction': timesAsFast(togetherMs),
  'longest standstill of the server, ms': Math.round(median(standstillMs)),
  ...p50,
})
await app.close()
await pool.end()
await database.stop()
rmSync(dataDir, { recursive: true, force: true })
