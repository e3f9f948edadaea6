import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { awayFromMidnight, shopDay } from '../../../test/support/midnight.ts'
import { query } from '../../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
const rahim = await app.signIn('rahim')
const [added] = await query<{ id: number }>(app.db, `insert into payment_methods (name) values ('Day wallet') returning id`)
const methodId = added?.id ?? 0
await setRule(app, rahim, methodId)
const wallet = openWallet(methodId)
const phone = await addPhone(app, rahim, [methodId])
afterAll(() => app.close())

let number = 0
const ask = async (amount: number, trx_id: string): Promise<number> => {
  const input = { user_id: app.world.users.shila, payment_method_id: methodId, amount, number: `0187000000${number++}`, trx_id }
  return (await app.call(store.addWallet, input, STORE_KEY, `day ${number}`)).body.data.id
}
const approve = (id: number) => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)

test('the day of a payment method: each figure is that of its list', async () => {
  const [paid, differs, unasked, unpaid] = [newTrxId(), newTrxId(), newTrxId(), newTrxId()]
  await phone.send(wallet.pay(100, paid))
  await approve(await ask(100, paid))
  await phone.send(wallet.pay(70, differs))
  await ask(80, differs)
  await phone.send(wallet.pay(55.5, unasked))
  await phone.send(wallet.cashOut(20, newTrxId()))
  await phone.send('bKash: You have received Tk 1.00 and Tk 2.00', { payment_method_id: methodId })
  await approve(await ask(40, unpaid))
  const day = shopDay()
  const [method, ...others] = (await app.call(payments.day, { day }, rahim)).body.data.data
  expect(others).toEqual([])
  expect(method).toMatchObject({
    payment_method: { id: methodId },
    received: { count: 3, amount: 225.5 },
    credited: { count: 1, amount: 100 },
    without_payment: { count: 1, amount: 40 },
  })
  expect(method?.states.map(({ state }) => state)).toEqual(['differs', 'ignored', 'matched', 'unread', 'waiting'])
  for (const { state, count, amount } of method?.states ?? []) {
    const input = { payment_method_id: methodId, state, from: day, to: day, limit: 100 }
    const rows = (await app.call(payments.list, input, rahim)).body.data.payments
    expect([state, rows.length, rows.reduce((sum, row) => sum + (row.amount ?? 0), 0)]).toEqual([state, count, amount])
  }
  const [before] = (await app.call(payments.day, { day: '2026-03-04' }, rahim)).body.data.data
  expect(before).toMatchObject({ received: { count: 0, amount: 0 }, states: [], without_payment: { count: 0 } })
})
