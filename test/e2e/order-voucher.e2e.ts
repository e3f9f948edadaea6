import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { placeOrder, VOUCHER_CODES } from '../world.ts'
import { toast, untilQuiet } from './browser.ts'
import { edit, startOrderDesk } from './order-desk.ts'
import { arriveAs, visit } from './people.ts'
import { answer, dialog } from './screen.ts'

const { app, open } = await startOrderDesk(0)
const { admins, packages, users } = app.world
let order: number

beforeAll(async () => {
  await app.db.insertInto('admin_packages').values({ admin_id: admins.karim, topup_package_id: packages.gemsCard }).execute()
  order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard })
  const rahim = await app.signIn('rahim')
  expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)).status).toBe(200)
})

const drawer = (page: Page) => page.getByRole('region', { name: `Order ${order}` })

test('the code of a delivered order is masked, and shown by asking, on record; one in the recycle bin to nobody', async () => {
  const { voucher_id: id } = await app.db
    .selectFrom('orders')
    .select('voucher_id')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const rahim = await app.signIn('rahim')
  await app.call(vouchers.remove, { id: id ?? 0 }, rahim)
  const page = await open(`/order?status=all&order=${order}`)
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  expect(await drawer(page).getByRole('button', { name: 'Show code' }).count()).toBe(0)
  await app.call(vouchers.restore, { id: id ?? 0 }, rahim)
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await page.locator(`tr[data-id="${order}"]`).press('Enter')
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  expect(await page.content()).not.toContain(VOUCHER_CODES[0])
  await drawer(page).getByRole('button', { name: 'Show code' }).click()
  await drawer(page).getByRole('button', { name: VOUCHER_CODES[0], exact: true }).waitFor()
  const read = app.db.selectFrom('audit').select('admin_id').where('action', '=', 'vouchers.reveal')
  expect(await read.execute()).toEqual([{ admin_id: app.world.admins.rahim }])
  await drawer(page).getByRole('button', { name: 'Hide', exact: true }).click()
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  // Who sees the order and no vouchers sees the mask alone.
  await arriveAs(page, 'karim', `/order?status=all&order=${order}`)
  await drawer(page).getByText('••••A001', { exact: true }).waitFor()
  await untilQuiet(page)
  expect(await drawer(page).getByRole('button', { name: 'Show code' }).count()).toBe(0)
})

test('an open order hears that its package sells codes by now; where it has not, none is given with what was loaded by hand', async () => {
  const rahim = await app.signIn('rahim')
  const by = (packageId: number) => placeOrder(app.db, { userId: users.shila, packageId })
  const page = await open('/order', 'rahim')
  const completing = async (id: number) => {
    await visit(page, `/order?order=${id}`)
    const opened = page.getByRole('region', { name: `Order ${id}` })
    await opened.getByRole('radio', { name: 'completed' }).check()
    await page.locator('header [data-connection="live"]').waitFor()
    await untilQuiet(page)
    return opened
  }
  const ask = (opened: Locator) => opened.getByRole('checkbox', { name: 'Deliver a voucher code' })
  const prepared = await completing(await by(packages.gems100))
  expect(await ask(prepared).count()).toBe(0)
  const added = await app.call(vouchers.add, { code: 'FIRST-OF-ALL-1', package_id: packages.gems100, status: 1 }, rahim)
  expect(added.status).toBe(200)
  await ask(prepared).waitFor()

  const id = await by(packages.gems500)
  const polling = await completing(id)
  // Of this no news go out.
  await app.db
    .updateTable('vouchers')
    .set({ package_id: packages.gems500 })
    .where('id', '=', await newestVoucher())
    .execute()
  await app.db.updateTable('topup_packages').set({ sells_vouchers: true }).where('id', '=', packages.gems500).execute()
  await polling.getByRole('button', { name: 'Save', exact: true }).click()
  await answer(page, 'Complete')
  await toast(page, 'Order updated successfully')
  const row = app.db.selectFrom('orders').select(['status', 'voucher_id']).where('id', '=', id)
  expect(await row.executeTakeFirstOrThrow()).toEqual({ status: 'completed', voucher_id: null })
})

test('a form that was refused for want of a code hears that the package sells none by now', async () => {
  const rahim = await app.signIn('rahim')
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass })
  await app.db.updateTable('topup_packages').set({ sells_vouchers: true }).where('id', '=', packages.seasonPass).execute()
  const page = await open(`/order?order=${id}`, 'rahim')
  const opened = page.getByRole('region', { name: `Order ${id}` })
  await opened.getByRole('radio', { name: 'completed' }).check()
  await page.locator('header [data-connection="live"]').waitFor()
  await opened.getByRole('button', { name: 'Save', exact: true }).click()
  await answer(page, 'Complete')
  const refusal = opened.getByRole('alert').getByText('No ready voucher code for this package')
  await refusal.waitFor()
  const stopped = await app.call(topupPackages.stopVouchers, { id: packages.seasonPass, expected_open_orders: 1 }, rahim)
  expect(stopped.status).toBe(200)
  await refusal.waitFor({ state: 'detached' })
  expect(await opened.getByRole('checkbox', { name: 'Deliver a voucher code' }).count()).toBe(0)
})

