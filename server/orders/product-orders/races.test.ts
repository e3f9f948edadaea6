import { afterAll, afterEach, expect, test } from 'vitest'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { statusesOf, together } from '../../../test/support/at-once.ts'
import { balanceOf, expectSoundBooks, journalsOf } from '../../../test/support/books.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { addPhysicalProduct, orderProduct, quantityOf } from '../../../test/support/product-orders.ts'
import { query } from '../../platform/db/connect.ts'

const AT_ONCE = 50

const app = await startApp()
const rahim = await app.signIn('rahim')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const set = (id: number, status: 'completed' | 'cancelled' | 'in_progress', expected_status?: 'pending') =>
  app.call(productOrders.setStatus, { id, status, ...(expected_status && { expected_status }) }, rahim)

test('50 cancels of one order at once: one success, one refund, 49 conflicts', async () => {
  const { shila } = app.world.users
  const pad = await addPhysicalProduct(app.db, { quantity: 5 })
  const wallet = await balanceOf(app.db, { userId: shila })
  const id = await orderProduct(app, shila, pad, 2)
  expect(statusesOf(await together(AT_ONCE, () => set(id, 'cancelled')))).toEqual({ 200: 1, 409: AT_ONCE - 1 })
  expect([await balanceOf(app.db, { userId: shila }), await quantityOf(app.db, pad)]).toEqual([wallet, 5])
  expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed', 'cancelled'])
})

test('cancel against complete: the order ends one way, and money and pieces agree', async () => {
  const { shila } = app.world.users
  const pad = await addPhysicalProduct(app.db, { price: 10.25, quantity: 40 })
  for (let round = 0; round < 10; round++) {
    const before = [await balanceOf(app.db, { userId: shila }), await quantityOf(app.db, pad)] as const
    const id = await orderProduct(app, shila, pad, 3)
    const replies = await together(AT_ONCE, (index) => set(id, index % 2 ? 'cancelled' : 'completed'))
    expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
    const { status } = (await app.call(productOrders.show, { id }, rahim)).body.data
    const taken = status === 'cancelled' ? 0 : 1
    const after = [await balanceOf(app.db, { userId: shila }), await quantityOf(app.db, pad)]
    expect(after).toEqual([before[0] - taken * 30.75, before[1] - taken * 3])
  }
})

test('50 forms opened on a pending order take it up at once: one of them has it', async () => {
  const id = await orderProduct(app, app.world.users.shila, await addPhysicalProduct(app.db))
  expect(statusesOf(await together(AT_ONCE, () => set(id, 'in_progress', 'pending')))).toEqual({ 200: 1, 409: AT_ONCE - 1 })
})

test('50 orders at once for 7 pieces: three of two each, and the movements add up', async () => {
  const { shila } = app.world.users
  const wallet = await balanceOf(app.db, { userId: shila })
  const cap = await addPhysicalProduct(app.db, { name: 'Cap', price: 5, quantity: 7 })
  const order = { user_id: shila, product_id: cap, quantity: 2 }
  const replies = await together(AT_ONCE, () => app.call(store.placeProductOrder, order, STORE_KEY))
  expect(statusesOf(replies)).toEqual({ 200: 3, 422: AT_ONCE - 3 })
  expect(replies.filter(({ status }) => status === 422).every(({ body }) => body.message === 'Stock out')).toBe(true)
  expect([await quantityOf(app.db, cap), await balanceOf(app.db, { userId: shila })]).toEqual([1, wallet - 30])
  const movements = await query<{ from: number; to: number }>(
    app.db,
    `select before_value as from, after_value as to from stock_movements where kind = 'physical' and product_id = $1 order by id`,
    [cap],
  )
  expect(movements.map(({ from, to }) => [from, to])).toEqual([
    [0, 7],
    [7, 5],
    [5, 3],
    [3, 1],
  ])
})

test('orders at once for more than the wallet holds: the others’ pieces stay', async () => {
  const { tanvir } = app.world.users
  const balance = await balanceOf(app.db, { userId: tanvir })
  const stand = await addPhysicalProduct(app.db, { name: 'Stand', price: 250, quantity: 100 })
  const order = { user_id: tanvir, product_id: stand, quantity: 1 }
  const replies = await together(AT_ONCE, () => app.call(store.placeProductOrder, order, STORE_KEY))
  const placed = Math.floor(balance / 250)
  expect(statusesOf(replies)).toEqual({ 200: placed, 422: AT_ONCE - placed })
  expect(await balanceOf(app.db, { userId: tanvir })).toBe(balance - placed * 250)
  expect(await quantityOf(app.db, stand)).toBe(100 - placed)
})

test('orders and cancels of the same products that cross do not deadlock', async () => {
  const { shila } = app.world.users
  const [one, other] = [await addPhysicalProduct(app.db, { price: 1 }), await addPhysicalProduct(app.db, { price: 1 })]
  const ids = await Promise.all(Array.from({ length: 12 }, (_, at) => orderProduct(app, shila, at % 2 ? one : other)))
  const replies = await Promise.all([
    ...ids.map((id) => set(id, 'cancelled')),
    ...ids.map((_, at) =>
      app.call(store.placeProductOrder, { user_id: shila, product_id: at % 2 ? other : one, quantity: 1 }, STORE_KEY),
    ),
  ])
  const { 200: done = 0, ...others } = statusesOf(replies)
  // Where nothing was left yet, an order is refused; nothing else may happen.
  expect(Object.keys(others).every((status) => status === '422')).toBe(true)
  expect(done).toBeGreaterThanOrEqual(12)
})

test('an order that comes in while the price is being changed is sold at the new one', async () => {
  const { shila } = app.world.users
  const lamp = await addPhysicalProduct(app.db, { name: 'Lamp', price: 90 })
  const placed = await app.db.transaction().execute(async (own) => {
    await query(own, 'update physical_products set sale_price = 70 where id = $1', [lamp])
    const order = app.call(store.placeProductOrder, { user_id: shila, product_id: lamp, quantity: 1 }, STORE_KEY)
    await untilWaits(app.db, 'from "physical_products"')
    return { order }
  })
  expect((await placed.order).body.data).toMatchObject({ price: 70, amount: 70 })
})
