import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompiledQuery } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { WEBHOOK_LONGEST_RETRY_SECONDS } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store as storeCalls } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { TEST_EVENT, WEBHOOK_HEADERS, WebhookMessage, webhooks } from '#contract/webhooks.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../test/support/app.ts'
import { grant } from '../../test/support/books.ts'
import { addPhysicalProduct, orderProduct } from '../../test/support/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../../test/world.ts'
import { deliverDue, deliverWebhooks, startWebhooks } from '../core/outbox/deliver-webhooks.ts'
import { signMessage } from '../platform/vault/sign.ts'

const SECRET = 'the secret of the store and us'

const app = await startApp()
const rahim = await app.signIn('rahim')
/** What the store was told, and of whom it will not hear. */
const receivedWebhooks: { event: string; id: number; subject: number; headers: Record<string, unknown>; body: string }[] = []
let failingId: number | undefined

const store = createServer(async (request, reply) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const { event, id, data } = JSON.parse(body)
  receivedWebhooks.push({ event, id, subject: data.id, headers: request.headers, body })
  reply.writeHead(data.id === failingId ? 500 : 204).end()
})
await new Promise<void>((ready) => store.listen(0, '127.0.0.1', ready))
const url = `http://127.0.0.1:${(store.address() as AddressInfo).port}/news`
beforeEach(() => {
  receivedWebhooks.length = 0
  failingId = undefined
})
// Whatever was told is what the contract says, and nothing beside it.
afterEach(() => {
  for (const { body } of receivedWebhooks) expect(WebhookMessage.parse(JSON.parse(body))).toEqual(JSON.parse(body))
})
afterAll(async () => {
  store.close()
  await app.close()
})

const run = (sql: string) => app.db.executeQuery(CompiledQuery.raw(sql, []))
/** Makes the messages of all that was decided, even where the app's own job is just at it: the product would wait for its next round. */
const fold = () => run(`select pg_advisory_xact_lock(hashtext('fold_money_counts')), fold_money_counts()`)
const deliver = async (to = url, internalHosts = '127.0.0.1') => {
  await fold()
  return deliverDue(app.db, { url: to, secret: SECRET, internalHosts })
}
const makeDue = () => run(`update webhooks set next_attempt_at = now() where state = 'waiting'`)
const add = () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 })
const decide = (id: number, status: 'completed' | 'cancel') =>
  app.call(walletAdds.setStatus, { transaction_id: id, status }, rahim)
const states = async () => (await app.db.selectFrom('webhooks').select(['state', 'attempts']).orderBy('id').execute()).slice(-2)

test('before the first address events are kept, and not sent once there is one', async () => {
  const kept = await add()
  await decide(kept, 'completed')
  expect((await app.call(webhooks.list, {}, rahim)).body.data).toMatchObject({ is_configured: false, waiting: 0, deliveries: [] })
  const rows = await app.db.selectFrom('webhooks').select(['id', 'event', 'subject_id', 'state']).orderBy('id').execute()
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['kept']))
  const last = rows.at(-1)
  expect(last).toMatchObject({ event: 'transaction.completed', subject_id: kept })
  expect((await app.call(webhooks.retry, { id: last?.id ?? 0 }, rahim)).status).toBe(404)
  await startWebhooks(app.db)
  expect(await deliver()).toBe(0)
  // Neither does what was kept hold back what follows on its record.
  await app.call(walletAdds.correct, { id: kept, reason: 'Wrong wallet' }, rahim)
  expect(await deliver()).toBe(1)
})

test('a decision is sent once, signed, without anything secret', async () => {
  const before = Math.floor(Date.now() / 1_000)
  const id = await add()
  await decide(id, 'completed')
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(0)
  const [message] = receivedWebhooks
  expect(message).toMatchObject({ event: 'transaction.completed', subject: id })
  const timestamp = String(message?.headers[WEBHOOK_HEADERS.timestamp])
  expect(message?.headers[WEBHOOK_HEADERS.signature]).toBe(signMessage(SECRET, timestamp, message?.body ?? ''))
  expect(message?.headers[WEBHOOK_HEADERS.id]).toBe(String(message?.id))
  expect(Number(timestamp)).toBeGreaterThanOrEqual(before)
  expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1_000)
  const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gemsCard })
  await app.call(orders.setStatus, { id: order, status: 'completed', order_note: 'Enjoy' }, rahim)
  await deliver()
  expect(receivedWebhooks.at(-1)).toMatchObject({ event: 'order.completed', subject: order })
  expect(receivedWebhooks.at(-1)?.body).not.toMatch(/GEMS-|Enjoy/)
})

