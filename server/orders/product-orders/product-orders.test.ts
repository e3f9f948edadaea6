import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { pendingCounts } from '#contract/pending-counts.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { productOrderFlow, productOrders } from '#contract/product-orders.ts'
import { statements } from '#contract/statements.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { balanceOf, expectSoundBooks, grant, journalsOf } from '../../../test/support/books.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { addPhysicalProduct, orderProduct, quantityOf } from '../../../test/support/product-orders.ts'
import { fundWallet } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
await grant(app.db, app.world.admins.karim, ['product_orders_view', 'product_orders_work'])
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const { shila } = app.world.users
/** 450 tk a piece, 100 of them. */
const pad = await addPhysicalProduct(app.db, { quantity: 100 })
await fundWallet(app.db, app.world, { userId: shila, amount: 20_000 })
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const place = (quantity = 1, more: object = {}) =>
  app.call(store.placeProductOrder, { user_id: shila, product_id: pad, quantity, ...more }, STORE_KEY)
const set = (id: number, status: string, more: object = {}, token = rahim) =>
  app.call(productOrders.setStatus, { id, status, ...more }, token)
const money = async () => [await balanceOf(app.db, { userId: shila }), await quantityOf(app.db, pad)]
const list = async (input: object = {}) => (await app.call(productOrders.list, { limit: 100, ...input }, rahim)).body.data

describe('the store', () => {
  test('places an order: paid from the wallet, taken from stock, with values of then', async () => {
    const [wallet, left] = (await money()) as [number, number]
    const placed = await place(2, { price: 450, phone: '01811000001', address: '12 Lake Road' })
    const { id } = placed.body.data
    const pieces = { product_id: pad, name: 'Game pad', price: 450, quantity: 2, amount: 900 }
    const order = { id, user_id: shila, status: 'pending', ...pieces }
    expect([placed.status, placed.body.data]).toMatchObject([200, order])
    expect(await money()).toEqual([wallet - 900, left - 2])
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed'])
    await app.db
      .updateTable('physical_products')
      .set({ name: 'Pad', sale_price: 500 as never })
      .where('id', '=', pad)
      .execute()
    expect((await app.call(store.productOrder, { id }, STORE_KEY)).body.data).toMatchObject(order)
    expect((await app.call(productOrders.show, { id }, karim)).body.data).toMatchObject({
      ...order,
      phone: '01811000001',
      address: '12 Lake Road',
      Admin: null,
      Product: { id: pad, name: 'Game pad', sale_price: 450 },
      User: { username: 'shila' },
    })
    const changed = await place(1, { price: 450 })
    expect([changed.status, changed.body.message, changed.body.data]).toEqual([409, 'Price changed', { price: 500 }])
    await app.db
      .updateTable('physical_products')
      .set({ name: 'Game pad', sale_price: 450 as never })
      .where('id', '=', pad)
      .execute()
  })

  test('refuses what is missing, unpaid or not on sale, and nothing moves', async () => {
    const off = await addPhysicalProduct(app.db, { name: 'Cap' })
    await app.db.updateTable('physical_products').set({ is_active: 0 }).where('id', '=', off).execute()
    const gone = await addPhysicalProduct(app.db, { name: 'Pouch' })
    await app.call(physicalProducts.remove, { id: gone }, rahim)
    const before = await fingerprint(app.db)
    const refused: [object, number, string, string][] = [
      [{ quantity: 500 }, 422, 'Stock out', 'quantity'],
      [{ quantity: 90 }, 422, 'Insufficient balance', 'user_id'],
      [{ quantity: 0 }, 422, 'At least 1', 'quantity'],
      [{ quantity: 1_001 }, 422, 'At most 1000', 'quantity'],
      [{ quantity: 1.5 }, 422, 'Must be a whole number', 'quantity'],
      [{ product_id: off }, 422, 'Stock out', 'product_id'],
      [{ product_id: gone }, 422, 'No such product', 'product_id'],
      [{ user_id: 999_999 }, 422, 'No such user', 'user_id'],
    ]
    for (const [input, status, message, param] of refused) {
      const reply = await place(1, input)
      expect([reply.status, reply.body.message, reply.body.errors?.[0]?.param]).toEqual([status, message, param])
    }
    // The refusal is kept under its key.
    expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
    expect((await app.call(store.productOrder, { id: 999_999 }, STORE_KEY)).status).toBe(404)
  })

  test('one key, one order; without a key none', async () => {
    const [wallet] = (await money()) as [number, number]
    const input = { user_id: shila, product_id: pad, quantity: 1 }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => app.call(store.placeProductOrder, input, STORE_KEY, 'pad-1')),
    )
    expect(new Set(replies.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1)
    expect((await money())[0]).toBe(wallet - 450)
    expect((await app.call(store.placeProductOrder, { ...input, quantity: 2 }, STORE_KEY, 'pad-1')).status).toBe(409)
    expect((await app.call(store.placeProductOrder, input, STORE_KEY, '')).status).toBe(422)
  })
})

