import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectWholeChanges } from '../../test/support/audit.ts'
import { createDatabase } from '../../test/support/database.ts'
import { checkSeals } from '../core/audit/seals.ts'
import { checkInvariants } from '../core/ledger/invariants.ts'
import { readEnv } from '../env.ts'
import { readMessage } from '../money/payments/reading/read.ts'
import { verifyPassword } from '../platform/auth/passwords.ts'
import { openSession } from '../platform/auth/sessions.ts'
import { type Db, openDatabase, query } from '../platform/db/connect.ts'
import { openPool } from '../platform/db/pool.ts'
import { openVault } from '../platform/vault/vault.ts'
import { DEMO_PASSWORD, prepareDemo, settingsOf } from './demo.ts'

const SEED = Number(process.env.SEED ?? 2026)
const NOW = Date.parse('2026-03-12T15:20:00Z')
const settings = settingsOf(readEnv({ SEED: String(SEED) }))
const vault = openVault(randomBytes(32))

/** A migrated database of its own, and a data folder. */
const openShop = async () => {
  const database = await createDatabase()
  const db = openDatabase(openPool(database.url, 3))
  const dataDir = mkdtempSync(join(tmpdir(), 'topdeck-demo-'))
  const close = async () => {
    await db.destroy()
    await database.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { db, dataDir, close }
}

let demo: Awaited<ReturnType<typeof openShop>>
let lines: string[]

beforeAll(async () => {
  demo = await openShop()
  const begun = performance.now()
  lines = await prepareDemo(demo.db, vault, demo.dataDir, settings, NOW)
  console.log(`SEED=${SEED}: the demo was seeded in ${Math.round(performance.now() - begun)} ms`)
})

afterAll(() => demo.close())

const read = async <R = Record<string, unknown>>(sql: string, db: Db = demo.db): Promise<R[]> => query<R>(db, sql)
const one = async <R = Record<string, unknown>>(sql: string, db: Db = demo.db): Promise<R> => (await read<R>(sql, db))[0] as R

const TABLES = (
  'admins admin_modules admin_packages admin_products auth_modules users accounts journals topup_products topup_packages ' +
  'physical_products payment_methods banners notices vouchers orders order_terms order_counts order_blocks order_package_blocks customer_orders order_figures admin_figures money_figures order_count_deltas voucher_counts voucher_blocks wallet_adds withdrawals hand_overs adjustments audit product_orders stock_movements campaigns campaign_numbers campaign_counts payment_rules payment_phones payments'
).split(' ')
/** Sealed and hashed with fresh random numbers each time. */
const ALWAYS_DIFFERENT = ['password_hash', 'code_sealed', 'ingamepassword_sealed', 'securitycode_sealed']

const fingerprint = async (db: Db) => {
  const prints: Record<string, unknown> = {}
  for (const table of TABLES) {
    const row = ALWAYS_DIFFERENT.reduce((json, column) => `${json} - '${column}'`, 'to_jsonb(t)')
    prints[table] = await one(
      `select count(*) as n, md5(string_agg((${row})::text, '' order by (${row})::text)) as md5 from ${table} t`,
      db,
    )
  }
  return prints
}

test('the books are sound', async () => {
  expect(await checkInvariants(demo.db)).toEqual([])
})

test('most wallet adds of the last days are paid, one differs, one message is forged', async () => {
  const rows = await read<{ text: string; amount: number; trx_id: string; asked: number | null; chain: string }>(
    `select p.text, p.amount, p.trx_id, w.amount as asked, p.chain from payments p left join wallet_adds w on w.id = p.wallet_add_id`,
  )
  const readings = rows.map(({ text }) => readMessage(text))
  expect(readings).toEqual(
    rows.map(({ amount, trx_id }) => expect.objectContaining({ is: 'credit', amount: amount.toFixed(2), trx_id })),
  )
  expect(rows.filter(({ asked, amount }) => asked !== null && asked !== amount)).toHaveLength(1)
  expect(rows.filter(({ asked }) => asked === null)).toMatchObject([{ chain: 'possibly_forged' }])
  const { pending, paid } = await one<{ pending: number; paid: number }>(
    `select count(*) as pending, count(p.id) as paid from wallet_adds w left join payments p on p.wallet_add_id = w.id
     where w.status = 'pending' and w.payment_method_id = 1`,
  )
  expect(paid / pending).toBeGreaterThan(0.5)
  const [silent] = await read<{ hours: number }>(
    `select extract(epoch from '${new Date(NOW).toISOString()}' - max(paid_at)) / 3600 as hours from payments where phone_id = 2`,
  )
  expect(silent?.hours).toBeGreaterThan(20)
})

test('it has the promised figures', async () => {
  expect(
    await one(`select (select count(*) from users) as users, (select count(*) from topup_products) as games,
      (select count(*) from orders) as orders, (select count(*) from wallet_adds) as wallet_adds,
      (select count(*) from orders where status = 'pending') as pending,
      (select count(*) from withdrawals where status = 'pending') as withdrawals_pending,
      (select count(*) from hand_overs where status = 'pending') as hand_overs_pending,
      (select count(*) from product_orders) as product_orders,
      (select count(*) from product_orders where status = 'pending') as product_orders_pending,
      (select sum(quantity) from physical_products) as pieces_left,
      (select round(extract(epoch from '${new Date(NOW).toISOString()}' - min(created_at)) / 86400) from wallet_adds) as days,
      (select count(*) from topup_products where isactivefortopup = 0) as account_games,
      (select count(*) from auth_modules where status = 0) as inactive_modules`),
  ).toEqual({
    users: 2000,
    games: 12,
    orders: 20_000,
    wallet_adds: 8000,
    pending: 40,
    withdrawals_pending: 5,
    hand_overs_pending: 1,
    product_orders: 72,
    product_orders_pending: 4,
    pieces_left: 345,
    days: 60,
    account_games: 3,
    inactive_modules: 2,
  })
  const { packages, ready, used, completed } = await one<Record<string, number>>(`
    select (select count(*) from topup_packages) as packages,
      (select count(*) from vouchers where status = 1) as ready, (select count(*) from vouchers where status = 2) as used,
      (select count(*) from orders where status = 'completed') as completed`)
  expect(packages).toBeGreaterThan(55)
  expect(ready).toBeGreaterThan(200)
  expect(used).toBeGreaterThan(200)
  expect(completed).toBeGreaterThan(17_000)
  expect(await read('select from order_count_deltas')).toEqual([])
  expect(await read('select from voucher_count_deltas')).toEqual([])
  // Plenty, enough, and low: every package of the card has its place on /upins.
  const left = await read<{ codes_left: number }>('select codes_left from package_states where codes_left is not null order by 1')
  expect(left[0]?.codes_left).toBeLessThan(20)
  expect(left.at(-1)?.codes_left).toBeGreaterThan(150)
  expect(await one('select count(*) as n from vouchers where deleted_at is not null')).toEqual({ n: 3 })
  // One message to all customers, one that has something to decide, one that was stopped.
  expect(
    await one(`select (select count(*) from campaigns) as messages, (select count(*) from campaign_numbers where state = 'unclear') > 0 as unclear,
      (select count(*) from campaign_numbers where state in ('waiting', 'handing_over')) as open`),
  ).toEqual({ messages: 3, unclear: true, open: 0 })
})

test('what waits is recent, and held by people who may see it', async () => {
  const held = await read(`select a.username, o.held_until > '${new Date(NOW).toISOString()}' as living,
      a.role = 'super' or exists (select from admin_packages g where g.admin_id = a.id and g.topup_package_id = o.package_id)
        or exists (select from admin_products g where g.admin_id = a.id and g.topup_product_id = o.product_id) as visible
    from orders o join admins a on a.id = o.holder_id order by 1`)
  expect(held.map((row) => row.username)).toEqual(['karim', 'karim', 'rahim'])
  expect(held.every((row) => row.living && row.visible)).toBe(true)
  const { newest_closed, oldest_open } = await one<Record<string, number>>(`
    select max(id) filter (where status = 'completed') as newest_closed, min(id) filter (where status in ('pending', 'in_progress')) as oldest_open
    from orders`)
  expect(oldest_open).toBeGreaterThan(19_900)
  expect(newest_closed).toBeGreaterThan(19_900)
})

test('no wallet was ever below zero, and each balance follows from the one before', async () => {
  expect(await one('select count(*) as n from entries where balance_after < 0')).toEqual({ n: 0 })
  expect(
    await read(`
      select * from (
        select e.journal_id, e.balance_after, sum(a.side * e.amount) over (partition by a.id order by e.journal_id) as expected
        from entries e join accounts a on a.id = e.account_id and a.balance is not null
      ) as chain where balance_after is distinct from expected limit 3`),
  ).toEqual([])
  const admins = await read<{ balance: number }>(`select balance from accounts where kind = 'admin_wallet'`)
  expect(admins).toHaveLength(3)
  for (const { balance } of admins) expect(balance).toBeGreaterThan(0)
})

test.each([
  ['orders', 'created_at'],
  ['wallet_adds', 'created_at'],
  ['product_orders', 'created_at'],
  ['stock_movements', 'at'],
  ['journals', 'at'],
  ['users', 'created_at'],
  ['vouchers', 'created_at'],
  ['audit', 'at'],
])('%s have their ids in order of time', async (table, column) => {
  const broken = await one(`
    select count(*) as n from (select ${column} as at, lag(${column}) over (order by id) as before from ${table}) as line
    where at < before or at > '${new Date(NOW).toISOString()}'`)
  expect(broken).toEqual({ n: 0 })
})

test('a thing is decided after it was asked for, by an admin who was there', async () => {
  expect(
    await one(`select
      (select count(*) from orders where closed_at <= created_at) as orders,
      (select count(*) from wallet_adds where updated_at < created_at) as wallet_adds,
      (select count(*) from product_orders where closed_at <= created_at) as product_orders,
      (select count(*) from orders o join users u on u.id = o.user_id where o.created_at < u.created_at) as before_joining,
      (select count(*) from orders where (completed_by is null) <> (closed_at is null)) as undecided,
      (select count(*) from vouchers v join orders o on o.voucher_id = v.id
        where v.status <> 2 or v.user_id <> o.user_id or v.package_id <> o.package_id or v.used_at < v.created_at) as vouchers`),
  ).toEqual({ orders: 0, wallet_adds: 0, product_orders: 0, before_joining: 0, undecided: 0, vouchers: 0 })
})

test('evenings in Dhaka are busier than mornings, and nights are quiet', async () => {
  const rows = await read<{ hour: number; n: number }>(`
    select extract(hour from created_at at time zone 'Asia/Dhaka')::int as hour, count(*) as n from orders group by 1`)
  const at = (hour: number) => rows.find((row) => row.hour === hour)?.n ?? 0
  expect(at(21)).toBeGreaterThan(1.5 * at(11))
  expect(at(4)).toBeLessThan(at(11) / 3)
})

test('in-game secrets open with the vault, and only young ones are kept', async () => {
  const rows = await read<{ id: number; sealed: Buffer; isactivefortopup: number; old: boolean }>(`
    select o.id, o.ingamepassword_sealed as sealed, p.isactivefortopup, o.closed_at < '${new Date(NOW).toISOString()}'::timestamptz - interval '7 days' as old
    from orders o join topup_products p on p.id = o.product_id where o.ingamepassword_sealed is not null`)
  expect(rows.length).toBeGreaterThan(100)
  for (const row of rows) {
    expect(row).toMatchObject({ isactivefortopup: 0 })
    expect(row.old).not.toBe(true)
    expect(vault.open(row.sealed, `order.ingamepassword ${row.id}`)).toMatch(/^play-/)
  }
  const { id, code_sealed } = await one<{ id: number; code_sealed: Buffer }>(
    'select id, code_sealed from vouchers where status = 1 limit 1',
  )
  expect(vault.open(code_sealed, `voucher.code ${id}`)).toMatch(/^(\w{4}-){3}\w{4}$/)
})

test('every picture that a row names is there', async () => {
  const rows = await read<{ image: string }>(`
    select logo as image from topup_products union all select logo from topup_packages union all select image from physical_products
    union all select logo from payment_methods union all select banner from banners union all select image from notices`)
  expect(new Set(rows.map((row) => row.image)).size).toBe(rows.length)
  for (const { image } of rows) expect(existsSync(join(demo.dataDir, image)), image).toBe(true)
  const { format, width } = await sharp(join(demo.dataDir, rows[0]?.image ?? '')).metadata()
  expect({ format, width }).toEqual({ format: 'webp', width: 256 })
})

test('the same seed and moment give the same world', async () => {
  const duplicate = await openShop()
  await prepareDemo(duplicate.db, vault, duplicate.dataDir, settings, NOW)
  expect(await fingerprint(duplicate.db)).toEqual(await fingerprint(demo.db))
  expect(readdirSync(join(duplicate.dataDir, 'images')).sort()).toEqual(readdirSync(join(demo.dataDir, 'images')).sort())
  await duplicate.close()
})

const rahim = () =>
  one<{ id: number; email: string; password_hash: string }>(
    `select id, email, password_hash from admins where username = 'rahim'`,
  )

test('a second start changes nothing', async () => {
  const before = [await fingerprint(demo.db), await rahim(), readdirSync(join(demo.dataDir, 'images'))]
  expect(await prepareDemo(demo.db, vault, demo.dataDir, settings, NOW + 3_600_000)).toEqual(lines)
  expect([await fingerprint(demo.db), await rahim(), readdirSync(join(demo.dataDir, 'images'))]).toEqual(before)
})

test('the printed sign-in works; another password ends rahim’s sessions, the same not', async () => {
  expect(lines.join('\n')).toContain(`rahim@demo.topdeck.example  ${DEMO_PASSWORD}`)
  const { id, password_hash } = await rahim()
  expect(await verifyPassword(DEMO_PASSWORD, password_hash)).toBe(true)
  await openSession(demo.db, id, true, { address: '127.0.0.1' })
  const sessions = () => read(`select from sessions where admin_id = ${id}`)

  await prepareDemo(demo.db, vault, demo.dataDir, settings)
  expect(await sessions()).toHaveLength(1)
  const other = { ...settings, ADMIN_EMAIL: 'somebody@shop.example', ADMIN_PASSWORD: 'quite another password' }
  const told = (await prepareDemo(demo.db, vault, demo.dataDir, other)).join('\n')
  expect(told).toContain('somebody@shop.example')
  expect(told).not.toContain('quite another password')
  expect(await sessions()).toHaveLength(0)
  const changed = await rahim()
  expect(changed.email).toBe('somebody@shop.example')
  expect(await verifyPassword('quite another password', changed.password_hash)).toBe(true)

  // A second super admin has given karim a one-time password, or deleted karim, who then signs in, and whose wallet moves again.
  await query(demo.db, 'update admins set must_change_password = true where id = $1', [id])
  await query(demo.db, 'update accounts set closed_at = now() where admin_id = $1', [id])
  await prepareDemo(demo.db, vault, demo.dataDir, other)
  expect(await one(`select must_change_password from admins where id = ${id}`)).toEqual({ must_change_password: false })
  expect(await one(`select closed_at from accounts where admin_id = ${id}`)).toEqual({ closed_at: null })

  const taken = { ...settings, ADMIN_EMAIL: 'Karim@demo.topdeck.example' }
  await expect(prepareDemo(demo.db, vault, demo.dataDir, taken)).rejects.toThrow('is the email of karim already')

  // Deleted, and the username given to somebody else, who signs in then.
  await query(demo.db, `update admins set role = 'super' where username = 'karim'`)
  await query(demo.db, `update admins set deleted_at = now(), email = 'gone@shop.example' where id = $1`, [id])
  await query(
    demo.db,
    `insert into admins (first_name, last_name, username, email, password_hash, role)
     select 'Another', 'Rahim', 'rahim', 'another@shop.example', password_hash, 'sub' from admins where username = 'karim'`,
  )
  await prepareDemo(demo.db, vault, demo.dataDir, settings)
  const sql = `select first_name, role from admins where username = 'rahim' and deleted_at is null`
  expect(await one(sql)).toEqual({ first_name: 'Another', role: 'super' })
  await query(demo.db, `update admins set deleted_at = now(), username = 'another' where first_name = 'Another'`)
  await prepareDemo(demo.db, vault, demo.dataDir, settings)
  await query(demo.db, `update admins set role = 'sub' where username = 'karim'`)
  expect((await rahim()).id).toBe(id)
})

test('its audit log tells of each decision what came in the place of what was', async () => {
  await expectWholeChanges(demo.db)
})

test('the demo’s audit log is sealed from the beginning, so no old row seems to wait', async () => {
  const { rows } = await one<{ rows: number }>('select count(*) as rows from audit')
  expect(await checkSeals(demo.db, vault, 0)).toMatchObject({ rows, faults: [] })
})

test('a real shop is left alone', async () => {
  const shop = await openShop()
  const values = { first_name: 'A', last_name: 'B', username: 'owner', email: 'owner@shop.example', password_hash: 'x' }
  await shop.db.insertInto('admins').values(values).execute()
  await expect(prepareDemo(shop.db, vault, shop.dataDir, settings)).rejects.toThrow('belongs to a real shop')
  expect(await read('select from admins', shop.db)).toHaveLength(1)
  expect(await read('select from users', shop.db)).toHaveLength(0)
  await shop.close()
})

test('a start that fails halfway leaves nothing behind', async () => {
  const shop = await openShop()
  const [picture = ''] = readdirSync(join(demo.dataDir, 'images'))
  // The same seed draws the same picture, but here a folder is in its place.
  mkdirSync(join(shop.dataDir, 'images', picture), { recursive: true })
  await expect(prepareDemo(shop.db, vault, shop.dataDir, settings, NOW)).rejects.toThrow()
  for (const table of ['admins', 'users', 'orders', 'journals', 'audit']) {
    expect(await read(`select from ${table}`, shop.db)).toEqual([])
  }
  expect(readdirSync(join(shop.dataDir, 'images'))).toEqual([picture])
  await shop.close()
})

test('no store hears of what is invented', () => {
  const real = readEnv({ WEBHOOK_URL: 'https://store.example/hook', WEBHOOK_SECRET: 'sixteen characters' })
  expect(settingsOf(real)).toMatchObject({ WEBHOOK_URL: undefined, WEBHOOK_SECRET: undefined })
})

test('the demo keeps to this machine and its own folder, and follows its settings', () => {
  expect(settingsOf(readEnv({ HOST: '0.0.0.0' }))).toMatchObject({
    HOST: '127.0.0.1',
    DATA_DIR: './data/demo',
    ADMIN_EMAIL: 'rahim@demo.topdeck.example',
  })
  const given = {
    DATA_DIR: '/srv/demo',
    ADMIN_EMAIL: 'me@shop.example',
    ADMIN_PASSWORD: 'mine',
    STORE_KEY: 'a key of my own 123',
  }
  expect(settingsOf(readEnv(given))).toMatchObject(given)
})
