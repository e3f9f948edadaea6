import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { CREDITING, NOT_CREDITING, UNREADABLE } from '../../../test/payments/corpus.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterAll(() => app.close())

const addMethod = async (name: string) => {
  const [row] = await query<{ id: number }>(app.db, 'insert into payment_methods (name) values ($1) returning id', [name])
  return row?.id ?? 0
}
/** A new method, whose balances no other test has moved. */
const bkash = async () => {
  const methodId = await addMethod('bKash')
  await setRule(app, rahim, methodId)
  return { methodId, wallet: openWallet(methodId), phone: await addPhone(app, rahim, [methodId]) }
}
const rowsOf = async (methodId: number) =>
  (await app.call(payments.list, { payment_method_id: methodId, limit: 100 }, rahim)).body.data.payments
const chains = async (methodId: number) => (await rowsOf(methodId)).map(({ chain }) => chain).reverse()

test('a phone’s message waits for its wallet add, and the same again is the same', async () => {
  const { methodId, wallet, phone } = await bkash()
  const message = wallet.pay(500, 'CK00AAAA01')
  const first = await phone.send(message)
  expect(first).toMatchObject({ state: 'waiting', trx_id: 'CK00AAAA01', amount: 500, wallet_add_id: null })
  const other = await addPhone(app, rahim, [methodId])
  expect(await phone.send(message)).toEqual(first)
  expect(await other.send(message.replaceAll('. ', '.\n'))).toEqual(first)
  expect(await other.send(message.replace('Ref order', 'Ref another'))).toEqual(first)
  expect(await rowsOf(methodId)).toHaveLength(1)
})

test('what two forwarder apps send by their templates is read', async () => {
  const { methodId, wallet, phone } = await bkash()
  const more = { sentStamp: '1768556698000', receivedStamp: 1768556698000, sim: 'SIM1' }
  const sent = [
    { from: 'bKash', text: wallet.pay(70, 'CK00AAAA71'), ...more },
    { from: 'bKash', text: wallet.pay(80, 'CK00AAAA72').replaceAll('. ', '.\n') },
  ]
  for (const body of sent) expect((await app.call(payments.receive, body, phone.key)).status).toBe(200)
  expect((await rowsOf(methodId)).map(({ amount, flags, sender }) => [amount, flags, sender])).toEqual([
    [80, [], 'bKash'],
    [70, [], 'bKash'],
  ])
})

test('two payments of the same second are two', async () => {
  const { methodId, wallet, phone } = await bkash()
  await phone.send(wallet.pay(500, 'CK00AAAA02'))
  await phone.send(wallet.pay(500, 'CK00AAAA03'))
  expect(await rowsOf(methodId)).toHaveLength(2)
})

test('the same TrxID with another amount is kept beside the first, which is flagged', async () => {
  const { methodId, wallet, phone } = await bkash()
  const first = await phone.send(wallet.pay(500, 'CK00AAAA04'))
  const second = await phone.send(wallet.pay(900, 'CK00AAAA04'))
  expect(second).toMatchObject({ state: 'conflict', amount: 900 })
  expect((await rowsOf(methodId)).map(({ id, state, amount, flags }) => [id, state, amount, flags])).toEqual([
    [second.id, 'conflict', 900, []],
    [first.id, 'waiting', 500, ['contradicted']],
  ])
})

test('no message is dropped: the whole corpus is stored, by any forwarder’s fields', async () => {
  const methods: number[] = []
  for (const wallet of ['bkash', 'nagad', 'rocket', 'upay'] as const) {
    methods.push(await addMethod(wallet))
    await setRule(app, rahim, methods.at(-1) ?? 0, { wallet })
  }
  const { key } = await addPhone(app, rahim, methods)
  const names = ['text', 'message', 'sms', 'body']
  const texts = [...CREDITING, ...NOT_CREDITING].map(([, text]) => text).concat(UNREADABLE)
  const states: string[] = []
  for (const [at, text] of texts.entries()) {
    const { status, body } = await app.call(
      payments.receive,
      { from: 16216, timestamp: 1_764_000_000, [names[at % 4] ?? '']: text },
      key,
    )
    expect([text, status]).toEqual([text, 200])
    states.push(body.data.state)
  }
  expect(states.slice(0, CREDITING.length)).toEqual(CREDITING.map(() => 'waiting'))
  const others = states.slice(CREDITING.length)
  expect(others.slice(0, NOT_CREDITING.length)).toEqual(NOT_CREDITING.map(() => 'ignored'))
  expect(others.slice(NOT_CREDITING.length)).toEqual(UNREADABLE.map(() => 'unread'))
  const [{ codes } = { codes: 0 }] = await query<{ codes: number }>(
    app.db,
    `select count(*) as codes from payments where kind = 'code' and text ~ '[0-9]{4}'`,
  )
  expect(codes).toBe(0)
})

