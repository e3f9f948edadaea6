import { dirname } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { health } from '#contract/health.ts'
import { startApp, startSecondServer, type TestApp } from '../../../test/support/app.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { query } from '../db/connect.ts'
import { openReadiness, type Readiness } from './readiness.ts'

let app: TestApp
let cable: Awaited<ReturnType<typeof startProxy>>
let readiness: Readiness
let server: Awaited<ReturnType<typeof startSecondServer>>
beforeEach(async () => {
  app = await startApp()
  cable = await startProxy(app.databaseUrl)
  readiness = openReadiness(cable.url, dirname(app.imagesFolder))
  server = await startSecondServer({ ...app, readiness })
})
afterEach(async () => {
  await server.close()
  await readiness.stop()
  cable.remove()
  await app.close()
})
const ask = async (path: string) => {
  const reply = await fetch(`${server.url}/api${path}`)
  return { status: reply.status, ...((await reply.json()) as { message?: string; data?: unknown }) }
}
const ready = () => ask(health.ready.path)
const isReady = { status: 200, success: true, data: { status: 'ready' } }
const refused = (message: string) => ({ status: 503, message, errors: [{ msg: message }] })
/** A check is good for a second. */
const becomes = (reply: object) => expect.poll(ready, { interval: 200 }).toMatchObject(reply)

test('a server without its database is alive and not ready, and recovers', async () => {
  expect(await ready()).toMatchObject(isReady)
  cable.pull()
  await becomes(refused('The database does not answer'))
  expect(await ask(health.show.path)).toMatchObject({ status: 200, data: { status: 'ok' } })
  cable.plug()
  await becomes(isReady)
})

test('a database that only reads, and one without this version’s tables, are reported', async () => {
  const name = new URL(app.databaseUrl).pathname.slice(1)
  await query(app.db, `alter database "${name}" set default_transaction_read_only = on`)
  cable.cut()
  await becomes(refused('The database only reads, as a standby does'))
  await query(app.db, `alter database "${name}" reset default_transaction_read_only`)
  cable.cut()
  await becomes(isReady)
  await query(app.db, `update migrations set checksum = 'other' where name = 'functions'`)
  await query(app.db, `insert into migrations values ('newer.sql', 'of a newer server beside this one')`)
  await becomes(isReady)
  await query(app.db, `update migrations set checksum = 'older' where name = 'tables'`)
  await becomes(refused('The database lacks tables of this version'))
  await query(app.db, 'alter table migrations rename to elsewhere')
  await becomes(refused('The database has no shop in it'))
})

test('a disk without free space is reported, and the check itself leaves nothing', async () => {
  const tables = `select count(*) as n from pg_class where relname = 'room'`
  expect(await ready()).toMatchObject(isReady)
  expect(await query(app.db, tables)).toEqual([{ n: 1 }])
  cable.cut()
  await expect.poll(() => query(app.db, tables)).toEqual([{ n: 0 }])
  // A file system that never has any.
  const full = openReadiness(cable.url, '/proc')
  await expect(full.check()).rejects.toThrow('The disk of the data folder is full: 0 MB are free')
  await full.stop()
})
