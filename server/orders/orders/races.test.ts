import { afterAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { rates, topupPackages } from '#contract/topup-packages.ts'
import { topupProducts } from '#contract/topup-products.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { statusesOf, together } from '../../../test/support/at-once.ts'
import { balanceOf, journalsOf } from '../../../test/support/books.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const AT_ONCE = 50
const CROSSING_ROUNDS = 10

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterAll(() => app.close())

const place = () => placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })

test('50 cancels of one order at once: one success, one refund, 49 conflicts', async () => {
  const { shila } = app.world.users
  const before = await balanceOf(app.db, { userId: shila })
  const id = await place()
  const replies = await together(AT_ONCE, (index) =>
    app.call(orders.setStatus, { id, status: 'cancel' }, index % 2 ? rahim : karim),
  )
  expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
  expect(await balanceOf(app.db, { userId: shila })).toBe(before)
  expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])
})

test('cancel against complete: the order ends one way, and the money agrees', async () => {
  const { shila } = app.world.users
  for (let round = 0; round < 10; round++) {
    const before = await balanceOf(app.db, { userId: shila })
    const id = await place()
    const replies = await together(AT_ONCE, (index) =>
      app.call(orders.setStatus, { id, status: index % 2 ? 'cancel' : 'completed' }, rahim),
    )
    expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
    const { status } = (await app.call(orders.show, { id }, rahim)).body.data
    expect(await balanceOf(app.db, { userId: shila })).toBe(status === 'cancel' ? before : before - 80)
  }
})

test('50 claims of one order at once: one holder', async () => {
  const id = await place()
  const replies = await together(AT_ONCE, (index) =>
    app.call(orders.setStatus, { id, status: 'in_progress' }, index % 2 ? rahim : karim),
  )
  // The first one keeps it, however often they ask.
  expect(statusesOf(replies)).toEqual({ 200: AT_ONCE / 2, 409: AT_ONCE / 2 })
  expect(new Set(replies.map(({ status }, index) => `${status} ${index % 2}`)).size).toBe(2)
})

test('50 approvals of one wallet add at once: one success, one credit, 49 conflicts', async () => {
  const { tanvir } = app.world.users
  const before = [await balanceOf(app.db, { userId: tanvir }), await balanceOf(app.db, { adminId: app.world.admins.rahim })]
  const id = await askForWalletAdd(app.db, { userId: tanvir, amount: 500 })
  const replies = await together(AT_ONCE, () =>
    app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim),
  )
  expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
  const after = [await balanceOf(app.db, { userId: tanvir }), await balanceOf(app.db, { adminId: app.world.admins.rahim })]
  expect(after).toEqual([(before[0] ?? 0) + 500, (before[1] ?? 0) + 500])
})

test('the same idempotency key 50 times at once: one order, one reply', async () => {
  const { shila } = app.world.users
  const before = await balanceOf(app.db, { userId: shila })
  const body = { user_id: shila, package_id: app.world.packages.gems100, playerid: '77' }
  const replies = await together(AT_ONCE, () => app.call(store.placeOrder, body, STORE_KEY, 'one-key'))
  expect(statusesOf(replies)).toEqual({ 200: AT_ONCE })
  expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1)
  expect(await balanceOf(app.db, { userId: shila })).toBe(before - 80)
})

test('orders at once for more than the wallet holds: exactly what it can pay', async () => {
  const { tanvir } = app.world.users
  const balance = await balanceOf(app.db, { userId: tanvir })
  const price = 250
  const body = {
    user_id: tanvir,
    package_id: app.world.packages.seasonPass,
    playerid: '88',
    accounttype: 'Email',
    ingamepassword: 'secret',
  }
  const replies = await together(AT_ONCE, () => app.call(store.placeOrder, body, STORE_KEY))
  const placed = Math.floor(balance / price)
  expect(statusesOf(replies)).toEqual({ 200: placed, 422: AT_ONCE - placed })
  expect(await balanceOf(app.db, { userId: tanvir })).toBe(balance - placed * price)
})

test('two ready codes, many orders: no more sold than codes, none delivered twice', async () => {
  const { shila } = app.world.users
  await fundWallet(app.db, app.world, { userId: shila, amount: 10_000 })
  const body = { user_id: shila, package_id: app.world.packages.gemsCard, playerid: '99' }
  const placed = (await together(AT_ONCE, () => app.call(store.placeOrder, body, STORE_KEY))).filter(
    (reply) => reply.status === 200,
  )
  expect(placed.length).toBe(2)
  await Promise.all(placed.map((reply) => app.call(orders.setStatus, { id: reply.body.data.id, status: 'completed' }, rahim)))
  const vouchers = await app.db.selectFrom('orders').select('voucher_id').where('voucher_id', 'is not', null).execute()
  expect(new Set(vouchers.map((row) => row.voucher_id)).size).toBe(2)
})

