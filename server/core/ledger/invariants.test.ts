import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ALLOW_BELOW_ZERO,
  breaksAfter,
  COUNT_SHIFT,
  customerAccount,
  journal,
  move,
  storeAccount,
} from '../../../test/support/book-breaks.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { addPhysicalProduct, placeProductOrder } from '../../../test/support/product-orders.ts'
import { askForWalletAdd, placeOrder, seedSmallWorld, type World } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { checkInvariants } from './invariants.ts'

const { db, close } = await openTestDatabase(2)
let world: World
let orderId: number
let addId: number
let product: number
let productOrder: number

beforeAll(async () => {
  world = await seedSmallWorld(db, openVault(randomBytes(32)))
  orderId = await placeOrder(db, { userId: world.users.shila, packageId: world.packages.gems100 })
  addId = await askForWalletAdd(db, { userId: world.users.tanvir, amount: 300 })
  product = await addPhysicalProduct(db, { price: 45.5, quantity: 4 })
  productOrder = await placeProductOrder(db, world.users.shila, product, 2)
})

afterAll(() => close())

/** What the check says after these statements, which are then undone. */
const after = async (...statements: string[]): Promise<string[]> =>
  (await breaksAfter(db, ...statements)).map(({ sentence }) => sentence)

const walletOf = (name: 'shila' | 'tanvir') => customerAccount('user_wallet', world.users[name])

test('sound books have nothing to report', async () => {
  expect(await checkInvariants(db)).toEqual([])
})

test('a journal that does not sum to zero', async () => {
  const found = await after(journal('opening', 1, 'opening', 7, storeAccount('adjustments'), '0'))
  expect(found).toEqual([
    expect.stringMatching(/^Journal \d+ \(opening 1 opening\) does not sum to zero: 7 tk from account \d+ to account none$/),
  ])
})

test.each([0, -7])('a journal of %i tk', async (amount) => {
  const found = await after(journal('opening', 2, 'opening', amount, storeAccount('adjustments'), storeAccount('sales')))
  expect(found).toEqual([expect.stringMatching(/^Journal \d+ \(opening 2 opening\) does not sum to zero: -?\d tk from/)])
})

test('a wallet that is not what its entries say', async () => {
  const found = await after(`update accounts set balance = balance + 0.01 where id = ${walletOf('tanvir')}`)
  expect(found).toEqual([expect.stringMatching(/^Account \d+ \(user_wallet\) says 1200\.01 tk, its entries say 1200 tk$/)])
})

test('a wallet below zero', async () => {
  const found = await after(
    ALLOW_BELOW_ZERO,
    `insert into adjustments (id, user_id, wallet, kind, amount) overriding system value
     values (9000, ${world.users.tanvir}, 'user_wallet', 'edited', -1201)`,
    journal('adjustment', 9000, 'edited', 1201, walletOf('tanvir'), storeAccount('adjustments')),
    move(walletOf('tanvir'), -1201),
  )
  expect(found).toEqual([expect.stringMatching(/^Account \d+ \(user_wallet\) is below zero: -1 tk$/)])
})

test('an order whose money was given back without a cancel', async () => {
  const found = await after(
    journal('order', orderId, 'cancelled', 80, storeAccount('orders_held'), walletOf('shila')),
    move(walletOf('shila'), 80),
  )
  expect(found).toEqual([
    `Order ${orderId} is pending and moved its customer's wallet by 0 tk instead of -80 tk`,
    `Order ${orderId} is pending and has 0 tk in orders held instead of 80 tk`,
  ])
})

test('an order cancelled without its refund', async () => {
  const found = await after(
    `update orders set status = 'cancel', closed_at = now() where id = ${orderId}`,
    `insert into order_count_deltas (package_id, block, status, price, n)
     values (${world.packages.gems100}, 0, 'pending', 80, -1)`,
    `insert into order_count_deltas (package_id, block, status, price, n, day)
     values (${world.packages.gems100}, 0, 'cancel', 80, 1, shop_day(now()))`,
  )
  expect(found).toEqual([
    `Order ${orderId} is cancel and moved its customer's wallet by -80 tk instead of 0 tk`,
    `Order ${orderId} is cancel and has 80 tk in orders held instead of 0 tk`,
  ])
})

