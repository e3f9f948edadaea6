import { afterAll, expect, test } from 'vitest'
import { reconcile } from '#contract/reconcile.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { balanceOf, grant } from '../../test/support/books.ts'
import { findBreaks } from '../core/ledger/invariants.ts'
import { checkBooks, checkBooksInTurn } from '../core/ledger/reconcile.ts'
import { addressOf, openDatabase, query } from '../platform/db/connect.ts'
import { openPool } from '../platform/db/pool.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

/** As somebody at the database itself: triggers are off. */
const plant = (...statements: string[]) =>
  app.db.transaction().execute(async (own) => {
    for (const text of ['set local session_replication_role = replica', ...statements]) {
      await query(own, text)
    }
  })
const check = async () => (await app.call(reconcile.check, {}, rahim)).body.data
const order = (name: 'shila' | 'tanvir') =>
  app.call(store.placeOrder, { user_id: app.world.users[name], package_id: app.world.packages.gems100, playerid: 'P' }, STORE_KEY)
const wallet = () => `(select id from accounts where kind = 'user_wallet' and user_id = ${app.world.users.shila})`

test('sound books are green, rule by rule, and only a super admin sees the light', async () => {
  const status = await check()
  expect(status).toMatchObject({ is_sound: true, frozen: [], stopped: null })
  expect(status.rules.length).toBeGreaterThan(10)
  expect(status.rules.every((rule) => rule.breaks.length === 0)).toBe(true)
  expect((await app.call(reconcile.show, {}, rahim)).body.data).toEqual(status)
  await grant(app.db, app.world.admins.karim, ['statements_view'])
  expect((await app.call(reconcile.show, {}, await app.signIn('karim'))).status).toBe(403)
})

test('a planted break freezes exactly its account, with the reason, until it is mended', async () => {
  await plant(`update accounts set balance = balance + 1 where id = ${wallet()}`)
  const status = await check()
  expect(status.is_sound).toBe(false)
  expect(status.frozen).toMatchObject([{ account: 'shila: user wallet', reason: expect.stringMatching(/says 5001 tk/) }])
  const refused = await order('shila')
  expect(refused.status).toBe(503)
  expect(refused.body.message).toMatch(/^This wallet is frozen until this is fixed: Account \d+ \(user_wallet\) says 5001 tk/)
  expect((await app.call(users.update, { id: app.world.users.shila, wallet: 1 }, rahim)).status).toBe(503)
  expect(await balanceOf(app.db, { userId: app.world.users.shila })).toBe(5_001)
  // Everybody else goes on, and so does the same customer's earn wallet.
  expect((await order('tanvir')).status).toBe(200)
  const earned = await app.call(store.earn, { user_id: app.world.users.shila, amount: 1, reason: 'x' }, STORE_KEY)
  expect(earned.status).toBe(200)
  await plant(`update accounts set balance = balance - 1 where id = ${wallet()}`)
  expect((await check()).frozen).toEqual([])
  expect((await order('shila')).status).toBe(200)
})

test('every account that breaks a rule is frozen; the report shows twenty', async () => {
  await plant(
    `insert into users (username, phone) select 'many' || i, '0190000' || lpad(i::text, 4, '0') from generate_series(1, 25) i`,
    `insert into accounts (kind, user_id, side, balance) select 'user_wallet', id, 1, 1 from users where username like 'many%'`,
    `insert into customer_orders (user_id) select id from users where username like 'many%'`,
    `insert into money_count_deltas (list, status, block, day, n) values ('users', 'living', 0, shop_day(now()), 25)`,
  )
  const status = await check()
  expect(status.frozen).toHaveLength(25)
  expect(status.rules.flatMap((rule) => rule.breaks)).toHaveLength(20)
  await plant(`update accounts set balance = 0 where user_id in (select id from users where username like 'many%')`)
  expect((await check()).frozen).toEqual([])
})

test('of very many breaks each account is frozen by its first; the report stays short', async () => {
  const { users: customers } = app.world
  await plant(
    `insert into wallet_adds (id, user_id, amount, number, status, created_at, updated_at, completed_at) overriding system value
     select 900000 + i, case i when 31 then ${customers.tanvir} else ${customers.shila} end, 10, '', 'completed', now(), now(), now()
     from generate_series(1, 31) i`,
  )
  const breaks = (await findBreaks(app.db)).filter(({ rule }) => rule.name === 'wallet adds')
  expect(breaks).toHaveLength(21)
  const status = await check()
  expect(status.rules.find(({ name }) => name === 'wallet adds')?.breaks).toEqual(
    breaks.slice(0, 20).map(({ sentence }) => sentence),
  )
  const customersFrozen = status.frozen.filter(({ account }) => account.endsWith('user wallet'))
  expect(customersFrozen.map(({ account, reason }) => [account, /^Wallet add (\d+)/.exec(reason)?.[1]])).toEqual([
    ['shila: user wallet', '900001'],
    ['tanvir: user wallet', '900031'],
  ])
  await plant('delete from wallet_adds where id > 900000')
  expect((await check()).frozen).toEqual([])
})

