import { afterAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { startApp } from '../support/app.ts'
import { statusesOf } from '../support/at-once.ts'
import { fundWallet, placeOrder, voucherRows } from '../world.ts'
import { report, roundsOf, seconds } from './rounds.ts'

const TAKE_ROUNDS = roundsOf('TAKE_ROUNDS', 500)
const TAKERS = 50
const ORDERS_A_ROUND = 30
const CODES = 300
const BUYERS = 500

const app = await startApp()
const tokens = [await app.signIn('rahim'), await app.signIn('karim')]
for (let i = 0; i < 20; i++) await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 1_000_000 })
afterAll(() => app.close())

const tokenOf = (at: number) => tokens[at % tokens.length]
const place = (packageName: 'gems100' | 'gemsCard') =>
  placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages[packageName] })

test(`${TAKE_ROUNDS} x ${TAKERS} take next at once: every order to exactly one`, async () => {
  await app.db.updateTable('topup_products').set({ track_stock: 0 }).execute()
  const start = performance.now()
  let given = 0
  for (let round = 0; round < TAKE_ROUNDS; round++) {
    const ids: number[] = []
    for (let i = 0; i < ORDERS_A_ROUND; i++) ids.push(await place('gems100'))
    const takers = Array.from({ length: TAKERS }, (_, at) => app.call(desk.takeNext, {}, tokenOf(at)))
    const taken = (await Promise.all(takers)).flatMap((reply) => reply.body.data.order?.id ?? [])
    expect(new Set(taken).size, `round ${round}: one order given twice`).toBe(taken.length)
    expect(taken.every((id) => ids.includes(id))).toBe(true)
    given += taken.length
    // What a taker passed over, because a colleague was just taking it, is still there for the next.
    for (let order = (await app.call(desk.takeNext, {}, tokens[0])).body.data.order; order; given++) {
      order = (await app.call(desk.takeNext, {}, tokens[0])).body.data.order
    }
    for (const id of ids) await app.call(orders.setStatus, { id, status: 'completed', take_over: 1 }, tokens[0])
  }
  expect(given).toBe(TAKE_ROUNDS * ORDERS_A_ROUND)
  report(
    `take next ${TAKE_ROUNDS} x ${TAKERS}: ${given} orders, each given to exactly one, ${seconds(performance.now() - start)}`,
  )
})

test(`${BUYERS} assignments from ${CODES} codes: ${CODES} different codes, none twice`, async () => {
  const { gemsCard } = app.world.packages
  const ready = async () =>
    Number(
      (
        await app.db
          .selectFrom('vouchers')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('package_id', '=', gemsCard)
          .where('status', '=', 1)
          .executeTakeFirstOrThrow()
      ).n,
    )
  const codes = Array.from({ length: CODES - (await ready()) }, (_, at) => `PROOF-${String(at).padStart(6, '0')}`)
  await app.db
    .insertInto('vouchers')
    .values(await voucherRows(app.db, app.vault, gemsCard, codes))
    .execute()
  const ids: number[] = []
  for (let i = 0; i < BUYERS; i++) ids.push(await place('gemsCard'))
  const start = performance.now()
  const replies = await Promise.all(ids.map((id) => app.call(orders.setStatus, { id, status: 'completed' }, tokens[0])))
  expect(statusesOf(replies)).toEqual({ 200: CODES, 409: BUYERS - CODES })
  const used = await app.db.selectFrom('orders').select('voucher_id').where('voucher_id', 'is not', null).execute()
  expect(new Set(used.map((row) => row.voucher_id)).size).toBe(CODES)
  report(
    `vouchers: ${BUYERS} assignments from ${CODES} codes at once, ${CODES} different, ${BUYERS - CODES} refused, ${seconds(performance.now() - start)}`,
  )
})