test('a revoked key opens nothing more, nor does any other one', async () => {
  const { phone } = await bkash()
  await phone.send('Hello')
  expect((await app.call(payments.revokePhone, { id: phone.id }, rahim)).status).toBe(200)
  for (const key of [phone.key, rahim, 'x', undefined])
    expect((await app.call(payments.receive, { text: 'Hello' }, key)).body).toMatchObject({ code: 'phone_key_wrong' })
  const keys = await query(app.db, `select 1 from payment_phones where key_hash::text like '%' || $1 || '%'`, [phone.key])
  expect(keys).toEqual([])
  const { data } = (await app.call(payments.phones, {}, rahim)).body.data
  expect(data.find(({ id }) => id === phone.id)).toMatchObject({ name: 'Counter phone', last_at: expect.any(String) })
})

test('a message that is no wallet’s, has another sender or is not whole is flagged', async () => {
  const { methodId, wallet, phone } = await bkash()
  await phone.send(wallet.pay(1, newTrxId()), { sender: '01799999999' })
  await phone.send('', { amount: '1,250.00', trx_id: 'trxid ck00aaaa09', number: 1811000001 })
  await phone.send('Tk1.00 received from A/C:***123 Balance: Tk5.00 TxnId:1234567890 Date:26-NOV-26 12:30:00 am.', {
    payment_method_id: methodId,
  })
  await app.call(payments.paste, { payment_method_id: methodId, text: wallet.pay(2, newTrxId()) }, rahim)
  expect((await rowsOf(methodId)).map(({ flags }) => flags).reverse()).toEqual([
    ['unknown_sender'],
    ['without_message', 'without_date'],
    ['other_wallet'],
    ['pasted'],
  ])
  const { id } = await phone.send('Tk1.00 received from A/C:***123 Balance: Tk6.00 TxnId:1234567899 Date:26-NOV-26 12:30:00 am.')
  expect((await app.call(payments.list, { q: `#${id}` }, rahim)).body.data.payments).toMatchObject([
    { payment_method: null, state: 'waiting', flags: ['method_unknown'] },
  ])
})

test('each balance follows from the one before; a cash-out does not break that', async () => {
  const { methodId, wallet, phone } = await bkash()
  await phone.send(wallet.pay(500, newTrxId()))
  await phone.send(wallet.pay(100, newTrxId()))
  await phone.send(wallet.cashOut(300, newTrxId()))
  await phone.send(wallet.pay(70, newTrxId()))
  expect(await chains(methodId)).toEqual(['first', 'linked', 'linked', 'linked'])
})

test('a balance that does not follow says what is missing, and a late message heals it', async () => {
  const { methodId, wallet, phone } = await bkash()
  await phone.send(wallet.pay(500, newTrxId()))
  const late = wallet.pay(100, newTrxId())
  await phone.send(wallet.pay(70, newTrxId()))
  await phone.send(wallet.pay(80, newTrxId()))
  expect(await chains(methodId)).toEqual(['first', 'credit_missed', 'credit_missed'])
  await phone.send(late)
  expect(await chains(methodId)).toEqual(['first', 'linked', 'linked', 'linked'])
  wallet.lose(400)
  await phone.send(wallet.pay(10, newTrxId()))
  expect((await chains(methodId)).at(-1)).toBe('debit_missed')
})

test('two forged messages do not vouch for each other, and leave the true ones alone', async () => {
  const { methodId, wallet, phone } = await bkash()
  await phone.send(wallet.pay(500, newTrxId()))
  const forger = openWallet(methodId)
  forger.lose(400)
  await phone.send(forger.pay(5_000, newTrxId()))
  await phone.send(forger.pay(5_000, newTrxId()))
  await phone.send(wallet.pay(100, newTrxId()))
  expect(await chains(methodId)).toEqual(['first', 'debit_missed', 'credit_missed', 'linked'])
})

