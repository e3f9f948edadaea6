import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import { startApp } from '../../test/support/app.ts'
import { grant } from '../../test/support/books.ts'
import { pastOrder } from '../../test/support/figures.ts'
import { query } from '../platform/db/connect.ts'

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
afterAll(() => app.close())

const PERIOD = { from: '2026-03-10', to: '2026-03-12' }
const figures = async (token: string, period = PERIOD) => (await app.call(dashboard.figures, period, token)).body.data
const fold = () => query(app.db, 'select fold_order_counts(), fold_money_counts()')

beforeAll(async () => {
  const at = (day: string, time = '12:00') => `${day}T${time}:00+06:00`
  const orders = [
    // The period's first and last minute, and those beside them.
    { package: 'gems100', createdAt: at('2026-03-10', '00:00') },
    { package: 'gems500', createdAt: at('2026-03-12', '23:59'), by: 'karim' },
    { package: 'gems500', createdAt: at('2026-03-13', '00:00') },
    { package: 'seasonPass', createdAt: at('2026-03-09', '23:59') },
    { package: 'gems100', createdAt: at('2026-03-07', '00:00'), by: 'karim' },
    { package: 'gems100', createdAt: at('2026-03-06', '23:59') },
  ] as const
  for (const order of orders) await pastOrder(app.db, app.world, order)
})

/** By scanning the rows. */
const scanned = async (from: string, to: string) => {
  const [row] = await query(
    app.db,
    `select count(*) as placed, count(*) as completed, sum(amount) as amount, sum(cost) as cost, sum(amount - cost) as profit
     from orders where (created_at at time zone '${SHOP_TIME_ZONE}')::date between $1 and $2`,
    [from, to],
  )
  return { ...(row as object), added: 0, users: 0 }
}

test('orders and money stand beside the period before, folded or not, also by game', async () => {
  const known = await figures(rahim)
  expect(known.now).toEqual(await scanned('2026-03-10', '2026-03-12'))
  expect(known.before).toEqual(await scanned('2026-03-07', '2026-03-09'))
  expect([known.now.completed, known.before.completed]).toEqual([2, 2])
  const total = (figure: 'amount' | 'completed' | 'completed_before' | 'profit') =>
    known.games.reduce((sum, game) => sum + (game[figure] ?? 0), 0)
  expect([total('completed'), total('completed_before')]).toEqual([2, 2])
  expect([total('amount'), total('profit')]).toEqual([known.now.amount, known.now.profit])
  expect(known.games.map(({ amount }) => amount)).toEqual(
    known.games.map(({ amount }) => amount).sort((a, b) => Number(b) - Number(a)),
  )
  await fold()
  expect(await figures(rahim)).toEqual(known)
})

test('customers and wallet adds count on their days', async () => {
  const [row] = await query<{ today: string }>(app.db, 'select shop_day(now())::text as today')
  const day = row?.today ?? ''
  const { now, before } = await figures(rahim, { from: day, to: day })
  const { body } = await app.call(dashboard.stats, {}, rahim)
  expect([now.users, now.added]).toEqual([body.data.todaysUser, body.data.todaysTotalWallet])
  expect([before.users, before.added]).toEqual([0, 0])
})

test('a sub-admin sees completions of their own and packages; money by its module', async () => {
  const own = await figures(karim)
  expect(own.now).toEqual({
    placed: expect.any(Number),
    completed: 0,
    amount: null,
    cost: null,
    profit: null,
    added: null,
    users: null,
  })
  expect(own.before).toMatchObject({ completed: 1, amount: null })
  expect(own.games.map(({ completed, completed_before, amount }) => [completed, completed_before, amount])).toEqual([
    [0, 1, null],
  ])
  await grant(app.db, app.world.admins.karim, ['dashboard_money'])
  const paid = await figures(await app.signIn('karim'))
  expect(paid.before).toMatchObject({ completed: 1, amount: 80 })
  expect(paid.games).toMatchObject([{ amount: 0 }])
})
