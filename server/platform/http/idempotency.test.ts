import { createHash } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { IDEMPOTENCY_KEY_MAX } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { balanceOf, expectSoundBooks } from '../../../test/support/books.ts'
import { changedTables, fingerprint } from '../../../test/support/fingerprint.ts'
import { refusal } from '../../../test/support/refusal.ts'
import { everyEndpoint, samplesOf } from '../../../test/support/samples.ts'
import { askForWalletAdd, placeOrder } from '../../../test/world.ts'
import { query } from '../db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterAll(() => app.close())
afterEach(() => expectSoundBooks(app.db))

const orderOf = () => ({ user_id: app.world.users.shila, package_id: app.world.packages.gems100, playerid: 'P-1' })
const wallet = () => balanceOf(app.db, { userId: app.world.users.shila })
const countOrders = async () => {
  const sql = 'select count(*) as n from orders'
  const rows = await query<{ n: number }>(app.db, sql)
  return rows[0]?.n ?? 0
}

test('the same key with the same body gives the same reply and one effect', async () => {
  const [money, count] = [await wallet(), await countOrders()]
  const first = await app.call(store.placeOrder, orderOf(), STORE_KEY, 'again')
  expect(first.status).toBe(200)
  const before = await fingerprint(app.db)
  for (let at = 0; at < 3; at++) expect(await app.call(store.placeOrder, orderOf(), STORE_KEY, 'again')).toEqual(first)
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
  expect([await wallet(), await countOrders()]).toEqual([money - 80, count + 1])
  // What the order says now may have changed since; the reply to the key may not.
  expect((await app.call(orders.setStatus, { id: first.body.data.id, status: 'cancel' }, rahim)).status).toBe(200)
  expect(await app.call(store.placeOrder, orderOf(), STORE_KEY, 'again')).toEqual(first)
})

