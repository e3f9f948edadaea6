import { afterAll, beforeAll, expect, test } from 'vitest'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { shift } from '#contract/shift.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../test/support/app.ts'
import { grant } from '../../test/support/books.ts'
import { awayFromMidnight, shopDay } from '../../test/support/midnight.ts'
import { askForWalletAdd, placeOrder } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
beforeAll(async () => {
  const { admins, users, packages } = app.world
  await grant(app.db, admins.karim, ['wallet_adds_approve', 'dashboard_money'])
  for (const amount of [400, 100.5]) {
    const add = await askForWalletAdd(app.db, { userId: users.shila, amount })
    await app.call(walletAdds.setStatus, { transaction_id: add, status: 'completed' }, karim)
    if (amount === 100.5) await app.call(walletAdds.correct, { id: add, reason: 'Wrong' }, rahim)
  }
  const first = await app.call(handOvers.request, { amount: 150 }, karim)
  await app.call(handOvers.setStatus, { transaction_id: first.body.data.id, status: 'completed' }, rahim)
  await app.call(handOvers.request, { amount: 50 }, karim)
  const lost = { admin_id: admins.karim, kind: 'write_off', amount: 30, reason: 'Lost on the way' } as const
  expect((await app.call(handOvers.record, lost, rahim)).status).toBe(200)
  const taken = await app.call(handOvers.request, { amount: 20 }, karim)
  await app.call(handOvers.cancelOwn, { id: taken.body.data.id }, karim)
  for (const status of ['completed', 'completed', 'cancel'] as const) {
    const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
    await app.call(orders.setStatus, { id, status }, karim)
  }
})
afterAll(() => app.close())

const FIGURES = {
  username: 'karim',
  collected: 400,
  wallet_adds: 2,
  handed_over: 200,
  written_off: 30,
  still_held: 170,
  in_transit: 50,
  orders_completed: 2,
  orders_cancelled: 1,
  amount: 160,
  cost: 144,
  profit: 16,
}

test('today’s sheet says what was collected, handed over, still held, done and earned', async () => {
  expect((await app.call(shift.own, {}, karim)).body.data.sheets).toMatchObject([FIGURES])
  const { karim: id } = app.world.admins
  expect((await app.call(shift.list, { admin_id: id }, rahim)).body.data.sheets).toMatchObject([FIGURES])
  expect((await app.call(shift.list, {}, rahim)).body.data.sheets.map((sheet) => sheet.username)).toContain('nadia')
  expect((await app.call(shift.list, {}, karim)).status).toBe(403)
})

test('each figure of orders is the total of the list that it leads to', async () => {
  const { karim: id } = app.world.admins
  const days = { from: shopDay(), to: shopDay(), day_of: 'closed_at', completed_by: id } as const
  for (const token of [rahim, karim]) {
    const done = (await app.call(orders.list, { ...days, status: 'completed' }, token)).body.data
    expect([done.total, done.orders.reduce((sum, { amount }) => sum + amount, 0)]).toEqual([
      FIGURES.orders_completed,
      FIGURES.amount,
    ])
    const cancelled = await app.call(orders.list, { ...days, status: 'cancel' }, token)
    expect(cancelled.body.data.total).toBe(FIGURES.orders_cancelled)
  }
  expect((await app.call(orders.list, { ...days, completed_by: app.world.admins.rahim }, rahim)).body.data.total).toBe(0)
})

test('a period is whole days of the shop, and what lies outside does not count', async () => {
  const past = (await app.call(shift.own, { from: '2020-01-01', to: '2020-01-31' }, karim)).body.data.sheets
  expect(past).toMatchObject([{ collected: 0, still_held: 0, orders_completed: 0, profit: 0 }])
  for (const [from, to] of [
    ['2020-02-01', '2020-01-01'],
    ['2018-01-01', '2020-01-01'],
    ['yesterday', '2020-01-01'],
    ['0000-01-01', '0000-01-02'],
  ]) {
    expect((await app.call(shift.own, { from, to }, karim)).status).toBe(422)
  }
  // Half past midnight in Dhaka is still yesterday in UTC.
  const night = '2026-03-01T18:30:00Z'
  await app.db.transaction().execute(async (own) => {
    for (const text of [
      'set local session_replication_role = replica',
      `update orders set closed_at = '${night}' where status = 'cancel'`,
      'select fold_order_counts()',
      'delete from order_figures',
      'insert into order_figures select * from order_figures_counted',
    ]) {
      await query(own, text)
    }
  })
  const on = async (day: string) =>
    (await app.call(shift.own, { from: day, to: day }, karim)).body.data.sheets[0]?.orders_cancelled
  expect([await on('2026-03-01'), await on('2026-03-02')]).toEqual([0, 1])
})

test('the sheet counts orders within its reader’s packages', async () => {
  await app.db.deleteFrom('admin_packages').where('admin_id', '=', app.world.admins.karim).execute()
  expect((await app.call(shift.own, {}, karim)).body.data.sheets).toMatchObject([
    { collected: 400, orders_completed: 0, profit: 0 },
  ])
})

const savedAs = async (token: string, { path }: { path: string }, input: object = {}) => {
  const reply = await fetch(`${app.url}/api${path}`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return (await reply.text()).split('\r\n')
}

test('cost and profit are shown with the money totals alone, as on the dashboard', async () => {
  await grant(app.db, app.world.admins.nadia, ['shift_view', 'orders_view'])
  const nadia = await app.signIn('nadia')
  const { sheets } = (await app.call(shift.list, {}, nadia)).body.data
  expect(sheets.find(({ username }) => username === 'karim')).toMatchObject({ collected: 400, cost: null, profit: null })
  expect(new Set(sheets.flatMap(({ cost, profit }) => [cost, profit]))).toEqual(new Set([null]))
  expect((await app.call(shift.own, {}, nadia)).body.data.sheets).toMatchObject([{ amount: 0, cost: null, profit: null }])
  for (const endpoint of [shift.exportRows, shift.exportOwn]) {
    const [head, line] = await savedAs(nadia, endpoint)
    expect(head).toMatch(/,Orders cancelled,Sold$/)
    expect(line?.split(',')).toHaveLength(head?.split(',').length ?? 0)
  }
})

test('it is saved as CSV', async () => {
  const [head, line] = await savedAs(rahim, shift.exportRows, { admin_id: app.world.admins.karim })
  expect(head).toBe(
    'From,To,Admin,Collected,Wallet adds,Handed over,Written off,Still held,In transit,Orders completed,Orders cancelled,Sold,Cost,Profit',
  )
  expect(line).toMatch(/^\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,karim,400,2,200,30,170,50,2,0,160,144,16$/)
})