test('only a super admin adds phones and rules', async () => {
  const nadia = await app.signIn('nadia')
  expect((await app.call(payments.phones, {}, karim)).status).toBe(403)
  expect((await app.call(payments.setRule, { id: 1, wallet: 'bkash' }, karim)).status).toBe(403)
  expect((await app.call(payments.list, {}, nadia)).status).toBe(403)
})

test('payments are found by TrxID, message, payer, number, phone and day', async () => {
  const { methodId, wallet, phone } = await bkash()
  const [id, other] = [newTrxId(), newTrxId()]
  const message = wallet.pay(510, id)
  const first = await phone.send(message)
  const second = await phone.send(wallet.pay(70, other).replaceAll('01811000001', '01811000077'))
  const find = async (filters: Record<string, unknown>) =>
    (await app.call(payments.list, { payment_method_id: methodId, ...filters }, rahim)).body.data.payments.map((row) => row.id)
  const today = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10)
  expect({
    trxId: await find({ q: id.toLowerCase() }),
    message: await find({ q: message }),
    payer: await find({ q: '01811000077' }),
    number: await find({ q: `#${first.id}` }),
    phone: await find({ phone_id: phone.id }),
    otherPhone: await find({ phone_id: phone.id + 1_000 }),
    state: await find({ state: 'ignored' }),
    today: await find({ from: today, to: today }),
    before: await find({ to: '2020-01-01' }),
  }).toEqual({
    trxId: [first.id],
    message: [first.id],
    payer: [second.id],
    number: [first.id],
    phone: [second.id, first.id],
    otherPhone: [],
    state: [],
    today: [second.id, first.id],
    before: [],
  })
})

test('a payment shows its balance, what it follows from and what it may be for', async () => {
  const { methodId, wallet, phone } = await bkash()
  const first = await phone.send(wallet.pay(500, newTrxId()))
  const { shila } = app.world.users
  const ask = async (amount: number, trx_id: string) => {
    const input = { user_id: shila, payment_method_id: methodId, amount, number: '01811000001', trx_id }
    return (await app.call(store.addWallet, input, STORE_KEY, trx_id)).body.data.id
  }
  const [near, same] = [await ask(80, newTrxId()), await ask(70, newTrxId())]
  const second = await phone.send(wallet.pay(70, newTrxId()))
  const show = async (id: number) => (await app.call(payments.show, { id }, rahim)).body.data
  const shown = await show(second.id)
  expect(shown.payment).toMatchObject({ state: 'waiting', chain: 'linked', balance: 1_570, balance_before: 1_500, fee: 0 })
  expect(shown.before).toMatchObject({ id: first.id, balance: 1_500 })
  expect(shown.candidates.map(({ id, amount, username }) => ({ id, amount, username }))).toEqual([
    { id: same, amount: 70, username: 'shila' },
    { id: near, amount: 80, username: 'shila' },
  ])
  await app.call(payments.match, { id: second.id, wallet_add_id: near, reason: 'Wrong TrxID' }, rahim)
  const tied = await show(second.id)
  expect(tied.payment).toMatchObject({ state: 'differs', wallet_add: { amount: 80, status: 'pending', username: 'shila' } })
  expect([tied.candidates, (await show(first.id)).candidates.map(({ id }) => id)]).toEqual([[], [same]])
})

test('pasted messages are read one after another, and nothing is stored', async () => {
  const wallet = openWallet(1)
  const [one, two, three] = [wallet.pay(500, newTrxId()), wallet.cashOut(20, newTrxId()), wallet.pay(70, newTrxId())]
  const read = async (text: string) =>
    (await app.call(payments.read, { text }, rahim)).body.data.messages.map(({ reads, amount }) => ({ reads, amount }))
  const each = [
    { reads: 'credit', amount: 500 },
    { reads: 'debit', amount: 20 },
    { reads: 'credit', amount: 70 },
  ]
  const countRows = async () => (await query(app.db, 'select id from payments')).length
  const before = await countRows()
  expect(await read([one, two, three].join('\n'))).toEqual(each)
  expect(await read(`${one.replace('. TrxID', '.\nTrxID')}\n\n${two}\r\n \r\n${three}\n`)).toEqual(each)
  expect(await read(`${one}\nand some words`)).toEqual([{ reads: 'unread', amount: null }])
  expect(await countRows()).toBe(before)
})
