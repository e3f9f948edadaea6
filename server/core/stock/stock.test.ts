import { afterAll, expect, test } from 'vitest'
import { landing } from '#contract/landing.ts'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { lookups } from '#contract/lookups.ts'
import { orders } from '#contract/orders.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { balanceOf, expectSoundBooks, grant } from '../../../test/support/books.ts'
import { uploadPicture } from '../../../test/support/pictures.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const buy = async (packageId: number) => {
  const input = { user_id: app.world.users.shila, package_id: packageId, playerid: '5550001234' }
  const { status, body } = await app.call(store.placeOrder, input, STORE_KEY)
  if (status !== 200) throw new Error(body.message)
  return body.data.id
}
const decide = (id: number, status: 'completed' | 'cancel') => app.call(orders.setStatus, { id, status }, rahim)
const productAt = async (id: number) => (await app.call(topupProducts.show, { id }, rahim)).body.data
const movementsOf = async (id: number) => (await app.call(topupProducts.movements, { id }, rahim)).body.data
const edit = async (id: number, more: object) => {
  const { name } = await productAt(id)
  return app.call(topupProducts.update, { id, name, ...more }, rahim)
}

test('the credit’s movements: who or which order, from what to what', async () => {
  const { starfall } = app.world.products
  const start = (await productAt(starfall)).price
  const stored = await buy(app.world.packages.gems100)
  const cancelled = await buy(app.world.packages.gems500)
  await decide(cancelled, 'cancel')
  await decide(stored, 'completed')
  await app.call(orders.correct, { id: stored, reason: 'Wrong player', return_credit: 1 }, rahim)
  await edit(starfall, { price: 50_000.5, expected_price: start })
  const { data, total } = await movementsOf(starfall)
  const admin = { first_name: 'Rahim', last_name: 'Uddin' }
  expect(total).toBe(6)
  expect(data.map(({ cause, from, to, change, order_id, Admin }) => [cause, from, to, change, order_id, Admin])).toEqual([
    ['edit', start, 50_000.5, 50_000.5 - start, null, admin],
    ['correction', start - 72, start, 72, stored, admin],
    ['cancel', start - 427.5, start - 72, 355.5, cancelled, admin],
    ['order', start - 72, start - 427.5, -355.5, cancelled, null],
    ['order', start, start - 72, -72, stored, null],
    ['start', 0, start, start, null, null],
  ])
  await expectSoundBooks(app.db)

  // An admin who keeps products sees every movement, but no order outside their packages.
  await grant(app.db, app.world.admins.karim, ['topup_products'])
  const seen = (await app.call(topupProducts.movements, { id: starfall }, await app.signIn('karim'))).body.data
  expect(seen.data.map(({ order_id }) => order_id)).toEqual([null, stored, null, null, stored, null])
  expect(seen.data[2]).toMatchObject({ cause: 'cancel', change: 355.5, Admin: null })
  await app.db
    .deleteFrom('admin_modules')
    .where('admin_id', '=', app.world.admins.karim)
    .where('auth_module_id', 'in', (from) => from.selectFrom('auth_modules').select('id').where('key', '=', 'orders_view'))
    .execute()
  const unseen = (await app.call(topupProducts.movements, { id: starfall }, await app.signIn('karim'))).body.data
  expect(unseen.data.map(({ order_id, Admin }) => [order_id, Admin])).toEqual([
    [null, { first_name: 'Rahim', last_name: 'Uddin' }],
    ...Array.from({ length: 5 }, () => [null, null]),
  ])
})

test('a price typed over sold stock is refused; other fields ignore orders', async () => {
  const { starfall } = app.world.products
  const opened = await productAt(starfall)
  await buy(app.world.packages.gems100)
  const refused = await edit(starfall, { price: 90_000, expected_price: opened.price })
  expect(refused).toMatchObject({
    status: 409,
    body: { message: `Price/Stock changed while you were editing: now ${opened.price - 72}`, errors: [{ param: 'price' }] },
  })
  expect((refused.body.data as { price: number }).price).toBe(opened.price - 72)
  expect((await productAt(starfall)).price).toBe(opened.price - 72)
  expect((await edit(starfall, { rules: '<p>New</p>', version: opened.version })).status).toBe(200)
})