test('money that crosses in both directions does not deadlock', async () => {
  const { shila } = app.world.users
  const before = await balanceOf(app.db, { userId: shila })
  const ask = () => askForWalletAdd(app.db, { userId: shila, amount: 10 })
  const approve = (id: number) => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
  const takeBack = (id: number) => app.call(walletAdds.correct, { id, reason: 'Never paid' }, rahim)
  // An approval debits the admin's cash and credits the customer's wallet; a correction the other way round.
  let approved = await Promise.all(Array.from({ length: AT_ONCE / 2 }, ask))
  expect(statusesOf(await Promise.all(approved.map(approve)))).toEqual({ 200: AT_ONCE / 2 })
  for (let round = 0; round < CROSSING_ROUNDS; round++) {
    const requested = await Promise.all(approved.map(ask))
    const replies = await Promise.all(requested.flatMap((id, at) => [approve(id), takeBack(approved[at] ?? 0)]))
    expect(statusesOf(replies), `round ${round}`).toEqual({ 200: AT_ONCE })
    approved = requested
  }
  expect(await balanceOf(app.db, { userId: shila })).toBe(before + (AT_ONCE / 2) * 10)
})

describe('an order that waits for an editor is of what the edit leaves', () => {
  const order = (package_id: number, more: object = {}) => {
    const secrets = { accounttype: 'facebook', ingamepassword: 'secret' }
    return app.call(
      store.placeOrder,
      { user_id: app.world.users.shila, package_id, playerid: '5550001', ...secrets, ...more },
      STORE_KEY,
    )
  }
  /** What is ordered while somebody's edit of the row is not yet saved. */
  const whileEdited = async (
    table: 'topup_packages' | 'topup_products',
    id: number,
    set: string,
    ordered: () => ReturnType<typeof order>,
  ) => {
    const { waiting } = await app.db.transaction().execute(async (own) => {
      await query(own, `select id from ${table} where id = $1 for update`, [id])
      await query(own, `update ${table} set ${set} where id = $1`, [id])
      const waiting = ordered()
      await untilWaits(app.db, 'from "topup_packages" as "k"')
      return { waiting }
    })
    return waiting
  }
  const seasonPass = () => app.world.packages.seasonPass
  const ironvale = () => app.world.products.ironvale

  test('the price', async () => {
    const requested = await whileEdited('topup_packages', seasonPass(), 'price = 260', () => order(seasonPass(), { price: 250 }))
    expect([requested.status, requested.body.message, requested.body.data]).toEqual([409, 'Price changed', { price: 260 }])
    const paid = await whileEdited('topup_packages', seasonPass(), 'price = 250', () => order(seasonPass()))
    expect([paid.status, paid.body.data.amount]).toEqual([200, 250])
  })

  test.each([
    ['topup_packages', 'in_stock = 0', 'in_stock = 1', 'Stock out'],
    ['topup_packages', 'deleted_at = now()', 'deleted_at = null', 'No such package'],
    ['topup_products', 'is_active = 0', 'is_active = 1', 'Stock out'],
    ['topup_products', 'deleted_at = now()', 'deleted_at = null', 'No such package'],
  ] as const)('%s, %s', async (table, set, back, message) => {
    const id = table === 'topup_packages' ? seasonPass() : ironvale()
    const { status, body } = await whileEdited(table, id, set, () => order(seasonPass()))
    await query(app.db, `update ${table} set ${back} where id = $1`, [id])
    expect([status, body.message]).toEqual([422, message])
  })

  test('the rate of its cost', async () => {
    const { body } = await whileEdited('topup_products', ironvale(), 'buy_rate = 1.5024', () => order(seasonPass()))
    const stored = await app.db.selectFrom('orders').select('cost').where('id', '=', body.data.id).executeTakeFirst()
    expect(stored).toEqual({ cost: 330.53 })
    await query(app.db, 'update topup_products set buy_rate = 1 where id = $1', [ironvale()])
  })

  test('orders, repricing and edits of one product at once deadlock with none', async () => {
    const { gems100, gems500 } = app.world.packages
    const { starfall } = app.world.products
    await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 20_000 })
    const product = (await app.call(topupProducts.show, { id: starfall }, rahim)).body.data
    const item = (await app.call(topupPackages.show, { id: gems500 }, rahim)).body.data
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at): Promise<{ status: number }> => {
        if (at % 6 === 0) return app.call(rates.update, { product_id: starfall, dollar_rate: 1 + (at % 4) / 100 }, rahim)
        if (at % 6 === 1) return app.call(topupPackages.update, { ...item, version: undefined }, rahim)
        if (at % 6 === 2) return app.call(topupProducts.update, { id: starfall, name: product.name, isactivefortopup: 1 }, rahim)
        return order(at % 2 ? gems100 : gems500)
      }),
    )
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200))
  })
})