describe('deciding', () => {
  test('completed goes to sales once, with a note that the customer reads', async () => {
    const id = await orderProduct(app, shila, pad)
    const before = await money()
    const packed = await set(id, 'in_progress', { order_note: 'Packed' }, karim)
    expect(packed.body).toMatchObject({
      message: 'Order updated successfully',
      data: { order: { status: 'in_progress', brief_note: 'Packed', Admin: { first_name: 'Karim' }, closed_at: null } },
    })
    const done = (await set(id, 'completed')).body.data.order
    expect(done).toMatchObject({ status: 'completed', brief_note: 'Packed', Admin: { first_name: 'Rahim' } })
    expect(done.closed_at).not.toBeNull()
    expect(await money()).toEqual(before)
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed', 'completed'])
    expect((await app.call(store.productOrder, { id }, STORE_KEY)).body.data).toMatchObject({ brief_note: 'Packed' })
    for (const status of productOrderFlow.statuses) {
      const late = await set(id, status)
      expect([late.status, late.body.message]).toEqual([409, 'Order is not available for edit'])
      expect(late.body.data).toMatchObject({ order: { id, status: 'completed' } })
    }
  })

  test.each(['cancelled', 'cancel'])('%s gives back exactly what was taken, money and pieces', async (spelling) => {
    const before = await money()
    const id = await orderProduct(app, shila, pad, 3)
    await app.db
      .updateTable('physical_products')
      .set({ sale_price: 999 as never })
      .where('id', '=', pad)
      .execute()
    expect((await set(id, spelling)).body.data.order).toMatchObject({ status: 'cancelled' })
    expect(await money()).toEqual(before)
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed', 'cancelled'])
    await app.db
      .updateTable('physical_products')
      .set({ sale_price: 450 as never })
      .where('id', '=', pad)
      .execute()
    const { data } = (await app.call(physicalProducts.movements, { id: pad, limit: 2 }, rahim)).body.data
    expect(data.map(({ cause, change, order_id, Admin }) => [cause, change, order_id, Admin?.first_name])).toEqual([
      ['cancel', 3, id, 'Rahim'],
      ['order', -3, id, undefined],
    ])
    // An admin who keeps products and sees no orders learns how many pieces, not whose.
    await grant(app.db, app.world.admins.nadia, ['physical_products'])
    const unseen = (await app.call(physicalProducts.movements, { id: pad, limit: 2 }, await app.signIn('nadia'))).body.data.data
    expect(unseen.map(({ cause, change, order_id, Admin }) => [cause, change, order_id, Admin])).toEqual([
      ['cancel', 3, null, null],
      ['order', -3, null, null],
    ])
  })

  test('an order of a frozen wallet is not completed', async () => {
    const { id } = (await place()).body.data
    const freeze = (frozen_reason: string | null) =>
      app.db.updateTable('accounts').set({ frozen_reason }).where('user_id', '=', shila).execute()
    await freeze('Being looked at')
    const refused = await set(id, 'completed')
    expect([refused.status, refused.body.message]).toEqual([503, 'This wallet is frozen until this is fixed: Being looked at'])
    expect((await set(id, 'in_progress')).status).toBe(200)
    await freeze(null)
    expect((await set(id, 'completed')).status).toBe(200)
  })

  test('a form that was opened on another state is refused with the present one', async () => {
    const id = await orderProduct(app, shila, pad)
    await set(id, 'in_progress', {}, karim)
    const stale = await set(id, 'in_progress', { expected_status: 'pending' })
    expect([stale.status, stale.body.message]).toEqual([409, 'This has changed. Review it and try again.'])
    expect(stale.body.data).toMatchObject({ order: { status: 'in_progress', Admin: { first_name: 'Karim' } } })
    expect((await set(id, 'pending', { expected_status: 'in_progress' })).body.data.order).toMatchObject({ Admin: null })
  })

  test('a repeat does not reply a state that the order has left since', async () => {
    const id = await orderProduct(app, shila, pad)
    const move = (status: 'pending' | 'in_progress') => app.call(productOrders.setStatus, { id, status }, rahim, `once ${status}`)
    expect((await move('in_progress')).status).toBe(200)
    expect((await move('in_progress')).body.data.order.status).toBe('in_progress')
    expect((await move('pending')).status).toBe(200)
    const late = await move('in_progress')
    expect([late.status, late.body.data]).toMatchObject([409, { order: { status: 'pending' } }])
  })

  test('the same status keeps everything but the note', async () => {
    const id = await orderProduct(app, shila, pad)
    expect((await set(id, 'pending', { order_note: 'On Monday' })).body.data.order).toMatchObject({ brief_note: 'On Monday' })
    await set(id, 'in_progress', {}, karim)
    expect((await set(id, 'in_progress', { order_note: 'On its way' })).body.data.order).toMatchObject({
      brief_note: 'On its way',
      Admin: { first_name: 'Karim' },
    })
    expect((await set(id, 'in_progress')).body.data.order).toMatchObject({
      brief_note: 'On its way',
      Admin: { first_name: 'Karim' },
    })
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed'])
  })

  test('the log tells what the note was only where another one was written', async () => {
    const id = await orderProduct(app, shila, pad)
    const told = async (status: string, order_note: string) => {
      const rows = await changesDuring(app.db, () => set(id, status, { order_note }))
      return rows.map(({ facts }) => facts)
    }
    expect(await told('in_progress', '')).toEqual([{ status: 'in_progress', order_note: '', before: { status: 'pending' } }])
    const monday = { order_note: 'On Monday', brief_note: 'On Monday' }
    expect(await told('in_progress', 'On Monday')).toEqual([
      { status: 'in_progress', ...monday, before: { status: 'in_progress', brief_note: '' } },
    ])
    expect(await told('pending', 'On Monday')).toEqual([
      { status: 'pending', order_note: 'On Monday', before: { status: 'in_progress' } },
    ])
    expect(await told('completed', '')).toEqual([{ status: 'completed', order_note: '', before: { status: 'pending' } }])
  })

  test('a save that changes nothing is not in the story of the order', async () => {
    const id = await orderProduct(app, shila, pad)
    const story = async () =>
      (await app.call(productOrders.timeline, { id }, rahim)).body.data.entries
        .filter(({ action }) => action === 'productOrders.setStatus')
        .map(({ facts }) => [facts.status, facts.order_note])
    expect((await set(id, 'pending')).status).toBe(200)
    expect(await story()).toEqual([])
    await set(id, 'pending', { order_note: 'On Monday' })
    // What the customer reads already is not written again.
    expect((await set(id, 'pending', { order_note: 'On Monday' })).body.data.order).toMatchObject({ brief_note: 'On Monday' })
    expect((await set(id, 'pending')).body.data.order).toMatchObject({ brief_note: 'On Monday' })
    expect(await story()).toEqual([['pending', 'On Monday']])
    await set(id, 'in_progress')
    expect((await story()).map(([status]) => status)).toEqual(['in_progress', 'pending'])
  })

  test('to cancel needs product_orders_cancel beside product_orders_work', async () => {
    const id = await orderProduct(app, shila, pad)
    const refused = await set(id, 'cancelled', {}, karim)
    expect([refused.status, refused.body.errors]).toEqual([
      403,
      [{ code: 'access_denied', msg: 'Access Denied', param: 'status' }],
    ])
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed'])
    expect((await set(id, 'sent')).body.errors).toEqual([
      { code: 'order_status_not_selected', msg: 'Select an order status', param: 'status' },
    ])
    expect((await set(999_999, 'completed')).status).toBe(404)
  })

  test('an order of a deleted product is cancelled with its refund and keeps its name', async () => {
    const product = await addPhysicalProduct(app.db, { name: 'Desk stand', price: 120.5, quantity: 4 })
    const before = await balanceOf(app.db, { userId: shila })
    const id = await orderProduct(app, shila, product, 3)
    expect(await balanceOf(app.db, { userId: shila })).toBe(before - 361.5)
    await app.call(physicalProducts.remove, { id: product }, rahim)
    expect((await set(id, 'cancelled')).body.data.order).toMatchObject({ name: 'Desk stand', amount: 361.5 })
    expect(await balanceOf(app.db, { userId: shila })).toBe(before)
    expect(await quantityOf(app.db, product)).toBe(4)
  })

  const STATUSES = productOrderFlow.statuses
  test.each(STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
    'from %s to %s, over HTTP and in SQL, only as the flow says',
    async (from, to) => {
      const id = await orderProduct(app, shila, pad)
      if (from !== 'pending') await set(id, from)
      const sql = `update product_orders set status = $2, admin_id = case $2 when 'pending' then null else 1 end,
        closed_at = case when $2 in ('completed', 'cancelled') then now() end where id = $1`
      const moved = app.db.transaction().execute(async (own) => {
        await query(own, sql, [id, to])
        throw new Error('allowed')
      })
      const isAllowed = productOrderFlow.allows(from, to)
      await expect(moved).rejects.toThrow(isAllowed || from === to ? 'allowed' : `cannot go from ${from} to ${to}`)
      expect((await set(id, to)).status).toBe(isAllowed ? 200 : 409)
      // Gives the money and the pieces to the next pair.
      if (productOrderFlow.allows(isAllowed ? to : from, 'cancelled')) await set(id, 'cancelled')
    },
  )

  test('what an order was cannot be rewritten, and no order is deleted', async () => {
    const id = await orderProduct(app, shila, pad)
    for (const change of [
      'amount = 1',
      'quantity = 2, amount = price * 2',
      "name = 'x'",
      'user_id = 2',
      'price = 1, amount = 1',
    ]) {
      await expect(query(app.db, `update product_orders set ${change} where id = $1`, [id])).rejects.toThrow()
    }
    const copied = `insert into product_orders (user_id, product_id, name, price, quantity, amount)
      select user_id, product_id, name, price, quantity, amount + 1 from product_orders where id = $1`
    await expect(query(app.db, copied, [id])).rejects.toThrow('product_orders_amount')
    await expect(query(app.db, 'delete from product_orders where id = $1', [id])).rejects.toThrow()
    await expect(query(app.db, 'update product_orders set price = 7 where id = $1', [id])).rejects.toThrow()
  })
})

