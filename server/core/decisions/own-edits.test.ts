import { afterAll, afterEach, expect, test } from 'vitest'
import { audit } from '#contract/audit.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { balanceOf, expectSoundBooks, grant } from '../../../test/support/books.ts'
import { hireAdmin } from '../../../test/support/hired-admins.ts'
import { awayFromMidnight } from '../../../test/support/midnight.ts'
import { askForWalletAdd } from '../../../test/world.ts'
import { MODULE_KEYS } from '../../platform/context.ts'
import { query } from '../../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
const rahim = await app.signIn('rahim')
const hire = async () => {
  const admin = await hireAdmin(app)
  await grant(app.db, admin.id, MODULE_KEYS)
  return admin
}
const [one, two] = [await hire(), await hire()]
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const NUMBER = '01811000001'
const OTHER = '01999000001'
const user_id = app.world.users.shila
const OWN_NUMBER = 'You changed its number: another admin must complete it'
const OWN_RAISE = 'You raised its amount: another admin must complete it'
const limit = (most: number) => app.db.updateTable('settings').set({ wallet_changes_per_day: most }).execute()

/** A pending row of 10 tk of each kind, its calls, and its number. */
const KINDS = {
  wallet_add: {
    calls: walletAdds,
    id: 'transaction_id',
    ask: () => askForWalletAdd(app.db, { userId: user_id, amount: 10, number: NUMBER }),
  },
  withdrawal: {
    calls: withdrawals,
    id: 'withdraw_earn_wallet_id',
    ask: async () => {
      await app.call(store.earn, { user_id, amount: 100, reason: 'Referral' }, STORE_KEY)
      return (await app.call(store.withdraw, { user_id, amount: 10, number: NUMBER }, STORE_KEY)).body.data.id
    },
  },
  hand_over: {
    calls: handOvers,
    id: 'transaction_id',
    ask: async () => {
      const add = await askForWalletAdd(app.db, { userId: user_id, amount: 100 })
      const owner = await hire()
      await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, owner.token)
      return (await app.call(handOvers.request, { amount: 10, number: NUMBER }, owner.token)).body.data.id
    },
  },
} as const
type Kind = keyof typeof KINDS

const complete = (kind: Kind, id: number, token: string) =>
  app.call(KINDS[kind].calls.setStatus, { [KINDS[kind].id]: id, status: 'completed' }, token)
const cancel = (kind: Kind, id: number, token: string) =>
  app.call(KINDS[kind].calls.setStatus, { [KINDS[kind].id]: id, status: 'cancel' }, token)
const edit = async (kind: Kind, id: number, to: object, token: string) => {
  const { status, body } = await app.call(
    KINDS[kind].calls.editRow,
    { id, amount: 10, status: 'pending', number: NUMBER, ...to },
    token,
  )
  return status === 200 ? 200 : body.message
}
const completed = async (kind: Kind, id: number, token: string) => {
  const { status, body } = await complete(kind, id, token)
  return status === 200 ? 200 : body.message
}

test.each(Object.keys(KINDS) as Kind[])(
  'the admin who raised the amount of a %s does not complete it, another one does',
  async (kind) => {
    const id = await KINDS[kind].ask()
    expect(await edit(kind, id, { amount: 11 }, one.token)).toBe(200)
    expect(await completed(kind, id, one.token)).toBe(OWN_RAISE)
    // Less than before, but still more than was asked for.
    expect(await edit(kind, id, { amount: 10.5 }, two.token)).toBe(200)
    expect(await completed(kind, id, one.token)).toBe(OWN_RAISE)
    expect(await completed(kind, id, two.token)).toBe(200)

    const taken = await KINDS[kind].ask()
    await edit(kind, taken, { amount: 9 }, one.token)
    // What was asked for is no raise, though another admin had asked for less.
    await edit(kind, taken, { amount: 10 }, one.token)
    expect(await completed(kind, taken, one.token)).toBe(200)
  },
)

test.each(Object.keys(KINDS) as Kind[])(
  'nor one who changed the number of a %s, nor by pencil, nor by reopening it',
  async (kind) => {
    const id = await KINDS[kind].ask()
    expect(await edit(kind, id, { number: OTHER }, one.token)).toBe(200)
    expect(await edit(kind, id, { amount: 11, number: OTHER }, two.token)).toBe(200)
    expect(await completed(kind, id, one.token)).toBe(OWN_NUMBER)
    expect(await completed(kind, id, two.token)).toBe(OWN_RAISE)
    expect((await cancel(kind, id, one.token)).status).toBe(200)
    for (const to of [{ number: OTHER }, { amount: 12 }, {}]) {
      expect(await edit(kind, id, { amount: 11, ...to, status: 'completed' }, one.token)).toBe(OWN_NUMBER)
    }
    expect(await edit(kind, id, { amount: 11, number: OTHER, status: 'completed' }, two.token)).toBe(OWN_RAISE)
    // The third opens what two have changed: now it is their raise.
    const three = await hire()
    expect(await edit(kind, id, { amount: 11, number: OTHER, status: 'completed' }, three.token)).toBe(OWN_RAISE)
    expect(await edit(kind, id, { amount: 11, number: OTHER }, three.token)).toBe(200)
    expect(await completed(kind, id, three.token)).toBe(OWN_RAISE)
    expect(await completed(kind, id, two.token)).toBe(200)
  },
)