test('an order refunded to another customer', async () => {
  const found = await after(
    journal('order', orderId, 'cancelled', 5, storeAccount('sales'), walletOf('tanvir')),
    move(walletOf('tanvir'), 5),
  )
  expect(found).toEqual([
    expect.stringMatching(new RegExp(`moved 5 tk on account \\d+, which order ${orderId} does not concern$`)),
  ])
})

test('a wallet add credited while still pending', async () => {
  const found = await after(
    journal('wallet_add', addId, 'completed', 300, storeAccount('adjustments'), walletOf('tanvir')),
    move(walletOf('tanvir'), 300),
  )
  expect(found).toEqual([`Wallet add ${addId} is pending and moved its customer's wallet by 300 tk instead of 0 tk`])
})

test('a wallet add completed without its credit', async () => {
  const found = await after(
    `update wallet_adds set status = 'completed', completed_at = now() where id = ${addId}`,
    `insert into money_count_deltas (list, status, block, n) values ('wallet_adds', 'pending', 0, -1)`,
    `insert into money_count_deltas (list, status, block, n, day, amount)
     values ('wallet_adds', 'completed', 0, 1, shop_day(now()), 300)`,
    // The wallets do not hold it.
    'insert into wallet_moves values (-300)',
  )
  expect(found).toEqual([
    `Wallet add ${addId} is completed and moved its customer's wallet by 0 tk instead of 300 tk`,
    `Wallet add ${addId} is completed and moved its approver's wallet by 0 tk instead of 300 tk`,
  ])
})

test('cash of a wallet add, or of a hand-over, that is put into another admin’s wallet', async () => {
  const cashOf = (name: 'rahim' | 'karim') => `(select id from accounts where admin_id = ${world.admins[name]})`
  const add = `(select min(id) from wallet_adds where status = 'completed')`
  const [own] = await query<{ id: number; amount: number }>(db, `select id, amount from wallet_adds where id = ${add}`)
  const moved = await after(
    // What the one wallet gets, the other gives; the sum of both is as before.
    `insert into journals (id, source, source_id, kind, seq, amount, debit_id, credit_id, act_id)
     values ((select max(id) + 1 from journals), 'wallet_add', ${own?.id}, 'edited', 7, 100, ${cashOf('karim')}, ${cashOf('rahim')},
       (select max(act_id) from audit))`,
    COUNT_SHIFT,
    move(cashOf('karim'), -100),
    move(cashOf('rahim'), 100),
  )
  const stored = Number(own?.amount) - 100
  expect(moved).toEqual([
    `Wallet add ${own?.id} is completed and moved its approver's wallet by ${stored} tk instead of ${own?.amount} tk`,
    `Wallet add ${own?.id} moved the wallet of admin ${world.admins.karim}, who did not approve it, by 100 tk`,
  ])
  const handed = await after(
    `insert into hand_overs (id, owner_id, amount, status) overriding system value values (900, ${world.admins.karim}, 50, 'cancel')`,
    journal('hand_over', 900, 'requested', 50, storeAccount('in_transit'), cashOf('rahim')),
    move(cashOf('rahim'), 50),
  )
  expect(handed.filter((sentence) => sentence.startsWith('Journal'))).toEqual([
    expect.stringMatching(/^Journal \d+ moved 50 tk on account \d+, which hand over 900 does not concern$/),
  ])
})

test('a block of orders that is counted wrong', async () => {
  const found = await after(`insert into order_blocks (status, block, n) values ('completed', 3, 1)`)
  expect(found).toEqual([`The count of completed orders of block 3 is 1, there are 0`])
})

