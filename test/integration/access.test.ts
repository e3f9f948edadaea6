import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { runAccessMatrix } from '../proofs/access-matrix.ts'
import { startApp } from '../support/app.ts'
import { changedTables, fingerprint } from '../support/fingerprint.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { refusal } from '../support/refusal.ts'
import { everyEndpoint, samplesOf } from '../support/samples.ts'
import { askForWalletAdd, placeOrder } from '../world.ts'

const MISSING = 999_999

const app = await startApp()
beforeAll(async () => {
  const { users, packages } = app.world
  // Rows with the ids that the generated inputs name, in states in which an allowed call would change them.
  await placeOrder(app.db, { userId: users.shila, packageId: packages.gems100 })
  await askForWalletAdd(app.db, { userId: users.shila, amount: 500 })
  await orderProduct(app, users.shila, await addPhysicalProduct(app.db))
})
afterAll(() => app.close())

const run = (sql: string, ...parameters: unknown[]) => app.db.executeQuery(CompiledQuery.raw(sql, parameters))

test('every endpoint answers every caller by its access; refusals change nothing', async () => {
  const { calls, refused, mismatches } = await runAccessMatrix(app)
  console.log(`access matrix: ${calls} calls, ${refused} of them refused, ${mismatches.length} mismatches`)
  expect(mismatches).toEqual([])
  expect(refused).toBeGreaterThan(everyEndpoint.length * 6)
})

test('a cancel needs orders_cancel too: 403 names the field and nothing changes', async () => {
  const order = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.gems100 })
  const karim = await app.signIn('karim')
  await run(
    `delete from admin_modules where admin_id = $1 and auth_module_id = (select id from auth_modules where key = 'orders_cancel')`,
    app.world.admins.karim,
  )
  const before = await fingerprint(app.db)
  const refused = await app.call(orders.setStatus, { id: order, status: 'cancel' }, karim)
  expect(refused).toEqual({
    status: 403,
    body: refusal('access_denied', 'Access Denied', 'status'),
  })
  expect(changedTables(before, await fingerprint(app.db))).toEqual([])
  expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, karim)).status).toBe(200)
})

test('an order out of one’s packages looks like a missing one on every path', async () => {
  const { users, packages, admins } = app.world
  await run('insert into admin_modules select $1, id from auth_modules on conflict do nothing', admins.karim)
  const hidden = await placeOrder(app.db, { userId: users.tanvir, packageId: packages.gems500, playerid: 'HIDDEN-77' })
  const karim = await app.signIn('karim')
  const before = await fingerprint(app.db)
  const byId = everyEndpoint.filter(
    ({ endpoint }) => endpoint.path.startsWith('/admin/order/') && /:id$/.test(endpoint.path) && endpoint.access !== 'super',
  )
  const work = ['desk.claim', 'desk.details', 'desk.reveal', 'desk.writeInternalNote', 'desk.correctPlayerId']
  const names = ['orders.show', 'orders.setStatus', ...work]
  expect(byId.map(({ name }) => name)).toEqual(names)
  for (const { name, endpoint } of byId) {
    for (const sample of samplesOf(endpoint)) {
      const [outside, missing] = [
        await app.call(endpoint, { ...sample, id: hidden }, karim),
        await app.call(endpoint, { ...sample, id: MISSING }, karim),
      ]
      expect([name, outside.status]).toEqual([name, 404])
      expect(outside).toEqual(missing)
    }
  }
  for (const endpoint of [orders.list, orders.adminList]) {
    expect((await app.call(endpoint, {}, karim)).body.data.orders).not.toEqual([])
    for (const filter of [
      {},
      { order_id: hidden },
      { q: `#${hidden}` },
      { q: 'hidden-77' },
      { playerid: 'HIDDEN-77' },
      { user_id: users.tanvir },
      { product: app.world.products.starfall },
      { sort: 'amount' },
      { status: 'pending' },
    ] as const) {
      const { status, body } = await app.call(endpoint, { ...filter, limit: 100 }, karim)
      expect(status).toBe(200)
      expect(body.data.orders.map((order) => order.id)).not.toContain(hidden)
      expect(body.data.orders.every((order) => order.User.username !== 'tanvir')).toBe(true)
    }
  }
  expect((await app.call(orders.list, { order_id: hidden }, karim)).body.data.total).toBe(0)
  // A refusal is the outcome of its key.
  expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
  for (const id of [hidden, MISSING]) {
    const many = await app.call(desk.decideMany, { ids: [id], status: 'completed' }, karim)
    expect(many.body.data).toEqual({ done: [], refused: [{ id, code: 'not_found', reason: 'Not found', params: {} }] })
  }
  expect(changedTables(before, await fingerprint(app.db))).toEqual(['idempotency_keys'])
})

test('what is taken away is gone at the very next request', async () => {
  const { users, packages, admins } = app.world
  await run('insert into admin_modules select $1, id from auth_modules on conflict do nothing', admins.karim)
  const order = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass })
  const karim = await app.signIn('karim')
  const see = async () => (await app.call(orders.show, { id: order }, karim)).status
  const module = (key: string) => `(select id from auth_modules where key = '${key}')`
  expect(await see()).toBe(200)
  await run('delete from admin_packages where admin_id = $1 and topup_package_id = $2', admins.karim, packages.seasonPass)
  expect(await see()).toBe(404)
  await run('insert into admin_products values ($1, $2)', admins.karim, app.world.products.ironvale)
  expect(await see()).toBe(200)
  await run(`update auth_modules set status = 0 where key = 'orders_view'`)
  expect(await see()).toBe(403)
  await run(`update auth_modules set status = 1 where key = 'orders_view'`)
  expect(await see()).toBe(200)
  await run(`delete from admin_modules where admin_id = $1 and auth_module_id = ${module('orders_view')}`, admins.karim)
  expect(await see()).toBe(403)
  await run('update admins set deleted_at = now() where id = $1', admins.karim)
  expect(await see()).toBe(401)
})
