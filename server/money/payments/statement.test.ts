import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { expectSoundBooks } from '../../../test/support/books.ts'
import { sendFile } from '../../../test/support/files.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { lockTrxId } from '../../core/payments/match.ts'
import { query } from '../../platform/db/connect.ts'
import { readStatement } from './statement-lines.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

const openMethod = async () => {
  const [row] = await query<{ id: number }>(app.db, `insert into payment_methods (name) values ('Statement wallet') returning id`)
  const methodId = row?.id ?? 0
  await setRule(app, rahim, methodId, { each: 1_000, daily: 100_000 })
  const wallet = openWallet(methodId)
  const phone = await addPhone(app, rahim, [methodId])
  await phone.send(wallet.pay(1, newTrxId()))
  return { methodId, wallet, phone }
}
let number = 0
const ask = async (methodId: number, amount: number, trx_id: string): Promise<number> => {
  const input = {
    user_id: app.world.users.shila,
    payment_method_id: methodId,
    amount,
    number: `0188000${String(number++).padStart(4, '0')}`,
    trx_id,
  }
  return (await app.call(store.addWallet, input, STORE_KEY, `statement ${number}`)).body.data.id
}
/** Today's day in the shop, as a statement writes it. */
const day = new Date(Date.now() + 6 * 3_600_000).toISOString().slice(0, 10).split('-').reverse().join('/')
const time = (minutes: number) => new Date(Date.now() + 6 * 3_600_000 + minutes * 60_000).toISOString().slice(11, 16)
const HEAD = 'Statement of account 01700000000\nDate,Type,TrxID,Sender,Amount (Tk),Status\n'
const line = (trxId: string, amount: number | string, { type = 'Received Money', minutes = 0, status = 'Completed' } = {}) =>
  `${day} ${time(minutes)},${type},${trxId},01811000001,"${amount}",${status}\n`
const compare = (methodId: number, file: string) =>
  sendFile(app, payments.compareStatement, file, { payment_method_id: methodId }, rahim)
const add = (methodId: number, file: string, token = rahim) =>
  sendFile(app, payments.addStatement, file, { payment_method_id: methodId }, token)

test('says what a phone missed, what differs and what it invented', async () => {
  const { methodId, wallet, phone } = await openMethod()
  const [same, differs, missed, invented] = [newTrxId(), newTrxId(), newTrxId(), newTrxId()]
  await phone.send(wallet.pay(100, same))
  await phone.send(wallet.pay(70, differs))
  const forged = await phone.send(wallet.pay(55, invented))
  const file =
    HEAD +
    line(newTrxId(), '1.00', { minutes: -2 }) +
    line(same, '100.00') +
    line(differs, '80.00') +
    line(missed, '1,250.50') +
    line(missed, '1,250.50') +
    line(newTrxId(), '30', { type: 'Cash Out' }) +
    line(newTrxId(), 40, { status: 'Failed' }) +
    `${day},Received Money,,01811000001,50,Completed\n` +
    line(newTrxId(), 2, { minutes: 2 })
  const { status, body } = await compare(methodId, file)
  expect([status, body.message]).toEqual([200, body.message])
  expect(body.data).toMatchObject({
    lines: 5,
    known: 1,
    missed_count: 3,
    missed_amount: 1253.5,
    differs: [{ trx_id: differs, amount: 80, paid: 70 }],
    unknown: expect.arrayContaining([expect.objectContaining({ id: forged.id, trx_id: invented, amount: 55 })]),
    left_out: [
      { line: 8, reason: 'Money that went out' },
      { line: 9, reason: 'Not completed' },
      { line: 10, reason: 'No TrxID' },
    ],
  })
  expect(body.data.missed.map(({ trx_id }) => trx_id)).toContain(missed)
})

test('what was missed is added once and matched; nothing is completed by itself', async () => {
  const { methodId } = await openMethod()
  const trxIds = Array.from({ length: 5 }, newTrxId)
  const adds = await Promise.all(trxIds.slice(0, 3).map((trxId) => ask(methodId, 100, trxId)))
  const file = HEAD + trxIds.map((trxId) => line(trxId, 100)).join('')
  const replies = await Promise.all(Array.from({ length: 4 }, () => add(methodId, file)))
  expect(replies.map(({ status }) => status)).toEqual(Array(4).fill(200))
  expect(replies.reduce((sum, { body }) => sum + body.data.added, 0)).toBe(5)
  expect(replies.reduce((sum, { body }) => sum + body.data.matched, 0)).toBe(3)
  for (const id of adds) {
    expect((await app.call(walletAdds.show, { id }, rahim)).body.data).toMatchObject({
      status: 'pending',
      payment: { amount: 100 },
    })
  }
  expect((await compare(methodId, file)).body.data).toMatchObject({ known: 5, missed_count: 0 })
  const rows = (await app.call(payments.list, { payment_method_id: methodId, limit: 100 }, rahim)).body.data.payments
  const added = rows.filter(({ trx_id }) => trxIds.includes(trx_id))
  expect(added.map(({ flags }) => flags)).toEqual(Array(5).fill(['pasted', 'without_message']))
  await expectSoundBooks(app.db)
})