test('of a product order the store hears once it is closed', async () => {
  const id = await orderProduct(app, app.world.users.shila, await addPhysicalProduct(app.db))
  for (const status of ['in_progress', 'pending', 'completed'] as const) {
    await app.call(productOrders.setStatus, { id, status, order_note: 'Sent today' }, rahim)
  }
  await deliver()
  expect(receivedWebhooks.map(({ event, subject }) => [event, subject])).toEqual([['product_order.completed', id]])
  expect(receivedWebhooks[0]?.body).not.toMatch(/Sent today/)
})

test('reopened wallet adds and withdrawals are pending events, corrections cancelled', async () => {
  const { shila: user_id } = app.world.users
  const id = await add()
  await app.call(storeCalls.earn, { user_id, amount: 50, reason: 'Referral' }, STORE_KEY)
  const requested = await app.call(storeCalls.withdraw, { user_id, amount: 50, number: '01811000001' }, STORE_KEY)
  await decide(id, 'cancel')
  await app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: requested.body.data.id, status: 'cancel' }, rahim)
  await deliver()
  for (const [call, row, amount] of [
    [walletAdds.editRow, id, 9],
    [withdrawals.editRow, requested.body.data.id, 49.5],
  ] as const) {
    await app.call(call, { id: row, amount, number: '01', status: 'pending' }, rahim)
  }
  await deliver()
  const order = await placeOrder(app.db, { userId: user_id, packageId: app.world.packages.gems100 })
  await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)
  await app.call(orders.correct, { id: order, reason: 'Wrong player' }, rahim)
  await deliver()
  await deliver()
  const received = receivedWebhooks.map(({ body }) => JSON.parse(body)).map(({ event, data }) => [event, data.amount])
  expect(received.slice(0, 2).toSorted()).toEqual([
    ['transaction.cancel', 10],
    ['withdrawal.cancel', 50],
  ])
  expect(received.slice(2, 4).toSorted()).toEqual([
    ['transaction.pending', 9],
    ['withdrawal.pending', 49.5],
  ])
  expect(received.slice(4)).toEqual([
    ['order.completed', 80],
    ['order.cancel', 80],
  ])
})

test('a corrected wallet add is a cancelled event; reopened and completed, completed', async () => {
  const id = await add()
  await decide(id, 'completed')
  const corrected = await app.call(walletAdds.correct, { id, reason: 'Wrong wallet' }, rahim)
  const edit = { id, amount: 10, number: '01', status: 'completed' as const }
  const edited = await app.call(walletAdds.editRow, edit, rahim)
  expect([corrected.status, edited.status]).toEqual([200, 200])
  for (const sent of [1, 1, 1, 0]) expect(await deliver()).toBe(sent)
  expect(receivedWebhooks.map(({ event }) => event)).toEqual([
    'transaction.completed',
    'transaction.cancel',
    'transaction.completed',
  ])
})

test('a refused call tells nothing', async () => {
  const id = await add()
  await decide(id, 'cancel')
  await decide(id, 'completed')
  await deliver()
  expect(receivedWebhooks.map(({ event }) => event)).toEqual(['transaction.cancel'])
})

test('a failure is retried with growing pauses; later events of its record wait', async () => {
  const [one, other] = [await add(), await add()]
  await decide(one, 'cancel')
  await app.call(walletAdds.editRow, { id: one, amount: 10, status: 'completed', number: '01' }, rahim)
  await decide(other, 'cancel')
  failingId = one
  expect(await deliver()).toBe(2)
  // Not due yet, and its successor must not overtake it.
  expect(await deliver()).toBe(0)
  await makeDue()
  expect(await deliver()).toBe(1)
  failingId = undefined
  await makeDue()
  expect(await deliver()).toBe(1)
  expect(await deliver()).toBe(1)
  const received = receivedWebhooks.filter(({ subject }) => subject === one).map(({ event }) => event)
  expect(received).toEqual(['transaction.cancel', 'transaction.cancel', 'transaction.cancel', 'transaction.completed'])
  expect(await states()).toEqual([
    { state: 'delivered', attempts: 1 },
    { state: 'delivered', attempts: 1 },
  ])
})

