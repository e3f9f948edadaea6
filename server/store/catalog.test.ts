import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tk } from '#contract/money.ts'
import { notices } from '#contract/notices.ts'
import { paymentMethods } from '#contract/payment-methods.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'

const tk = (amount: number) => amount as Tk
const deleted_at = sql<string>`now()`
const banner = '/images/banner.webp'
const image = '/images/notice.webp'

const app = await startApp()
const rahim = await app.signIn('rahim')
beforeAll(async () => {
  await addProducts()
  const piece = { sale_price: tk(450), regular_price: tk(500), quantity: 3 }
  const pieces = [
    { ...piece, name: 'Game pad' },
    { ...piece, name: 'Resting', is_active: 0 },
    { ...piece, name: 'Sold out', quantity: 0 },
    { ...piece, name: 'Gone', deleted_at },
  ]
  await app.db.insertInto('physical_products').values(pieces).execute()
  const methods = [
    { name: 'QuickPay', info: '0171', status: '1' },
    { name: 'NamedPay', info: '0172', status: 'active' },
    { name: 'Resting', info: '0173', status: 'inactive' },
    { name: 'Gone', info: '0174', status: '1', deleted_at },
  ]
  await app.db.insertInto('payment_methods').values(methods).execute()
  const banners = [{ note: 'Older' }, { note: 'Newer' }, { note: 'Resting', isactive: 0 }, { note: 'Gone', deleted_at }]
  await app.db
    .insertInto('banners')
    .values(banners.map((row) => ({ ...row, banner })))
    .execute()
  const noticed = [{ notice: 'Older' }, { notice: 'Newer' }, { notice: 'Resting', is_active: 0 }, { notice: 'Gone', deleted_at }]
  await app.db
    .insertInto('notices')
    .values(noticed.map((row) => ({ ...row, image })))
    .execute()
})
afterAll(() => app.close())

/** Each with a package that would be on sale. */
const addProducts = async () => {
  const games = [{ name: 'Neon Drift' }, { name: 'Resting', is_active: 0 }, { name: 'Gone', deleted_at }]
  const added = await app.db.insertInto('topup_products').values(games).returning('id').execute()
  const packages = added.map(({ id: product_id }) => ({ product_id, name: 'Boost', price: tk(50), bprice: tk(40) }))
  await app.db.insertInto('topup_packages').values(packages).execute()
}

const readCatalog = async () => (await app.call(store.catalog, {}, STORE_KEY)).body.data

test('the catalogue holds active items only, nothing inactive, sold out or deleted', async () => {
  const id = expect.any(Number)
  const item = (name: string, price: number, serial: number) => ({ id, name, price, serial, logo: '' })
  const shown = { id, logo: '', rules: '', availability: 'on_sale' }
  expect(await readCatalog()).toEqual({
    products: [
      {
        ...shown,
        name: 'Starfall Arena',
        isactivefortopup: 1,
        packages: [item('100 Gems', 80, 1), item('500 Gems', 390, 2), item('Gems Card', 160, 3)],
      },
      { ...shown, name: 'Ironvale Online', isactivefortopup: 0, packages: [item('Season Pass', 250, 1)] },
      { ...shown, name: 'Neon Drift', isactivefortopup: 1, packages: [item('Boost', 50, 0)] },
    ],
    physical_products: [{ id, name: 'Game pad', image: '', sale_price: 450, regular_price: 500, quantity: 3, description: '' }],
    payment_methods: [
      { id, logo: '', name: 'MobiPay', info: '01700000009' },
      { id, logo: '', name: 'QuickPay', info: '0171' },
      { id, logo: '', name: 'NamedPay', info: '0172' },
    ],
    banners: [
      { id, note: 'Newer', link: '', banner },
      { id, note: 'Older', link: '', banner },
    ],
    notices: [
      { id, notice: 'Newer', link: '', image },
      { id, notice: 'Older', link: '', image },
    ],
    as_of: null,
    removed: [],
  })
})

test('the dashboard shows which methods customers see, and their first notice', async () => {
  const methods = (await app.call(paymentMethods.list, {}, rahim)).body.data.data
  expect(methods.map(({ name, is_shown }) => [name, is_shown])).toEqual([
    ['MobiPay', 1],
    ['QuickPay', 1],
    ['NamedPay', 1],
    ['Resting', 0],
  ])
  const rows = (await app.call(notices.list, {}, rahim)).body.data.data
  expect(rows.map(({ notice, is_home_modal }) => [notice, is_home_modal])).toEqual([
    ['Resting', 0],
    ['Newer', 1],
    ['Older', 0],
  ])
})