test('a set completes none of them either', async () => {
  const [own, plain] = [await KINDS.wallet_add.ask(), await KINDS.wallet_add.ask()]
  await edit('wallet_add', own, { amount: 11 }, one.token)
  const { body } = await app.call(walletAdds.approveMany, { transaction_ids: [own, plain] }, one.token)
  expect(body.data).toMatchObject({ done: [plain], refused: [{ id: own, reason: OWN_RAISE }] })
})

test('a number that was missing may be filled in', async () => {
  const id = await askForWalletAdd(app.db, { userId: user_id, amount: 10, number: '' })
  expect(await edit('wallet_add', id, { number: OTHER }, one.token)).toBe(200)
  expect(await completed('wallet_add', id, one.token)).toBe(200)
})

test.each(Object.keys(KINDS) as Kind[])(
  'a super admin completes their own %s, and the dashboard and the log say so',
  async (kind) => {
    const count = async (token: string) => (await app.call(pendingCounts.show, {}, token)).body.data.self_approved
    const before = (await count(rahim)) ?? 0
    const id = await KINDS[kind].ask()
    await edit(kind, id, { amount: 11 }, rahim)
    expect(await count(rahim)).toBe(before)
    expect(await completed(kind, id, rahim)).toBe(200)
    expect([await count(rahim), await count(one.token)]).toEqual([before + 1, null])
    const { data, total } = (await app.call(audit.list, { q: 'self_approved' }, rahim)).body.data
    expect(total).toBe(before + 1)
    expect(data[0]).toMatchObject({ subject: kind, subject_id: id, facts: { self_approved: true, status: 'completed' } })
  },
)

test('a raise counts against the daily limit while it can be completed; edits too', async () => {
  await query(app.db, `update wallet_adds set status = 'cancel' where status = 'pending'`)
  const clerk = await hire()
  await limit(100)
  const ids = [await KINDS.wallet_add.ask(), await KINDS.wallet_add.ask(), await KINDS.wallet_add.ask()] as const
  const raise = (id: number, amount: number, token = clerk.token) => edit('wallet_add', id, { amount }, token)
  const refused = (left: string) => `Your wallet changes are limited to 100 tk a day: ${left} left today`
  expect(await raise(ids[0], 110.01)).toBe(refused('100 tk'))
  expect(await raise(ids[0], 70)).toBe(200)
  expect(await raise(ids[1], 51)).toBe(refused('40 tk'))
  // Lowered again, it is free again; a raise of more than what the other admin has raised is all one’s own.
  expect(await raise(ids[0], 40)).toBe(200)
  expect(await raise(ids[1], 80)).toBe(200)
  expect(await raise(ids[1], 81, two.token)).toBe(200)
  expect(await raise(ids[2], 80)).toBe(200)
  expect(await raise(ids[2], 80.01)).toBe(refused('70 tk'))
  expect(await completed('wallet_add', ids[2], two.token)).toBe(200)
  expect(await raise(ids[0], 41)).toBe(refused('30 tk'))
  // Cancelled it adds nothing; opened again it counts for the admin who opens it.
  expect((await cancel('wallet_add', ids[0], clerk.token)).status).toBe(200)
  expect(await edit('wallet_add', ids[0], { amount: 45, status: 'cancel' }, two.token)).toBe(200)
  expect(await edit('wallet_add', ids[0], { amount: 45, status: 'completed' }, clerk.token)).toBe(OWN_RAISE)
  expect(await raise(ids[0], 45)).toBe(refused('30 tk'))
  const wallet = await balanceOf(app.db, { userId: user_id })
  // Their own, completed: a correction of the amount moves both wallets, up or down.
  const own = await KINDS.wallet_add.ask()
  expect(await completed('wallet_add', own, clerk.token)).toBe(200)
  const later = (amount: number) => edit('wallet_add', own, { amount, status: 'completed' }, clerk.token)
  expect(await later(41)).toBe(refused('30 tk'))
  expect(await later(25)).toBe(200)
  expect(await later(9)).toBe(refused('15 tk'))
  expect(await balanceOf(app.db, { userId: user_id })).toBe(wallet + 25)
  await limit(20_000)
})
