import { expect, test } from 'vitest'
import { desk as deskCalls } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { untilWaits } from '../../../test/support/locks.ts'
import { openVoucherDesk } from '../../../test/support/vouchers.ts'
import { placeOrder } from '../../../test/world.ts'
import { query } from '../../platform/db/connect.ts'

const { desk, fresh, add, addOne, newestAudit } = openVoucherDesk()

const stop = (id: number, token = desk.rahim, expected_open_orders?: number) =>
  desk.app.call(topupPackages.stopVouchers, { id, ...(expected_open_orders !== undefined && { expected_open_orders }) }, token)
const show = async (id: number) => (await desk.app.call(topupPackages.show, { id }, desk.rahim)).body.data

test('a package that got codes by mistake sells without them once they are gone', async () => {
  const { id, code } = await addOne({ package_id: desk.gems })
  expect(await show(desk.gems)).toMatchObject({ sells_vouchers: true, codes_left: 1 })
  const early = await stop(desk.gems)
  expect([early.status, early.body.message]).toEqual([409, 'It has Ready codes: 1. Delete, hide or move them first.'])
  // Moved to where it belongs.
  const moved = await desk.app.call(vouchers.update, { id, code, status: 1, package_id: desk.card }, desk.rahim)
  expect(moved.status).toBe(200)
  expect(await show(desk.gems)).toMatchObject({ sells_vouchers: true, availability: 'no_codes' })
  expect((await stop(desk.gems, desk.karim)).status).toBe(403)
  const { version } = await show(desk.gems)
  const stopped = await stop(desk.gems)
  expect([stopped.status, stopped.body.message]).toEqual([200, 'Topup package updated successfully'])
  expect(stopped.body.data).toMatchObject({ sells_vouchers: false, codes_left: null, availability: 'on_sale', version })
  expect(await newestAudit()).toMatchObject({
    ...{ action: 'topupPackages.stopVouchers', subject: 'topup_package', subject_id: desk.gems },
    facts: { before: { sells_vouchers: true }, sells_vouchers: false },
  })
  expect(await stop(desk.gems)).toMatchObject({ status: 409, body: { message: 'This package sells no codes' } })
  expect((await stop(123_456)).status).toBe(404)
})

test('a deleted package is not found, whatever codes it still has', async () => {
  const setDeleted = (moment: string) =>
    query(desk.app.db, `update topup_packages set deleted_at = ${moment} where id = $1`, [desk.card])
  await setDeleted('now()')
  expect((await stop(desk.card)).status).toBe(404)
  await setDeleted('null')
  expect((await stop(desk.card)).status).toBe(409)
})

test('a code made Ready, put on sale or restored makes its package sell codes', async () => {
  const sells = async () => (await show(desk.gems)).sells_vouchers
  const [hidden, deleted] = [await addOne({ package_id: desk.gems, status: 0 }), await addOne({ package_id: desk.gems })]
  expect((await desk.app.call(vouchers.remove, { id: deleted.id }, desk.rahim)).status).toBe(200)
  expect([(await stop(desk.gems)).status, await sells()]).toEqual([200, false])
  const again = { ...hidden, status: 1, package_id: desk.gems }
  expect((await desk.app.call(vouchers.update, again, desk.rahim)).status).toBe(200)
  expect(await sells()).toBe(true)
  expect((await desk.app.call(vouchers.update, { ...again, status: 0 }, desk.rahim)).status).toBe(200)
  expect([(await stop(desk.gems)).status, await sells()]).toEqual([200, false])
  expect((await desk.app.call(vouchers.restore, { id: deleted.id }, desk.rahim)).status).toBe(200)
  expect(await show(desk.gems)).toMatchObject({ sells_vouchers: true, codes_left: 1 })
  expect(await newestAudit()).toMatchObject({ action: 'vouchers.restore', facts: { sells_vouchers: true } })
  expect((await desk.app.call(vouchers.remove, { id: deleted.id }, desk.rahim)).status).toBe(200)
})

test('codes that are not for sale leave a stopped package stopped', async () => {
  expect((await stop(desk.gems)).status).toBe(200)
  expect((await add(fresh(), { package_id: desk.gems, status: 2 })).status).toBe(200)
  expect((await add(fresh(), { package_id: desk.gems, status: 0 })).status).toBe(200)
  const hidden = await addOne({ package_id: desk.card, status: 0 })
  expect((await desk.app.call(vouchers.update, { ...hidden, status: 0, package_id: desk.gems }, desk.rahim)).status).toBe(200)
  expect(await show(desk.gems)).toMatchObject({ sells_vouchers: false, availability: 'on_sale' })
  const { id } = await addOne({ package_id: desk.gems })
  expect(await show(desk.gems)).toMatchObject({ sells_vouchers: true, codes_left: 1 })
  expect((await desk.app.call(vouchers.remove, { id }, desk.rahim)).status).toBe(200)
})