describe('the list', () => {
  test('finds by product id or user id exactly, by #id, and nothing by words', async () => {
    const cable = await addPhysicalProduct(app.db, { name: 'Cable', price: 20 })
    const { tanvir } = app.world.users
    const [one, two] = [await orderProduct(app, tanvir, cable), await orderProduct(app, shila, cable, 2)]
    const ids = async (input: object) => (await list(input)).orders.map(({ id }) => id)
    expect(await ids({ q: String(cable) })).toEqual(expect.arrayContaining([two, one]))
    for (const { product_id, user_id } of (await list({ q: String(cable) })).orders)
      expect([product_id, user_id]).toContain(cable)
    // A product and a customer may have the same id: each order once, newest first.
    const mine = (await list()).orders.filter(({ user_id, product_id }) => [user_id, product_id].includes(tanvir))
    expect(await ids({ q: String(tanvir) })).toEqual(mine.map(({ id }) => id))
    expect(await ids({ q: `#${one}` })).toEqual([one])
    for (const q of ['cable', 'shila', '0181', `${cable}${cable}${cable}99`, '9'.repeat(40)]) {
      expect(await list({ q })).toMatchObject({ orders: [], order_count: 0, total: 0 })
    }
    expect(await ids({ q: String(cable), status: 'cancelled' })).toEqual([])
  })

  test('pending come oldest first, all newest first; without a limit whole; exact totals', async () => {
    const pending = (await list({ status: 'pending' })).orders.map(({ id }) => id)
    expect(pending).toEqual(pending.toSorted((a, b) => a - b))
    const all = await list()
    const ids = all.orders.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
    const whole = (await app.call(productOrders.list, {}, rahim)).body.data
    expect(whole.orders).toHaveLength(whole.order_count)
    expect(whole.total).toBe(ids.length)
    const second = await list({ limit: 5, page: 2 })
    expect(second.orders.map(({ id }) => id)).toEqual(ids.slice(5, 10))
    expect(second.order_count).toBe(ids.length)
    expect(await list({ page: 900, limit: 50 })).toMatchObject({ orders: [], order_count: ids.length })
    const counts = (await app.call(productOrders.counts, {}, karim)).body.data
    expect(counts).toMatchObject({ pending: pending.length, all: ids.length })
    expect((await app.call(pendingCounts.show, {}, karim)).body.data.product_orders).toBe(pending.length)
    expect((await app.call(pendingCounts.show, {}, await app.signIn('nadia'))).body.data.product_orders).toBeNull()
  })

  test('needs no package: a sub-admin with the module sees every product order', async () => {
    const all = (await list()).order_count
    expect((await app.call(productOrders.list, {}, karim)).body.data.order_count).toBe(all)
    expect((await app.call(productOrders.list, {}, await app.signIn('nadia'))).status).toBe(403)
  })
})

test('statements and the customer’s drawer show it; a deletion leaves an open one', async () => {
  const id = await orderProduct(app, shila, pad, 2)
  const statement = (await app.call(statements.user, { id: shila }, rahim)).body.data
  expect(statement.lines[0]).toMatchObject({
    source: 'product_order',
    source_id: id,
    kind: 'placed',
    amount: -900,
    explanation: `Product order #${id} placed (Game pad × 2): 900 tk to orders held`,
  })
  await grant(app.db, app.world.admins.karim, ['users_view'])
  const drawer = (token: string) => app.call(users.drawer, { id: shila }, token)
  expect((await drawer(karim)).body.data.product_orders?.[0]).toMatchObject({ id, name: 'Game pad', quantity: 2, amount: 900 })
  await grant(app.db, app.world.admins.nadia, ['users_view'])
  expect((await drawer(await app.signIn('nadia'))).body.data.product_orders).toBeNull()
  const left = await app.call(users.remove, { id: shila }, rahim)
  const open = await query<{ n: number }>(
    app.db,
    `select count(*) as n from product_orders where user_id = $1 and closed_at is null`,
    [shila],
  )
  expect([left.status, left.body.data]).toMatchObject([409, { open_orders: open[0]?.n }])
})
