import { afterAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { users } from '#contract/users.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { type Reply, STORE_KEY, startApp } from '../../test/support/app.ts'
import { expectSoundBooks } from '../../test/support/books.ts'
import { scanStats } from '../../test/support/figures.ts'
import { chooseSeed, randomFrom } from '../../test/support/random.ts'
import { askForWalletAdd } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'
import { statsText } from './figures.ts'

const CLERKS = 8
const ACTIONS = 40

const app = await startApp()
afterAll(() => app.close())

/** The figures, and what scanning answers, of one and the same moment. */
const readStats = () =>
  app.db.transaction().execute(async (own) => {
    await query(own, 'set transaction isolation level repeatable read')
    const [figures] = await query(own, statsText(null), [null, 0])
    return { figures, scanned: await scanStats(own) }
  })

/** Each deed is on a row of its own, or sets what it finds: no race explains a refusal. */
const done = async (call: Promise<Reply<unknown>>) => {
  const { status, body } = await call
  expect(status, body.message).toBe(200)
}

test('while eight clerks work and folds run, figures always equal a scan', async () => {
  const random = randomFrom(chooseSeed())
  const rahim = await app.signIn('rahim')
  const { shila } = app.world.users
  const { gems100, seasonPass } = app.world.packages
  let keys = 0
  const place = async () => {
    const order = { user_id: shila, package_id: random.pick([gems100, seasonPass]), playerid: '90017', accounttype: 'Email' }
    const secrets = { ingamepassword: 'x', securitycode: '1' }
    const reply = await app.call(store.placeOrder, { ...order, ...secrets }, STORE_KEY, `race-${keys++}`)
    expect(reply.status, reply.body.message).toBe(200)
    return reply.body.data.id
  }
  const setStatus = (id: number, status: 'completed' | 'cancel') => done(app.call(orders.setStatus, { id, status }, rahim))
  const approve = async () => {
    const id = await askForWalletAdd(app.db, { userId: shila, amount: 200 })
    await done(app.call(walletAdds.setStatus, { transaction_id: id, status: 'completed' }, rahim))
    return id
  }
  const actions = [
    async () => setStatus(await place(), 'completed'),
    async () => setStatus(await place(), 'cancel'),
    async () => {
      const id = await place()
      await setStatus(id, 'completed')
      await done(app.call(orders.correct, { id, reason: 'Wrong player' }, rahim))
    },
    approve,
    async () => {
      const edit = { id: await approve(), amount: 150.5, number: '017', status: 'completed' } as const
      await done(app.call(walletAdds.editRow, edit, rahim))
    },
    async () => done(app.call(walletAdds.correct, { id: await approve(), reason: 'Not received' }, rahim)),
    async () => done(app.call(users.update, { id: shila, wallet: 5_000 + random.below(1_000) }, rahim)),
  ]
  let isWorking = true
  const whileWorking = async (work: () => Promise<unknown>) => {
    let times = 0
    for (; isWorking; times++) await work()
    return times
  }
  const folding = whileWorking(() => query(app.db, 'select fold_order_counts(), fold_money_counts()'))
  const looking = whileWorking(async () => {
    const { figures, scanned } = await readStats()
    expect(figures).toEqual(scanned)
  })
  const clerk = async () => {
    for (let n = 0; n < ACTIONS; n++) await random.pick(actions)()
  }
  await Promise.all(Array.from({ length: CLERKS }, clerk)).finally(() => (isWorking = false))
  const [folds, looks] = await Promise.all([folding, looking])
  expect(Math.min(folds, looks)).toBeGreaterThan(10)
  const { figures, scanned } = await readStats()
  expect(figures).toEqual(scanned)
  expect(scanned.todaysCompletedOrderAmount).toBeGreaterThan(0)
  await expectSoundBooks(app.db)
})
