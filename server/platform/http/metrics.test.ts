import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { users } from '#contract/users.ts'
import { startApp } from '../../../test/support/app.ts'
import { query } from '../db/connect.ts'
import { openPool } from '../db/pool.ts'
import type { Standby } from '../db/standby.ts'
import { buildServer } from './server.ts'

const KEY = 'sixteen characters'
const app = await startApp()
const rahim = await app.signIn('rahim')
const pool = openPool(app.databaseUrl, 2)
const { db, vault, images, readiness } = app
const changes = { stop: async () => {} } as never
const start = (key?: string, standby?: Standby) =>
  buildServer({
    db,
    standby,
    vault,
    images,
    readiness,
    changes,
    storeKey: undefined,
    logLevel: 'silent',
    trustProxy: '127.0.0.1',
    metrics: { pool, key },
  })
const [server, keyless] = await Promise.all([start(KEY), start()])
afterAll(async () => {
  await Promise.all([server.close(), keyless.close(), pool.end()])
  await app.close()
})

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

test('are what the dashboard for Grafana asks for', async () => {
  const dashboard = readFileSync(new URL('../../../docs/grafana-dashboard.json', import.meta.url), 'utf8')
  const { body } = await read()
  const asked = new Set(dashboard.match(/\b(topdeck|nodejs)_\w+/g))
  expect([...asked].filter((name) => !body.includes(`\n${name}`))).toEqual([])
  expect(asked.size).toBeGreaterThan(9)
})

test('how the standby is, and what it serves, where there is one', async () => {
  expect((await read()).body).not.toContain('topdeck_standby')
  const state = () => ({ state: 'behind', behind_bytes: 4_096, behind_s: 2, reads_of_standby: 30, reads_of_primary: 7 })
  const standby = { state } as unknown as Standby
  const own = await start(undefined, standby)
  const { body } = await read({}, {}, own)
  await own.close()
  expect(figure(body, 'topdeck_standby_up')).toBe(0)
  expect(figure(body, 'topdeck_standby_behind_bytes')).toBe(4_096)
  expect(figure(body, 'topdeck_standby_reads{served_by="standby"}')).toBe(30)
  expect(figure(body, 'topdeck_standby_reads{served_by="primary"}')).toBe(7)
})
