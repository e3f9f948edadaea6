import { afterAll, afterEach, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { startApp } from '../../../test/support/app.ts'
import { changesDuring } from '../../../test/support/audit.ts'
import { expectSoundBooks, grant } from '../../../test/support/books.ts'
import { fundWallet, placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const ROUNDS = 20

const app = await startApp()
const rahim = await app.signIn('rahim')
const karim = await app.signIn('karim')
await fundWallet(app.db, app.world, { userId: app.world.users.shila, amount: 50_000 })
await grant(app.db, app.world.admins.karim, ['orders_player_id'])
afterEach(() => expectSoundBooks(app.db))
afterAll(() => app.close())

const place = (playerid: string) =>
  placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100, playerid })
const correct = (id: number, playerid: string, token = karim, expected_playerid?: string) =>
  app.call(desk.correctPlayerId, { id, playerid, ...(expected_playerid !== undefined && { expected_playerid }) }, token)
const rowOf = (id: number) => app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('an open order gets the new player id; search, duplicates and store follow', async () => {
  const twin = await place('770 001')
  const id = await place('7700o2')
  const before = await rowOf(id)
  const changes = await changesDuring(app.db, async () => {
    const reply = await correct(id, ' ৭৭০-001 ', karim, '7700o2')
    expect(reply).toMatchObject({
      status: 200,
      body: { message: 'Order updated successfully', data: { order: { playerid: '770-001', duplicate_of: twin } } },
    })
    expect((await correct(id, '770-001')).status).toBe(200)
  })
  expect(await rowOf(id)).toEqual({ ...before, playerid: '770-001' })
  expect(changes.map(({ action, facts }) => [action, facts])).toEqual([
    ['desk.correctPlayerId', { playerid: '770-001', before: { playerid: '7700o2' } }],
  ])
  const found = async (q: string) => (await app.call(orders.list, { q }, rahim)).body.data.orders.map((order) => order.id)
  expect((await found('770001')).toSorted()).toEqual([twin, id].toSorted())
  expect(await found('7700o2')).toEqual([])
  const { timeline, player } = (await app.call(desk.details, { id }, rahim)).body.data
  expect(timeline.map(({ actor, facts }) => [actor, facts])).toEqual([
    ['Karim Hossain', { playerid: '770-001', before: { playerid: '7700o2' } }],
  ])
  expect(player.orders.map((order) => order.id)).toEqual([twin])
  const told = await app.db
    .selectFrom('webhooks')
    .select(['event', 'payload'])
    .where('subject', '=', 'order')
    .where('subject_id', '=', id)
    .execute()
  expect(told).toMatchObject([{ event: 'order.edited', payload: { id, status: 'pending' } }])
})

test('refused: without the task, closed, held by another, changed meanwhile, empty', async () => {
  const id = await place('88001')
  const nadia = await app.signIn('nadia')
  expect((await correct(id, '88002', nadia)).status).toBe(403)
  const outOfSight = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems500 })
  expect((await correct(outOfSight, '88002')).status).toBe(404)
  const empty = await correct(id, '  ')
  expect([empty.status, empty.body.errors]).toMatchObject([422, [{ param: 'playerid', msg: 'Player ID is required' }]])
  const changed = await correct(id, '88002', karim, '88000')
  expect([changed.status, changed.body.data]).toMatchObject([409, { order: { id, playerid: '88001' } }])
  await app.call(desk.claim, { id }, rahim)
  const held = await correct(id, '88002')
  expect([held.status, held.body.message]).toEqual([409, 'Order is being handled by Rahim Uddin'])
  await query(app.db, `update orders set held_until = now() - interval '1 second' where id = $1`, [id])
  expect((await correct(id, '88002')).body.message).toMatch('was left by Rahim Uddin')
  expect((await correct(id, '88003', rahim)).status).toBe(200)
  await app.call(orders.setStatus, { id, status: 'completed' }, rahim)
  const closed = await correct(id, '88004', rahim)
  expect([closed.status, closed.body.message]).toEqual([409, 'Order is not available for edit'])
  expect((await rowOf(id)).playerid).toBe('88003')
  for (const change of [`playerid = '1'`, `playerid = '1', status = 'cancel', corrected_at = now()`]) {
    await expect(query(app.db, `update orders set ${change} where id = $1`, [id])).rejects.toThrow(/keeps its snapshot/)
  }
})

test('of many orders completed at once, one corrected since it was seen is refused', async () => {
  const ids = [await place('66001'), await place('66002')]
  const many = (playerids?: string[]) =>
    app.call(desk.decideMany, { ids, status: 'completed', ...(playerids && { playerids }) }, rahim)
  await correct(ids[1] ?? 0, '66003')
  const { done, refused } = (await many(['66001', '66002'])).body.data
  expect([done, refused]).toMatchObject([[ids[0]], [{ id: ids[1], code: 'changed' }]])
  expect(await rowOf(ids[1] ?? 0)).toMatchObject({ status: 'pending', playerid: '66003' })
  expect((await many()).body.data.done).toEqual([ids[1]])
})

test('corrected while another completes: the order says what was delivered', async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const id = await place('99001')
    const complete = () => app.call(orders.setStatus, { id, status: 'completed', expected_playerid: '99001' }, rahim)
    const both = round % 2 ? [complete(), correct(id, '99002')] : [correct(id, '99002'), complete()]
    const statuses = (await Promise.all<{ status: number }>(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([200, 409])
    const { status, playerid } = await rowOf(id)
    expect(['completed 99001', 'pending 99002']).toContain(`${status} ${playerid}`)
    outcomes.add(status)
  }
  expect(outcomes.size).toBe(2)
})
