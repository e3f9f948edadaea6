import { afterAll, afterEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { statements } from '#contract/statements.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { together } from '../../../test/support/at-once.ts'
import { bothAfter } from '../../../test/support/book-breaks.ts'
import { balanceOf, expectSoundBooks, journalsOf } from '../../../test/support/books.ts'
import { fundWallet, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const ROUNDS = process.env.PROVE ? 200 : 20
const AT_ONCE = 10

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const { shila } = app.world.users
await fundWallet(app.db, app.world, { userId: shila, amount: 50_000 })
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const wallet = () => balanceOf(app.db, { userId: shila })
/** 80 tk of shila's, delivered. */
const delivered = async () => {
  const id = await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  expect((await app.call(orders.setStatus, { id, status: 'completed' }, rahim)).status).toBe(200)
  return id
}
const refund = (id: number, amount: number, expected_refunded?: number) =>
  app.call(
    orders.refund,
    { id, amount, reason: 'Came in half', ...(expected_refunded !== undefined && { expected_refunded }) },
    rahim,
  )
const correct = (id: number) => app.call(orders.correct, { id, reason: 'Never came' }, rahim)
const sold = async () => {
  const { todaysCompletedOrder, todaysCompletedOrderAmount, todaysProfileAmount } = (await app.call(dashboard.stats, {}, rahim))
    .body.data
  return [todaysCompletedOrder, todaysCompletedOrderAmount, todaysProfileAmount] as number[]
}

test('parts and then the rest: the customer gets the amount once, figures follow', async () => {
  const id = await delivered()
  const [before, figures] = [await wallet(), await sold()]
  const first = await refund(id, 30.25, 0)
  expect(first.body).toMatchObject({
    message: 'Order updated successfully',
    data: { order: { status: 'completed', refunded: 30.25 } },
  })
  expect((await refund(id, 20)).body.data.order.refunded).toBe(50.25)
  expect(await wallet()).toBe(before + 50.25)
  expect(await sold()).toEqual([figures[0], (figures[1] ?? 0) - 50.25, (figures[2] ?? 0) - 50.25])
  const above = await refund(id, 29.76)
  expect([above.status, above.body.errors]).toMatchObject([
    422,
    [{ param: 'amount', msg: 'At most 29.75 tk of this order is left to refund' }],
  ])
  expect((await app.call(store.order, { id }, STORE_KEY)).body.data).toMatchObject({
    status: 'completed',
    amount: 80,
    refunded: 50.25,
  })
  expect((await correct(id)).status).toBe(200)
  expect(await wallet()).toBe(before + 80)
  expect(await sold()).toEqual([(figures[0] ?? 0) - 1, (figures[1] ?? 0) - 80, expect.any(Number)])
  expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'completed', 'refunded', 'refunded', 'corrected'])
  const { timeline } = (await app.call(desk.details, { id }, rahim)).body.data
  expect(timeline.map(({ action, facts }) => [action, facts.amount])).toEqual([
    ['orders.setStatus', undefined],
    ['orders.refund', 30.25],
    ['orders.refund', 20],
    ['orders.correct', undefined],
  ])
  const lines = (await app.call(statements.user, { id: shila, limit: 3 }, rahim)).body.data.lines
  expect(lines.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['corrected', 29.75],
    ['refunded', 20],
    ['refunded', 30.25],
  ])
  const logged = (await app.call(audit.list, { topic: 'refunds' }, rahim)).body.data.data
  expect(logged.map(({ action, facts }) => [action, facts])).toMatchObject([
    ['orders.correct', { before: { status: 'completed' }, refunded: 29.75 }],
    ['orders.refund', { amount: 20, before: { refunded: 30.25 }, refunded: 50.25 }],
    ['orders.refund', { amount: 30.25, before: { refunded: 0 }, refunded: 30.25 }],
  ])
  const told = await app.db
    .selectFrom('webhooks')
    .select('event')
    .where('subject', '=', 'order')
    .where('subject_id', '=', id)
    .execute()
  expect(told.map(({ event }) => event)).toEqual(['order.completed', 'order.edited', 'order.edited', 'order.cancel'])
})

