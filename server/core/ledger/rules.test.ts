import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tk } from '#contract/money.ts'
import {
  ALLOW_BELOW_ZERO,
  adminAccount,
  bothAfter,
  breaksAfter,
  customerAccount,
  journal,
  move,
  storeAccount,
} from '../../../test/support/book-breaks.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { addPhysicalProduct, placeProductOrder } from '../../../test/support/product-orders.ts'
import { askForWalletAdd, completeWalletAdd, placeOrder, seedSmallWorld, type World } from '../../../test/world.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { openVault } from '../../platform/vault/vault.ts'
import { book, lock, move as moveStatus } from '../decisions/decisions.ts'
import { HAND_OVERS, WITHDRAWALS } from '../decisions/money-declarations.ts'
import { ORDERS } from '../decisions/order-declarations.ts'
import { takeCodes } from '../delivery/codes.ts'
import { adjust } from './adjustments.ts'
import { MONEY_RULES, RULES } from './rules.ts'

/** One row of everything that moves money, each still open but for the add, which karim completed. */
interface Books {
  world: World
  /** 80 tk of shila's. */
  order: number
  /** A card of shila's, delivered with a code. */
  cardOrder: number
  /** 300 tk for tanvir. */
  pendingAdd: number
  /** 500 tk for tanvir, in karim's wallet. */
  add: number
  /** 60 tk of shila's earnings. */
  withdrawal: number
  /** 40 tk of karim's cash. */
  handOver: number
  product: number
  /** Two pieces at 45.50 tk, for shila. */
  productOrder: number
}

const { db, close } = await openTestDatabase(2)
const vault = openVault(randomBytes(32))
let books: Books

/** What the plant of a rule does, and whose accounts are to be frozen for it; none where no money follows from it. */
interface Plant {
  statements: string[]
  freezes: string[]
}

const beside = (...statements: string[]): Plant => ({ statements, freezes: [] })