test('a store that cannot be reached gets it later; a person may try again at once', async () => {
  const id = await add()
  await decide(id, 'cancel')
  for (let attempt = 0; attempt < 3; attempt++) {
    expect(await deliver('http://127.0.0.1:1/')).toBe(1)
    await makeDue()
  }
  await run(`update webhooks set state = 'failed' where state = 'waiting'`)
  const { failed, deliveries } = (await app.call(webhooks.list, { state: 'failed' }, rahim)).body.data
  expect(failed).toBe(1)
  expect(deliveries).toMatchObject([{ subject_id: id, attempts: 3, state: 'failed', event: 'transaction.cancel' }])
  expect(deliveries[0]?.last_error).not.toBe('')
  expect(await deliver()).toBe(0)
  expect((await app.call(webhooks.retry, { id: deliveries[0]?.id ?? 0 }, rahim)).status).toBe(200)
  expect(await deliver()).toBe(1)
  expect((await states()).at(-1)).toEqual({ state: 'delivered', attempts: 1 })
  const again = await app.call(webhooks.retry, { id: deliveries[0]?.id ?? 0 }, rahim)
  expect(again).toMatchObject({ status: 409, body: { data: { id: deliveries[0]?.id, state: 'delivered' } } })
  expect((await app.call(webhooks.retry, { id: 999_999 }, rahim)).status).toBe(404)
})

test('a redirect is not followed: the event is for the address that was set', async () => {
  const moved = createServer((_, reply) => reply.writeHead(307, { location: url }).end())
  await new Promise<void>((ready) => moved.listen(0, '127.0.0.1', ready))
  await decide(await add(), 'cancel')
  expect(await deliver(`http://127.0.0.1:${(moved.address() as AddressInfo).port}/`)).toBe(1)
  expect([receivedWebhooks.length, (await states()).at(-1)]).toEqual([0, { state: 'waiting', attempts: 1 }])
  const [row] = (await app.call(webhooks.list, { state: 'waiting' }, rahim)).body.data.deliveries
  expect(row?.last_error).toBe('status 307')
  await makeDue()
  expect(await deliver()).toBe(1)
  moved.close()
})

test.each(['http://127.0.0.2/', 'http://localhost/', 'http://[::ffff:127.0.0.1]/'])(
  'an internal address that is not allowed is not connected to: %s',
  async (to) => {
    await decide(await add(), 'cancel')
    expect(await deliver(to)).toBe(1)
    const [row] = (await app.call(webhooks.list, { state: 'waiting' }, rahim)).body.data.deliveries
    expect(row?.last_error).toBe('refused')
    await makeDue()
    expect(await deliver()).toBe(1)
  },
)

test('after a long outage all is retried at once, failures first, running ones left', async () => {
  const [gone, sent, fresh] = [await add(), await add(), await add()]
  for (const id of [gone, sent, fresh]) await decide(id, 'cancel')
  await app.call(walletAdds.editRow, { id: gone, amount: 10, status: 'completed', number: '01' }, rahim)
  expect(await deliver('http://127.0.0.1:1/')).toBe(3)
  const of = (id: number) => `subject = 'wallet_add' and subject_id = ${id}`
  await run(`update webhooks set state = 'failed', attempts = 30 where ${of(gone)} and event = 'transaction.cancel'`)
  await run(`update webhooks set claimed_until = now() + interval '50 seconds' where ${of(sent)}`)
  const { deliveries } = (await app.call(webhooks.list, { limit: 2 }, rahim)).body.data
  expect(deliveries.map(({ state, subject_id }) => [state, subject_id])).toEqual([
    ['failed', gone],
    ['waiting', gone],
  ])
  const [claimed] = (await app.call(webhooks.list, { q: `${sent}` }, rahim)).body.data.deliveries
  const now = await app.call(webhooks.retry, { id: claimed?.id ?? 0 }, rahim)
  expect([now.status, now.body.message]).toEqual([409, 'It is being sent now'])
  const { status, body } = await app.call(webhooks.retryAll, {}, rahim)
  expect([status, body.data, body.message]).toEqual([200, { total: 3 }, 'Webhooks to be tried again: 3'])
  expect(await deliver()).toBe(2)
  expect(await deliver()).toBe(1)
  const received = receivedWebhooks.map(({ event, subject }) => `${event} ${subject}`)
  expect(received.slice(0, 2).toSorted()).toEqual([`transaction.cancel ${gone}`, `transaction.cancel ${fresh}`].toSorted())
  expect(received.slice(2)).toEqual([`transaction.completed ${gone}`])
  await run(`update webhooks set claimed_until = null where ${of(sent)}`)
  await makeDue()
  expect(await deliver()).toBe(1)
  const [audit] = await app.db.selectFrom('audit').select('facts').where('action', '=', 'webhooks.retryAll').execute()
  expect(audit?.facts).toMatchObject({ retried: 3 })
  await grant(app.db, app.world.admins.karim, ['statements_view'])
  expect((await app.call(webhooks.retryAll, {}, await app.signIn('karim'))).status).toBe(403)
})