test('refused: sub-admins, open and cancelled orders, no reason, what has changed', async () => {
  const open = await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  const id = await delivered()
  const before = await wallet()
  const asked = { id, amount: 10, reason: 'Came in half' }
  expect((await app.call(orders.refund, asked, karim)).status).toBe(403)
  expect((await refund(open, 10)).body.message).toBe('Only a completed order can be corrected')
  expect((await refund(id, 0)).body.errors).toMatchObject([{ param: 'amount', msg: 'Must be more than 0' }])
  expect((await app.call(orders.refund, { ...asked, reason: ' ' }, rahim)).body.errors).toMatchObject([{ param: 'reason' }])
  expect(await wallet()).toBe(before)
  expect((await refund(id, 80, 0)).status).toBe(200)
  const late = await refund(id, 1, 0)
  expect([late.status, late.body.data]).toMatchObject([409, { order: { id, refunded: 80 } }])
  expect((await app.call(orders.correct, { id, reason: 'Never came', expected_refunded: 0 }, rahim)).status).toBe(409)
  // All of it is back already: the correction moves nothing more.
  expect((await correct(id)).status).toBe(200)
  expect((await refund(id, 0.01)).status).toBe(409)
  expect(await wallet()).toBe(before + 80)
})

test('never above the amount by SQL; the books find what no journal says', async () => {
  const id = await delivered()
  const open = await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  await refund(id, 30)
  const set = (change: string, of = id) => query(app.db, `update orders set ${change} where id = $1`, [of])
  for (const more of ['', `, status = 'completed', closed_at = now()`]) {
    await expect(set(`refunded = 10, refunds = 1 ${more}`, open)).rejects.toThrow(/refunded so/)
  }
  await expect(set('refunded = 40')).rejects.toThrow(/refunded so/)
  await expect(set('refunded = 10, refunds = refunds + 1')).rejects.toThrow(/refunded so/)
  await expect(set('refunded = 80.01, refunds = refunds + 1')).rejects.toThrow(/orders_refunded/)
  const found = await bothAfter(app.db, `update orders set refunded = 40, refunds = 2 where id = ${id}`)
  for (const breaks of [found.full, found.incremental]) {
    expect(breaks.map(({ rule }) => rule.name)).toEqual(expect.arrayContaining(['orders', 'refunds']))
    expect(breaks.map(({ sentence }) => sentence)).toContain(
      `Order ${id} was refunded 40 tk in 2 parts, its journals say 30 tk in 1`,
    )
  }
})

test('refunds of one order race each other and a correction: never above the amount', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await delivered()
    const before = await wallet()
    const replies = await together<{ status: number }>(AT_ONCE, (at) =>
      at === round % AT_ONCE ? correct(id) : refund(id, 15 + (at % 3) * 10),
    )
    expect(replies.filter(({ status }) => ![200, 409, 422].includes(status))).toEqual([])
    const { status, refunded } = await app.db
      .selectFrom('orders')
      .select(['status', 'refunded'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect([status, await wallet()]).toEqual(['cancel', before + 80])
    expect(refunded).toBeLessThanOrEqual(80)
    outcomes.add(`${refunded}`)
  }
  expect(outcomes.size).toBeGreaterThan(1)
})

test('one refund asked ten times under one key is one refund', async () => {
  const id = await delivered()
  const before = await wallet()
  const replies = await together(AT_ONCE, () =>
    app.call(orders.refund, { id, amount: 20, reason: 'Came in half' }, rahim, 'one-refund'),
  )
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 200))
  expect(await wallet()).toBe(before + 20)
  await refund(id, 5)
  const repeated = await app.call(orders.refund, { id, amount: 20, reason: 'Came in half' }, rahim, 'one-refund')
  expect(repeated.body.data.order).toMatchObject({ id, status: 'completed', refunded: 25 })
  expect(await wallet()).toBe(before + 25)
})