/** For each rule what breaks it, and no other one. */
const PLANTS: Record<string, (books: Books) => Plant> = {
  journals: () => beside(journal('opening', 1, 'opening', 7, storeAccount('adjustments'), '0')),
  acts: ({ world }) => ({
    statements: [`update journals set act_id = 0 where id = (select min(id) from journals where source = 'wallet_add')`],
    freezes: [customerAccount('user_wallet', world.users.shila)],
  }),
  balances: ({ world }) => {
    const wallet = customerAccount('user_wallet', world.users.tanvir)
    return { statements: [`update accounts set balance = balance + 0.01 where id = ${wallet}`], freezes: [wallet] }
  },
  'not below zero': ({ world }) => {
    const wallet = customerAccount('user_wallet', world.users.tanvir)
    const adjustment = `insert into adjustments (id, user_id, wallet, kind, amount) overriding system value
      values (9000, ${world.users.tanvir}, 'user_wallet', 'edited', -9000)`
    const taken = journal('adjustment', 9_000, 'edited', 9_000, wallet, storeAccount('adjustments'))
    return { statements: [ALLOW_BELOW_ZERO, adjustment, taken, move(wallet, -9_000)], freezes: [wallet] }
  },
  orders: ({ world, order }) => givenTo('order', order, 'cancelled', customerAccount('user_wallet', world.users.shila)),
  refunds: ({ world, order }) => ({
    statements: [`update orders set refunds = 1 where id = ${order}`],
    freezes: [customerAccount('user_wallet', world.users.shila)],
  }),
  'orders held': ({ world, order }) => ({
    statements: [journal('order', order, 'completed', 80, storeAccount('orders_held'), storeAccount('sales'))],
    freezes: [customerAccount('user_wallet', world.users.shila)],
  }),
  // A code more than the recipe has, used as a delivered one is.
  codes: ({ cardOrder }) =>
    beside(
      `insert into order_codes (order_id, voucher_id, position)
       select ${cardOrder}, id, 2 from vouchers where id not in (select voucher_id from order_codes) limit 1`,
      `update vouchers v set status = 2, used_at = now(), user_id = o.user_id
       from orders o, order_codes c where o.id = ${cardOrder} and c.order_id = o.id and v.id = c.voucher_id`,
      'delete from voucher_counts',
      'delete from voucher_blocks',
      'delete from voucher_count_deltas',
      `insert into voucher_count_deltas (package_id, state, block, n)
       select package_id, voucher_state(status, deleted_at), block_of(id), count(*) from vouchers group by 1, 2, 3`,
    ),
  'delivered codes': ({ cardOrder, world }) =>
    beside(
      `update vouchers set user_id = ${world.users.tanvir} where id = (select voucher_id from orders where id = ${cardOrder})`,
    ),
  'costs of codes': ({ cardOrder }) =>
    beside(
      'drop trigger vouchers_guard on vouchers',
      `update vouchers set cost = 1 where id = (select voucher_id from orders where id = ${cardOrder})`,
    ),
  'product orders': ({ world, productOrder }) =>
    givenTo('product_order', productOrder, 'cancelled', customerAccount('user_wallet', world.users.shila)),
  'product orders held': ({ world, productOrder }) => ({
    statements: [journal('product_order', productOrder, 'completed', 91, storeAccount('orders_held'), storeAccount('sales'))],
    freezes: [customerAccount('user_wallet', world.users.shila)],
  }),
  'product order stock': ({ product, productOrder }) =>
    beside(
      `update physical_products set quantity = quantity + 2 where id = ${product}`,
      `insert into stock_movements (kind, product_id, before_value, after_value, cause, order_id)
       select 'physical', id, quantity - 2, quantity, 'cancel', ${productOrder} from physical_products where id = ${product}`,
    ),
  quantities: ({ product }) => beside(`update physical_products set quantity = quantity + 1 where id = ${product}`),
  'wallet adds': ({ world, pendingAdd }) =>
    givenTo('wallet_add', pendingAdd, 'completed', customerAccount('user_wallet', world.users.tanvir)),
  // What the one wallet gives, the other gets: their sum is as before.
  collected: ({ world, add }) => {
    const [karims, nadias] = [adminAccount(world.admins.karim), adminAccount(world.admins.nadia)]
    const statements = [journal('wallet_add', add, 'edited', 100, nadias, karims), move(karims, 100), move(nadias, -100)]
    return { statements, freezes: [karims, nadias] }
  },
  received: ({ world, add }) => ({
    // From one of the store's own accounts to the other: no wallet is changed.
    statements: [journal('wallet_add', add, 'edited', 5, storeAccount('adjustments'), storeAccount('store_cash'))],
    freezes: [customerAccount('user_wallet', world.users.tanvir)],
  }),
  withdrawals: ({ world, withdrawal }) =>
    givenTo('withdrawal', withdrawal, 'cancelled', customerAccount('earn_wallet', world.users.shila)),
  holds: ({ world, withdrawal }) => {
    const hold = customerAccount('earn_hold', world.users.shila)
    const paid = journal('withdrawal', withdrawal, 'completed', 60, hold, storeAccount('payouts'))
    return { statements: [paid, move(hold, -60)], freezes: [hold] }
  },
  'hand-overs': ({ world, handOver }) => givenTo('hand_over', handOver, 'edited', adminAccount(world.admins.karim)),
  'in transit': ({ world, handOver }) => ({
    statements: [journal('hand_over', handOver, 'completed', 40, storeAccount('store_cash'), storeAccount('in_transit'))],
    freezes: [adminAccount(world.admins.karim)],
  }),
  adjustments: ({ world }) => ({
    statements: [
      `insert into adjustments (user_id, wallet, kind, amount) values (${world.users.shila}, 'earn_wallet', 'earned', 5)`,
    ],
    freezes: [customerAccount('earn_wallet', world.users.shila)],
  }),
  strangers: ({ world, order }) => givenTo('order', order, 'cancelled', customerAccount('user_wallet', world.users.tanvir)),
  'order counts': ({ world }) =>
    beside(`insert into order_counts (package_id, status, amount, n) values (${world.packages.gems100}, 'completed', 80, 1)`),
  'order package blocks': ({ world }) =>
    beside(
      `insert into order_package_blocks (package_id, status, amount, block, n) values (${world.packages.gems100}, 'completed', 80, 3, 1)`,
    ),
  'customers’ orders': ({ world }) => beside(`update customer_orders set today = today + 1 where user_id = ${world.users.shila}`),
  'order blocks': () => beside(`insert into order_blocks (status, block, n) values ('completed', 3, 1)`),
  'money counts': () => beside(`insert into money_counts (list, status, block, n) values ('withdrawals', 'completed', 3, 1)`),
  'day blocks': () => beside(`update money_count_deltas set came = null where list = 'withdrawals'`),
  'voucher counts': ({ world }) =>
    beside(`insert into voucher_counts (package_id, state, n) values (${world.packages.gemsCard}, 1, 1)`),
  'voucher blocks': ({ world }) =>
    beside(`insert into voucher_blocks (package_id, state, block, n) values (${world.packages.gemsCard}, 1, 3, 1)`),
  'campaign counts': () => beside(`insert into campaign_counts (campaign_id, state, block, n) values (1, 'waiting', 0, 1)`),
  'order figures': () => beside(`insert into order_figures values ('2026-01-05', 0, 0, 2, 0, 0, 0, 0)`),
  'admin figures': () => beside(`insert into admin_figures values ('2026-01-05', 1, 5, 0, 0, 0)`),
  'money figures': () => beside(`insert into money_figures (kind, day, n, amount) values ('wallet_adds', '2026-01-05', 1, 9)`),
}

