import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import { status } from '#contract/status.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { request, STORE_KEY, startApp } from '../../../test/support/app.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { everyEndpoint, samplesOf } from '../../../test/support/samples.ts'
import { createStandby } from '../../../test/support/standby.ts'
import { query } from './connect.ts'
import { RUNTIME_ROLE, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { ANSWER_WITHIN_MS, askOn, openPool } from './pool.ts'
import { requireReplayed } from './standby.ts'
import { checkStandby } from './standby-check.ts'

/** More than what is on its way to a reader who does not read. */
const EXPORT_ROWS = 80_000
const DAYS = { from: '2026-01-01', to: '2026-01-02' }

const folder = mkdtempSync(join(tmpdir(), 'topdeck-standby-'))
const primary = await startEmbedded({ dataDir: join(folder, 'primary') })
const owner = openPool(primary.url, 2)
await migrate(owner, undefined, RUNTIME_ROLE)
const replica = await createStandby(primary.url, join(folder, 'primary'), join(folder, 'standby'))
const cable = await startProxy(replica.addressOf(primary.runtimeUrl))
const app = await startApp({
  database: { url: primary.url, runtimeUrl: primary.runtimeUrl, drop: async () => {} },
  readUrl: cable.url,
})
const { standby } = app
if (!standby) throw new Error('The app has no standby')
const token = await app.signIn('rahim')
afterAll(async () => {
  await app.close()
  await Promise.all([owner.end(), replicaPool.end(), replica.stop(), cable.remove()])
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

const isInUse = () => standby.state().state === 'in_use'
const untilInUse = () => expect.poll(isInUse).toBe(true)
/** The standby itself, as its owner. */
const replicaPool = openPool(replica.addressOf(primary.url), 2)
const untilReplayed = async () => {
  const { rows } = await owner.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')
  const text = 'select from pg_last_wal_replay_lsn() as replayed where replayed >= $1::pg_lsn'
  await expect.poll(async () => (await replicaPool.query(text, [rows[0]?.lsn])).rowCount, { interval: 2 }).toBe(1)
}
beforeEach(untilInUse)

/** What `work` is served by, and how long it takes. */
const servedBy = async (work: () => Promise<unknown>) => {
  const before = standby.state()
  const start = performance.now()
  await work()
  const after = standby.state()
  return {
    standby: after.reads_of_standby - before.reads_of_standby,
    primary: after.reads_of_primary - before.reads_of_primary,
    ms: performance.now() - start,
  }
}

/** The newest wallet add as a list shows it. */
const newest = async (url = app.url, as = token) => {
  const { status, body } = await request(url, walletAdds.list, { sort: 'id', order: 'desc' }, as)
  expect(status).toBe(200)
  const [row] = body.data.transactions
  return { id: row?.id, status: row?.status }
}
let count = 0
/** A wallet add that the admin completes. */
const decide = async () => {
  const placed = { user_id: app.world.users.tanvir, amount: 100, number: '01700000000', trx_id: `STANDBY${++count}` }
  const { body } = await app.call(store.addWallet, placed, STORE_KEY)
  const decision = { transaction_id: body.data.id, status: 'completed' }
  expect((await app.call(walletAdds.setStatus, decision, token)).status).toBe(200)
  return { id: body.data.id, status: 'completed' }
}

test('each endpoint that is declared so is served by the standby', async () => {
  const declared = everyEndpoint.filter(({ endpoint }) => endpoint.onStandby)
  expect(declared.length).toBeGreaterThan(30)
  for (const { name, endpoint } of declared) {
    for (const sample of samplesOf(endpoint)) {
      const input = 'from' in sample ? { ...sample, ...DAYS } : sample
      const isServed = async () => (await servedBy(() => app.call(endpoint, input, token))).standby
      await expect.poll(isServed, { message: `${name} ${JSON.stringify(input)}` }).toBe(1)
    }
  }
})

test('no position in running transactions is read from a standby', () => {
  const shows = (endpoint: Endpoint) =>
    JSON.stringify(z.toJSONSchema(endpoint.output, { unrepresentable: 'any' })).includes('"unseen"')
  const shown = everyEndpoint.filter(({ endpoint }) => shows(endpoint))
  expect(shown.length).toBeGreaterThan(1)
  expect(shown.filter(({ endpoint }) => endpoint.onStandby)).toEqual([])
})

test('what was just written is in the next read, though replay takes its time', async () => {
  const served = await servedBy(async () => {
    for (let round = 0; round < 40; round++) {
      const decided = await decide()
      expect(await newest()).toEqual(decided)
    }
  })
  expect(served.standby).toBeGreaterThan(0)
})

test('while replay is paused the primary serves, and the standby again afterwards', async () => {
  await untilReplayed()
  await replica.pauseReplay()
  const decided = await decide()
  const other = await app.signIn('rahim')
  const paused = await servedBy(async () => {
    expect(await newest()).toEqual(decided)
    expect(await newest(app.url, other)).toEqual(decided)
  })
  expect(paused).toMatchObject({ standby: 0, primary: 2 })
  await expect.poll(() => standby.state().state).toBe('behind')
  expect(standby.state().behind_bytes).toBeGreaterThan(0)
  await replica.resumeReplay()
  await untilInUse()
  expect(await servedBy(() => newest())).toMatchObject({ standby: 1, primary: 0 })
})

test('a stopped standby costs no answer, and one that is back is used again', async () => {
  await replica.stop()
  const stopped = await servedBy(async () => {
    for (let round = 0; round < 20; round++) {
      const decided = await decide()
      expect(await newest()).toEqual(decided)
    }
  })
  expect(stopped.standby).toBe(0)
  await expect.poll(() => standby.state().state).toBe('not_answering')
  await replica.start()
  await untilInUse()
  expect(await servedBy(() => newest())).toMatchObject({ standby: 1, primary: 0 })
})

test('a standby that falls silent is given up at once, also by reads that wait for it', async () => {
  const waiting = standby.attempt(
    (db) => query(db, 'select pg_sleep(60)').then(() => 'by the standby'),
    async () => 'by the primary',
  )
  await expect.poll(sleepers).toBe(1)
  cable.pull()
  const silent = await servedBy(async () => {
    await Promise.all([newest(), newest(), newest()])
    expect(await waiting).toBe('by the primary')
  })
  expect(silent).toMatchObject({ standby: 0 })
  // A probe noticed it: no read waited for its own limit.
  expect(silent.ms).toBeLessThan(ANSWER_WITHIN_MS)
  cable.plug()
})

const sleepers = async () => (await replicaPool.query("select from pg_stat_activity where wait_event = 'PgSleep'")).rowCount

test('an export is read from the standby by pages and is whole though it ends', async () => {
  await query(
    app.db,
    `insert into wallet_adds (user_id, amount, number, trx_id)
     select $1, 10, '01700000000', 'EXPORT' || i from generate_series(1, $2::int) as i`,
    [app.world.users.tanvir, EXPORT_ROWS],
  )
  await untilReplayed()
  const download = () =>
    fetch(`${app.url}/api${walletAdds.exportRows.path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: '{}',
    })
  const linesOf = async (reply: Response) => (await reply.text()).split('\r\n').length
  const whole = await servedBy(async () => expect(await linesOf(await download())).toBeGreaterThan(EXPORT_ROWS))
  expect(whole).toMatchObject({ primary: 0 })
  expect(whole.standby).toBeGreaterThan(3)

  const broken = await servedBy(async () => {
    const reply = await download()
    await replica.stop()
    expect(await linesOf(reply)).toBeGreaterThan(EXPORT_ROWS)
  })
  expect(broken.primary).toBeGreaterThan(0)
  await replica.start()
})

test('system status says how the standby is', async () => {
  const reply = await app.call(status.show, {}, token)
  expect(reply.body.data.standby).toMatchObject({ state: 'in_use', behind_s: 0 })
  expect(reply.body.data.standby?.reads_of_standby).toBeGreaterThan(0)
})

test('a wrong address is refused, a standby that is away or promoted is reported', async () => {
  const pool = openPool(primary.runtimeUrl, 1)
  const check = (url: string) => checkStandby(url, pool)
  const changed = (change: (url: URL) => void) => {
    const url = new URL(cable.url)
    change(url)
    return url.href
  }
  expect(await check(cable.url)).toBe(undefined)
  await expect(check(inject('serverUrl'))).rejects.toThrow('leads to another database than DATABASE_URL')
  await expect(check(changed((url) => (url.pathname = '/postgres')))).rejects.toThrow('leads to another database')
  await expect(check(changed((url) => (url.password = 'wrong')))).rejects.toThrow('refuses the connection: password')
  await expect(check(changed((url) => (url.pathname = '/nowhere')))).rejects.toThrow('refuses the connection: database')
  expect(await check(primary.runtimeUrl)).toMatch('leads to a server that is no standby')
  expect(await check(changed((url) => (url.port = '1')))).toMatch(
    /^The standby of DATABASE_READ_URL does not answer: .+ECONNREFUSED/,
  )
  await pool.end()
})

test('a standby that was promoted serves nothing any more', async () => {
  await replicaPool.query('select pg_promote()')
  await expect(requireReplayed(askOn(replicaPool), '0/0')).rejects.toThrow()
  expect(await servedBy(() => newest())).toMatchObject({ standby: 0, primary: 1 })
  await expect.poll(() => standby.state().state).toBe('not_a_standby')
  const decided = await decide()
  expect(await newest()).toEqual(decided)
})
