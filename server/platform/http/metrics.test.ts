import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import about from '../../../package.json' with { type: 'json' }
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { makeOlder } from '../../../test/support/books.ts'
import { routes } from '../../app.ts'
import { readShopFigures } from '../../system/shop-figures.ts'
import { query } from '../db/connect.ts'
import { openPool } from '../db/pool.ts'
import type { Standby } from '../db/standby.ts'
import { forgetJob, recordJob, recordRun } from '../jobs/runs.ts'
import { buildServer } from './server.ts'

const KEY = 'sixteen characters'
const app = await startApp()
const rahim = await app.signIn('rahim')
const pool = openPool(app.databaseUrl, 2)
const { db, vault, images, readiness } = app
const changes = { stop: async () => {} } as never
const start = (key?: string, standby?: Standby, figures = readShopFigures) =>
  buildServer({
    routes,
    db,
    standby,
    vault,
    images,
    readiness,
    changes,
    storeKey: undefined,
    logLevel: 'silent',
    trustProxy: '127.0.0.1',
    metrics: { pool, key, figures },
  })
const [server, keyless] = await Promise.all([start(KEY), start()])
afterAll(async () => {
  await Promise.all([server.close(), keyless.close(), pool.end()])
  forgetJob('copy pictures')
  await app.close()
})

const standbyOf = (state: string) =>
  ({
    state: () => ({ state, behind_bytes: 4_096, behind_s: 2, reads_of_standby: 30, reads_of_primary: 7 }),
  }) as unknown as Standby

const AWAY = { remoteAddress: '203.0.113.9' }
const read = (headers: Record<string, string> = {}, from: object = {}, on = server) =>
  on.inject({ method: 'GET', url: '/metrics', headers, ...from })
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )

test('are for this machine, and for others with the key', async () => {
  const statuses = await Promise.all([
    read(),
    read({}, AWAY),
    read({ authorization: `Bearer ${KEY}` }, AWAY),
    read({ authorization: 'Bearer something else' }, AWAY),
    read({ authorization: rahim }, AWAY),
    read({}, {}, keyless),
    read({ authorization: `Bearer ${KEY}` }, AWAY, keyless),
    read({ authorization: 'Bearer undefined' }, AWAY, keyless),
    read({ 'x-forwarded-for': '127.0.0.1' }),
    read({ forwarded: 'for=127.0.0.1' }, {}, keyless),
    read({ 'x-forwarded-for': '203.0.113.9', authorization: `Bearer ${KEY}` }),
  ])
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([200, 404, 200, 404, 404, 200, 404, 404, 404, 404, 200])
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404)
})