test('nor do they where all codes of a stopped package were moved away', async () => {
  const { gems500 } = desk.app.world.packages
  const { id, code } = await addOne({ package_id: gems500 })
  expect((await desk.app.call(vouchers.update, { id, code, status: 1, package_id: desk.card }, desk.rahim)).status).toBe(200)
  expect((await stop(gems500)).status).toBe(200)
  expect((await add(fresh(), { package_id: gems500, status: 0 })).status).toBe(200)
  expect(await show(gems500)).toMatchObject({ sells_vouchers: false, availability: 'on_sale' })
})

test('a paste that is under way is waited for, and seen', async () => {
  const { app } = desk
  expect((await add(fresh(), { package_id: desk.gems, status: 2 })).status).toBe(200)
  const code = fresh()
  // Holds the paste up where it has looked at the package and adds its codes.
  const other = await app.db.startTransaction().execute()
  await query(
    other,
    `insert into vouchers (code_index, code_sealed, code_last4, package_id, status)
     select $1, code_sealed, code_last4, $2, 1 from vouchers limit 1`,
    [app.vault.index(code), desk.card],
  )
  const paste = add(code, { package_id: desk.gems })
  await untilWaits(app.db, 'insert into vouchers')
  const stopping = stop(desk.gems)
  await untilWaits(app.db, 'for update')
  await other.rollback().execute()
  expect([(await paste).status, (await stopping).status]).toEqual([200, 409])
  expect(await show(desk.gems)).toMatchObject({ sells_vouchers: true, codes_left: 1 })
})

test('open orders that would get no code are named first, however many came in between', async () => {
  const { app } = desk
  const { gems500 } = app.world.packages
  const place = () => placeOrder(app.db, { userId: app.world.users.shila, packageId: gems500 })
  const warning = (open_orders: number) => ({
    status: 409,
    body: {
      message: `Open orders of this package that would get no code: ${open_orders}. Complete or cancel them first, or confirm.`,
      data: { open_orders },
    },
  })
  const { id } = await addOne({ package_id: gems500 })
  const [first, second] = [await place(), await place()]
  expect((await app.call(vouchers.remove, { id }, desk.rahim)).status).toBe(200)
  const decide = (order: number, status: 'in_progress' | 'completed' | 'cancel') =>
    app.call(orders.setStatus, { id: order, status, deliver_voucher: 1 }, desk.rahim)
  expect((await decide(first, 'in_progress')).status).toBe(200)
  expect(await decide(first, 'completed')).toMatchObject({
    status: 409,
    body: { message: 'No ready voucher code for this package' },
  })
  expect(await stop(gems500)).toMatchObject(warning(2))
  const third = await place()
  expect(await stop(gems500, desk.rahim, 2)).toMatchObject(warning(3))
  expect(await show(gems500)).toMatchObject({ sells_vouchers: true, availability: 'no_codes' })
  expect(await newestAudit()).not.toMatchObject({ action: 'topupPackages.stopVouchers' })
  // One fewer than was said is no news.
  expect((await decide(third, 'cancel')).status).toBe(200)
  expect((await stop(gems500, desk.rahim, 3)).body.data).toMatchObject({ sells_vouchers: false, availability: 'on_sale' })
  expect(await newestAudit()).toMatchObject({ facts: { expected_open_orders: 3, open_orders: 2 } })
  // An admin who was told that a code is included learns that none is, before the customer is left without both.
  const expecting = { id: first, status: 'completed', expects_code: 1 } as const
  const NONE = 'This package no longer sells voucher codes: deliver it by hand'
  expect(await app.call(orders.setStatus, expecting, desk.rahim)).toMatchObject({
    status: 409,
    body: { message: NONE, data: { order: { id: first, sells_vouchers: false } } },
  })
  const bulk = await app.call(deskCalls.decideMany, { ids: [first, second], status: 'completed', with_code: [first] }, desk.rahim)
  expect(bulk.body.data).toEqual({
    done: [second],
    refused: [{ id: first, code: 'sells_no_codes_now', reason: NONE, params: {} }],
  })
  expect((await decide(first, 'completed')).status).toBe(200)
})

test('an order that is being placed is waited for, and named', async () => {
  const { app } = desk
  const { gems500 } = app.world.packages
  const { id } = await addOne({ package_id: gems500 })
  const placing = await app.db.startTransaction().execute()
  await query(placing, 'select from topup_packages where id = $1 for no key update', [gems500])
  const order = await placeOrder(placing, { userId: app.world.users.shila, packageId: gems500 })
  expect((await app.call(vouchers.remove, { id }, desk.rahim)).status).toBe(200)
  const stopping = stop(gems500)
  await untilWaits(app.db, 'for update')
  await placing.commit().execute()
  expect(await stopping).toMatchObject({ status: 409, body: { data: { open_orders: 1 } } })
  expect((await app.call(orders.setStatus, { id: order, status: 'cancel' }, desk.rahim)).status).toBe(200)
})