test('an attempt that ends late does not undo what another one has delivered meanwhile', async () => {
  const id = await add()
  await decide(id, 'cancel')
  let answerLate = () => {}
  const slow = createServer((_, reply) => {
    answerLate = () => reply.writeHead(500).end()
  })
  await new Promise<void>((ready) => slow.listen(0, '127.0.0.1', ready))
  const late = deliver(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`)
  await once(slow, 'request')
  await run(`update webhooks set claimed_until = now() - interval '1 second' where claimed_until is not null`)
  expect(await deliver()).toBe(1)
  answerLate()
  expect(await late).toBe(1)
  expect((await states()).at(-1)).toEqual({ state: 'delivered', attempts: 2 })
  slow.close()
})

test('what a clock that was set back has left too far ahead is delivered', async () => {
  const id = await add()
  await decide(id, 'cancel')
  await fold()
  const deliverWith = async (change: string) => {
    await run(`update webhooks set ${change} where state = 'waiting'`)
    return deliver('http://127.0.0.1:1/')
  }
  const ahead = (seconds: number) => `now() + interval '${seconds} seconds'`
  expect(await deliverWith(`next_attempt_at = ${ahead(WEBHOOK_LONGEST_RETRY_SECONDS - 5)}`)).toBe(0)
  expect(await deliverWith(`next_attempt_at = ${ahead(WEBHOOK_LONGEST_RETRY_SECONDS + 5)}`)).toBe(1)
  expect(await deliverWith(`next_attempt_at = now(), claimed_until = ${ahead(50)}`)).toBe(0)
  expect(await deliverWith(`next_attempt_at = now(), claimed_until = ${ahead(600)}`)).toBe(1)
  await makeDue()
  expect(await deliver()).toBe(1)
})

test('the address is looked up again for every handful, and never said', async () => {
  for (let n = 0; n < 20; n++) await decide(await add(), 'completed')
  await fold()
  let requested = 0
  await deliverWebhooks(async () => (requested++ === 0 ? { url, secret: SECRET, internalHosts: '127.0.0.1' } : undefined)).run(
    app.db,
  )
  expect(receivedWebhooks).toHaveLength(16)
  await deliver('http://127.0.0.1:1/?token=not-for-the-screen')
  const { deliveries } = (await app.call(webhooks.list, { state: 'waiting' }, rahim)).body.data
  expect(new Set(deliveries.map(({ last_error }) => last_error))).toEqual(new Set(['no answer']))
  await makeDue()
  expect(await deliver()).toBe(4)
})

test('two servers at once deliver each message once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, add))
  await Promise.all(ids.map((id) => decide(id, 'cancel')))
  while ((await Promise.all([deliver(), deliver(), deliver()])).some((count) => count > 0));
  expect(receivedWebhooks.map(({ subject }) => subject).sort()).toEqual(ids.sort())
})

test('a test event goes to the saved address at once, once, signed, with its failure', async () => {
  const sent = () => receivedWebhooks.filter(({ event }) => event === TEST_EVENT)
  const send = (token = rahim) => app.call(webhooks.sendTest, {}, token)
  expect((await send()).body.code).toBe('webhook_not_set')
  const sealed = app.vault.seal(SECRET, 'settings.webhook_secret')
  const save = (set: { webhook_url: string; internal_hosts: string }) =>
    app.db
      .updateTable('settings')
      .set({ ...set, webhook_secret_sealed: sealed })
      .execute()
  await save({ webhook_url: url, internal_hosts: '' })
  expect((await send()).body.code).toBe('address_internal')
  await save({ webhook_url: url, internal_hosts: '127.0.0.1' })
  const before = await app.db.selectFrom('webhooks').select('id').execute()
  expect(await send()).toMatchObject({ status: 200, body: { message: 'Test event delivered', data: null } })
  expect((await send()).status).toBe(200)
  const [one, two] = sent()
  expect([sent().length, one?.id === two?.id, one?.subject]).toEqual([2, false, 0])
  const timestamp = String(one?.headers[WEBHOOK_HEADERS.timestamp])
  expect(one?.headers[WEBHOOK_HEADERS.signature]).toBe(signMessage(SECRET, timestamp, one?.body ?? ''))
  failingId = 0
  expect(await send()).toMatchObject({
    status: 409,
    body: { code: 'webhook_not_accepted', message: 'The webhook URL did not accept it: status 500' },
  })
  await save({ webhook_url: 'http://127.0.0.1:1/news', internal_hosts: '127.0.0.1' })
  expect((await send()).body.code).toBe('webhook_no_answer')
  // Nothing is kept that would be sent again.
  expect(await app.db.selectFrom('webhooks').select('id').execute()).toEqual(before)
  expect((await send(await app.signIn('karim'))).status).toBe(403)
})
