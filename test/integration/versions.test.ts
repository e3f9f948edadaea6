import { afterAll, describe, expect, test } from 'vitest'
import { admins } from '#contract/admins.ts'
import { banners } from '#contract/banners.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { notices } from '#contract/notices.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { settings } from '#contract/settings.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { query } from '../../server/platform/db/connect.ts'
import { STORE_KEY, startApp } from '../support/app.ts'
import { changedTables, fingerprint } from '../support/fingerprint.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { everyEndpoint, fieldsOf } from '../support/samples.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const { users: people, products, packages, admins: staff } = app.world
const physical = await addPhysicalProduct(app.db)
const call = (endpoint: unknown, input: object) => app.call(endpoint as never, input as never, rahim as never) as Promise<Reply>
type Reply = { status: number; body: { data: Row; errors?: { code: string; param: string }[] } }
type Row = Record<string, unknown> & { id: number; version: number }

const order = () =>
  app.call(store.placeOrder, { user_id: people.shila, package_id: packages.gems100, playerid: 'P-1' }, STORE_KEY)

interface Versioned {
  readonly show: unknown
  readonly update: unknown
  readonly id: number
  /** What changes each field beside the form. */
  readonly moves: Record<string, () => Promise<unknown>>
}

const sqlOf = (table: string, id: number, columns: Record<string, string>): Versioned['moves'] =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      () => query(app.db, `update ${table} set ${name} = ${value} where id = $1`, [id]),
    ]),
  )
const idOf = async (table: string) => (await query<{ id: number }>(app.db, `select id from ${table} limit 1`))[0]?.id ?? 0
await query(app.db, `insert into banners (note, banner) values ('Eid', '/images/eid.png')`)
await query(app.db, `insert into notices (notice, image) values ('Open', '/images/open.png')`)
const ready = (await query<{ id: number }>(app.db, 'select id from vouchers where status = 1'))[0]?.id ?? 0

const RECORDS: Record<string, Versioned> = {
  users: {
    ...{ show: users.show, update: users.update, id: people.shila },
    moves: {
      wallet: order,
      ...sqlOf('users', people.shila, { address: `'Road 1'`, city: `'Khulna'`, zip_code: `'9000'` }),
    },
  },
  topupProducts: {
    ...{ show: topupProducts.show, update: topupProducts.update, id: products.starfall },
    moves: {
      price: order,
      ...sqlOf('topup_products', products.starfall, { name: `'Starfall 2'`, buy_rate: '2', rules: `'<p>x</p>'` }),
    },
  },
  physicalProducts: {
    ...{ show: physicalProducts.show, update: physicalProducts.update, id: physical },
    moves: {
      quantity: () => orderProduct(app, people.shila, physical),
      ...sqlOf('physical_products', physical, { name: `'Pad 2'`, sale_price: '1', regular_price: '2' }),
    },
  },
  topupPackages: {
    ...{ show: topupPackages.show, update: topupPackages.update, id: packages.gems500 },
    moves: sqlOf('topup_packages', packages.gems500, { name: `'500!'`, price: '391', bprice: '1', serial: '9', in_stock: '0' }),
  },
  paymentMethods: {
    ...{ show: paymentMethods.show, update: paymentMethods.update, id: await idOf('payment_methods') },
    moves: sqlOf('payment_methods', await idOf('payment_methods'), { name: `'Pay 2'`, info: `'1'`, status: `'off'` }),
  },
  banners: {
    ...{ show: banners.show, update: banners.update, id: await idOf('banners') },
    moves: sqlOf('banners', await idOf('banners'), { note: `'Eid 2'`, isactive: '0' }),
  },
  notices: {
    ...{ show: notices.show, update: notices.update, id: await idOf('notices') },
    moves: sqlOf('notices', await idOf('notices'), { notice: `'Closed'`, is_active: '0' }),
  },
  vouchers: {
    ...{ show: vouchers.show, update: vouchers.update, id: ready },
    moves: { status: () => query(app.db, 'update vouchers set status = 0 where id = $1', [ready]) },
  },
  admins: {
    ...{ show: admins.show, update: admins.edit, id: staff.karim },
    moves: sqlOf('admins', staff.karim, { first_name: `'Karima'`, phone: `'01711000009'` }),
  },
}

