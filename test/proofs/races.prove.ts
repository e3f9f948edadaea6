import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../support/app.ts'
import { statusesOf, together } from '../support/at-once.ts'
import { balanceOf, expectSoundBooks, journalsOf } from '../support/books.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../world.ts'
import { report, roundsOf, seconds } from './rounds.ts'

const AT_ONCE = 50
const AMOUNT = 12.5
const APPROVE_ROUNDS = roundsOf('APPROVE_ROUNDS', 1_000)
const CANCEL_ROUNDS = roundsOf('CANCEL_ROUNDS', 1_000)

const app = await startApp()
const tokens = [await app.signIn('rahim'), await app.signIn('karim')]
beforeAll(async () => {
  const { rahim, karim } = app.world.admins
  const grant = app.db.insertInto('admin_modules').columns(['admin_id', 'auth_module_id'])
  await grant
    .expression((from) =>
      from.selectFrom('auth_modules').select((row) => [row.val(karim).as('admin_id'), 'id as auth_module_id']),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  expect(rahim).not.toBe(karim)
})
afterAll(() => app.close())

const tokenOf = (at: number) => tokens[at % tokens.length]

const ONE_SUCCESS = { 200: 1, 409: AT_ONCE - 1 }

test(`${APPROVE_ROUNDS} x ${AT_ONCE} approvals of one wallet add: one credit`, async () => {
  const { shila } = app.world.users
  const { rahim, karim } = app.world.admins
  const start = performance.now()
  const cash = async () => (await balanceOf(app.db, { adminId: rahim })) + (await balanceOf(app.db, { adminId: karim }))
  const before = [await balanceOf(app.db, { userId: shila }), await cash()]
  for (let round = 0; round < APPROVE_ROUNDS; round++) {
    const transaction_id = await askForWalletAdd(app.db, { userId: shila, amount: AMOUNT })
    const replies = await together(AT_ONCE, (at) =>
      app.call(walletAdds.setStatus, { transaction_id, status: 'completed' }, tokenOf(at)),
    )
    expect(statusesOf(replies), `round ${round}`).toEqual(ONE_SUCCESS)
    expect(await journalsOf(app.db, 'wallet_add', transaction_id)).toEqual(['completed'])
  }
  const credited = APPROVE_ROUNDS * AMOUNT
  const after = [await balanceOf(app.db, { userId: shila }), await cash()]
  expect(after).toEqual(before.map((balance) => balance + credited))
  await expectSoundBooks(app.db)
  report(
    `approvals ${APPROVE_ROUNDS} x ${AT_ONCE}: ${APPROVE_ROUNDS} successes, ${APPROVE_ROUNDS} credits, ${seconds(performance.now() - start)}`,
  )
})

test(`${CANCEL_ROUNDS} x ${AT_ONCE} cancels of one order: one refund, the rest 409`, async () => {
  const { users, packages } = app.world
  await fundWallet(app.db, app.world, { userId: users.shila, amount: 100_000 })
  const start = performance.now()
  const before = await balanceOf(app.db, { userId: users.shila })
  for (let round = 0; round < CANCEL_ROUNDS; round++) {
    const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    const replies = await together(AT_ONCE, (at) => app.call(orders.setStatus, { id, status: 'cancel' }, tokenOf(at)))
    expect(statusesOf(replies), `round ${round}`).toEqual(ONE_SUCCESS)
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])
    expect(await balanceOf(app.db, { userId: users.shila })).toBe(before)
  }
  await expectSoundBooks(app.db)
  report(
    `cancels ${CANCEL_ROUNDS} x ${AT_ONCE}: ${CANCEL_ROUNDS} successes, ${CANCEL_ROUNDS} refunds, ${seconds(performance.now() - start)}`,
  )
})