test('a counter that is off by one', async () => {
  const found = await after(
    `insert into order_counts (package_id, status, amount, n) values (${world.packages.gems100}, 'completed', 90, 1)`,
  )
  expect(found).toEqual([`The count of completed orders of package ${world.packages.gems100} at 90.00 tk is 1, there are 0`])
})

test('a wrong dashboard figure: a day’s orders, an admin’s completions, all wallets', async () => {
  const { karim } = world.admins
  const found = await after(
    `insert into order_figures values ('2026-01-05', 0, 0, 2, 0, 0, 0, 0), ('-infinity', 0, ${karim}, 0, 1, 0, 80, 72.5)`,
    'insert into wallet_moves values (0.5)',
  )
  expect(found).toEqual([
    `Orders of -infinity, package 0, admin ${karim}: placed, completed, cancelled, amount, cost are 0, 1, 0, 80, 72.5 instead of 0, 0, 0, 0, 0`,
    'Orders of 2026-01-05, package 0, admin 0: placed, completed, cancelled, amount, cost are 2, 0, 0, 0, 0 instead of 0, 0, 0, 0, 0',
    expect.stringMatching(/^Figures of wallets of -infinity: n, amount are 0, 6\d+\.5 instead of 0, 6\d+$/),
  ])
})

test('a wallet add that no day has', async () => {
  const found = await after(`update wallet_adds set completed_at = null where trx_id = 'MP1200TANVIR'`)
  expect(found).toHaveLength(2)
})

const countProductOrders = (...changes: [string, number][]) =>
  `insert into money_count_deltas (list, status, block, n)
   values ${changes.map(([status, n]) => `('product_orders', '${status}', 0, ${n})`).join(', ')}`
const movement = (cause: string, change: number) =>
  `insert into stock_movements (kind, product_id, before_value, after_value, cause, order_id)
   values ('physical', ${product}, 2, 2 + ${change}, '${cause}', ${productOrder})`

test('a product order cancelled without its refund, its pieces and its count', async () => {
  const found = await after(
    `update product_orders set status = 'cancelled', admin_id = 1, closed_at = now() where id = ${productOrder}`,
  )
  expect(found).toEqual([
    `Product order ${productOrder} is cancelled and moved its customer's wallet by -91 tk instead of 0 tk`,
    `Product order ${productOrder} is cancelled and has 91 tk in orders held instead of 0 tk`,
    `Product order ${productOrder} is cancelled and moved the stock of product ${product} by -2 instead of 0`,
    'The count of cancelled product_orders of block 0 is 0, there are 1',
    'The count of pending product_orders of block 0 is 1, there are 0',
  ])
})

test('a product order completed without its sale', async () => {
  const found = await after(
    `update product_orders set status = 'completed', admin_id = 1, closed_at = now() where id = ${productOrder}`,
    countProductOrders(['pending', -1], ['completed', 1]),
  )
  expect(found).toEqual([`Product order ${productOrder} is completed and has 91 tk in orders held instead of 0 tk`])
})

test('a product order whose pieces came back to the stock, and to the movements alone', async () => {
  expect(await after(`update physical_products set quantity = 4 where id = ${product}`, movement('cancel', 2))).toEqual([
    `Product order ${productOrder} is pending and moved the stock of product ${product} by 0 instead of -2`,
  ])
  expect(await after(`update physical_products set quantity = 4 where id = ${product}`)).toEqual([
    `Product ${product} has a quantity of 4, its last movement left 2`,
  ])
})

test('a product order refunded to another customer', async () => {
  const found = await after(
    journal('product_order', productOrder, 'cancelled', 5, storeAccount('sales'), walletOf('tanvir')),
    move(walletOf('tanvir'), 5),
  )
  expect(found).toEqual([
    expect.stringMatching(new RegExp(`moved 5 tk on account \\d+, which product order ${productOrder} does not concern$`)),
  ])
})