/** 5 tk more than the record's own: the account's entry rises by them. */
const givenTo = (source: string, id: number, kind: string, account: string): Plant => ({
  statements: [journal(source, id, kind, 5, storeAccount('adjustments'), account), move(account, 5)],
  freezes: [account],
})

beforeAll(async () => {
  const world = await seedSmallWorld(db, vault)
  const { shila, tanvir } = world.users
  const { karim } = world.admins
  const add = await askForWalletAdd(db, { userId: tanvir, amount: 500 })
  await completeWalletAdd(db, add, karim)
  const product = await addPhysicalProduct(db, { price: 45.5, quantity: 4 })
  books = {
    world,
    order: await placeOrder(db, { userId: shila, packageId: world.packages.gems100 }),
    cardOrder: await deliverCard(db, world),
    pendingAdd: await askForWalletAdd(db, { userId: tanvir, amount: 300 }),
    add,
    withdrawal: await askForWithdrawal(db, shila),
    handOver: await askForHandOver(db, karim),
    product,
    productOrder: await placeProductOrder(db, shila, product, 2),
  }
})
afterAll(() => close())

const deliverCard = async (to: Db, { users, packages, admins }: World): Promise<number> => {
  const id = await placeOrder(to, { userId: users.shila, packageId: packages.gemsCard })
  await to.transaction().execute(async (own) => {
    const order = await lock(own, ORDERS, id)
    const delivered = await takeCodes({ db: own, vault }, order)
    if (typeof delivered === 'string') throw new Error(delivered)
    const decider = { db: own, admin: { id: admins.karim }, note: () => undefined }
    await moveStatus(decider, ORDERS, order, 'completed', { set: delivered.set })
  })
  return id
}

const askForWithdrawal = (to: Db, userId: number): Promise<number> =>
  to.transaction().execute(async (own) => {
    const amount = 60 as Tk
    await adjust(own, { userId, wallet: 'earn_wallet', kind: 'earned', amount: 100 as Tk, adminId: null })
    const requested = own.insertInto('withdrawals').values({ user_id: userId, amount, number: '01811000001' })
    const { id } = await requested.returning('id').executeTakeFirstOrThrow()
    await book(own, WITHDRAWALS, { id, user_id: userId, amount, reopens: 0 }, ['requested'], null)
    return id
  })

const askForHandOver = (to: Db, ownerId: number): Promise<number> =>
  to.transaction().execute(async (own) => {
    const amount = 40 as Tk
    const requested = own.insertInto('hand_overs').values({ owner_id: ownerId, amount, number: '' })
    const { id } = await requested.returning('id').executeTakeFirstOrThrow()
    await book(own, HAND_OVERS, { id, owner_id: ownerId, amount, reopens: 0 }, ['requested'], ownerId)
    return id
  })

test('every rule has a plant that breaks it, and there is no other plant', () => {
  expect(Object.keys(PLANTS).sort()).toEqual(RULES.map(({ name }) => name).sort())
})

