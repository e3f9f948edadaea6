import { sql } from 'kysely'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, type TestApp } from '../support/app.ts'
import { statusesOf, together } from '../support/at-once.ts'
import { balanceOf, earnings, journalsOf } from '../support/books.ts'
import { askForWalletAdd } from '../world.ts'

const AMOUNT = 12.5

/** What did not go as promised; empty is good. */
type Faults = string[]

/** Asks at once for ten times what the earn wallet holds: never below zero, and no more is held or paid than there was. */
export const raceWithdrawals = async (app: TestApp, rahim: string, rounds: number, atOnce: number): Promise<Faults> => {
  const faults: Faults = []
  const user_id = app.world.users.shila
  for (let round = 0; round < rounds; round++) {
    const before = await earnings(app.db, user_id)
    const there = 100 - before.earn_wallet
    if (there > 0) await app.call(store.earn, { user_id, amount: there, reason: 'Race' }, STORE_KEY)
    // Each asks for a fifth: together ten times what is there.
    const replies = await together(atOnce, () =>
      app.call(store.withdraw, { user_id, amount: 1_000 / atOnce, number: '017' }, STORE_KEY),
    )
    const { earn_wallet, earn_hold } = await earnings(app.db, user_id)
    const taken = replies.filter(({ status }) => status === 200)
    const sum = taken.reduce((total, { body }) => total + body.data.amount, 0)
    const isFair = sum <= 100 && earn_wallet === 100 - sum && earn_hold === before.earn_hold + sum
    const isRefused = replies.every(({ status }) => status === 200 || status === 422)
    if (!isFair || !isRefused || earn_wallet >= 1_000 / atOnce) {
      faults.push(`round ${round}: ${JSON.stringify({ sum, earn_wallet, earn_hold, ...statusesOf(replies) })}`)
    }
    const decisions = await together(taken.length, (index) =>
      app.call(
        withdrawals.setStatus,
        { withdraw_earn_wallet_id: taken[index]?.body.data.id ?? 0, status: index % 2 ? 'completed' : 'cancel' },
        rahim,
      ),
    )
    const paid = taken.reduce((total, { body }, index) => total + (index % 2 ? body.data.amount : 0), 0)
    const after = await earnings(app.db, user_id)
    const isPaid = after.earn_wallet === 100 - paid && after.earn_hold === before.earn_hold
    if (!isPaid || decisions.some(({ status }) => status !== 200)) {
      faults.push(`round ${round}: ${JSON.stringify({ paid, after, ...statusesOf(decisions) })}`)
    }
  }
  return faults
}

/**
 * Cancel All against approvals of the same rows: each row ends one way, the wallets hold exactly the completed ones, and the audit log
 * has one line under each row, which says how it ended.
 */
export const raceCancelAll = async (app: TestApp, rahim: string, rounds: number, rows: number): Promise<Faults> => {
  const faults: Faults = []
  const userId = app.world.users.tanvir
  const wallets = async () => [await balanceOf(app.db, { userId }), await balanceOf(app.db, { adminId: app.world.admins.rahim })]
  for (let round = 0; round < rounds; round++) {
    const before = await wallets()
    const ids: number[] = []
    for (let row = 0; row < rows; row++) ids.push(await askForWalletAdd(app.db, { userId, amount: AMOUNT }))
    const approve = (transaction_id: number) => app.call(walletAdds.setStatus, { transaction_id, status: 'completed' }, rahim)
    const cancelAll = () => app.call(walletAdds.cancelAll, {}, rahim)
    // In this order, all at once.
    const sent = [ids.slice(0, rows / 2).map(approve), [cancelAll()], ids.slice(rows / 2).map(approve), [cancelAll()]] as const
    const approvals = await Promise.all([...sent[0], ...sent[2]])
    const cancels = await Promise.all([...sent[1], ...sent[3]])
    const found = await app.db.selectFrom('wallet_adds').select(['id', 'status']).where('id', 'in', ids).execute()
    const completed = found.filter(({ status }) => status === 'completed').length
    const cancelled = found.filter(({ status }) => status === 'cancel').length
    const told = cancels.reduce((sum, { body }) => sum + body.data.total, 0)
    const approved = approvals.filter(({ status }) => status === 200).length
    const isAnswered =
      cancels.every(({ status }) => status === 200) && approvals.every(({ status }) => status === 200 || status === 409)
    const after = await wallets()
    const lines = await app.db
      .selectFrom('audit')
      .select(['subject_id as id', sql<string>`facts ->> 'status'`.as('status')])
      .where('subject', '=', 'wallet_add')
      .where('subject_id', 'in', ids)
      .execute()
    const isTold =
      lines.length === rows && found.every(({ id, status }) => lines.some((line) => line.id === id && line.status === status))
    const isRight =
      isTold &&
      completed + cancelled === rows &&
      told === cancelled &&
      after.every((balance, index) => balance === (before[index] ?? 0) + completed * AMOUNT) &&
      isAnswered &&
      approved === completed
    if (!isRight) {
      const replies = statusesOf([...approvals, ...cancels])
      faults.push(`round ${round}: ${JSON.stringify({ completed, cancelled, told, before, after, approved, replies })}`)
    }
  }
  return faults
}

/** Full edits of one completed row at once, each opened on the same amount: one is saved, one difference posted. */
export const raceEdits = async (app: TestApp, rahim: string, rounds: number, atOnce: number): Promise<Faults> => {
  const faults: Faults = []
  const userId = app.world.users.tanvir
  for (let round = 0; round < rounds; round++) {
    const id = await askForWalletAdd(app.db, { userId, amount: 500 })
    await app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim)
    const before = await balanceOf(app.db, { userId })
    const replies = await together(atOnce, (index) =>
      app.call(walletAdds.editRow, { id, amount: 501 + index, status: 'completed', number: '017', expected_amount: 500 }, rahim),
    )
    const saved = replies.filter(({ status }) => status === 200)
    const after = await balanceOf(app.db, { userId })
    const kinds = await journalsOf(app.db, 'wallet_add', id)
    const isRight = saved.length === 1 && statusesOf(replies)[409] === atOnce - 1 && kinds.join() === 'completed,edited'
    if (!isRight || after - before !== (saved[0]?.body.data.amount ?? 0) - 500) {
      faults.push(`round ${round}: ${JSON.stringify({ ...statusesOf(replies), kinds, before, after })}`)
    }
  }
  return faults
}
