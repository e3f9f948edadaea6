import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { WebhookMessage } from '#contract/webhooks.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { statusesOf, together } from '../../test/support/at-once.ts'
import { addPhysicalProduct } from '../../test/support/product-orders.ts'
import { query } from '../platform/db/connect.ts'
import { compareCatalog } from './catalog.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const { users: customers, packages, methods } = app.world
afterAll(() => app.close())

const get = async (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api${path}`, { headers: { authorization: STORE_KEY, ...headers } })

const number = () => app.runJob('number events')
const readEvents = async (after: number, limit = 100) => (await app.call(store.events, { after, limit }, STORE_KEY)).body.data
/** Where the events end now. */
const endOfEvents = async (): Promise<number> => {
  await number()
  let next = 0
  for (let seen = -1; seen !== next; ) {
    seen = next
    next = (await readEvents(seen, 500)).next
  }
  return next
}
const order = (fields: object = {}, key?: string) =>
  app.call(store.placeOrder, { user_id: customers.shila, package_id: packages.gems100, playerid: 'P', ...fields }, STORE_KEY, key)
const addToWallet = (fields: object = {}) =>
  app.call(store.addWallet, { user_id: customers.tanvir, amount: 50, number: '01811000001', ...fields }, STORE_KEY)

test('a store that was away reads what it missed in order, with the webhooks’ ids', async () => {
  const start = await endOfEvents()
  const placed = (await order()).body.data
  const added = (await addToWallet()).body.data
  await app.call(orders.setStatus, { id: placed.id, status: 'completed' }, rahim)
  await app.call(walletAdds.editRow, { ...added, id: added.id, status: 'pending', amount: 60, number: '01811000001' }, rahim)
  await app.call(walletAdds.setStatus, { transaction_id: added.id, status: 'completed' }, rahim)
  await app.call(users.adjustEarnWallet, { id: customers.shila, amount: 30, type: 'add' }, rahim)
  expect((await readEvents(start)).events).toEqual([])
  await number()
  const { events, next } = await readEvents(start)
  expect(events.map(({ event, data }) => [event, data])).toEqual([
    ['order.completed', { id: placed.id, user_id: customers.shila, amount: 80, status: 'completed' }],
    ['transaction.edited', { id: added.id, user_id: customers.tanvir, amount: 60, status: 'pending' }],
    ['transaction.completed', { id: added.id, user_id: customers.tanvir, amount: 60, status: 'completed' }],
    ['earn_wallet.adjusted', { id: customers.shila, user_id: customers.shila, amount: 30, status: 'added' }],
  ])
  for (const event of events) expect(WebhookMessage.parse(event)).toEqual(event)
  const rows = await query<{ id: number }>(app.db, 'select id from webhooks order by id desc limit 4')
  expect(events.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).reverse())
  expect(await readEvents(next)).toEqual({ events: [], next })
  // By pages it is the same.
  const first = await readEvents(start, 3)
  const rest = await readEvents(first.next, 3)
  expect([...first.events, ...rest.events]).toEqual(events)
})

test('a change that commits late is not passed by, although its id is lower', async () => {
  const start = await endOfEvents()
  const placed = (await order()).body.data
  await app.db.transaction().execute(async (own) => {
    await query(own, `select keep_event('order.completed', 'order', 1, 1, 5, 'completed')`)
    await app.call(orders.setStatus, { id: placed.id, status: 'completed' }, rahim)
    await number()
    const meanwhile = await readEvents(start)
    expect(meanwhile.events.map(({ data }) => data.id)).toEqual([placed.id])
    expect(await readEvents(meanwhile.next)).toEqual({ events: [], next: meanwhile.next })
  })
  await number()
  const { events } = await readEvents(start)
  expect(events.map(({ data }) => data.id)).toEqual([placed.id, 1])
  expect(events[1]?.id).toBeLessThan(events[0]?.id ?? 0)
})

test('an event is read once however the reader and the writers race', async () => {
  const start = await endOfEvents()
  const placed = await together(20, () => order())
  const read: number[] = []
  let isWriting = true
  const reading = (async () => {
    let next = start
    for (let isLast = false; !isLast; ) {
      isLast = !isWriting
      await Promise.all([number(), number()])
      const page = await readEvents(next, 7)
      read.push(...page.events.map(({ data }) => data.id))
      if (page.next !== next) isLast = false
      next = page.next
    }
  })()
  await Promise.all(placed.map(({ body }) => app.call(orders.setStatus, { id: body.data.id, status: 'completed' }, rahim)))
  isWriting = false
  await reading
  expect(read.toSorted((a, b) => a - b)).toEqual(placed.map(({ body }) => body.data.id).toSorted((a, b) => a - b))
})

test('a reference is of one record: of 20 calls at once with own keys one pays', async () => {
  const before = (await app.call(store.user, { id: customers.shila }, STORE_KEY)).body.data.wallet
  const replies = await together(20, (index) => order({ reference: 'site-1001' }, `of-the-race-${index}`))
  expect(statusesOf(replies)).toEqual({ 200: 1, 409: 19 })
  const refused = replies.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'reference_used', errors: [{ param: 'reference' }] })
  expect((await app.call(store.user, { id: customers.shila }, STORE_KEY)).body.data.wallet).toBe(before - 80)
  const placed = replies.find(({ status }) => status === 200)?.body.data
  expect(placed?.reference).toBe('site-1001')
  const found = await app.call(store.orders, { reference: 'site-1001' }, STORE_KEY)
  expect(found.body.data).toEqual({ data: [placed], next: null })
  expect((await app.call(store.order, { id: placed?.id ?? 0 }, STORE_KEY)).body.data.reference).toBe('site-1001')
  // Of another kind it is another one.
  expect((await addToWallet({ reference: 'site-1001' })).status).toBe(200)
  expect((await addToWallet({ reference: 'site-1001' })).body).toMatchObject({ code: 'reference_used' })
})

test('a wallet add of a known TrxID is refused with that row, whatever its reference', async () => {
  const paid = { payment_method_id: methods.mobipay, trx_id: 'MPREFERENCE1' }
  const first = (await addToWallet({ ...paid, reference: 'pay-1' })).body.data
  expect((await addToWallet({ ...paid, reference: 'pay-2' })).body).toMatchObject({ code: 'trx_id_used', data: { id: first.id } })
  expect((await addToWallet({ ...paid, reference: 'pay-1' })).body).toMatchObject({ code: 'trx_id_used', data: { id: first.id } })
})

test('staff find each kind of record by its reference', async () => {
  await grantEarnings()
  const product_id = await addPhysicalProduct(app.db)
  const { body: pieces } = await app.call(
    store.placeProductOrder,
    { user_id: customers.shila, product_id, quantity: 1, reference: 'Box 77/B' },
    STORE_KEY,
  )
  const { body: withdrawal } = await app.call(
    store.withdraw,
    { user_id: customers.tanvir, amount: 5, number: '01811000001', reference: '77001' },
    STORE_KEY,
  )
  const placed = (await order({ reference: 'Box 77/B' })).body.data
  const added = (await addToWallet({ reference: '77002' })).body.data
  const idsOf = (rows: readonly { id: number }[] = []) => rows.map(({ id }) => id)
  expect(idsOf((await app.call(orders.list, { q: ' Box 77/B ' }, rahim)).body.data.orders)).toEqual([placed.id])
  expect(idsOf((await app.call(productOrders.list, { q: 'Box 77/B', page: 1, limit: 10 }, rahim)).body.data.orders)).toEqual([
    pieces.data.id,
  ])
  expect(idsOf((await app.call(walletAdds.list, { q: '77002' }, rahim)).body.data.transactions)).toEqual([added.id])
  expect(idsOf((await app.call(withdrawals.list, { q: '77001' }, rahim)).body.data.transactions)).toEqual([withdrawal.data.id])
  expect((await app.call(orders.list, { q: 'Box 77' }, rahim)).body.data.orders).toEqual([])
  expect((await app.call(desk.details, { id: placed.id }, rahim)).body.data.reference).toBe('Box 77/B')
  expect((await app.call(productOrders.show, { id: pieces.data.id }, rahim)).body.data.reference).toBe('Box 77/B')
  const [wallet_add] = (await app.call(walletAdds.list, { q: '77002' }, rahim)).body.data.transactions
  const [paid] = (await app.call(withdrawals.list, { q: '77001' }, rahim)).body.data.transactions
  expect([wallet_add?.reference, paid?.reference]).toEqual(['77002', '77001'])
  const unnamed = (await order({})).body.data
  expect((await app.call(desk.details, { id: unnamed.id }, rahim)).body.data.reference).toBe('')
})

const grantEarnings = () => app.call(store.earn, { user_id: customers.tanvir, amount: 100, reason: 'Referral' }, STORE_KEY)

test('a customer’s records come by pages, newest first, each once', async () => {
  const { body } = await app.call(store.addUser, { username: 'Mina', phone: '01711000099' }, STORE_KEY)
  const user_id = body.data.id
  const added = []
  for (const amount of [10, 20, 30, 40, 50]) added.push((await addToWallet({ user_id, amount })).body.data)
  const first = (await app.call(store.walletAdds, { user_id, limit: 2 }, STORE_KEY)).body.data
  expect(first).toEqual({ data: [added[4], added[3]], next: added[3]?.id })
  await addToWallet({ user_id, amount: 60 })
  const second = (await app.call(store.walletAdds, { user_id, limit: 2, before: first.next }, STORE_KEY)).body.data
  expect(second).toEqual({ data: [added[2], added[1]], next: added[1]?.id })
  const last = (await app.call(store.walletAdds, { user_id, limit: 2, before: second.next }, STORE_KEY)).body.data
  expect(last).toEqual({ data: [added[0]], next: null })
  for (const list of [store.orders, store.productOrders, store.withdrawals])
    expect((await app.call(list, { user_id }, STORE_KEY)).body.data).toEqual({ data: [], next: null })
  expect((await get('/store/orders?limit=101')).status).toBe(422)
})

test('are the store’s alone', async () => {
  for (const call of [store.events, store.orders, store.walletAdds, store.productOrders, store.withdrawals])
    expect((await app.call(call, {}, rahim)).status).toBe(401)
})

describeCatalogue()

function describeCatalogue() {
  const lookAgain = () => query(app.db, `update catalog_looks set looked_at = looked_at - interval '1 minute'`)
  const compare = async () => {
    await lookAgain()
    await compareCatalog.run(app.runtimeDb)
  }
  const readCatalog = async (changed_since?: string) =>
    (await app.call(store.catalog, changed_since === undefined ? {} : { changed_since }, STORE_KEY)).body.data
  const setPrice = async (price: number) => {
    const { body } = await app.call(topupPackages.show, { id: packages.gems500 }, rahim)
    const { name, bprice, serial, in_stock, product_id } = body.data
    const changed = { id: packages.gems500, name, price, bprice, serial, in_stock, product_id, logo: '' }
    expect((await app.call(topupPackages.update, changed, rahim)).status).toBe(200)
  }
  beforeAll(compare)

  test('an unchanged catalogue is 304 for who has its ETag, and a changed one is not', async () => {
    const first = await get('/store/catalog')
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^W\/"[\w-]{43}"$/)
    const again = await get('/store/catalog', { 'if-none-match': `"other", ${tag}` })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag])
    await setPrice(395)
    const changed = await get('/store/catalog', { 'if-none-match': tag })
    expect(changed.status).toBe(200)
    expect(changed.headers.get('etag')).not.toBe(tag)
    expect((await get('/store/orders/1', { 'if-none-match': tag })).headers.get('etag')).toBeNull()
  })

  test('prices, stocks and removals come once, and with changed_since', async () => {
    await compare()
    const start = await endOfEvents()
    const before = await readCatalog()
    expect(await readCatalog(before.as_of ?? '')).toMatchObject({ products: [], physical_products: [], removed: [] })
    const pieces = await addPhysicalProduct(app.db)
    await compare()
    const added = await readCatalog(before.as_of ?? '')
    await setPrice(401)
    await query(app.db, `update physical_products set quantity = 0 where id = $1`, [pieces])
    await compare()
    await compare()
    await number()
    const told = (await readEvents(start)).events.map(({ event, data }) => [event, data.id, data.user_id, data.amount])
    expect(told.toSorted()).toEqual(
      [
        ['physical_product.changed', pieces, null, null],
        ['physical_product.removed', pieces, null, null],
        ['product.changed', app.world.products.starfall, null, null],
      ].toSorted(),
    )
    expect(added.physical_products.map(({ id }) => id)).toEqual([pieces])
    const changed = await readCatalog(added.as_of ?? '')
    expect(changed.products.map(({ id }) => id)).toEqual([app.world.products.starfall])
    expect(changed.products[0]?.packages.find(({ id }) => id === packages.gems500)?.price).toBe(401)
    expect(changed.removed).toEqual([{ kind: 'physical_product', id: pieces }])
    expect((await readCatalog(changed.as_of ?? '')).removed).toEqual([])
  })

  test('two servers that compare at once tell a change once', async () => {
    await compare()
    const start = await endOfEvents()
    await setPrice(402)
    await lookAgain()
    await together(5, () => Promise.resolve(compareCatalog.run(app.runtimeDb)))
    await number()
    expect((await readEvents(start)).events.map(({ event }) => event)).toEqual(['product.changed'])
  })

  test('a code that runs out takes its package off, with an event', async () => {
    await compare()
    const start = await endOfEvents()
    for (const _ of [1, 2]) await order({ package_id: packages.gemsCard })
    await app.runJob('fold voucher counts')
    await compare()
    await number()
    const { events } = await readEvents(start)
    expect(events.map(({ event, data }) => [event, data.id])).toEqual([['product.changed', app.world.products.starfall]])
  })
}