test('the table’s dialog and the question of its key say that a code goes along, before it does', async () => {
  const rahim = await app.signIn('rahim')
  const sold = { code: 'CARD-BY-KEY-1\nCARD-BY-KEY-2', package_id: packages.gemsCard, status: 1 } as const
  expect((await app.call(vouchers.add, sold, rahim)).status).toBe(200)
  const by = (packageId: number) => placeOrder(app.db, { userId: users.tanvir, packageId, playerid: '98600001' })
  const [card, pass] = [await by(packages.gemsCard), await by(packages.seasonPass)]
  const page = await open(`/order?status=all&playerid=98600001`, 'rahim')
  const question = page.getByRole('alertdialog')
  const askByKey = async (id: number) => {
    await page.locator(`tr[data-id="${id}"]`).focus()
    await page.keyboard.press('Shift+Enter')
  }
  await askByKey(pass)
  await question.getByText(`Complete order ${pass}?`).waitFor()
  expect(await question.getByText('voucher code').count()).toBe(0)
  await page.keyboard.press('Escape')
  await edit(page, card).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'completed' }).check()
  expect(await page.getByRole('dialog').getByRole('checkbox', { name: 'Deliver a voucher code' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await askByKey(card)
  await question.getByText('A voucher code is delivered').waitFor()
  await page.keyboard.press('Enter')
  await toast(page, 'Order updated successfully')
  const { voucher_id } = await app.db.selectFrom('orders').select('voucher_id').where('id', '=', card).executeTakeFirstOrThrow()
  expect(voucher_id).not.toBeNull()
})

/** Ticks them all and opens the dialog that completes them. */
const completeSelected = async (page: Page, ids: readonly number[]) => {
  for (const id of ids) await page.getByRole('checkbox', { name: `Select order ${id}`, exact: true }).check()
  await page.getByRole('button', { name: 'Complete selected' }).click()
  await dialog(page).getByText(`${ids.length} can be completed`).waitFor()
}
const vouchersOf = async (ids: readonly number[]) => {
  const rows = app.db.selectFrom('orders').select(['status', 'voucher_id']).where('id', 'in', ids)
  return rows.orderBy('id').execute()
}

test('of many at once, one whose form says so is given no code; how many are is said', async () => {
  const rahim = await app.signIn('rahim')
  const sold = { code: 'CARD-OF-MANY-1\nCARD-OF-MANY-2', package_id: packages.gemsCard, status: 1 } as const
  expect((await app.call(vouchers.add, sold, rahim)).status).toBe(200)
  const by = (packageId: number) => placeOrder(app.db, { userId: users.tanvir, packageId, playerid: '98600002' })
  const ids = [await by(packages.gemsCard), await by(packages.gemsCard), await by(packages.seasonPass)] as const
  const page = await open(`/order?playerid=98600002&order=${ids[0]}`, 'rahim')
  const opened = page.getByRole('region', { name: `Order ${ids[0]}` })
  await opened.getByRole('radio', { name: 'completed' }).check()
  await opened.getByRole('checkbox', { name: 'Deliver a voucher code' }).uncheck()
  await page.keyboard.press('Escape')
  await opened.waitFor({ state: 'detached' })
  await completeSelected(page, ids)
  expect(await dialog(page).getByRole('checkbox', { name: 'Deliver a voucher code with 1 order' }).isChecked()).toBe(true)
  await dialog(page).getByText(`Completed without a voucher code, as chosen on the order: #${ids[0]}`, { exact: true }).waitFor()
  await dialog(page).getByRole('button', { name: 'Complete 3 orders' }).click()
  await toast(page, '3 done, 0 refused')
  expect(await vouchersOf(ids)).toEqual([
    { status: 'completed', voucher_id: null },
    { status: 'completed', voucher_id: expect.any(Number) },
    { status: 'completed', voucher_id: null },
  ])
})

test('many at once of packages that sell no codes are offered none, and given none that came meanwhile', async () => {
  const rahim = await app.signIn('rahim')
  const by = () => placeOrder(app.db, { userId: users.tanvir, packageId: packages.seasonPass, playerid: '98600003' })
  const ids = [await by(), await by()]
  const sold = { code: 'PASS-MEANWHILE-1\nPASS-MEANWHILE-2', package_id: packages.gemsCard, status: 1 } as const
  expect((await app.call(vouchers.add, sold, rahim)).status).toBe(200)
  const page = await open('/order?playerid=98600003', 'rahim')
  await completeSelected(page, ids)
  expect(await dialog(page).getByRole('checkbox').count()).toBe(0)
  // Of this no news go out.
  await app.db
    .updateTable('vouchers')
    .set({ package_id: packages.seasonPass })
    .where('package_id', '=', packages.gemsCard)
    .where('status', '=', 1)
    .execute()
  await app.db.updateTable('topup_packages').set({ sells_vouchers: true }).where('id', '=', packages.seasonPass).execute()
  await dialog(page).getByRole('button', { name: 'Complete 2 orders' }).click()
  await toast(page, '2 done, 0 refused')
  const none = { status: 'completed', voucher_id: null }
  expect(await vouchersOf(ids)).toEqual([none, none])
})

const newestVoucher = async () => {
  const { id } = await app.db.selectFrom('vouchers').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  return id
}
