import { afterAll, afterEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { STORE_KEY, startApp, startSecondServer } from '../../../test/support/app.ts'
import { earnings, expectSoundBooks } from '../../../test/support/books.ts'
import { startFreezer } from '../../../test/support/freezer.ts'
import { untilWaits, whileUnsaved } from '../../../test/support/locks.ts'
import { askForWalletAdd } from '../../../test/world.ts'
import { query } from '../db/connect.ts'

const app = await startApp()
const other = await startSecondServer(app)
const freezer = await startFreezer(app.url)
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
const { shila, tanvir } = app.world.users
afterEach(() => expectSoundBooks(app.db))
afterAll(async () => {
  freezer.close()
  await other.close()
  await app.close()
})

interface Sent {
  readonly status: number
  readonly bytes: string
  readonly replayed: string | null
}

/** As bytes, and whether it is marked as a repeated reply. */
const send = async (url: string, endpoint: Pick<Endpoint, 'path'>, input: object, token: string, key: string): Promise<Sent> => {
  const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': key }
  const reply = await fetch(`${url}/api${endpoint.path}`, { method: 'POST', headers, body: JSON.stringify(input) })
  return { status: reply.status, bytes: await reply.text(), replayed: reply.headers.get('idempotent-replayed') }
}
const repeated = ({ status, bytes }: Sent): Sent => ({ status, bytes, replayed: 'true' })

const withdrawal = { user_id: tanvir, amount: 50, number: '01811000001' }
const withdraw = (url: string, key: string) => send(url, store.withdraw, withdrawal, STORE_KEY, key)
const earn = async (amount: number, key: string) =>
  expect((await send(app.url, store.earn, { user_id: tanvir, amount, reason: 'Cashback' }, STORE_KEY, key)).status).toBe(200)
const earned = async () => (await earnings(app.db, tanvir)).earn_wallet
const withdrawals = async () => (await query(app.db, 'select from withdrawals where user_id = $1', [tanvir])).length

test('a refusal is final for its key: the same bytes, marked, though it would succeed', async () => {
  const first = await withdraw(app.url, 'refused')
  expect([first.status, JSON.parse(first.bytes).code, first.replayed]).toEqual([422, 'insufficient_balance', null])
  await earn(50, 'refused: earned')
  for (const url of [app.url, other.url]) expect(await withdraw(url, 'refused')).toEqual(repeated(first))
  expect([await earned(), await withdrawals()]).toEqual([50, 0])
  expect((await withdraw(app.url, 'a new key')).status).toBe(200)
  expect([await earned(), await withdrawals()]).toEqual([0, 1])
})

test('a refusal with data, and one of a constraint, come again with the same bytes', async () => {
  const order = { user_id: shila, package_id: app.world.packages.gems100, playerid: 'P-9', price: 79 }
  const changed = await send(app.url, store.placeOrder, order, STORE_KEY, 'price')
  expect([changed.status, JSON.parse(changed.bytes)]).toMatchObject([409, { code: 'price_changed', data: { price: 80 } }])
  expect(await send(other.url, store.placeOrder, order, STORE_KEY, 'price')).toEqual(repeated(changed))
  const paid = { user_id: shila, amount: 25, number: '01811000001', trx_id: 'FINAL9KEYS' }
  expect((await send(app.url, store.addWallet, paid, STORE_KEY, 'paid')).status).toBe(200)
  const used = await send(app.url, store.addWallet, paid, STORE_KEY, 'paid again')
  expect([used.status, JSON.parse(used.bytes).code]).toEqual([409, 'trx_id_used'])
  expect(await send(other.url, store.addWallet, paid, STORE_KEY, 'paid again')).toEqual(repeated(used))
})

test('a first copy frozen in its socket gets the second one’s refusal, moves nothing', async () => {
  freezer.freeze()
  const late = withdraw(freezer.url, 'frozen')
  await vi.waitUntil(() => freezer.isHolding())
  const refused = await withdraw(other.url, 'frozen')
  expect(refused.status).toBe(422)
  await earn(50, 'frozen: earned')
  const before = [await earned(), await withdrawals()]
  freezer.thaw()
  expect(await late).toEqual(repeated(refused))
  expect([await earned(), await withdrawals()]).toEqual(before)
})

const SAVE = 'insert into idempotency_keys (actor, key, request_hash, reply, refused) values ($1, $2, $3, $4, $5)'

/** What another copy has stored once it commits. */
const outcomes = [
  {
    name: 'its refusal',
    reply: '{"success":false,"code":"insufficient_balance","message":"No","params":{},"errors":[]}',
    refused: 422,
  },
  { name: 'its success', reply: '{"id":7}', refused: null },
]

test.each(outcomes)('a copy inside its transaction rolls back when another stores $name', async ({ name, reply, refused }) => {
  const key = `inside: ${name}`
  await earn(50, `${key}: earned`)
  const before = [await earned(), await withdrawals()]
  const late = await whileUnsaved(
    app.db,
    () => withdraw(app.url, key),
    () => query(app.db, SAVE, ['store', key, hashOf(), reply, refused]),
  )
  expect([late.status, late.replayed]).toEqual([refused ?? 200, 'true'])
  expect(JSON.parse(late.bytes)).toMatchObject(refused === null ? { data: { id: 7 } } : { code: 'insufficient_balance' })
  expect([await earned(), await withdrawals()]).toEqual(before)
})

test.each(outcomes)('a refused copy not stored yet answers what another stores: $name', async (outcome) => {
  const key = `rolled back: ${outcome.name}`
  const { late } = await app.db.transaction().execute(async (own) => {
    await query(own, SAVE, ['store', key, hashOf({ amount: 5000 }), outcome.reply, outcome.refused])
    const late = send(app.url, store.withdraw, { ...withdrawal, amount: 5000 }, STORE_KEY, key)
    await untilWaits(app.db, 'insert into "idempotency_keys"')
    return { late }
  })
  expect([(await late).status, (await late).replayed]).toEqual([outcome.refused ?? 200, 'true'])
})

const hashOf = (more: object = {}) => {
  const input = store.withdraw.input.parse({ ...withdrawal, ...more })
  return app.vault.digest(JSON.stringify({ route: 'store.withdraw', input }))
}

test('a refusal that cannot be stored is not answered: its key stays free', async () => {
  await query(app.db, 'alter table idempotency_keys add constraint never check (refused is null) not valid')
  const ask = () => send(app.url, store.withdraw, { ...withdrawal, amount: 5_000 }, STORE_KEY, 'unstored')
  const unsure = await ask().finally(() => query(app.db, 'alter table idempotency_keys drop constraint never'))
  expect(unsure.status).toBe(500)
  await earn(5_000, 'unstored: earned')
  expect((await ask()).status).toBe(200)
})

test('rights and invalid requests are asked at each try and stored for none', async () => {
  const id = await askForWalletAdd(app.db, { userId: shila, amount: 25 })
  const approve = (token: string) =>
    send(app.url, walletAdds.setStatus, { transaction_id: id, status: 'completed' }, token, 'mine')
  expect((await approve(karim)).status).toBe(403)
  expect((await send(app.url, store.withdraw, { ...withdrawal, amount: 'x' }, STORE_KEY, 'corrected')).status).toBe(422)
  expect(await query(app.db, `select from idempotency_keys where key in ('mine', 'corrected')`)).toEqual([])
})

test('another request under the key of a refusal learns that nothing was done', async () => {
  await send(app.url, store.withdraw, { ...withdrawal, amount: 9_000 }, STORE_KEY, 'other request')
  const reply = await send(other.url, store.withdraw, { ...withdrawal, amount: 8_000 }, STORE_KEY, 'other request')
  expect([reply.status, JSON.parse(reply.bytes)]).toMatchObject([
    409,
    { code: 'idempotency_key_reused', data: { is_refused: true } },
  ])
})

const approveMany = (url: string, transaction_ids: number[], key: string) =>
  send(url, walletAdds.approveMany, { transaction_ids }, rahim, key)

test('many rows by one key at two servers: one outcome, all but one reply marked', async () => {
  for (let round = 0; round < 4; round++) {
    const ids: number[] = []
    for (let row = 0; row < 12; row++) ids.push(await askForWalletAdd(app.db, { userId: tanvir, amount: 5 }))
    // Of every other set all rows are refused.
    const refused = ids.slice(0, round % 2 ? 12 : 3)
    for (const id of refused) await query(app.db, `update wallet_adds set status = 'cancel', admin_id = 1 where id = $1`, [id])
    const replies = await Promise.all(
      [app.url, other.url, app.url, other.url].map((url) => approveMany(url, ids, `set ${round}`)),
    )
    expect(new Set(replies.map(({ bytes }) => bytes)).size).toBe(1)
    expect(replies.map(({ replayed }) => replayed).sort()).toEqual([null, 'true', 'true', 'true'].sort())
    expect(JSON.parse(replies[0]?.bytes ?? '').data).toMatchObject({
      done: ids.slice(refused.length),
      refused: refused.map((id) => ({ id })),
    })
    const again = await approveMany(other.url, ids, `set ${round}`)
    expect(again).toEqual(repeated(replies[0] as Sent))
  }
})

test('a set frozen in its socket answers what the other server has done', async () => {
  const id = await askForWalletAdd(app.db, { userId: tanvir, amount: 5 })
  await query(app.db, `update wallet_adds set status = 'cancel', admin_id = 1 where id = $1`, [id])
  freezer.freeze()
  const late = approveMany(freezer.url, [id], 'frozen set')
  await vi.waitUntil(() => freezer.isHolding())
  const first = await approveMany(other.url, [id], 'frozen set')
  await query(app.db, `update wallet_adds set status = 'pending' where id = $1`, [id])
  freezer.thaw()
  expect(await late).toEqual(repeated(first))
  const { status } = await app.db.selectFrom('wallet_adds').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  expect(status).toBe('pending')
})

test('a row that failed for the moment is refused for good, as the set’s reply says', async () => {
  const id = await askForWalletAdd(app.db, { userId: tanvir, amount: 5 })
  await query(app.db, 'alter table audit add constraint never check (false) not valid')
  const first = await approveMany(app.url, [id], 'a bug').finally(() => query(app.db, 'alter table audit drop constraint never'))
  expect(JSON.parse(first.bytes).data).toMatchObject({ done: [], refused: [{ id, code: 'something_went_wrong' }] })
  expect(await approveMany(other.url, [id], 'a bug')).toEqual(repeated(first))
  // As if the reply of the set had not been stored.
  await query(app.db, `update idempotency_keys set reply = null where key = 'a bug'`)
  expect((await approveMany(other.url, [id], 'a bug')).bytes).toBe(first.bytes)
  expect(JSON.parse((await approveMany(app.url, [id], 'tried again')).bytes).data.done).toEqual([id])
})
