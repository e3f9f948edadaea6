import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { walletTopups } from '#contract/wallet-topups.ts'
import { STORE_KEY, startApp, type TestApp } from '../testing/app.ts'
import { balanceOf, expectSoundBooks, journalsOf } from '../testing/books.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../world.ts'

const AT_ONCE = 50

let app: TestApp
let rahim: string
let karim: string

beforeAll(async () => {
  app = await startApp()
  rahim = await app.signIn('rahim')
  karim = await app.signIn('karim')
})
afterAll(async () => {
  await expectSoundBooks(app.db)
  await app.close()
})

const statusesOf = (replies: { status: number }[]) =>
  Object.fromEntries([...Map.groupBy(replies, (reply) => reply.status)].map(([status, group]) => [status, group.length]))

const many = <T>(call: (index: number) => Promise<T>) => Promise.all(Array.from({ length: AT_ONCE }, (_, index) => call(index)))

const place = () => placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })

test('50 cancels of one order at once: one success, one refund, 49 conflicts', async () => {
  const { shila } = app.world.users
  const before = await balanceOf(app.db, { userId: shila })
  const id = await place()
  const replies = await many((index) => app.call(orders.setStatus, { id, status: 'cancel' }, index % 2 ? rahim : karim))
  expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
  expect(await balanceOf(app.db, { userId: shila })).toBe(before)
  expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])
})

test('cancel against complete: the order ends one way, and the money agrees', async () => {
  const { shila } = app.world.users
  for (let round = 0; round < 10; round++) {
    const before = await balanceOf(app.db, { userId: shila })
    const id = await place()
    const replies = await many((index) => app.call(orders.setStatus, { id, status: index % 2 ? 'cancel' : 'completed' }, rahim))
    expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
    const { status } = (await app.call(orders.show, { id }, rahim)).body.data
    expect(await balanceOf(app.db, { userId: shila })).toBe(status === 'cancel' ? before : before - 80)
  }
})

test('50 claims of one order at once: one holder', async () => {
  const id = await place()
  const replies = await many((index) => app.call(orders.setStatus, { id, status: 'in_progress' }, index % 2 ? rahim : karim))
  expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
})

test('50 approvals of one wallet add at once: one success, one credit, 49 conflicts', async () => {
  const { tanvir } = app.world.users
  const before = [await balanceOf(app.db, { userId: tanvir }), await balanceOf(app.db, { adminId: app.world.admins.rahim })]
  const id = await askForWalletAdd(app.db, { userId: tanvir, amount: 500 })
  const replies = await many(() => app.call(walletTopups.setStatus, { transaction_id: id, status: 'completed' }, rahim))
  expect(statusesOf(replies)).toEqual({ 200: 1, 409: AT_ONCE - 1 })
  const after = [await balanceOf(app.db, { userId: tanvir }), await balanceOf(app.db, { adminId: app.world.admins.rahim })]
  expect(after).toEqual([(before[0] ?? 0) + 500, (before[1] ?? 0) + 500])
})

test('the same idempotency key 50 times at once: one order, one reply', async () => {
  const { shila } = app.world.users
  const before = await balanceOf(app.db, { userId: shila })
  const body = { user_id: shila, package_id: app.world.packages.gems100, playerid: '77' }
  const replies = await many(() => app.call(store.placeOrder, body, STORE_KEY, 'one-key'))
  expect(statusesOf(replies)).toEqual({ 200: AT_ONCE })
  expect(new Set(replies.map((reply) => reply.body.data.id)).size).toBe(1)
  expect(await balanceOf(app.db, { userId: shila })).toBe(before - 80)
})

test('orders at once for more than the wallet holds: never below zero, exactly what it can pay', async () => {
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
  const replies = await many(() => app.call(store.placeOrder, body, STORE_KEY))
  const placed = Math.floor(balance / price)
  expect(statusesOf(replies)).toEqual({ 200: placed, 422: AT_ONCE - placed })
  expect(await balanceOf(app.db, { userId: tanvir })).toBe(balance - placed * price)
})

test('two ready codes, many orders: no more are sold than there are codes, and no code is delivered twice', async () => {
  const { shila } = app.world.users
  await fundWallet(app.db, app.world, { userId: shila, amount: 10_000 })
  const body = { user_id: shila, package_id: app.world.packages.gemsCard, playerid: '99' }
  const placed = (await many(() => app.call(store.placeOrder, body, STORE_KEY))).filter((reply) => reply.status === 200)
  expect(placed.length).toBe(2)
  await Promise.all(placed.map((reply) => app.call(orders.setStatus, { id: reply.body.data.id, status: 'completed' }, rahim)))
  const vouchers = await app.db.selectFrom('orders').select('voucher_id').where('voucher_id', 'is not', null).execute()
  expect(new Set(vouchers.map((row) => row.voucher_id)).size).toBe(2)
})

test('money that crosses in both directions does not deadlock', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, place))
  const adds = await Promise.all(
    Array.from({ length: 20 }, () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })),
  )
  const replies = await Promise.all([
    ...ids.map((id) => app.call(orders.setStatus, { id, status: 'cancel' }, rahim)),
    ...adds.map((id) => app.call(walletTopups.setStatus, { transaction_id: id, status: 'completed' }, karim)),
    ...adds.map((id) => app.call(walletTopups.setStatus, { transaction_id: id, status: 'completed' }, rahim)),
  ])
  expect(statusesOf(replies)).toEqual({ 200: 40, 403: 20 })
})
