import { afterAll, afterEach, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { earnings, expectSoundBooks, grant } from '../../../test/support/books.ts'

const app = await startApp()
const clerk = app.world.admins.karim
await grant(app.db, clerk, ['withdrawals_view', 'withdrawals_edit', 'withdrawals_approve'])
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const user_id = app.world.users.shila
const number = '01811000001'
const OWN = [{ code: 'own_number', msg: 'You changed its number: another admin must complete it', param: 'status' }]
const ask = async (): Promise<number> => {
  await app.call(store.earn, { user_id, amount: 10, reason: 'Referral' }, STORE_KEY)
  return (await app.call(store.withdraw, { user_id, amount: 10, number }, STORE_KEY)).body.data.id
}
const decide = (id: number, status: 'completed' | 'cancel', token: string) =>
  app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status }, token)
const edit = (id: number, token: string, more: object = {}) =>
  app.call(withdrawals.editRow, { id, amount: 10, status: 'pending', number, ...more }, token)

test('an admin who changed its number cannot complete it, even changed back', async () => {
  const id = await ask()
  expect((await edit(id, karim, { number: '01999000001' })).status).toBe(200)
  const held = await earnings(app.db, user_id)
  const refused = await decide(id, 'completed', karim)
  expect([refused.status, refused.body.errors]).toEqual([403, OWN])
  expect((await edit(id, karim)).status).toBe(200)
  expect((await edit(id, rahim, { amount: 9 })).status).toBe(200)
  expect((await edit(id, karim, { amount: 10 })).status).toBe(200)
  expect((await decide(id, 'completed', karim)).status).toBe(403)
  expect(await earnings(app.db, user_id)).toEqual(held)
  expect((await decide(id, 'completed', rahim)).status).toBe(200)
  expect((await decide(id, 'completed', karim)).status).toBe(409)
  const own = await ask()
  await edit(own, rahim, { number: '01999000002' })
  expect((await decide(own, 'completed', rahim)).status).toBe(200)
})

test('nor by an edit of number and status at once; cancelling and amounts stay free', async () => {
  const id = await ask()
  await edit(id, karim, { number: '01999000001' })
  expect((await decide(id, 'cancel', karim)).status).toBe(200)
  const changed = { number: '01999000001', status: 'completed' }
  for (const more of [changed, { ...changed, number: '01999000003' }, { ...changed, number }]) {
    const { status, body } = await edit(id, karim, more)
    expect([status, body.errors]).toEqual([403, OWN])
  }
  // The customer's number, unchanged, can be paid by the admin who edits the amount.
  const clean = await ask()
  expect((await edit(clean, karim, { amount: 5 })).status).toBe(200)
  expect((await decide(clean, 'completed', karim)).status).toBe(200)
})

test('what another admin changed last can be completed', async () => {
  const id = await ask()
  await edit(id, karim, { number: '01999000001' })
  await edit(id, rahim, { number: '01999000002' })
  expect((await decide(id, 'completed', karim)).status).toBe(200)
})