test('one check of the books at a time: others get a conflict, a minute’s check skips', async () => {
  const before = await query<{ checked_at: string }>(app.db, 'select checked_at from books')
  await app.db.transaction().execute(async (own) => {
    await query(own, `select pg_advisory_xact_lock(hashtext('check_books'))`)
    const refused = await app.call(reconcile.check, {}, rahim)
    expect([refused.status, refused.body.message]).toEqual([409, 'The books are being checked now'])
    expect(await checkBooks(app.db)).toBe(false)
  })
  expect(await query(app.db, 'select checked_at from books')).toEqual(before)
  // Neither a check of the minute nor one by hand leaves the lock behind.
  expect(await checkBooks(app.db)).toBe(true)
  for (let run = 0; run < 2; run++) expect((await check()).is_sound).toBe(true)
  expect(await checkBooks(app.db)).toBe(true)
})

test('a journal that does not sum to zero stops all money, until it is mended', async () => {
  await plant(
    `insert into journals (id, source, source_id, kind, amount, debit_id, credit_id)
     select (select max(id) + 1 from journals), 'opening', 1, 'opening', 7, id, 0 from accounts where kind = 'sales'`,
  )
  const status = await check()
  expect(status.stopped).toMatch(/does not sum to zero: 7 tk from account \d+ to account none$/)
  for (const name of ['shila', 'tanvir'] as const) {
    const refused = await order(name)
    expect([refused.status, refused.body.message]).toEqual([503, `No money moves until this is fixed: ${status.stopped}`])
  }
  // What moves no money is served.
  expect((await app.call(users.update, { id: app.world.users.shila, city: 'Dhaka' }, rahim)).status).toBe(200)
  await plant(`delete from journals where id = (select max(id) from journals)`)
  expect((await check()).stopped).toBeNull()
  expect((await order('shila')).status).toBe(200)
})

test('the books are checked each minute, and at once where the clock was set back', async () => {
  const checkAfter = async (checkedAt: string) => {
    await query(app.db, `update books set checked_at = ${checkedAt}, took_ms = 1`)
    const read = () => query<{ checked_at: string }>(app.db, 'select checked_at from books')
    const before = await read()
    await checkBooksInTurn(app.db)
    return (await read())[0]?.checked_at !== before[0]?.checked_at
  }
  expect(await checkAfter(`now() - interval '2 minutes'`)).toBe(true)
  expect(await checkAfter(`now() - interval '20 seconds'`)).toBe(false)
  expect(await checkAfter(`now() + interval '3 hours'`)).toBe(true)
})

test('an incremental check freezes; the full one comes next, and frees', async () => {
  const isFull = async () => {
    const [before] = await query<{ full_at: string }>(app.db, 'select full_at from books')
    await query(app.db, `update books set checked_at = now() - interval '1 minute'`)
    await checkBooksInTurn(app.db)
    const [after] = await query<{ full_at: string }>(app.db, 'select full_at from books')
    return after?.full_at !== before?.full_at
  }
  await query(app.db, `update books set checked_at = now(), full_at = now() - interval '1 hour', took_ms = 60000`)
  expect(await isFull()).toBe(false)
  expect((await order('shila')).status).toBe(200)
  const wallet = `(select id from accounts where kind = 'user_wallet' and user_id = ${app.world.users.shila})`
  await plant(`update accounts set balance = balance + 1 where id = ${wallet}`)
  expect(await isFull()).toBe(false)
  expect((await order('shila')).status).toBe(503)
  await plant(`update accounts set balance = balance - 1 where id = ${wallet}`)
  expect(await isFull()).toBe(true)
  expect((await order('shila')).status).toBe(200)
  // Within a day whatever it takes.
  await query(app.db, `update books set full_at = now() - interval '25 hours', took_ms = 9000000`)
  expect(await isFull()).toBe(true)
})

test('after a failed check it rests, whatever the time of the last that succeeded', async () => {
  await query(app.db, `update books set checked_at = now() - interval '2 minutes', took_ms = 1`)
  // Another pool: the shop's own job has a rest of its own.
  const pool = openPool(addressOf(app.db), 2)
  const db = openDatabase(pool)
  let checks = 0
  await query(app.db, 'alter function keep_check(jsonb, jsonb, text, timestamptz, integer) rename to kept_away')
  const turn = () =>
    checkBooksInTurn(db).catch((error: Error) => {
      checks += 1
      expect(error.message).toContain('keep_check')
    })
  await turn()
  await turn()
  await query(app.db, 'alter function kept_away(jsonb, jsonb, text, timestamptz, integer) rename to keep_check')
  await pool.end()
  expect(checks).toBe(1)
})

test('a check is overdue after ten minutes, or twice its time where it takes long', async () => {
  const isBehind = async (minutes: number, tookMs: number) => {
    await query(app.db, "update books set checked_at = now() - $1 * interval '1 minute', took_ms = $2", [minutes, tookMs])
    return (await app.call(reconcile.show, {}, rahim)).body.data.is_behind
  }
  for (const [minutes, tookMs, expected] of [
    [9, 1, false],
    [11, 1, true],
    [19, 60_000, false],
    [21, 60_000, true],
    [-9, 1, false],
    [-11, 1, true],
  ] as const)
    expect(await isBehind(minutes, tookMs), `${minutes} minutes ago`).toBe(expected)
  expect((await check()).is_behind).toBe(false)
})
