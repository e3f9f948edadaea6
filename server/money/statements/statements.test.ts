import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { ACCOUNT_KINDS, statements } from '#contract/statements.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { grant } from '../../../test/support/books.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
let seen: number
let hidden: number

beforeAll(async () => {
  const { admins, users: customers, packages } = app.world
  await grant(app.db, admins.karim, ['statements_view', 'statements_export', 'wallet_adds_approve'])
  const shila = customers.shila
  const add = await askForWalletAdd(app.db, { userId: shila, amount: 300, number: '01700' })
  await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, karim)
  seen = await placeOrder(app.db, { userId: shila, packageId: packages.gems100 })
  hidden = await placeOrder(app.db, { userId: shila, packageId: packages.gems500 })
  await app.call(orders.setStatus, { id: seen, status: 'completed' }, rahim)
  await app.call(orders.setStatus, { id: hidden, status: 'cancel' }, rahim)
  await app.call(users.update, { id: shila, wallet: 5_000 }, rahim)
  await app.call(store.earn, { user_id: shila, amount: 40, reason: 'Referral' }, STORE_KEY)
  await app.call(store.withdraw, { user_id: shila, amount: 15, number: '018' }, STORE_KEY)
  await app.call(handOvers.request, { amount: 100 }, karim)
})
afterAll(() => app.close())

const ofShila = async (query: object, token = rahim) =>
  (await app.call(statements.user, { id: app.world.users.shila, ...query }, token)).body.data

const download = (id: number, token: string) =>
  fetch(`${app.url}/api/admin/statement/user/${id}/export`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: '{}',
  })