test('count requests by pattern and status, without an address', async () => {
  const path = `/api${users.show.path.replace(':id', '4711')}`
  await server.inject({ method: users.show.method, url: path, headers: { authorization: rahim } })
  await server.inject({ method: 'GET', url: '/api/not-there/4712' })
  const { body, headers } = await read()
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  const labels = `method="${users.show.method}",route="/api${users.show.path}"`
  expect(figure(body, `topdeck_http_requests_total{${labels},status="404"}`)).toBe(1)
  expect(figure(body, `topdeck_http_request_duration_seconds_count{${labels}}`)).toBe(1)
  // In a label: a figure may contain any digits.
  expect(body).not.toMatch(/"[^"\n]*471[12][^"\n]*"/)
  expect(figure(body, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

test('say what waits and how the pool is', async () => {
  await query(db, `insert into webhooks (event, subject, subject_id, payload) values ('order.completed', 'order', 1, '{}')`)
  await query(db, `update books set report = '{"rule": ["1"], "other": ["2"]}'`)
  await pool.query('select')
  const { body } = await read()
  await query(db, `update books set report = '{}'`)
  await query(db, 'delete from webhooks')
  const names = ['webhooks_waiting', 'webhooks_failed', 'sms_waiting', 'sms_unclear', 'claims', 'unreconciled', 'database_up']
  expect(names.map((name) => figure(body, `topdeck_${name}`))).toEqual([1, 0, 0, 0, 0, 2, 1])
  expect(figure(body, 'topdeck_pool_connections{state="open"}')).toBe(1)
})

test('say how long the oldest of each kind has waited, and how many wait', async () => {
  const before = await read()
  expect(figure(before.body, 'topdeck_pending{list="orders"}')).toBe(0)
  expect(figure(before.body, 'topdeck_oldest_pending_age_seconds{list="orders"}')).toBe(0)
  const { users: customers, packages } = app.world
  const order = { user_id: customers.shila, package_id: packages.gems100, playerid: '48151623' }
  const add = { user_id: customers.tanvir, amount: 300, number: '01700000009' }
  for (const [endpoint, input] of [
    [store.placeOrder, order],
    [store.addWallet, add],
  ] as const)
    expect(await app.call(endpoint, input, STORE_KEY)).toMatchObject({ status: 200 })
  await makeOlder(db, 'orders', 40)
  await makeOlder(db, 'wallet_adds', 120)
  const { body } = await read()
  const of = (list: string) => [
    figure(body, `topdeck_pending{list="${list}"}`),
    Math.floor(figure(body, `topdeck_oldest_pending_age_seconds{list="${list}"}`) / 60),
  ]
  expect(['orders', 'wallet_adds', 'withdrawals', 'product_orders'].map(of)).toEqual([
    [1, 40],
    [1, 120],
    [0, 0],
    [0, 0],
  ])
})

test('cover what must wake an operator: backup, disk, books, jobs, sign-ins, version', async () => {
  const none = await read()
  expect(figure(none.body, 'topdeck_last_backup_timestamp_seconds')).toBe(0)
  expect(figure(none.body, 'topdeck_failed_sign_ins')).toBe(0)
  await query(
    db,
    `insert into backups (kind, moment, bytes, rows, with_key) values ('backup', to_timestamp(1700000000), 1, 1, false)`,
  )
  await query(db, `update books set checked_at = to_timestamp(1700000060), stopped_reason = 'a journal'`)
  await query(
    db,
    `insert into failed_sign_ins (quarter, network, failed, refused)
     values (date_bin('15 minutes', now(), '2000-01-01'), '203.0.113.0/24', 3, 2), (now() - interval '2 hours', '203.0.113.0/24', 50, 0)`,
  )
  recordJob('copy pictures', 1_000)
  recordRun('copy pictures', true)
  const { body } = await read()
  recordRun('copy pictures', false)
  const after = await read()
  await query(db, 'update books set checked_at = null, stopped_reason = null')
  expect(figure(body, 'topdeck_last_backup_timestamp_seconds')).toBe(1_700_000_000)
  expect(figure(body, 'topdeck_books_checked_timestamp_seconds')).toBe(1_700_000_060)
  expect(figure(body, 'topdeck_books_stopped')).toBe(1)
  expect(figure(body, 'topdeck_failed_sign_ins')).toBe(5)
  expect(figure(body, 'topdeck_disk_free_bytes')).toBeGreaterThan(1e6)
  expect(figure(body, 'topdeck_disk_size_bytes')).toBeGreaterThan(figure(body, 'topdeck_disk_free_bytes'))
  expect(body).toContain(`topdeck_build_info{version="${about.version}",node="${process.versions.node}"} 1`)
  expect([body, after.body].map((text) => figure(text, 'topdeck_job_failing{name="copy pictures"}'))).toEqual([1, 0])
})

test('leave out what only the database knows while it does not answer', async () => {
  const lost = await start(undefined, undefined, async () => {
    throw new Error('The database is gone')
  })
  const { statusCode, body } = await read({}, {}, lost)
  await lost.close()
  expect(statusCode).toBe(200)
  expect(figure(body, 'topdeck_database_up')).toBe(0)
  expect(body).not.toMatch(/topdeck_(pending|last_backup|unreconciled)/)
  expect(figure(body, 'topdeck_disk_free_bytes')).toBeGreaterThan(0)
})

test.each(['grafana-dashboard.json', 'alerts.yml', 'alerts.test.yml'])('are what docs/%s asks for', async (file) => {
  const text = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
  const own = await start(undefined, standbyOf('in_use'))
  // The first is a request to count.
  await read({}, {}, own)
  const { body } = await read({}, {}, own)
  await own.close()
  const asked = new Set(text.match(/\b(topdeck|nodejs|process)_[a-z0-9_]+/g))
  expect([...asked].filter((name) => !body.includes(`\n${name}`))).toEqual([])
  expect(asked.size).toBeGreaterThan(9)
})

test('every figure of the shop is watched by an alert or shown on the dashboard', async () => {
  const docs = ['grafana-dashboard.json', 'alerts.yml'].map((file) =>
    readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'),
  )
  const figures = await readShopFigures(db)
  expect(figures.map(({ name }) => `topdeck_${name}`).filter((name) => !docs.join().includes(name))).toEqual([])
})

test('how the standby is, and what it serves, where there is one', async () => {
  expect((await read()).body).not.toContain('topdeck_standby')
  const own = await start(undefined, standbyOf('behind'))
  const { body } = await read({}, {}, own)
  await own.close()
  expect(figure(body, 'topdeck_standby_up')).toBe(0)
  expect(figure(body, 'topdeck_standby_behind_bytes')).toBe(4_096)
  expect(figure(body, 'topdeck_standby_reads_total{served_by="standby"}')).toBe(30)
  expect(figure(body, 'topdeck_standby_reads_total{served_by="primary"}')).toBe(7)
})
