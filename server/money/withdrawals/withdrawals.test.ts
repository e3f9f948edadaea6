import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { store } from '#contract/store.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { balanceOf, earnings, expectSoundBooks, grant, journalsOf } from '../../../test/support/books.ts'
import { untilWaits, whileUnsaved } from '../../../test/support/locks.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
await grant(app.db, app.world.admins.karim, ['withdrawals_view', 'withdrawals_edit'])
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const user = () => app.world.users.shila
const money = () => earnings(app.db, user())
const earn = (amount: number) => app.call(store.earn, { user_id: user(), amount, reason: 'Referral' }, STORE_KEY)
const ask = (amount: number) => app.call(store.withdraw, { user_id: user(), amount, number: '01811000001' }, STORE_KEY)
const decide = (id: number, status: 'completed' | 'cancel' | 'pending', token = rahim) =>
  app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status }, token)
const edit = (id: number, more: object, token = rahim) =>
  app.call(withdrawals.editRow, { id, number: '01811000001', ...more }, token)

test('the store credits earnings, and a request moves them to the hold', async () => {
  expect((await earn(500)).body.data).toEqual({ user_id: user(), amount: 500, earn_wallet: 500 })
  const { body } = await ask(200)
  expect(body.data).toMatchObject({ user_id: user(), amount: 200, status: 'pending' })
  expect(await money()).toEqual({ earn_wallet: 300, earn_hold: 200 })
  const tooMuch = await ask(300.01)
  expect([tooMuch.status, tooMuch.body.message]).toEqual([422, 'Insufficient balance'])
  expect(await money()).toEqual({ earn_wallet: 300, earn_hold: 200 })
})

test('completed pays the hold out of the store, never out of the admin’s wallet', async () => {
  const cash = await balanceOf(app.db, { adminId: app.world.admins.rahim })
  const { id } = (await ask(50)).body.data
  expect((await decide(id, 'completed', karim)).status).toBe(403)
  expect((await decide(id, 'completed')).body.message).toBe('Transaction updated successfully')
  expect(await money()).toEqual({ earn_wallet: 250, earn_hold: 200 })
  expect(await balanceOf(app.db, { adminId: app.world.admins.rahim })).toBe(cash)
  const again = await decide(id, 'cancel')
  expect([again.status, again.body.message]).toEqual([409, 'This transaction can no longer be changed'])
  expect(again.body.data).toMatchObject({ transaction: { id, status: 'completed', Admin: { first_name: 'Rahim' } } })
  expect((await edit(id, { amount: 50, status: 'completed' })).status).toBe(409)
})

test('of fifty cancels at once one gives the hold back', async () => {
  const { id } = (await ask(100)).body.data
  const before = await money()
  const replies = await Promise.all(Array.from({ length: 50 }, () => decide(id, 'cancel')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(49)
  expect(await money()).toEqual({ earn_wallet: before.earn_wallet + 100, earn_hold: before.earn_hold - 100 })
  expect(await journalsOf(app.db, 'withdrawal', id)).toEqual(['requested', 'cancelled'])
})

test('what goes out, and where to, is what the approver saw', async () => {
  const { id } = (await ask(60)).body.data
  const before = await money()
  expect((await edit(id, { amount: 60, status: 'pending', number: '01999999999' }, karim)).status).toBe(200)
  const decideSeen = (seen: object, status = 'completed') =>
    app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status, ...seen }, rahim)
  for (const seen of [{ expected_number: '01811000001' }, { expected_amount: 59 }, { expected_number: '' }]) {
    const refused = await decideSeen({ expected_amount: 60, ...seen })
    expect([refused.status, refused.body.message]).toEqual([409, 'This has changed. Review it and try again.'])
    expect(refused.body.data).toMatchObject({ transaction: { id, amount: 60, number: '01999999999', status: 'pending' } })
  }
  expect(await money()).toEqual(before)
  expect((await decideSeen({ expected_amount: 60, expected_number: '01999999999' }, 'cancel')).status).toBe(200)
})

