import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../../../test/support/database.ts'
import { type Db, openDatabase, query, queryCoalesced, withoutTimeLimit } from './connect.ts'
import { openPool } from './pool.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: pg.Pool
let db: Db
/** Fails the next BEGIN or COMMIT, as a cancel that arrives with it does. */
let failing: 'begin' | 'commit' | undefined

beforeAll(async () => {
  database = await createDatabase()
  pool = openPool(database.url, 1)
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      if (failing === undefined || (given[0] as { text?: string }).text !== failing) return send(...given)
      failing = undefined
      return Promise.reject(new Error('canceling statement due to user request'))
    }) as typeof client.query
  })
  db = openDatabase(pool)
  await query(db, 'create table kept (id int primary key, note text)')
})
afterEach(() => query(db, 'delete from kept'))
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const stored = () => query<{ id: number; note: string }>(db, 'select * from kept order by id')
const insert = 'insert into kept values ($1, $2)'

test('a session has the isolation and dates that we rely on, whatever the default', async () => {
  const name = new URL(database.url).pathname.slice(1)
  await query(db, `alter database "${name}" set default_transaction_isolation = 'serializable'`)
  await query(db, `alter database "${name}" set datestyle = 'German'`)
  const fresh = openPool(database.url, 1)
  const settings = `select current_setting('transaction_isolation') as isolation, timestamptz '2026-01-02 03:04Z' || '' as instant`
  expect((await fresh.query(settings)).rows).toEqual([{ isolation: 'read committed', instant: '2026-01-02 03:04:00+00' }])
  await fresh.end()
})

test('a connection that is lost in the middle fails its call, and nothing else', async () => {
  const other = openPool(database.url, 1)
  const cut = db.transaction().execute(async (own) => {
    const [backend] = await query<{ pid: number }>(own, 'select pg_backend_pid() as pid')
    await query(own, insert, [1, 'lost'])
    await other.query('select pg_terminate_backend($1)', [backend?.pid])
    await new Promise((soon) => setTimeout(soon, 50))
    await query(own, insert, [2, 'lost'])
  })
  await expect(cut).rejects.toThrow(/terminat|not queryable/)
  await other.end()
  expect(await stored()).toEqual([])
  await db.transaction().execute((own) => query(own, insert, [3, 'goes on']))
  expect(await stored()).toEqual([{ id: 3, note: 'goes on' }])
})

test('behind a BEGIN that failed nothing is saved', async () => {
  failing = 'begin'
  await expect(db.transaction().execute((own) => query(own, insert, [1, 'alone']))).rejects.toThrow('canceling')
  expect(await stored()).toEqual([])
})

test('a COMMIT that failed leaves no transaction open behind it', async () => {
  failing = 'commit'
  await expect(db.transaction().execute((own) => query(own, insert, [1, 'unsaved']))).rejects.toThrow('canceling')
  expect(await stored()).toEqual([])
})

test('a COMMIT that only ends a failed transaction is a failure', async () => {
  const work = db.transaction().execute(async (own) => {
    await query(own, insert, [1, 'half'])
    await query(own, 'select 1 / 0').catch(() => {})
  })
  await expect(work).rejects.toThrow('The transaction had failed; nothing was saved')
  expect(await stored()).toEqual([])
})

test('a statement’s time is limited again after work without a limit', async () => {
  const limit = async (own: Db) =>
    (await query<{ statement_timeout: string }>(own, 'show statement_timeout'))[0]?.statement_timeout
  expect(await withoutTimeLimit(db, limit)).toBe('0')
  expect(await limit(db)).toBe('30s')
  expect(await db.transaction().execute((own) => withoutTimeLimit(own, limit))).toBe('0')
  expect(await limit(db)).toBe('30s')
  await expect(withoutTimeLimit(db, (own) => query(own, 'select 1 / 0'))).rejects.toThrow('division')
  expect(await limit(db)).toBe('30s')
})

test('equal reads that wait for a connection share the answer to one sent after them', async () => {
  await query(db, 'create sequence sent')
  const ask = (id: number, text = `select nextval('sent') as nth, (select note from kept where id = $1)`) =>
    queryCoalesced<{ nth: number; note: string }>(db, text, [id])
  await query(db, insert, [1, 'before'])
  let only = await pool.connect()
  const [ahead, first, other, failed] = [query(db, 'select 1'), ask(1), ask(2), ask(3, 'select $1 / 0')]
  await only.query(`update kept set note = 'after'`)
  const [second, failedToo] = [ask(1), ask(3, 'select $1 / 0')]
  only.release()
  await ahead
  const after = [{ nth: 1, note: 'after' }]
  expect(await Promise.all([first, other, second])).toEqual([after, [{ nth: 2, note: null }], after])
  for (const one of [failed, failedToo]) await expect(one).rejects.toThrow('division by zero')
  only = await pool.connect()
  const later = [query(db, 'select 1'), ask(1)]
  only.release()
  expect((await Promise.all(later))[1]).toEqual([{ nth: 3, note: 'after' }])
})

test('reads that wait fail where no connection comes, and later ones do not', async () => {
  const impatient = openPool(database.url, 1, { connectWithinMs: 50 })
  const own = openDatabase(impatient)
  const only = await impatient.connect()
  const ahead = query(own, 'select 1').catch(() => {})
  const waiting = queryCoalesced(own, 'select 1 as n')
  await expect(waiting).rejects.toThrow('timeout')
  await ahead
  only.release()
  const [holding, next] = [query(own, 'select pg_sleep(0.01)'), query(own, 'select 1')]
  expect(await queryCoalesced(own, 'select 1 as n')).toEqual([{ n: 1 }])
  await Promise.all([holding, next])
  await own.destroy()
})