test('every line explains its journal, and the balance runs through', async () => {
  const { account, balance, frozen, lines, total } = await ofShila({ limit: 100, order: 'asc' })
  expect({ account, balance, frozen, total }).toEqual({ account: 'shila: wallet', balance: 5_000, frozen: null, total: 6 })
  expect(lines.map((line) => line.explanation)).toEqual([
    expect.stringMatching(
      /^Wallet add #\d+ completed \(MobiPay, 01811000001\): 5,000 tk, and the same into Rahim Uddin’s collected cash$/,
    ),
    expect.stringMatching(/^Wallet add #\d+ completed \(01700\): 300 tk, and the same into Karim Hossain’s collected cash$/),
    `Order #${seen} placed (100 Gems): 80 tk to orders held`,
    `Order #${hidden} placed (500 Gems): 390 tk to orders held`,
    `Order #${hidden} cancelled (500 Gems): 390 tk from orders held`,
    expect.stringMatching(/^Adjustment #\d+ edited: 220 tk to adjustments$/),
  ])
  let running = 0
  for (const line of lines) {
    running += line.amount
    expect(line.balance_after).toBe(running)
  }
  expect(lines.map((line) => line.by)).toEqual(['Rahim Uddin', 'Karim Hossain', '', '', 'Rahim Uddin', 'Rahim Uddin'])
  const newest = await ofShila({ limit: 2, page: 2 })
  expect(newest.lines.map((line) => line.id)).toEqual([lines[3]?.id, lines[2]?.id])
})

test('a line carries what another language makes its sentence of', async () => {
  const { lines } = await ofShila({ limit: 100, order: 'asc' })
  expect(lines.map((line) => [line.detail, line.other_kind, line.other_owner, line.rises_with_other])).toEqual([
    ['MobiPay, 01811000001', 'admin_wallet', 'Rahim Uddin', true],
    ['01700', 'admin_wallet', 'Karim Hossain', true],
    ['100 Gems', 'orders_held', null, false],
    ['500 Gems', 'orders_held', null, false],
    ['500 Gems', 'orders_held', null, false],
    ['', 'adjustments', null, false],
  ])
})

test('the database posts no journal by itself, and every kind of account has words', async () => {
  expect(await query(app.db, `select proname from pg_proc where prosrc ~* 'into journals'`)).toEqual([])
  const kinds = await query<{ kind: string }>(app.db, 'select distinct kind from accounts')
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([...ACCOUNT_KINDS].sort())
})

test('pages of a statement follow one another, from either end', async () => {
  for (const order of ['asc', 'desc'] as const) {
    const { lines: all } = await ofShila({ limit: 100, order })
    const pages = await Promise.all([1, 2, 3, 4].map((page) => ofShila({ limit: 2, page, order })))
    expect(pages.flatMap(({ lines }) => lines)).toEqual(all)
    expect(pages.map(({ total }) => total)).toEqual([6, 6, 6, 6])
  }
})

test('earn wallet and hold have statements of their own', async () => {
  expect((await ofShila({ wallet: 'earn_wallet' })).lines.map((line) => line.amount)).toEqual([-15, 40])
  expect((await ofShila({ wallet: 'earn_hold' })).lines).toMatchObject([{ amount: 15, balance_after: 15, kind: 'requested' }])
})

test('an order outside one’s packages keeps its amount and says nothing else', async () => {
  const { lines, balance } = await ofShila({ limit: 100 }, karim)
  expect(balance).toBe(5_000)
  const masked = lines.filter((line) => line.source === null)
  expect(masked).toMatchObject([
    { source_id: null, amount: 390, explanation: 'An order that you may not see was cancelled: 390 tk from orders held' },
    { source_id: null, amount: -390, explanation: 'An order that you may not see was placed: 390 tk to orders held' },
  ])
  expect(JSON.stringify(masked)).not.toMatch(/500 Gems|Order #/)
  expect(lines.find((line) => line.source_id === seen && line.source === 'order')?.explanation).toContain('100 Gems')
})

test('a product order is named only to readers of product orders', async () => {
  const { tanvir } = app.world.users
  const { id: product_id } = await app.db
    .insertInto('physical_products')
    .values({ name: 'Game pad', image: '', sale_price: 90 as never, regular_price: 90 as never, quantity: 5 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pad = (await app.call(store.placeProductOrder, { user_id: tanvir, product_id, quantity: 1 }, STORE_KEY)).body.data
  const output = async () => {
    const { lines } = (await app.call(statements.user, { id: tanvir }, karim)).body.data
    const saved = await fetch(`${app.url}/api${statements.exportUser.path.replace(':id', String(tanvir))}`, {
      method: 'POST',
      headers: { authorization: karim, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await saved.text()).toContain(lines[0]?.explanation)
    return [lines[0]?.source, lines[0]?.source_id, lines[0]?.detail, lines[0]?.explanation]
  }
  expect(await output()).toEqual([null, null, '', 'An order that you may not see was placed: 90 tk to orders held'])
  await grant(app.db, app.world.admins.karim, ['product_orders_view'])
  expect(await output()).toEqual([
    'product_order',
    pad.id,
    'Game pad × 1',
    `Product order #${pad.id} placed (Game pad × 1): 90 tk to orders held`,
  ])
})

test('a deleted customer’s wallet is shown to a super admin alone', async () => {
  const { id } = (await app.call(store.addUser, { username: 'gone', phone: '01755000001' }, STORE_KEY)).body.data
  await app.call(users.remove, { id }, rahim)
  const read = async (token: string) => (await app.call(statements.user, { id }, token)).status
  expect([await read(karim), await read(rahim)]).toEqual([404, 200])
  expect((await app.call(statements.exportUser, { id }, karim)).status).toBe(404)
})

test('a deleted admin’s cash is shown to a super admin alone', async () => {
  const { nadia } = app.world.admins
  const read = async (token: string) => (await app.call(statements.admin, { id: nadia }, token)).status
  expect([await read(karim), await read(rahim)]).toEqual([200, 200])
  await app.db.updateTable('admins').set({ deleted_at: sql`now()` }).where('id', '=', nadia).execute()
  expect([await read(karim), await read(rahim)]).toEqual([404, 200])
  expect((await app.call(statements.exportAdmin, { id: nadia }, karim)).status).toBe(404)
  await app.db.updateTable('admins').set({ deleted_at: null }).where('id', '=', nadia).execute()
})

test('an admin reads their own cash; those of others, and the store’s, need more', async () => {
  const own = (await app.call(statements.own, {}, karim)).body.data
  expect(own).toMatchObject({ account: 'Karim Hossain: collected cash', balance: 200, total: 2 })
  expect(own.lines.map((line) => [line.kind, line.amount])).toEqual([
    ['requested', -100],
    ['completed', 300],
  ])
  expect(own.lines.map((line) => line.explanation)).toEqual([
    expect.stringMatching(/^Hand-over #\d+ requested: 100 tk to cash in transit$/),
    expect.stringMatching(/^Wallet add #\d+ completed \(01700\): 300 tk, and the same into shila’s wallet$/),
  ])
  const nadia = await app.signIn('nadia')
  expect((await app.call(statements.own, {}, nadia)).body.data.lines).toEqual([])
  expect((await app.call(statements.admin, { id: app.world.admins.karim }, nadia)).status).toBe(403)
  expect((await app.call(statements.admin, { id: app.world.admins.karim }, rahim)).body.data.lines).toEqual(own.lines)
  expect((await app.call(statements.store, { account: 'sales' }, karim)).status).toBe(403)
  const sales = (await app.call(statements.store, { account: 'sales' }, rahim)).body.data
  expect(sales).toMatchObject({ account: 'The store: sales', balance: 80, lines: [{ amount: 80, balance_after: null }] })
  const transit = (await app.call(statements.store, { account: 'in_transit' }, rahim)).body.data
  expect(transit.balance).toBe(100)
  expect((await app.call(statements.user, { id: 999_999 }, rahim)).status).toBe(404)
})

test('the export has every line, oldest first; a missing account is 404 without audit', async () => {
  const text = await (await download(app.world.users.shila, karim)).text()
  expect(text.split('\r\n')).toHaveLength(8)
  expect(text).toContain(',-390,')
  expect(text).not.toContain('500 Gems')
  const rows = async () => (await app.db.selectFrom('audit').select('id').execute()).length
  const before = await rows()
  expect((await download(999_999, karim)).status).toBe(404)
  expect(await rows()).toBe(before)
})

test('nor does a hidden order’s reason, or who decided it', async () => {
  const { shila } = app.world.users
  const id = await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems500 })
  await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
  await app.call(orders.correct, { id, reason: 'Player 4711 was wrong' }, rahim)
  const [line] = (await ofShila({ limit: 1 }, karim)).lines
  expect(line).toMatchObject({ amount: 390, source: null, source_id: null, by: '', reason: '' })
  expect(JSON.stringify(line)).not.toMatch(/Gems|4711|Rahim/)
  expect((await ofShila({ limit: 1 })).lines).toMatchObject([{ by: 'Rahim Uddin', reason: 'Player 4711 was wrong' }])
})

test('without orders_view no order is named, whatever packages one holds', async () => {
  const { admins, users: customers, packages } = app.world
  await grant(app.db, admins.nadia, ['statements_view', 'statements_export'])
  await app.db.insertInto('admin_packages').values({ admin_id: admins.nadia, topup_package_id: packages.gems100 }).execute()
  const nadia = await app.signIn('nadia')
  const { lines } = await ofShila({ limit: 100 }, nadia)
  expect(lines.filter((line) => line.amount === -80)).toMatchObject([{ source: null, source_id: null, detail: '' }])
  const csv = await (await download(customers.shila, nadia)).text()
  expect(csv).toContain(',-80,')
  expect(csv + JSON.stringify(lines)).not.toMatch(/100 Gems|Order #/)
})
