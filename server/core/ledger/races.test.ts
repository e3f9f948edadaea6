import { afterAll, expect, test } from 'vitest'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { raceCancelAll, raceEdits, raceWithdrawals } from '../../../test/proofs/money-races.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { askForWalletAdd } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
afterAll(() => app.close())

test('withdrawals at once for ten times the balance: never below zero, none above it', async () => {
  expect(await raceWithdrawals(app, rahim, 8, 50)).toEqual([])
})

test('Cancel All against approvals: one end state per row, money = completed rows', async () => {
  expect(await raceCancelAll(app, rahim, 8, 20)).toEqual([])
})

test('full edits at once: one is saved, one difference posted', async () => {
  expect(await raceEdits(app, rahim, 5, 30)).toEqual([])
})

test('approvals of one admin at once: each statement line follows from the one before', async () => {
  const ids: number[] = []
  for (let at = 0; at < 60; at++) {
    ids.push(await askForWalletAdd(app.db, { userId: at % 2 ? app.world.users.shila : app.world.users.tanvir, amount: 10 }))
  }
  const replies = await Promise.all(
    ids.map((id) => app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)),
  )
  expect(replies.map(({ status }) => status)).toEqual(ids.map(() => 200))
  const outOfLine = await query(
    app.db,
    `select * from (
       select e.journal_id, e.balance_after, sum(a.side * e.amount) over (partition by a.id order by e.journal_id) as expected
       from entries e join accounts a on a.id = e.account_id and a.balance is not null
     ) as chain where balance_after is distinct from expected`,
  )
  expect(outOfLine).toEqual([])
})

test('withdrawals come while others are cancelled: opposite journals never deadlock', async () => {
  const user_id = app.world.users.tanvir
  await app.call(store.earn, { user_id, amount: 1000, reason: 'Referral' }, STORE_KEY)
  const ask = () => app.call(store.withdraw, { user_id, amount: 1, number: '01811000001' }, STORE_KEY)
  const cancel = (id: number) => app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status: 'cancel' }, rahim)
  let ids: number[] = []
  for (let round = 0; round < 12; round++) {
    const cancelled = ids.map(cancel)
    const asked = await Promise.all(Array.from({ length: 6 }, ask))
    const statuses = [...asked, ...(await Promise.all(cancelled))].map(({ status }) => status)
    expect(statuses).toEqual(statuses.map(() => 200))
    ids = asked.map(({ body }) => body.data.id)
  }
})