test('a statement beside the wallet adds that ask for its payments: each is tied', async () => {
  const { methodId } = await openMethod()
  for (let round = 0; round < 5; round++) {
    const trxIds = Array.from({ length: 8 }, newTrxId)
    const file = HEAD + trxIds.map((trxId) => line(trxId, 10)).join('')
    await Promise.all([add(methodId, file), ...trxIds.map((trxId) => ask(methodId, 10, trxId))])
    const [row] = await query<{ n: number }>(
      app.db,
      'select count(*) as n from payments p join wallet_adds w on w.id = p.wallet_add_id and w.trx_id = p.trx_id where p.trx_id = any($1)',
      [trxIds],
    )
    expect(row?.n).toBe(8)
  }
})

test('a statement waits for a wallet add that is just being stored, and ties it', async () => {
  const { methodId } = await openMethod()
  const trxId = newTrxId()
  const adding = await app.db.transaction().execute(async (own) => {
    await lockTrxId(own, methodId, trxId)
    await query(
      own,
      `insert into wallet_adds (user_id, payment_method_id, amount, number, trx_id) values ($1, $2, 10, '01811000001', $3)`,
      [app.world.users.shila, methodId, trxId],
    )
    const answer = add(methodId, HEAD + line(trxId, 10))
    await untilWaits(app.db, 'pg_advisory_xact_lock')
    return { answer }
  })
  expect((await adding.answer).body.data).toEqual({ added: 1, matched: 1 })
})

test('20,000 lines are read and compared in seconds', async () => {
  const { methodId } = await openMethod()
  const file = HEAD + Array.from({ length: 20_000 }, () => line(newTrxId(), 10)).join('')
  const began = performance.now()
  const { status, body } = await compare(methodId, file)
  console.log(`statement: 20,000 lines in ${Math.round(performance.now() - began)} ms`)
  expect([status, body.data.missed_count, body.data.missed.length]).toEqual([200, 20_000, 100])
  const tooLong = await add(methodId, file)
  expect([tooLong.status, tooLong.body.message]).toEqual([
    422,
    'More than 2000 payments are missing. Take a statement of fewer days',
  ])
})

test('a line with no real time is left out, and what cannot be stored is taken out', async () => {
  const { methodId } = await openMethod()
  const wrong = `${day} 25:99,Received Money,${newTrxId()},01811000001,10,Completed\n`
  const { status, body } = await compare(methodId, HEAD + line(newTrxId(), 10) + wrong)
  expect([status, body.data.lines, body.data.left_out]).toEqual([200, 1, [{ line: 4, reason: 'No date' }]])
  const cells = [newTrxId(), '7', '26-11-2026', `\u0000\ud800${'x'.repeat(9_000)}`]
  const [read] =
    readStatement([
      { line: 1, cells: ['TrxID', 'Amount', 'Date', 'Sender'] },
      { line: 2, cells },
    ])?.lines ?? []
  for (const text of [read?.payer ?? '\u0000', read?.text ?? '\u0000']) {
    expect([text.includes('\u0000'), text.isWellFormed(), text.length <= 2_000]).toEqual([false, true, true])
  }
})

test('a file that is no statement, and a caller without the right, are refused', async () => {
  const { methodId } = await openMethod()
  const none = await compare(methodId, 'Name,Phone\nShila,01811000001\n')
  expect([none.status, none.body.message]).toEqual([422, 'No line has the titles of a statement: a TrxID and an amount'])
  const out = await compare(methodId, HEAD + line(newTrxId(), 10, { type: 'Send Money' }))
  expect([out.status, out.body.message]).toEqual([422, 'No line says that money came in'])
  expect((await compare(999_999, HEAD)).status).toBe(422)
  expect((await add(methodId, HEAD + line(newTrxId(), 10), await app.signIn('nadia'))).status).toBe(403)
})

test.each([
  [
    'Nagad',
    ['Txn ID,Date & Time,Transaction Type,Account,Amount', '71ABCD2E,2026-11-26 14:05:11,Money Received,01711000002,BDT 500.00'],
    '71ABCD2E 500 2026-11-26 14:05',
  ],
  [
    'credit and debit',
    ['Transaction No,Date,Details,Debit,Credit', 'CK41111111,11/26/2026 2:05 PM,P2P,,20.50'],
    'CK41111111 20.5 2026-11-26 14:05',
  ],
  ['time apart', ['SL,TrxID,Date,Time,Amount', '1,CK42222222,26 Nov 2026,09:15:00 pm,7'], 'CK42222222 7 2026-11-26 21:15'],
  ['no time', ['TrxID,Amount,Date', 'CK43333333,"1,25,000",26-11-2026'], 'CK43333333 125000 2026-11-26 12:00'],
])('reads a statement with %s', (_, [head = '', row = ''], expected) => {
  const cells = (text: string) =>
    [...text.matchAll(/"([^"]*)"|([^,]+)|(?<=,)(?=,|$)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
  const read = readStatement([
    { line: 1, cells: cells(head) },
    { line: 2, cells: cells(row) },
  ])
  expect(read?.leftOut).toEqual([])
  expect(read?.lines.map(({ trx_id, amount, paid_at }) => `${trx_id} ${amount} ${paid_at}`)).toEqual([expected])
})
