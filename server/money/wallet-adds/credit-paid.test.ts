import { afterAll, expect, test } from 'vitest'
import { payments } from '#contract/payments.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { addPhone, newTrxId, openWallet, setRule } from '../../../test/payments/shop.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { expectSoundBooks, grant } from '../../../test/support/books.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
await grant(app.db, app.world.admins.karim, ['wallet_adds_view', 'wallet_adds_approve', 'wallet_adds_edit'])
const karim = await app.signIn('karim')
const { shila } = app.world.users
const methodId = app.world.methods.mobipay
await setRule(app, rahim, methodId)
const wallet = openWallet(methodId)
const phone = await addPhone(app, rahim, [methodId])
await phone.send(wallet.pay(1, newTrxId()))
afterAll(() => app.close())

let number = 0
const ask = async (amount: number, trx_id: string): Promise<number> => {
  number += 1
  const input = { user_id: shila, payment_method_id: methodId, amount, number: `0183${String(number).padStart(7, '0')}`, trx_id }
  return (await app.call(store.addWallet, input, STORE_KEY, `add ${number}`)).body.data.id
}
/** A wallet add whose payment says another amount. */
const askAndPay = async (asked: number, paid: number) => {
  const trxId = newTrxId()
  const id = await ask(asked, trxId)
  await phone.send(wallet.pay(paid, trxId))
  return id
}
const show = async (id: number) => (await app.call(walletAdds.show, { id }, rahim)).body.data
const walletOf = async () =>
  (
    await query<{ balance: number }>(app.db, `select balance from accounts where kind = 'user_wallet' and user_id = $1`, [shila])
  )[0]?.balance ?? 0
const credit = (id: number, more = {}, token = rahim, key?: string) =>
  app.call(walletAdds.creditPaid, { id, ...more }, token, key)
const codeOf = ({ status, body }: Awaited<ReturnType<typeof credit>>) => [status, (body as { code?: string }).code]

test('what was paid is credited, and what was asked for stays on record', async () => {
  const [before, id] = [await walletOf(), await askAndPay(80, 70)]
  const seen = await show(id)
  expect(seen).toMatchObject({
    status: 'pending',
    payment: { amount: 70 },
    flags: [{ kind: 'amount_differs', subject: 'payment' }],
  })
  const reply = await credit(id, { expected_amount: 80, expected_paid: 70, expected_flags: seen.flags })
  expect(reply.status).toBe(200)
  expect(await show(id)).toMatchObject({ status: 'completed', amount: 70, flags: [], Admin: { first_name: 'Rahim' } })
  expect(await walletOf()).toBe(before + 70)
  expect((await query(app.db, 'select asked, raised_by from wallet_adds where id = $1', [id]))[0]).toEqual({
    asked: 80,
    raised_by: null,
  })
  const { entries } = (await app.call(walletAdds.timeline, { id }, rahim)).body.data
  expect(entries[0]).toMatchObject({ action: 'walletAdds.creditPaid', facts: { amount: 70, before: { amount: 80 } } })
  await expectSoundBooks(app.db)
})

test('a row that has changed, is unpaid or decided is refused, and nothing moves', async () => {
  const id = await askAndPay(80, 70)
  const before = await walletOf()
  expect(codeOf(await credit(id, { expected_amount: 90 }))).toEqual([409, 'changed'])
  expect(codeOf(await credit(id, { expected_paid: 80 }))).toEqual([409, 'changed'])
  expect(codeOf(await credit(id, { expected_flags: [] }))).toEqual([409, 'new_warnings'])
  expect(codeOf(await credit(await ask(60, newTrxId())))).toEqual([409, 'wallet_add_unpaid'])
  expect(codeOf(await credit(1_000_000))[0]).toBe(404)
  await app.call(walletAdds.setStatus, { transaction_id: id, status: 'cancel' }, rahim)
  expect(codeOf(await credit(id))).toEqual([409, 'transaction_closed'])
  expect(await walletOf()).toBe(before)
})

test('both rights are needed: to approve and to edit', async () => {
  const id = await askAndPay(80, 70)
  await grant(app.db, app.world.admins.nadia, ['wallet_adds_view', 'wallet_adds_approve'])
  const nadia = await app.signIn('nadia')
  const reply = await credit(id, {}, nadia)
  expect([reply.status, (await show(id)).status]).toEqual([403, 'pending'])
})

test('more than was asked for: a phone’s message proves it, a pasted one does not', async () => {
  const trxId = newTrxId()
  const pasted = await ask(50, trxId)
  const proven = await askAndPay(50, 90)
  expect((await credit(proven, {}, karim)).status).toBe(200)
  const text = openWallet(methodId).pay(5_000, trxId)
  await app.call(payments.paste, { payment_method_id: methodId, text }, karim)
  const before = await walletOf()
  const refused = await credit(pasted, {}, karim)
  expect(refused.body).toMatchObject({ code: 'payment_unproven' })
  expect([refused.status, (await show(pasted)).status, await walletOf()]).toEqual([403, 'pending', before])
  expect((await credit(pasted)).status).toBe(200)
  expect(await walletOf()).toBe(before + 5_000)
})

test('what a sub-admin credits above what was asked for counts to the daily limit', async () => {
  const limit = (most: number) => app.db.updateTable('settings').set({ wallet_changes_per_day: most }).execute()
  const [first, second] = [await askAndPay(10, 40), await askAndPay(10, 20)]
  await limit(75)
  // The 40 of the test before, and these 30.
  expect((await credit(first, {}, karim)).status).toBe(200)
  const refused = await credit(second, {}, karim)
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'daily_limit' }])
  expect((await credit(second)).status).toBe(200)
  await limit(0)
})

test('50 of it against 50 approvals: credited once, with one amount or the other', async () => {
  for (const [asked, paid] of [
    [80, 70],
    [70, 80],
  ] as const) {
    const [before, id] = [await walletOf(), await askAndPay(asked, paid)]
    const approve = () => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) => (at % 2 ? credit(id, {}, at % 4 === 1 ? rahim : karim) : approve())),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    // 503 where 100 calls at once wait too long: nothing was changed.
    expect(replies.map(({ status }) => status).filter((status) => ![200, 409, 503].includes(status))).toEqual([])
    const { amount, status } = await show(id)
    expect([status, await walletOf()]).toEqual(['completed', before + amount])
  }
  await expectSoundBooks(app.db)
})

test('wallet adds are filtered by their payments', async () => {
  const [differs, trxId] = [await askAndPay(33, 30), newTrxId()]
  const paid = await ask(34, trxId)
  await phone.send(wallet.pay(34, trxId))
  const none = await ask(35, newTrxId())
  const idsOf = async (payment: string) =>
    (await app.call(walletAdds.list, { payment, status: 'pending', limit: 100 }, rahim)).body.data.transactions.map(
      (row) => row.id,
    )
  const own = [differs, paid, none]
  const found = await Promise.all(
    ['differs', 'paid', 'none'].map(async (state) => (await idsOf(state)).filter((id) => own.includes(id))),
  )
  expect(found).toEqual([[differs], [paid], [none]])
})