test('every call that takes a version is walked here, except the settings', () => {
  const taking = everyEndpoint.filter(
    ({ endpoint }) => endpoint.method === 'POST' && fieldsOf(endpoint).some(({ name }) => name === 'version'),
  )
  const walked = Object.values(RECORDS).map(({ update }) => update)
  const others = [settings.update, vouchers.remove, vouchers.setBack] as unknown[]
  expect(taking.filter(({ endpoint }) => ![...walked, ...others].includes(endpoint)).map(({ name }) => name)).toEqual([])
})

describe.each(Object.entries(RECORDS))('%s', (_, { show, update, id, moves }) => {
  const writable = new Set(fieldsOf(update as Endpoint).map(({ name }) => name))
  const read = async () => (await call(show, { id })).body.data
  /** What a form sends that knows no `expected_...`: every field that it can write, as it was read. */
  const formOf = (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => writable.has(name) && value !== null && value !== ''))

  test.each(Object.keys(moves))('a version that was read before %s changed is refused, and nothing is written', async (field) => {
    const opened = await read()
    await moves[field]?.()
    const before = await fingerprint(app.db)
    const late = await call(update, formOf(opened))
    expect([late.status, late.body.errors?.[0]?.code]).toEqual([409, 'changed'])
    expect(late.body.data.version).toBe((await read()).version)
    expect(changedTables(before, await fingerprint(app.db)).filter((table) => table !== 'idempotency_keys')).toEqual([])
    // As it is read now, it may be saved.
    expect((await call(update, formOf(await read()))).status).toBe(200)
  })
})

test('money and stock moved by orders refuse no form that leaves them alone', async () => {
  const user = (await app.call(users.show, { id: people.shila }, rahim)).body.data
  const product = (await app.call(topupProducts.show, { id: products.starfall }, rahim)).body.data
  expect((await order()).status).toBe(200)
  const { version } = user
  expect((await app.call(users.update, { id: people.shila, version, city: 'Sylhet' }, rahim)).status).toBe(200)
  const moved = await app.call(
    users.update,
    { id: people.shila, version: version + 2 ** 32, wallet: user.wallet, expected_wallet: user.wallet },
    rahim,
  )
  expect([moved.status, moved.body.errors?.[0]?.code]).toEqual([409, 'wallet_changed'])
  const rules = { id: products.starfall, version: product.version, name: product.name, rules: '<p>Once</p>' }
  expect((await app.call(topupProducts.update, rules, rahim)).status).toBe(200)
})

test('without a version the wallet is set as specified, and audited as unchecked', async () => {
  const { wallet } = (await app.call(users.show, { id: people.shila }, rahim)).body.data
  expect((await order()).status).toBe(200)
  expect((await app.call(users.update, { id: people.shila, wallet }, rahim)).body.data.wallet).toBe(wallet)
  const [row] = await query<{ facts: object }>(
    app.db,
    `select facts from audit where action = 'users.update' order by id desc limit 1`,
  )
  expect(row?.facts).toMatchObject({ unchecked: true })
})

test('a value required on edit may be missing, and is refused when empty', async () => {
  const empty: [unknown, number, string][] = [
    [physicalProducts, physical, 'quantity'],
    [physicalProducts, physical, 'sale_price'],
    [physicalProducts, physical, 'regular_price'],
    [physicalProducts, physical, 'name'],
    [topupProducts, products.starfall, 'price'],
    [topupProducts, products.starfall, 'name'],
    [topupPackages, packages.gems500, 'price'],
    [topupPackages, packages.gems500, 'bprice'],
    [topupPackages, packages.gems500, 'serial'],
    [paymentMethods, await idOf('payment_methods'), 'info'],
    [paymentMethods, await idOf('payment_methods'), 'status'],
    [vouchers, ready, 'code'],
    [vouchers, ready, 'package_id'],
    [banners, await idOf('banners'), 'note'],
    [notices, await idOf('notices'), 'notice'],
  ]
  for (const [feature, id, field] of empty) {
    const { show, update } = feature as { show: unknown; update: unknown }
    const row = (await call(show, { id })).body.data
    for (const value of ['', '  ', null]) {
      const reply = await call(update, { ...row, version: undefined, [field]: value })
      expect([field, value, reply.status, reply.body.errors?.[0]?.param]).toEqual([field, value, 422, field])
    }
  }
  for (const [feature, id, field] of [
    [physicalProducts, physical, 'quantity'],
    [topupProducts, products.starfall, 'price'],
    [vouchers, ready, 'code'],
  ] as const) {
    const { [field]: _, version: __, ...row } = (await call(feature.show, { id })).body.data
    expect([field, (await call(feature.update, row)).status]).toEqual([field, 200])
  }
})
