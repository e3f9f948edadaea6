import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/database.ts'
import { startProxy } from '../../../test/support/proxy.ts'
import { fromDatabase } from '../errors.ts'
import { listenForChanges } from '../events/changes.ts'
import { replyOnce } from '../http/idempotency.ts'
import { type Db, extendTimeLimit, openDatabase, query, withoutTimeLimit } from './connect.ts'
import { connectDirectly } from './direct.ts'
import { connectToServer } from './embedded-owner.ts'
import { readCsv } from './lines.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'

const ANSWER_WITHIN_MS = 1_000
/** Longer than that. */
const SLEEP = 'select pg_sleep(1.5)'
const IN_DOUBT = /^The database connection was lost/

let database: Awaited<ReturnType<typeof createDatabase>>
let beside: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  beside = openPool(database.url, 1)
  await beside.query('create table kept (note text)')
})
afterAll(async () => {
  await beside.end()
  await database.drop()
})

let cable: Awaited<ReturnType<typeof startProxy>>
let pool: pg.Pool
let db: Db
beforeEach(async () => {
  cable = await startProxy(database.url)
  pool = openPool(cable.url, 2)
  db = openDatabase(pool, ANSWER_WITHIN_MS)
})
afterEach(async () => {
  cable.remove()
  await db.destroy()
})

const one = 'select 1 as one'
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )
const errorMessageOf = async (work: Promise<unknown>) => fromDatabase(await failureOf(work))?.message

test('connections behind a pulled cable are given up, and none of them is used again', async () => {
  const inTransaction = () => db.transaction().execute((own) => query(own, one))
  const onOne = () => db.connection().execute((own) => query(own, one))
  for (const ask of [() => query(db, one), inTransaction, onOne]) {
    await Promise.all([ask(), ask()])
    cable.pull()
    expect(await Promise.all([errorMessageOf(ask()), errorMessageOf(ask())])).toEqual([
      expect.stringMatching(IN_DOUBT),
      expect.stringMatching(IN_DOUBT),
    ])
    cable.plug()
    expect(await ask()).toEqual([{ one: 1 }])
  }
})

test('a lost connection is reported, whether it is idle, at work or being set up', async () => {
  const lost: string[] = []
  const own = openPool(cable.url, 1, { onLost: (error) => lost.push(error.message) })
  const cutWhileIts = async (query: string) => {
    const last = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like $1`
    await expect.poll(async () => (await beside.query(last, [query])).rowCount).toBeGreaterThan(0)
    lost.length = 0
    cable.cut()
    await expect.poll(() => lost).toContainEqual(expect.stringMatching('terminated'))
  }
  await own.query(one)
  await cutWhileIts(one)
  const working = failureOf(own.query(SLEEP))
  await cutWhileIts(SLEEP)
  cable.pullAt('set_config')
  const settingUp = failureOf(own.query(one))
  await cutWhileIts('select set_config%')
  cable.plug()
  expect(await Promise.all([working, settingUp])).toEqual([expect.any(Error), expect.any(Error)])
  await own.end()
})

test('a connection ended in its opening packet fails its call; the next one works', async () => {
  const direct = async () => {
    const own = await connectDirectly(cable.url)
    return own.query(one).finally(() => own.end())
  }
  const listen = async () => (await listenForChanges(cable.url, () => {})).stop()
  const { port, password } = new URL(cable.url)
  const owner = async () => {
    const own = await connectToServer(Number(port), password)
    await own.query(one).finally(() => own.end())
  }
  const doors = {
    query: () => query(db, one),
    transaction: () => db.transaction().execute((own) => query(own, one)),
    'one connection': () => db.connection().execute((own) => query(own, one)),
    'without a time limit': () => withoutTimeLimit(db, (own) => query(own, one)),
    migrations: () => migrate(pool),
    csv: () => readCsv(db, one),
    direct,
    listen,
    owner,
  }
  for (const [name, ask] of Object.entries(doors)) {
    cable.cut()
    await expect.poll(() => pool.totalCount).toBe(0)
    cable.endNext()
    expect([name, await failureOf(ask())]).toEqual([name, expect.any(Error)])
    expect([name, await failureOf(ask())]).toEqual([name, undefined])
  }
})

test('a change whose answer is lost is reported as one that may have been made', async () => {
  const insert = 'insert into kept values ($1)'
  for (const [words, note, keep] of [
    ['commit', 'with others', (note: string) => db.transaction().execute((own) => query(own, insert, [note]))],
    ['alone', 'alone', (note: string) => query(db, insert, [note])],
  ] as const) {
    await query(db, one)
    cable.pullAt(words)
    expect(await errorMessageOf(keep(note))).toMatch(IN_DOUBT)
    await expect.poll(async () => (await beside.query('select note from kept')).rows).toContainEqual({ note })
    cable.plug()
  }
})

test('a kept reply that cannot be read does not make a possible change undone', async () => {
  const keyed = { actor: 'store', key: 'in doubt', request_hash: Buffer.alloc(32) }
  const nowhere = openDatabase(openPool('postgres://127.0.0.1:1/nowhere', 1))
  const lost = async () => {
    throw new Error('Query read timeout')
  }
  expect(await errorMessageOf(replyOnce(nowhere, keyed, lost))).toMatch(IN_DOUBT)
  await nowhere.destroy()
})

test('what may take longer on the server may take longer here, and only that', async () => {
  const isGivenUp = async (work: Promise<unknown>) => /read timeout/.test(String(await failureOf(work)))
  expect(await isGivenUp(query(db, SLEEP))).toBe(true)
  expect(await isGivenUp(withoutTimeLimit(db, (own) => query(own, SLEEP)))).toBe(false)
  expect(await isGivenUp(db.transaction().execute((own) => withoutTimeLimit(own, () => query(own, SLEEP))))).toBe(false)
  const extended = db.transaction().execute(async (own) => {
    await extendTimeLimit(own, 20_000)
    await query(own, SLEEP)
  })
  expect(await isGivenUp(extended)).toBe(false)
  // On the same connections.
  const ask = () => db.connection().execute((own) => query(own, SLEEP))
  expect(await Promise.all([isGivenUp(ask()), isGivenUp(ask())])).toEqual([true, true])
})

test('a server frozen beyond the transaction’s limit reports that nothing changed', async () => {
  const work = db.transaction().execute(async (own) => {
    await query(own, `insert into kept values ('of a frozen server')`)
    await query(own, `set local idle_in_transaction_session_timeout = '50ms'`)
    // As a stopped process does: it reads nothing, and then goes on where it was.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    await query(own, one)
  })
  expect(await errorMessageOf(work)).toBe('The server is busy. Nothing was changed, try again.')
  expect((await beside.query(`select from kept where note = 'of a frozen server'`)).rowCount).toBe(0)
})
