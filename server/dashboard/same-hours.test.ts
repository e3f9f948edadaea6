import { afterAll, beforeAll, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { startApp } from '../../test/support/app.ts'
import { grant, recountDays } from '../../test/support/books.ts'
import { pastOrder } from '../../test/support/figures.ts'
import { awayFromMidnight, shopDay } from '../../test/support/midnight.ts'
import { query } from '../platform/db/connect.ts'

await awayFromMidnight()
const app = await startApp()
afterAll(() => app.close())

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const yesterday = (minutesLater: number) => new Date(Date.now() - DAY_MS + minutesLater * MINUTE_MS).toISOString()
const figures = async (token: string, from: string, to = from) =>
  (await app.call(dashboard.figures, { from, to }, token)).body.data

beforeAll(async () => {
  for (const order of [
    { package: 'gems100', createdAt: yesterday(-1 / 60) },
    { package: 'gems500', createdAt: yesterday(-1 / 60), by: 'karim' },
    // Later than this hour.
    { package: 'gems100', createdAt: yesterday(2), by: 'karim' },
    // The day before yesterday.
    { package: 'gems100', createdAt: new Date(Date.now() - 2 * DAY_MS).toISOString() },
  ] as const)
    await pastOrder(app.db, app.world, order)
  await app.db.transaction().execute(async (db) => {
    await query(db, 'set local session_replication_role = replica')
    const moved = [app.world.users.tanvir, yesterday(-1 / 60)]
    await query(db, 'update users set created_at = $2 where id = $1', moved)
    await query(db, 'update wallet_adds set completed_at = $2 where user_id = $1', moved)
    await recountDays(db)
  })
})

test('today stands beside yesterday until this hour, whole days beside whole days', async () => {
  const rahim = await app.signIn('rahim')
  const { before, now } = await figures(rahim, shopDay())
  const [row] = await query<{ added: number }>(
    app.db,
    'select coalesce(sum(amount), 0) as added from wallet_adds where user_id = $1',
    [app.world.users.tanvir],
  )
  expect(before).toEqual({ placed: 2, completed: 2, amount: 470, cost: 427.5, profit: 42.5, added: row?.added, users: 1 })
  expect(row?.added).toBeGreaterThan(0)
  expect(now.completed).toBe(0)
  expect((await figures(rahim, shopDay(1))).now.completed).toBe(3)
  expect((await figures(rahim, shopDay(1), shopDay())).before.completed).toBe(1)
})

test('a sub-admin’s hours of yesterday are their own, in their packages', async () => {
  await grant(app.db, app.world.admins.karim, ['dashboard_money', 'users_view'])
  const { before } = await figures(await app.signIn('karim'), shopDay())
  // gems500 is not among their packages.
  expect(before).toMatchObject({ placed: 1, completed: 0, amount: 0, users: 1 })
})