test('a quantity too, and its movements', async () => {
  const image = await uploadPicture(app.url, rahim)
  const fields = { name: 'Game pad', sale_price: 1_250, regular_price: 1_450 }
  const { id } = (await app.call(physicalProducts.create, { ...fields, image, quantity: 5 }, rahim)).body.data
  const set = (quantity: number, expected_quantity: number) =>
    app.call(physicalProducts.update, { id, ...fields, quantity, expected_quantity }, rahim)
  expect((await set(9, 5)).status).toBe(200)
  expect(await set(20, 5)).toMatchObject({ status: 409, body: { message: 'Quantity changed while you were editing: now 9' } })
  expect((await set(0, 9)).body.data).toMatchObject({ quantity: 0, availability: 'stock_out' })
  const { data } = (await app.call(physicalProducts.movements, { id, limit: 2 }, rahim)).body.data
  expect(data.map(({ cause, from, to }) => [cause, from, to])).toEqual([
    ['edit', 9, 0],
    ['edit', 5, 9],
  ])
})

test('of very many movements so many are counted, and that there are more is said', async () => {
  const image = await uploadPicture(app.url, rahim)
  const fields = { name: 'Mouse', sale_price: 450, regular_price: 500 }
  const { id } = (await app.call(physicalProducts.create, { ...fields, image, quantity: 5 }, rahim)).body.data
  const move = (count: number) =>
    query(
      app.db,
      `insert into stock_movements (at, kind, product_id, before_value, after_value, cause)
       select now(), 'physical', $1, 5, 5, 'edit' from generate_series(1, $2::int)`,
      [id, count],
    )
  const counted = async () => {
    const { total, total_capped } = (await app.call(physicalProducts.movements, { id }, rahim)).body.data
    return [total, total_capped]
  }
  await move(SEARCH_TOTAL_CAP - 1)
  expect(await counted()).toEqual([SEARCH_TOTAL_CAP, false])
  await move(1)
  expect(await counted()).toEqual([SEARCH_TOTAL_CAP, true])
})