test('a retry gets the same bytes, marked as such', async () => {
  const send = async (path: string, token: string, input: object) => {
    const reply = await fetch(`${app.url}/api${path}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': 'same bytes' },
      body: JSON.stringify(input),
    })
    return { bytes: await reply.text(), replayed: reply.headers.get('idempotent-replayed') }
  }
  const first = await send(store.placeOrder.path, STORE_KEY, orderOf())
  expect(first.replayed).toBeNull()
  expect(await send(store.placeOrder.path, STORE_KEY, orderOf())).toEqual({ bytes: first.bytes, replayed: 'true' })
  const { id } = JSON.parse(first.bytes).data
  const many = { ids: [id], status: 'cancel' }
  const decided = await send(desk.decideMany.path, rahim, many)
  expect(decided.replayed).toBeNull()
  expect(await send(desk.decideMany.path, rahim, many)).toEqual({ bytes: decided.bytes, replayed: 'true' })
})

test('the same key with another body or call is a conflict that changes nothing', async () => {
  await app.call(store.placeOrder, orderOf(), STORE_KEY, 'taken')
  const before = await fingerprint(app.db)
  const add = { user_id: app.world.users.shila, amount: 10, number: '017' }
  for (const reply of [
    await app.call(store.placeOrder, { ...orderOf(), playerid: 'P-2' }, STORE_KEY, 'taken'),
    await app.call(store.addWallet, add, STORE_KEY, ' taken '),
  ]) {
    const msg = 'This Idempotency-Key was used for another request'
    expect(reply).toEqual({ status: 409, body: refusal('idempotency_key_reused', msg, 'Idempotency-Key') })
  }
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
})

test('a kept request is a hash under the shop’s key: nothing to guess passwords by', async () => {
  const input = store.placeOrder.input.parse(orderOf())
  expect((await app.call(store.placeOrder, orderOf(), STORE_KEY, 'hashed')).status).toBe(200)
  const { request_hash } = await app.db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('key', '=', 'hashed')
    .executeTakeFirstOrThrow()
  const text = JSON.stringify({ route: 'store.placeOrder', input })
  if (!request_hash) throw new Error('The hash is missing')
  expect(request_hash.equals(app.vault.digest(text))).toBe(true)
  expect(request_hash.equals(createHash('sha256').update(text).digest())).toBe(false)
})

test('50 calls at once with one key place one order, and all get its reply', async () => {
  const [money, count] = [await wallet(), await countOrders()]
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => app.call(store.placeOrder, orderOf(), STORE_KEY, 'all at once')),
  )
  for (const reply of replies) expect(reply).toEqual(replies[0])
  expect(replies[0]?.status).toBe(200)
  expect([await wallet(), await countOrders()]).toEqual([money - 80, count + 1])
})

const postWithoutKey = async (endpoint: Endpoint, input: object, authorization: string, key?: string) => {
  const headers = { 'content-type': 'application/json', authorization, ...(key === undefined ? {} : { 'idempotency-key': key }) }
  const path = endpoint.path.replace(':id', '1')
  const reply = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return { status: reply.status, body: await reply.json() }
}

test('every change of the store needs a key of limited length; a sign-in needs none', async () => {
  const before = await fingerprint(app.db)
  const posts = everyEndpoint.filter(({ endpoint }) => endpoint.access === 'store' && endpoint.method === 'POST')
  const changes = posts.filter(({ endpoint }) => endpoint !== (store.signIn as unknown as Endpoint))
  expect([changes.length, posts.length]).toEqual([7, 8])
  for (const { endpoint } of changes) {
    const [sample = {}] = samplesOf(endpoint)
    for (const key of [undefined, '', '  ']) {
      const msg = 'Idempotency-Key is required'
      expect(await postWithoutKey(endpoint, sample, STORE_KEY, key)).toEqual({
        status: 422,
        body: refusal('idempotency_key_required', msg, 'Idempotency-Key'),
      })
    }
    expect((await postWithoutKey(endpoint, sample, STORE_KEY, 'k'.repeat(IDEMPOTENCY_KEY_MAX + 1))).status).toBe(422)
  }
  const stranger = { phone: '01799000001', password: 'a stranger' }
  const { body } = await postWithoutKey(store.signIn as unknown as Endpoint, stranger, STORE_KEY)
  expect(body.message).toBe('Wrong phone or password')
  await app.db.deleteFrom('login_attempts').execute()
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
})

test('a key belongs to one caller: another admin’s same key is another call', async () => {
  const [one, other] = [await placeOrder(app.db, at()), await placeOrder(app.db, at())]
  expect((await app.call(orders.setStatus, { id: one, status: 'cancel' }, rahim, 'mine')).status).toBe(200)
  const karims = await app.call(orders.setStatus, { id: other, status: 'cancel' }, karim, 'mine')
  expect([karims.status, karims.body.data.order.id]).toEqual([200, other])
  expect((await app.call(store.placeOrder, orderOf(), STORE_KEY, 'mine')).status).toBe(200)
})
const at = () => ({ userId: app.world.users.shila, packageId: app.world.packages.gems100 })

const addsOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 25 })))
const approveMany = (ids: number[], key: string) => app.call(walletAdds.approveMany, { transaction_ids: ids }, rahim, key)

test('a key for many rows: the first reply again; another body conflicts first', async () => {
  const [one = 0, two = 0, other = 0] = await addsOf(3)
  await app.call(walletAdds.setStatus, { transaction_id: two, status: 'cancel' }, rahim)
  const first = await approveMany([one, two], 'many')
  expect(first.body.data).toMatchObject({ done: [one], refused: [{ id: two }] })
  const money = await wallet()
  expect((await approveMany([other], 'many')).status).toBe(409)
  expect((await app.call(desk.decideMany, { ids: [other], status: 'completed' }, rahim, 'many')).status).toBe(409)
  const reopened = { id: two, amount: 25, number: '01811000001', status: 'pending', expected_amount: 25 }
  expect((await app.call(walletAdds.editRow, reopened, rahim)).status).toBe(200)
  expect(await approveMany([one, two], 'many')).toEqual(first)
  expect(await wallet()).toBe(money)
})

test('a broken off call for many rows is finished by its key, nothing twice', async () => {
  const ids = await addsOf(3)
  const first = await approveMany(ids, 'broken off')
  const money = await wallet()
  // As if the server had died after the second row.
  await query(app.db, `update idempotency_keys set reply = null where key = 'broken off'`)
  await app.db.deleteFrom('idempotency_keys').where('key', '=', `broken off #${ids[2]}`).execute()
  const again = await approveMany(ids, 'broken off')
  expect(again.body.data).toMatchObject({ done: ids.slice(0, 2), refused: [{ id: ids[2] }] })
  expect(first.body.data).toEqual({ done: ids, refused: [] })
  expect(await wallet()).toBe(money)
})

test('rows that were done are named also where the reply cannot be kept', async () => {
  const ids = await addsOf(2)
  const lost = `create function lose_reply() returns trigger language plpgsql as $$ begin raise 'the database is gone'; end $$`
  await query(app.db, lost)
  await query(app.db, 'create trigger lose_reply before update on idempotency_keys for each row execute function lose_reply()')
  const first = await approveMany(ids, 'unkept')
  await query(app.db, 'drop function lose_reply cascade')
  expect([first.status, first.body.data]).toEqual([200, { done: ids, refused: [] }])
  const money = await wallet()
  // Each row has a key of its own.
  expect(await approveMany(ids, 'unkept')).toEqual(first)
  expect(await wallet()).toBe(money)
})

test('a repeat does not call an order theirs or free that changed since', async () => {
  const id = await placeOrder(app.db, at())
  const move = (status: 'pending' | 'in_progress', key: string) => app.call(orders.setStatus, { id, status }, rahim, key)
  expect((await move('in_progress', 'take')).status).toBe(200)
  expect((await move('in_progress', 'take')).body.data.order.status).toBe('in_progress')
  expect((await move('pending', 'give back')).status).toBe(200)
  const late = await move('in_progress', 'take')
  expect([late.status, late.body.message]).toEqual([409, `Order ${id} was updated before, and has been changed since`])
  expect((await app.call(desk.claim, { id }, karim)).status).toBe(200)
  expect((await move('pending', 'give back')).body.data).toMatchObject({ order: { held_by: 'Karim Hossain' } })
  expect((await move('in_progress', 'take')).status).toBe(409)
})

test('an admin’s money call works without a key, and does nothing twice with one', async () => {
  const [one, other] = [await placeOrder(app.db, at()), await placeOrder(app.db, at())]
  const path = orders.setStatus.path.replace(':id', String(one))
  expect((await postWithoutKey({ ...orders.setStatus, path } as unknown as Endpoint, { status: 'cancel' }, rahim)).status).toBe(
    200,
  )
  const before = await wallet()
  const first = await app.call(orders.setStatus, { id: other, status: 'cancel' }, rahim, 'form-1')
  expect(await app.call(orders.setStatus, { id: other, status: 'cancel' }, rahim, 'form-1')).toEqual(first)
  expect((await app.call(orders.setStatus, { id: other, status: 'cancel' }, rahim, 'form-2')).status).toBe(409)
  expect(await wallet()).toBe(before + 80)
})