test.each(RULES.map(({ name }) => name))(
  '%s: what breaks it is reported by this rule alone, for the right account',
  async (name) => {
    const { statements, freezes } = PLANTS[name]?.(books) ?? beside()
    const found = await breaksAfter(db, ...statements)
    const accounts = await Promise.all(freezes.map((account) => query<{ id: number }>(db, `select ${account} as id`)))
    const expected = freezes.length === 0 ? [null] : accounts.map(([row]) => row?.id)
    expect(found.map(({ rule, accountId }) => [rule.name, accountId])).toEqual(expected.map((id) => [name, id]))
  },
)

/** Puts the last check so far ahead that nothing has changed since. */
const SEEN_ALL = `update books set seen_until = now() + interval '1 hour'`

test.each(MONEY_RULES.filter(({ name }) => name !== 'quantities').map(({ name }) => name))(
  '%s: the incremental check finds the same',
  async (name) => {
    const { statements } = PLANTS[name]?.(books) ?? beside()
    const namesOf = (found: Awaited<ReturnType<typeof breaksAfter>>) =>
      found.filter(({ rule }) => rule.name === name).map(({ sentence, accountId }) => [sentence, accountId])
    const { full, incremental } = await bothAfter(db, ...statements)
    expect(namesOf(full)).not.toEqual([])
    expect(namesOf(incremental)).toEqual(namesOf(full))
    expect((await bothAfter(db, SEEN_ALL, ...statements)).incremental).toEqual([])
  },
)

const NOWHERE = 999_999

/** Further movements that no record explains, each with the account to freeze, if one. */
const UNBACKED: [name: string, plant: (books: Books) => [...Parameters<typeof journal>, frozen?: string]][] = [
  ['a customer’s wallet, from an unknown source', ({ world }) => toCustomer('gift', NOWHERE, 'user_wallet', world.users.shila)],
  ['cash, from an unknown source', ({ world }) => toAdmin('gift', NOWHERE, world.admins.rahim)],
  ['cash, of a wallet add that is not there', ({ world }) => toAdmin('wallet_add', NOWHERE, world.admins.rahim)],
  [
    'the same customer’s earn wallet, of an order',
    ({ world, order }) => toCustomer('order', order, 'earn_wallet', world.users.shila),
  ],
  [
    'orders held, of an order that is not there',
    () => ['order', NOWHERE, 'placed', 5, storeAccount('sales'), storeAccount('orders_held')],
  ],
  [
    'orders held, of an adjustment',
    () => ['adjustment', 1, 'edited', 5, storeAccount('orders_held'), storeAccount('adjustments')],
  ],
  [
    'in transit, of a hand-over that is not there',
    () => ['hand_over', NOWHERE, 'requested', 5, storeAccount('in_transit'), storeAccount('store_cash')],
  ],
]

const toAccount = (source: string, id: number, account: string) =>
  [source, id, 'moved', 5, storeAccount('adjustments'), account, account] satisfies [...Parameters<typeof journal>, string]
const toCustomer = (source: string, id: number, kind: string, user: number) => toAccount(source, id, customerAccount(kind, user))
const toAdmin = (source: string, id: number, admin: number) => toAccount(source, id, adminAccount(admin))

test.each(UNBACKED)('what no record explains is found: %s', async (_, plant) => {
  const [source, id, kind, tk, debit, credit, frozen] = plant(books)
  const found = await breaksAfter(db, journal(source, id, kind, tk, debit, credit), ...(frozen ? [move(frozen, tk)] : []))
  const account = frozen ? (await query<{ id: number }>(db, `select ${frozen} as id`))[0]?.id : null
  expect(found.map(({ rule, accountId }) => [rule.name, accountId])).toEqual([['strangers', account]])
})

test('pieces of a product that never had any are found', async () => {
  const bare = await addPhysicalProduct(db, { price: 5, quantity: 0 })
  const found = await breaksAfter(db, `update physical_products set quantity = 5 where id = ${bare}`)
  expect(found.map(({ sentence }) => sentence)).toEqual([`Product ${bare} has a quantity of 5, its last movement left 0`])
})
