import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { vouchers } from '#contract/vouchers.ts'
import { placeOrder, VOUCHER_CODES } from '../server/world.ts'
import { type OrderDesk, startOrderDesk } from './order-desk.ts'
import { eventually } from './table.ts'

let desk: OrderDesk
let order: number

beforeAll(async () => {
  desk = await startOrderDesk(0)
  const { app } = desk
  const { admins, packages, users } = app.world
  await app.db.insertInto('admin_packages').values({ admin_id: admins.karim, topup_package_id: packages.gemsCard }).execute()
  order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard })
  const rahim = await app.signIn('rahim')
  expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)).status).toBe(200)
})
afterAll(() => desk?.close())

const drawer = (page: Page) => page.getByRole('region', { name: `Order ${order}` })
const openOrder = async (name: 'rahim' | 'karim') => {
  const page = await desk.open(`/order?status=all&order=${order}`, name)
  await drawer(page).getByText('Voucher Code', { exact: true }).waitFor()
  return page
}

test('the code of a delivered order is masked, and shown by asking, on record', async () => {
  const page = await openOrder('rahim')
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(VOUCHER_CODES[0])
  await drawer(page).getByRole('button', { name: 'Show code' }).click()
  await drawer(page).getByRole('button', { name: VOUCHER_CODES[0], exact: true }).waitFor()
  const read = desk.app.db.selectFrom('audit').select('admin_id').where('action', '=', 'vouchers.reveal')
  expect(await read.execute()).toEqual([{ admin_id: desk.app.world.admins.rahim }])
  await drawer(page).getByRole('button', { name: 'Hide', exact: true }).click()
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
})

test('of a code in the recycle bin the mask is left, and nothing offers to show it', async () => {
  const { voucher_id: id } = await desk.app.db
    .selectFrom('orders')
    .select('voucher_id')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const rahim = await desk.app.signIn('rahim')
  await desk.app.call(vouchers.remove, { id: id ?? 0 }, rahim)
  const page = await openOrder('rahim')
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  expect(await drawer(page).getByRole('button', { name: 'Show code' }).count()).toBe(0)
  await desk.app.call(vouchers.restore, { id: id ?? 0 }, rahim)
  await page.reload()
  await drawer(page).getByRole('button', { name: 'Show code' }).waitFor()
})

test('who sees the order and no vouchers sees the mask alone', async () => {
  const page = await openOrder('karim')
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  await eventually(() => drawer(page).getByRole('button', { name: 'Show code' }).count()).toBe(0)
})
