import { afterAll, afterEach, expect, test } from 'vitest'
import { handOvers } from '#contract/hand-overs.ts'
import { type MoneyStatus, moneyFlow } from '#contract/money-rows.ts'
import { store } from '#contract/store.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { STORE_KEY, startApp } from '../../../test/support/app.ts'
import { expectSoundBooks } from '../../../test/support/books.ts'
import { askForWalletAdd } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
await app.call(store.earn, { user_id: app.world.users.shila, amount: 10_000, reason: 'Flow' }, STORE_KEY)
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

/** The three lists whose rows are decided by 'Edit Status' while pending, and reopened by the pencil once cancelled. */
const LISTS = {
  wallet_adds: {
    seq: 'corrections',
    ask: () => askForWalletAdd(app.db, { userId: app.world.users.shila, amount: 10 }),
    set: (id: number, status: MoneyStatus) => app.call(walletAdds.setStatus, { transaction_id: id, status }, rahim),
    edit: (id: number, status: MoneyStatus) => app.call(walletAdds.editRow, { id, status, amount: 10, number: '017' }, rahim),
  },
  withdrawals: {
    seq: 'reopens',
    ask: async () => {
      const requested = { user_id: app.world.users.shila, amount: 10, number: '017' }
      return (await app.call(store.withdraw, requested, STORE_KEY)).body.data.id
    },
    set: (id: number, status: MoneyStatus) => app.call(withdrawals.setStatus, { withdraw_earn_wallet_id: id, status }, rahim),
    edit: (id: number, status: MoneyStatus) => app.call(withdrawals.editRow, { id, status, amount: 10, number: '017' }, rahim),
  },
  hand_overs: {
    seq: 'reopens',
    ask: async () => (await app.call(handOvers.request, { amount: 10 }, rahim)).body.data.id,
    set: (id: number, status: MoneyStatus) => app.call(handOvers.setStatus, { transaction_id: id, status }, rahim),
    edit: (id: number, status: MoneyStatus) => app.call(handOvers.editRow, { id, status, amount: 10, number: '017' }, rahim),
  },
} as const

type List = keyof typeof LISTS
const CASES = (Object.keys(LISTS) as List[]).flatMap((list) =>
  moneyFlow.statuses.flatMap((from) => moneyFlow.statuses.map((to) => [list, from, to] as const)),
)

const rowIn = async (list: List, status: MoneyStatus) => {
  const id = await LISTS[list].ask()
  if (status !== 'pending') expect((await LISTS[list].set(id, status)).status).toBe(200)
  return id
}
const statusOf = async (list: List, id: number) =>
  (await app.db.selectFrom(list).select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

test.each(CASES)("%s: 'Edit Status' goes from %s to %s only while pending", async (list, from, to) => {
  const id = await rowIn(list, from)
  const { status } = await LISTS[list].set(id, to)
  expect([status, await statusOf(list, id)]).toEqual(from === 'pending' ? [200, to] : [409, from])
})

test.each(CASES)('%s: the pencil goes from %s to %s only once cancelled', async (list, from, to) => {
  const id = await rowIn(list, from)
  const { status } = await LISTS[list].edit(id, to)
  const isClosed = list !== 'wallet_adds' && from === 'completed'
  const isAllowed = !isClosed && (from === to || (from === 'cancel' && moneyFlow.allows(from, to)))
  expect([status, await statusOf(list, id)]).toEqual(isAllowed ? [200, to] : [409, from])
})

test.each(CASES)('%s: in SQL a row goes from %s to %s only as the flow says', async (list, from, to) => {
  const id = await rowIn(list, from)
  // What is reopened must count itself, so that its money can move again.
  const counts = from === 'cancel' && to !== 'cancel' && list !== 'wallet_adds'
  const also = counts ? `, ${LISTS[list].seq} = ${LISTS[list].seq} + 1` : ''
  // Undone in any case: the money does not move with it here.
  const moved = app.db.transaction().execute(async (own) => {
    await query(own, `update ${list} set status = $2 ${also} where id = $1`, [id, to])
    throw new Error('allowed')
  })
  const isAllowed = from === to || moneyFlow.allows(from, to)
  await expect(moved).rejects.toThrow(isAllowed ? 'allowed' : `cannot go from ${from} to ${to}`)
})