describe('the pencil', () => {
  test('an edit moves the difference if pending, nothing if cancelled, all if reopened', async () => {
    const start = await money()
    const { id } = (await ask(40)).body.data
    await edit(id, { amount: 60, status: 'pending', expected_amount: 40 })
    expect(await money()).toEqual({ earn_wallet: start.earn_wallet - 60, earn_hold: start.earn_hold + 60 })
    await edit(id, { amount: 10, status: 'pending' }, karim)
    expect(await money()).toEqual({ earn_wallet: start.earn_wallet - 10, earn_hold: start.earn_hold + 10 })
    expect((await edit(id, { amount: 10, status: 'pending', expected_amount: 60 })).status).toBe(409)
    await decide(id, 'cancel')
    // Opened while it was pending: that must not ask for the money again.
    expect((await edit(id, { amount: 10, status: 'pending', expected_status: 'pending' })).status).toBe(409)
    expect(await money()).toEqual(start)
    await edit(id, { amount: 5_000, status: 'cancel', expected_status: 'cancel' })
    expect(await money()).toEqual(start)
    const forbidden = await edit(id, { amount: 5_000, status: 'pending' }, karim)
    expect([forbidden.status, forbidden.body.errors?.[0]?.param]).toEqual([403, 'status'])
    expect((await edit(id, { amount: 5_000, status: 'pending' })).status).toBe(422)
    expect((await edit(id, { amount: 30, status: 'completed' })).status).toBe(200)
    expect(await money()).toEqual({ earn_wallet: start.earn_wallet - 30, earn_hold: start.earn_hold })
    const kinds = ['requested', 'edited', 'edited', 'cancelled', 'requested', 'completed']
    expect(await journalsOf(app.db, 'withdrawal', id)).toEqual(kinds)
  })

  test('waits for another admin who is saving another number, and is then refused', async () => {
    const { id } = (await ask(1)).body.data
    const { late } = await app.db.transaction().execute(async (own) => {
      await query(own, `update withdrawals set number = '01999000002' where id = $1`, [id])
      const late = edit(id, { amount: 1, status: 'pending', number: '01999000003', expected_number: '01811000001' })
      await untilWaits(app.db, 'withdrawals')
      return { late }
    })
    expect(await late).toMatchObject({ status: 409, body: { data: { transaction: { id, number: '01999000002' } } } })
    expect((await decide(id, 'cancel')).status).toBe(200)
  })
})

test('a number that an admin changed is flagged for the admin who pays', async () => {
  const { id } = (await ask(1)).body.data
  const flags = async () => (await app.call(withdrawals.show, { id }, rahim)).body.data.flags.map(({ kind }) => kind)
  expect((await edit(id, { amount: 1, status: 'pending' }, karim)).status).toBe(200)
  expect(await flags()).not.toContain('edited_by_admin')
  expect((await edit(id, { amount: 1, status: 'pending', number: '01999000001' }, karim)).status).toBe(200)
  expect(await flags()).toContain('edited_by_admin')
  // It was looked at before, and this is said before the money goes to another number.
  const unaware = { withdraw_earn_wallet_id: id, status: 'completed', expected_flags: [] } as const
  expect((await app.call(withdrawals.setStatus, unaware, rahim)).body.message).toBe(MESSAGES.new_warnings)
  expect((await decide(id, 'cancel')).status).toBe(200)
  // It may be opened again, and paid at once, by the pencil.
  expect(await flags()).toContain('edited_by_admin')
  const pencil = { amount: 1, status: 'completed', number: '01999000001' } as const
  expect((await edit(id, { ...pencil, expected_flags: [] })).body.message).toBe(MESSAGES.new_warnings)
  const seen = (await app.call(withdrawals.show, { id }, rahim)).body.data.flags
  expect((await edit(id, { ...pencil, expected_flags: seen })).status).toBe(200)
  expect(await flags()).not.toContain('edited_by_admin')
})

test('Cancel All gives back every hold up to the dialog’s last row', async () => {
  const start = await money()
  const last = (await ask(20)).body.data.id
  const later = (await ask(1)).body.data.id
  const { body } = await app.call(withdrawals.pending, {}, rahim)
  expect(body.data).toMatchObject({ up_to_id: later })
  const cancelled = await app.call(withdrawals.cancelAll, { up_to_id: last }, rahim)
  expect(cancelled.body).toMatchObject({ message: `Total cancelled ${body.data.count - 1} transaction.` })
  expect(cancelled.body.data.sum).toBe(body.data.sum - 1)
  expect(await money()).toEqual({ earn_wallet: start.earn_wallet + start.earn_hold - 1, earn_hold: 1 })
})

test('Cancel All leaves what was edited since its dialog opened', async () => {
  const { id } = (await ask(1)).body.data
  const { up_to_id, as_of } = (await app.call(withdrawals.pending, {}, rahim)).body.data
  const { amount } = (await edit(id, { amount: 2, status: 'pending' })).body.data
  expect(amount).toBe(2)
  await app.call(withdrawals.cancelAll, { up_to_id: up_to_id ?? 0, as_of }, rahim)
  const { transactions } = (await app.call(withdrawals.list, { status: 'pending' }, rahim)).body.data
  expect(transactions.map((row) => row.id)).toEqual([id])
  expect((await money()).earn_hold).toBe(2)
  await edit(id, { amount: 1, status: 'pending' })
})

