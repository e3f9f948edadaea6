import { afterAll, beforeAll, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { setRule } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { awayFromMidnight, shopDay } from '../../../test/support/midnight.ts'
import { query } from '../../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close({ books: 'broken' }))

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUV'
let made = 0
/** As bKash names a day of the shop; C stands for its year. */
const trxIdOf = (day: string) => {
  const [, month, date] = day.split('-').map(Number)
  return `C${String.fromCharCode(64 + (month ?? 0))}${DIGITS[date ?? 0]}${String(++made).padStart(7, '0')}`
}

/** A payment method with 100 matched payments of these days, as many TrxIDs of which name another one. */
const addMethod = async (wrong: number, wallet: 'bkash' | 'nagad' = 'bkash') => {
  const [row] = await query<{ id: number }>(app.db, `insert into payment_methods (name) values ('Dated') returning id`)
  const methodId = row?.id ?? 0
  await setRule(app, rahim, methodId, { wallet })
  const ids = Array.from({ length: 100 }, (_, at) => trxIdOf(shopDay(at < wrong ? at + 9 : at % 5)))
  const days = Array.from({ length: 100 }, (_, at) => (at < wrong ? at : at % 5))
  await query(
    app.db,
    `with adds as (
       insert into wallet_adds (user_id, payment_method_id, amount, number, trx_id, status)
       select $1, $2, 10, '01811000001', trx_id, 'cancel' from unnest($3::text[]) as trx_id returning id, trx_id
     )
     insert into payments (payment_method_id, text, text_hash, reads, amount, fee, balance, trx_id, paid_at, wallet_add_id)
     select $2, trx_id, sha256(trx_id::bytea), 'credit', 10, 0, 100, trx_id, now() - make_interval(days => days), adds.id
     from unnest($3::text[], $4::int[]) as said (trx_id, days) join adds using (trx_id)`,
    [app.world.users.shila, methodId, ids, days],
  )
  return methodId
}
const flagsOf = async (payment_method_id: number, trx_id: string) => {
  const input = {
    user_id: app.world.users.shila,
    payment_method_id,
    amount: 10,
    number: `0189${String(++made).padStart(7, '0')}`,
    trx_id,
  }
  const { id } = (await app.call(store.addWallet, input, STORE_KEY, `dated ${made}`)).body.data
  return (await app.call(walletAdds.show, { id }, rahim)).body.data.flags.map(({ kind }) => kind)
}

let learned = 0
beforeAll(async () => {
  learned = await addMethod(5)
})

test.each([
  ['today', () => trxIdOf(shopDay()), []],
  ['three days ago', () => trxIdOf(shopDay(3)), []],
  ['a month ago', () => trxIdOf(shopDay(31)), ['trx_id_of_another_day']],
  ['the year before', () => trxIdOf(shopDay()).replace('C', 'B'), ['trx_id_of_another_day']],
  ['no day, 31 February', () => 'CBV0000001', []],
  ['no day, as of another wallet', () => '71ABCD2E', []],
])('a TrxID that names %s', async (_, trxId, flags) => {
  expect(await flagsOf(learned, trxId())).toEqual(flags)
})

test('nothing is flagged where fewer than 95 of 100 agree, or by another wallet', async () => {
  expect(await flagsOf(await addMethod(6), trxIdOf(shopDay(31)))).toEqual([])
  expect(await flagsOf(await addMethod(0, 'nagad'), trxIdOf(shopDay(31)))).toEqual([])
})