test('of two who buy the last credit at once, one gets it, and the movements add up', async () => {
  const image = await uploadPicture(app.url, rahim)
  const product = { name: 'Blade Circuit', logo: image, price: 250, track_stock: 1, isactivefortopup: 1 }
  const { id } = (await app.call(topupProducts.create, product, rahim)).body.data
  const item = { product_id: id, name: '86 Sparks', price: 105, bprice: 100, serial: 1, logo: image }
  const { id: packageId } = (await app.call(topupPackages.create, item, rahim)).body.data
  const replies = await Promise.allSettled(Array.from({ length: 8 }, () => buy(packageId)))
  expect(replies.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(await productAt(id)).toMatchObject({ price: 50, availability: 'stock_out', package_count: 1, packages_on_sale: 0 })
  const { data } = await movementsOf(id)
  expect(data.map(({ from, to }) => [from, to])).toEqual([
    [150, 50],
    [250, 150],
    [0, 250],
  ])
  await expectSoundBooks(app.db)
})

test('open orders of deleted items are completed or cancelled with the right refund', async () => {
  const { shila } = app.world.users
  const { seasonPass, gems500 } = app.world.packages
  const { starfall } = app.world.products
  const secrets = { accounttype: 'Google', ingamepassword: 'x' }
  const input = { user_id: shila, package_id: seasonPass, playerid: 'P', ...secrets }
  const before = await balanceOf(app.db, { userId: shila })
  const done = (await app.call(store.placeOrder, input, STORE_KEY)).body.data.id
  const undone = await buy(gems500)
  const credit = (await productAt(starfall)).price
  await app.call(topupPackages.remove, { id: seasonPass }, rahim)
  await app.call(topupProducts.remove, { id: starfall }, rahim)
  expect((await app.call(topupPackages.show, { id: gems500 }, rahim)).status).toBe(404)
  for (const gone of [gems500, seasonPass]) await expect(buy(gone)).rejects.toThrow('No such package')

  expect((await decide(done, 'completed')).status).toBe(200)
  expect((await decide(undone, 'cancel')).status).toBe(200)
  expect(await balanceOf(app.db, { userId: shila })).toBe(before - 250)
  const { price } = await app.db.selectFrom('topup_products').select('price').where('id', '=', starfall).executeTakeFirstOrThrow()
  expect(Number(price)).toBe(credit + 355.5)
  // Names stay on old rows.
  expect((await app.call(orders.show, { id: undone }, rahim)).body.data).toMatchObject({
    name: '500 Gems',
    Product: { name: 'Starfall Arena' },
  })
  await expectSoundBooks(app.db)
})

test('/landing shows what the store gets, and says what is not on sale and why', async () => {
  const nadia = await app.signIn('nadia')
  const { not_on_sale, ...shown } = (await app.call(landing.show, {}, nadia)).body.data
  const { as_of, removed, ...catalog } = (await app.call(store.catalog, {}, STORE_KEY)).body.data
  expect(shown).toEqual(catalog)
  expect([as_of, removed]).toEqual([null, []])
  const reasons = not_on_sale.map(({ kind, name, availability }) => [kind, name, availability])
  expect(reasons).toEqual([
    ['physical_product', 'Game pad', 'stock_out'],
    ['topup_package', 'Blade Circuit: 86 Sparks', 'stock_out'],
    ['topup_product', 'Ironvale Online', 'no_packages'],
    ['topup_product', 'Blade Circuit', 'stock_out'],
  ])
})

test('a package that sells vouchers is on sale while its codes exceed its open orders', async () => {
  const second = await startApp()
  const token = await second.signIn('rahim')
  const { gemsCard } = second.world.packages
  const state = async () => {
    const { codes_left, availability } = (await second.call(topupPackages.show, { id: gemsCard }, token)).body.data
    return [codes_left, availability]
  }
  const order = () =>
    second.call(store.placeOrder, { user_id: second.world.users.shila, package_id: gemsCard, playerid: 'P' }, STORE_KEY)
  expect(await state()).toEqual([2, 'on_sale'])
  await order()
  await order()
  expect(await state()).toEqual([0, 'no_codes'])
  expect((await order()).body.message).toBe('Stock out')
  await second.close()
})

test('an order that is being worked on is open too: no other gets its code', async () => {
  const second = await startApp()
  const token = await second.signIn('rahim')
  const input = { user_id: second.world.users.shila, package_id: second.world.packages.gemsCard, playerid: 'P' }
  const order = () => second.call(store.placeOrder, input, STORE_KEY)
  await order()
  const { id } = (await order()).body.data
  expect((await second.call(orders.setStatus, { id, status: 'in_progress' }, token)).status).toBe(200)
  expect(await order()).toMatchObject({
    status: 422,
    body: { errors: [{ code: 'stock_out', msg: 'Stock out', param: 'package_id' }] },
  })
  await second.close()
})

test('look-ups answer every signed-in admin, without what is deleted', async () => {
  const nadia = await app.signIn('nadia')
  const packages = (await app.call(lookups.topupPackages, {}, nadia)).body.data
  expect(packages.data.map(({ name, product_name }) => [name, product_name])).toEqual([['86 Sparks', 'Blade Circuit']])
  const products = (await app.call(lookups.topupProducts, {}, nadia)).body.data
  expect(products.data.map(({ name }) => name)).toEqual(['Ironvale Online', 'Blade Circuit'])
})