test('Cancel All leaves what was just being edited while its dialog counted', async () => {
  const { id } = (await ask(1)).body.data
  const counts = async () => (await app.call(withdrawals.pending, {}, rahim)).body.data
  let counted = await counts()
  const change = () => edit(id, { amount: 2, status: 'pending' })
  const { body } = await whileUnsaved(app.db, change, async () => {
    counted = await counts()
  })
  expect(body.data.amount).toBe(2)
  const cancel = async ({ up_to_id, as_of, unseen }: typeof counted) =>
    (await app.call(withdrawals.cancelAll, { up_to_id: up_to_id ?? 0, as_of, unseen }, rahim)).body.data
  expect(await cancel(counted)).toMatchObject({ total: counted.count - 1 })
  const { transactions } = (await app.call(withdrawals.list, { status: 'pending' }, rahim)).body.data
  expect(transactions.map((row) => row.id)).toEqual([id])
  expect(await cancel(await counts())).toMatchObject({ total: 1, sum: 2 })
})

test('ten times the balance asked for at once is paid at most once', async () => {
  const { earn_wallet, earn_hold } = await money()
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask(earn_wallet)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(9)
  expect(await money()).toEqual({ earn_wallet: 0, earn_hold: earn_hold + earn_wallet })
})

test('the list has the wallet adds’ columns, pending first', async () => {
  const { body } = await app.call(withdrawals.list, { limit: 100 }, karim)
  expect(body.data.total).toBe(body.data.transactions.length)
  expect(body.data.transactions[0]).toMatchObject({
    status: 'pending',
    payment_method: null,
    trx_id: '',
    User: { username: 'shila' },
  })
  expect((await app.call(withdrawals.list, { q: 'tanvir' }, karim)).body.data.total).toBe(0)
})

/** A withdrawal of tanvir's, and how the earn wallet is frozen. */
const askOfTanvir = async () => {
  const { tanvir } = app.world.users
  await app.call(store.earn, { user_id: tanvir, amount: 40, reason: 'Referral' }, STORE_KEY)
  const { id } = (await app.call(store.withdraw, { user_id: tanvir, amount: 30, number: '01811000003' }, STORE_KEY)).body.data
  const freeze = (frozen_reason: string | null) =>
    app.db
      .updateTable('accounts')
      .set({ frozen_reason })
      .where('user_id', '=', tanvir)
      .where('kind', '=', 'earn_wallet')
      .execute()
  return { id, freeze }
}

test('a frozen customer is not paid out', async () => {
  const { id, freeze } = await askOfTanvir()
  await freeze('Being looked at')
  const refused = await decide(id, 'completed')
  expect([refused.status, refused.body.message]).toEqual([503, 'This wallet is frozen until this is fixed: Being looked at'])
  await freeze(null)
  expect((await decide(id, 'completed')).status).toBe(200)
})

test('a customer who is frozen while a payout waits for its row is not paid out', async () => {
  const { id, freeze } = await askOfTanvir()
  const { late } = await app.db.transaction().execute(async (own) => {
    await query(own, 'select from withdrawals where id = $1 for update', [id])
    const late = decide(id, 'completed')
    await untilWaits(app.db, 'from withdrawals')
    await freeze('Being looked at')
    return { late }
  })
  expect((await late).status).toBe(503)
  await freeze(null)
  expect((await decide(id, 'cancel')).status).toBe(200)
})

test('Cancel All skips the withdrawals of a frozen customer and says so', async () => {
  const { shila, tanvir } = app.world.users
  const taken: number[] = []
  for (const user_id of [shila, tanvir]) {
    await app.call(store.earn, { user_id, amount: 40, reason: 'Referral' }, STORE_KEY)
    const requested = await app.call(store.withdraw, { user_id, amount: 30, number: '01811000003' }, STORE_KEY)
    taken.push(requested.body.data.id)
  }
  const freeze = (reason: string | null) =>
    app.db.updateTable('accounts').set({ frozen_reason: reason }).where('user_id', '=', shila).execute()
  const held = (await earnings(app.db, shila)).earn_hold
  await freeze('Being looked at')
  const { body } = await app.call(withdrawals.cancelAll, {}, rahim)
  expect(body).toMatchObject({ message: 'Total cancelled 1 transaction.', data: { total: 1, sum: 30 } })
  expect(body.data.left_pending).toBeGreaterThan(0)
  // A line under the one that was cancelled, and none under those that were left.
  const lines = await app.db
    .selectFrom('audit')
    .select(['subject_id', 'facts'])
    .where('action', '=', 'withdrawals.cancelAll')
    .orderBy('id', 'desc')
    .limit(2)
    .execute()
  expect(new Set(lines.map((line) => line.subject_id))).toEqual(new Set([null, taken[1]]))
  expect(lines.find((line) => line.subject_id !== null)?.facts).toEqual({ status: 'cancel', before: { status: 'pending' } })
  expect((await earnings(app.db, shila)).earn_hold).toBe(held)
  expect((await earnings(app.db, tanvir)).earn_hold).toBe(0)
  await freeze(null)
  expect((await app.call(withdrawals.cancelAll, {}, rahim)).body.data).toMatchObject({ left_pending: 0 })
  expect((await earnings(app.db, shila)).earn_hold).toBe(0)
})
