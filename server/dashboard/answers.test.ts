import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANSWERS, type Answer } from '#contract/answers.ts'
import { audit, SELF_APPROVED } from '#contract/audit.ts'
import { dashboard } from '#contract/dashboard.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { orders } from '#contract/orders.ts'
import { shift } from '#contract/shift.ts'
import { users } from '#contract/users.ts'
import { vouchers } from '#contract/vouchers.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { startApp } from '../../test/support/app.ts'
import { grant, makeOlder, recountDays } from '../../test/support/books.ts'
import { pastOrder } from '../../test/support/figures.ts'
import { awayFromMidnight, shopDay } from '../../test/support/midnight.ts'
import { askForWalletAdd, fundWallet, placeOrder } from '../../test/world.ts'
import { query } from '../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
afterAll(() => app.close())
const { admins, users: people, packages } = app.world
const rahim = await app.signIn('rahim')

const DAY_MS = 86_400_000
const answers = async (token = rahim) => (await app.call(dashboard.answers, {}, token)).body.data

beforeAll(async () => {
  const days = [3, 2, 1].map((ago) => new Date(Date.now() - ago * DAY_MS).toISOString())
  for (const createdAt of days) await pastOrder(app.db, app.world, { package: 'gems500', createdAt })
  const reply = await app.call(users.adjustEarnWallet, { id: people.shila, type: 'add', amount: 20, reason: 'A gift' }, rahim)
  expect(reply.status).toBe(200)
  await app.sealAudit()
})

test('cash with admins is what their shift sheets say, since its oldest day', async () => {
  const { cash } = await answers()
  const { sheets } = (await app.call(shift.list, {}, rahim)).body.data
  expect(cash?.map(({ admin_id, amount }) => [admin_id, amount])).toEqual(
    sheets.filter(({ still_held }) => still_held > 0).map(({ admin_id, still_held }) => [admin_id, still_held]),
  )
  expect(cash?.[0]).toMatchObject({ admin_id: admins.rahim, since: shopDay() })
  // The last 1,000 of them came today; the others before yesterday, and long ago.
  for (const [ago, since] of [
    [2, shopDay(2)],
    [200, null],
  ] as const) {
    await app.db.transaction().execute(async (db) => {
      await query(db, 'set local session_replication_role = replica')
      await query(db, `update journals set at = now() - make_interval(days => $1) where source = 'wallet_add'`, [ago])
      await query(db, `update wallet_adds set completed_at = now() - make_interval(days => $1)`, [ago])
      await recountDays(db)
    })
    expect((await answers()).cash?.[0]).toMatchObject({ since })
  }
  await fundWallet(app.db, app.world, { userId: people.shila, amount: 1_000, trx_id: 'NEWCASH' })
  expect((await answers()).cash?.[0]).toMatchObject({ since: null })
  const reply = await app.call(handOvers.request, { amount: cash?.[0]?.amount ?? 0, number: '01700000001' }, rahim)
  expect(reply.status).toBe(200)
  expect((await answers()).cash?.[0]).toMatchObject({ amount: 1_000, since: shopDay() })
})

test('changes by hand are those of the audit log on the same days, per admin', async () => {
  const { changes } = await answers()
  expect(changes?.map(({ what }) => what)).toEqual(['by_hand', 'refunds', SELF_APPROVED])
  const [byHand] = changes ?? []
  expect(byHand).toMatchObject({ count: 1, before: 0, admins: [{ admin_id: admins.rahim, count: 1 }], to: shopDay() })
  for (const { what, from, to, count, admins: each } of changes ?? []) {
    const topic = what === SELF_APPROVED ? { q: SELF_APPROVED } : { topic: what }
    const total = async (more = {}) => (await app.call(audit.list, { ...topic, from, to, ...more }, rahim)).body.data.total
    expect(await total()).toBe(count)
    for (const { admin_id, count: own } of each) expect(await total({ admin_id })).toBe(own)
  }
})

test('what waits is as much, and as old, as its rows say', async () => {
  await placeOrder(app.db, { userId: people.shila, packageId: packages.gems100 })
  const [old] = [
    await askForWalletAdd(app.db, { userId: people.tanvir, amount: 70 }),
    await askForWalletAdd(app.db, { userId: people.tanvir, amount: 30.5 }),
  ]
  await makeOlder(app.db, 'wallet_adds', 120, old)
  const { wallet_adds, orders: waiting, hand_overs, withdrawals } = await answers()
  const rows = (await app.call(walletAdds.list, { status: 'pending' }, rahim)).body.data.transactions
  expect(wallet_adds?.amount).toBe(rows.reduce((sum, { amount }) => sum + amount, 0))
  expect(Math.floor((wallet_adds?.oldest_s ?? 0) / 60)).toBe(120)
  expect(waiting?.amount).toBe(
    (await app.call(orders.list, { status: 'pending' }, rahim)).body.data.orders.reduce((sum, { amount }) => sum + amount, 0),
  )
  const cash = (await app.call(handOvers.list, { status: 'pending' }, rahim)).body.data.transactions
  expect(hand_overs?.amount).toBe(cash.reduce((sum, { amount }) => sum + amount, 0))
  expect(withdrawals).toEqual({ amount: 0, oldest_s: null })
})

test('codes and tracked stock that run out within a week are named with what is left', async () => {
  const other = await startApp()
  try {
    const token = await other.signIn('rahim')
    const { products: games } = other.world
    for (const ago of [3, 2]) {
      await pastOrder(other.db, other.world, { package: 'gems500', createdAt: new Date(Date.now() - ago * DAY_MS).toISOString() })
    }
    await query(other.db, `update topup_products set price = 100 where id = $1`, [games.starfall])
    await query(
      other.db,
      `update vouchers set status = 2, created_at = now() - interval '20 days', used_at = now() where id = (select min(id) from vouchers where status = 1)`,
    )
    const { codes, stock } = (await other.call(dashboard.answers, {}, token)).body.data
    const counted = (await other.call(vouchers.counts, {}, token)).body.data.packages.filter(
      ({ days_left }) => days_left !== null && days_left < 7,
    )
    expect(codes?.map(({ id, left, days_left }) => [id, left, days_left])).toEqual(
      counted.map(({ package_id, codes_left, days_left }) => [package_id, codes_left, days_left]),
    )
    // 711 tk of cost in 14 days.
    expect(stock).toEqual([
      { id: games.starfall, name: 'Starfall Arena', product_name: 'Starfall Arena', left: 100, days_left: 1 },
    ])
  } finally {
    await other.close()
  }
})

test('each answer is for those who may open its list', async () => {
  const shown = async (name: 'karim' | 'nadia') =>
    Object.entries(await answers(await app.signIn(name))).flatMap(([answer, value]) => (value === null ? [] : answer))
  expect(await shown('nadia')).toEqual([])
  const modules = Object.values(ANSWERS).flatMap(({ needs }) => (needs === 'super' ? [] : needs))
  await grant(app.db, admins.nadia, modules)
  expect(await shown('nadia')).toEqual((Object.keys(ANSWERS) as Answer[]).filter((answer) => ANSWERS[answer].needs !== 'super'))
  const { orders: none } = await answers(await app.signIn('nadia'))
  expect(none).toEqual({ amount: 0, oldest_s: null })
})
