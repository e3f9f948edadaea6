import { afterAll, expect, test } from 'vitest'
import { IDEMPOTENCY_DAYS, SECRETS_KEPT_DAYS } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { checkBooks } from '../../core/ledger/reconcile.ts'
import { query } from '../db/connect.ts'
import { isDatabaseAway } from '../errors.ts'
import { startJobs } from './jobs.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
// Orders are aged past their guard, and the figures of the days on which they closed do not follow.
afterAll(() => app.close({ books: 'broken' }))

/** An order with both secrets, closed by this status so many days and minutes ago; null leaves it open. */
const orderWithSecrets = async (status: 'completed' | 'cancel' | null, days = 0, minutes = 0): Promise<number> => {
  const { users, packages } = app.world
  const secrets = { accounttype: 'Google', ingamepassword: 'planted', securitycode: '4711' }
  const order = { user_id: users.shila, package_id: packages.seasonPass, playerid: 'P', ...secrets }
  const { id } = (await app.call(store.placeOrder, order, STORE_KEY)).body.data
  if (status === null) return id
  expect((await app.call(orders.setStatus, { id, status }, rahim)).status).toBe(200)
  await app.db.transaction().execute(async (own) => {
    await query(own, 'set local session_replication_role = replica')
    const ago = 'closed_at - make_interval(days => $2, mins => $3)'
    await query(own, `update orders set closed_at = ${ago} where id = $1`, [id, days, minutes])
  })
  return id
}

const eraseSecrets = () => app.runJob('erase in-game secrets')

const secretsOf = async (...ids: number[]) => {
  const sql = `select (ingamepassword_sealed is not null)::text || ' ' || (securitycode_sealed is not null) as kept
     from orders where id = any($1) order by id`
  return (await query<{ kept: string }>(app.db, sql, [ids])).map(({ kept }) => kept)
}
const KEPT = 'true true'
const ERASED = 'false false'

test('in-game secrets are erased the set days after an order closed, no minute before', async () => {
  const old = [
    await orderWithSecrets('completed', SECRETS_KEPT_DAYS, 1),
    await orderWithSecrets('cancel', SECRETS_KEPT_DAYS, 1),
    await orderWithSecrets('completed', SECRETS_KEPT_DAYS, -1),
    await orderWithSecrets(null),
  ]
  expect(await secretsOf(...old)).toEqual([KEPT, KEPT, KEPT, KEPT])
  await eraseSecrets()
  expect(await secretsOf(...old)).toEqual([ERASED, ERASED, KEPT, KEPT])
})

test('how many days that is a super admin sets', async () => {
  const [yesterdays, todays] = [await orderWithSecrets('completed', 1, 1), await orderWithSecrets('completed', 0, 1)]
  await eraseSecrets()
  expect(await secretsOf(yesterdays, todays)).toEqual([KEPT, KEPT])
  await app.db.updateTable('settings').set({ secrets_kept_days: 1 }).execute()
  await eraseSecrets()
  expect(await secretsOf(yesterdays, todays)).toEqual([ERASED, KEPT])
})

test('replies to keys are forgotten after their days, and not one before', async () => {
  await query(
    app.db,
    `insert into idempotency_keys (actor, key, request_hash, reply, created_at)
     select 'store', 'of day ' || day, '', '1', now() - make_interval(days => day) from unnest($1::int[]) as day`,
    [[IDEMPOTENCY_DAYS - 1, IDEMPOTENCY_DAYS + 1]],
  )
  await app.runJob('forget idempotency keys')
  const left = await query(app.db, `select key from idempotency_keys where key like 'of day %'`)
  expect(left).toEqual([{ key: `of day ${IDEMPOTENCY_DAYS - 1}` }])
})

test('sessions are forgotten once they have ended, and no others', async () => {
  const { karim, rahim } = app.world.admins
  await app.signIn('karim')
  await query(app.db, `update sessions set expires_at = now() - interval '1 second' where admin_id = $1`, [karim])
  await app.runJob('forget ended sessions')
  expect(await query(app.db, 'select admin_id from sessions')).toEqual([{ admin_id: rahim }])
})

const BACKLOG = 10_001
const OLD = '2020-01-01'

/** Rows that a job is there for, more than one statement should touch; `left` counts them. */
const backlogs = {
  'erase in-game secrets': {
    table: 'orders',
    change: 'update',
    insert: `
      insert into orders (id, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status, closed_at,
        ingamepassword_sealed)
      overriding system value
      select id + 1000000 + i, user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status, '${OLD}',
        '\\x00'
      from (select * from orders where closed_at is not null order by id desc limit 1) as o, generate_series(1, ${BACKLOG}) i`,
    left: `select count(*) as n from orders where closed_at = '${OLD}' and ingamepassword_sealed is not null`,
  },
  'forget idempotency keys': {
    table: 'idempotency_keys',
    change: 'delete',
    insert: `insert into idempotency_keys (actor, key, request_hash, created_at)
      select 'store', 'old ' || i, '', '${OLD}' from generate_series(1, ${BACKLOG}) i`,
    left: `select count(*) as n from idempotency_keys where created_at = '${OLD}'`,
  },
  'forget deliveries to the store': {
    table: 'webhooks',
    change: 'delete',
    insert: `insert into webhooks (event, subject, subject_id, payload, state, created_at)
      select 'order.completed', 'order', i, '{}', (array['kept', 'waiting', 'failed', 'delivered'])[1 + i % 4], '${OLD}'
      from generate_series(1, ${BACKLOG}) i`,
    left: `select count(*) as n from webhooks where created_at = '${OLD}'`,
  },
} as const

/** Notes how many rows each statement changes from now on, and in which transaction; the answer reads it. */
const watchBatches = async (table: string, change: string) => {
  await query(app.db, `create table ${table}_batches (id bigint generated always as identity, n bigint, saved_by xid8)`)
  await query(
    app.db,
    `create function note_${table}_batch() returns trigger language plpgsql as $$
     begin
       insert into ${table}_batches (n, saved_by) select count(*), pg_current_xact_id() from touched;
       return null;
     end $$`,
  )
  await query(
    app.db,
    `create trigger ${table}_batch after ${change} on ${table} referencing old table as touched
     for each statement execute function note_${table}_batch()`,
  )
  return () => query<{ n: number; saved_by: string }>(app.db, `select n, saved_by from ${table}_batches order by id`)
}

test.each(Object.entries(backlogs))('%s: a backlog goes in batches, each saved by itself', async (name, backlog) => {
  await orderWithSecrets('completed')
  await app.db.transaction().execute(async (own) => {
    await query(own, 'set local session_replication_role = replica')
    await query(own, backlog.insert)
  })
  const rowsLeft = async () => (await query<{ n: number }>(app.db, backlog.left))[0]?.n
  const readBatches = await watchBatches(backlog.table, backlog.change)
  await app.runJob(name, AbortSignal.abort())
  expect(await rowsLeft()).toBe(BACKLOG)
  await app.runJob(name)
  expect(await rowsLeft()).toBe(0)
  const batches = await readBatches()
  expect(batches.map(({ n }) => n)).toEqual([5_000, 5_000, 1])
  expect(new Set(batches.map(({ saved_by }) => saved_by)).size).toBe(3)
})

test('a stop interrupts a check of the books between rules without a failure', async () => {
  const stop = new AbortController()
  stop.abort()
  await expect(checkBooks(app.db, stop.signal)).rejects.toBe(stop.signal.reason)
  const failures: string[] = []
  let begun = false
  const until = (_: unknown, stopping?: AbortSignal) =>
    new Promise((_resolve, reject) => {
      begun = true
      stopping?.addEventListener('abort', () => reject(stopping.reason))
    })
  const jobs = startJobs(app.db, [{ name: 'a long check', everyMs: 1, run: until }], (name) => failures.push(name))
  await expect.poll(() => begun).toBe(true)
  await jobs.stop()
  expect(failures).toEqual([])
})

test('a lasting failure is reported once, another or a later one again', async () => {
  const output: string[] = []
  const fails = ['lost', 'lost', 'lost', 'refused', 'refused', undefined, 'refused', 'refused']
  const run = async () => {
    const message = fails.shift()
    if (message) throw new Error(message)
  }
  const jobs = startJobs(app.db, [{ name: 'often', everyMs: 1, run }], (_, error) => output.push((error as Error).message))
  await expect.poll(() => fails.length).toBe(0)
  await jobs.stop()
  expect(output).toEqual(['lost', 'refused', 'refused'])
})

test('while the database is away its failed jobs log one line, next time again', async () => {
  const output: string[] = []
  let isAway = true
  const runs = { one: 0, two: 0 }
  const job = (name: 'one' | 'two', message: string) => ({
    name,
    everyMs: 5,
    run: async () => {
      runs[name]++
      if (isAway) throw new Error(message)
    },
  })
  const jobs = startJobs(
    app.db,
    [job('one', 'Connection terminated unexpectedly'), job('two', 'timeout exceeded when trying to connect')],
    (_, error) => output.push((error as Error).message),
  )
  const untilRun = async () => {
    const { one, two } = runs
    await expect.poll(() => runs.one > one + 2 && runs.two > two + 2).toBe(true)
  }
  await untilRun()
  expect(output).toHaveLength(1)
  isAway = false
  await untilRun()
  isAway = true
  await untilRun()
  await jobs.stop()
  expect(output).toHaveLength(2)
})

test.each([
  [{ code: 'ECONNREFUSED' }, true],
  [{ code: '57P01', message: 'terminating connection due to administrator command' }, true],
  [{ code: '25006', message: 'cannot execute UPDATE in a read-only transaction' }, true],
  [{ message: 'timeout exceeded when trying to connect' }, true],
  // A job's own fault stays its own line.
  [{ code: '57014', message: 'canceling statement due to statement timeout' }, false],
  [{ code: '55P03', message: 'canceling statement due to lock timeout' }, false],
  [{ code: '42P01', message: 'relation does not exist' }, false],
])('%j is a database that is away: %s', (fields, isAway) => {
  expect(isDatabaseAway(Object.assign(new Error(), fields))).toBe(isAway)
})
