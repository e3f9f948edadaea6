import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { permissions } from '#contract/permissions.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { placeOrder } from '../world.ts'
import { toast } from './browser.ts'
import { box, fill, picture, saveButton, saveTo } from './forms.ts'
import { arriveAs, openAs } from './people.ts'
import { answer, choose, save, sayYes } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, rowOf } from './table.ts'

const { app, browser } = await startShop()
const rahim = await app.signIn('rahim')

/** Opens a screen as its admin and counts from then on how often a pointer is pressed. */
async function openCounting(address: string): Promise<{ page: Page; clicks: () => Promise<number> }> {
  const page = await openAs(browser, 'rahim', address, { width: 1366 })
  // The page may be that of an earlier test, which counts already. A load would forget the count, and fail.
  await page.evaluate(() => {
    const counting = window as unknown as { clicks?: number }
    const count = () => {
      counting.clicks = (counting.clicks ?? 0) + 1
    }
    if (counting.clicks === undefined) addEventListener('pointerdown', count, true)
    counting.clicks = 0
  })
  return { page, clicks: () => page.evaluate(() => (window as unknown as { clicks: number }).clicks) }
}

describe('prices', () => {
  const packageOf = async (name: string) => {
    const { data } = (await app.call(topupPackages.list, { product_id: app.world.products.starfall }, rahim)).body.data
    const found = data.find((one) => one.name === name)
    if (!found) throw new Error(`No package ${name}`)
    return found
  }

  test('a game is repriced by three clicks and a number, new prices in view', async () => {
    const { page, clicks } = await openCounting('/topup-packages')
    await page.getByText('Starfall', { exact: false }).first().click()
    await box(page, 'Dollar rate').click()
    await page.keyboard.type('90')
    const update = page.getByRole('button', { name: 'Update rate' })
    const preview = page.getByRole('table', { name: 'Preview of this rate' })
    await preview.waitFor()
    await eventually(() => update.evaluate((button) => button.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    const isBefore = (last: Element, button: Element | null) =>
      Boolean(
        button &&
          last.getBoundingClientRect().top >= 48 &&
          last.getBoundingClientRect().bottom <= button.getBoundingClientRect().top,
      )
    expect(
      await preview
        .getByRole('row')
        .last()
        .evaluate(isBefore, await update.elementHandle()),
    ).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').getByText('Rate 90 will change').waitFor()
    await sayYes(page)
    await toast(page, 'Dollar rate updated successfully')
    expect(await clicks()).toBeLessThanOrEqual(3)
  })

  test('a price is changed in the table; below cost is said before it is saved and after', async () => {
    const { id, name, cost, price, version } = await packageOf('Gems Card')
    const { page, clicks } = await openCounting('/topup-packages')
    await page.getByText('Starfall', { exact: false }).first().click()
    const row = rowOf(page, id)
    await row.getByRole('button', { name: `Change the price of ${name}` }).click()
    await page.keyboard.type('0.01')
    await row.getByText('below cost,').waitFor()
    // Left alone, it stays.
    await page.keyboard.press('Escape')
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toContain(' tk')
    expect((await packageOf(name)).version).toBe(version)
    await page.keyboard.press('Enter')
    await page.keyboard.type('0.01')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alertdialog')
      .getByText(/ will be sold for 0\.01 tk, below its cost of /)
      .waitFor()
    await answer(page, 'Sell below cost')
    await toast(page, 'Topup package updated successfully')
    await row.getByText('below cost').waitFor()
    await page.locator('summary').getByText('1 below cost').waitFor()
    expect(await packageOf(name)).toMatchObject({ price: 0.01, below_cost: true, cost })
    expect(await clicks()).toBeLessThanOrEqual(3)

    // Another admin's price is not overwritten unseen.
    await page.keyboard.press('Enter')
    await page.keyboard.type('277')
    await app.call(topupPackages.update, { ...(await packageOf(name)), price }, rahim)
    await page.keyboard.press('Enter')
    await toast(page, 'This has changed. Review it and try again.')
    expect((await packageOf(name)).price).toBe(price)
  })
})

test('an admin works on the orders of all products after six clicks from /admins', async () => {
  const { nadia } = app.world.admins
  const { page, clicks } = await openCounting('/admins')
  await rowOf(page, nadia).getByRole('link', { name: 'Manage Auth Permission of Nadia Islam' }).click()
  await page.getByRole('button', { name: 'Use the permissions of Order agent' }).click()
  await saveButton(page).click()
  await toast(page, 'Permission updated successfully')
  await page.getByRole('link', { name: 'Manage Order Permission', exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all of All 2 products, future packages too' }).click()
  await saveButton(page).click()
  await toast(page, 'Permission updated successfully')
  expect(await clicks()).toBeLessThanOrEqual(6)
  const { topup_product_id } = (await app.call(permissions.packages, { admin_id: nadia }, rahim)).body.data
  expect([...topup_product_id].sort()).toEqual(Object.values(app.world.products).sort())
  const order = await placeOrder(app.db, {
    userId: app.world.users.shila,
    packageId: app.world.packages.seasonPass,
    playerid: '84000001',
  })
  await arriveAs(page, 'nadia', '/order')
  await rowOf(page, order).getByRole('button', { name: /^Edit/ }).waitFor()
  await arriveAs(page, 'rahim', '/admins')
  await rowOf(page, nadia).getByText('Products: 2').waitFor()
})

describe('the first evening', () => {
  test('‘Save and add another’ opens an empty form with product and next serial', async () => {
    const page = await openAs(browser, 'rahim', `/topup-package/add/${app.world.products.ironvale}`)
    await eventually(() => box(page, 'Serial').inputValue()).toBe('2')
    const texts = { Name: 'Iron Chest', 'Sell price': '120', 'Buy price': '100' }
    await fill(page, { texts, image: await picture('chest.png', '#862e9c') })
    await page.getByRole('button', { name: 'Save and add another' }).click()
    await toast(page, 'Topup package created successfully')
    await eventually(() => box(page, 'Name').inputValue()).toBe('')
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
    expect([await box(page, 'Serial').inputValue(), await page.locator('select[name="product_id"]').inputValue()]).toEqual([
      '3',
      String(app.world.products.ironvale),
    ])
    await fill(page, { texts: { ...texts, Name: 'Steel Chest' }, image: await picture('steel.png', '#1864ab') })
    await saveTo(page, 'Topup package created successfully', '/topup-packages')
    const { data } = (await app.call(topupPackages.list, { product_id: app.world.products.ironvale }, rahim)).body.data
    expect(data.map(({ name, serial }) => [name, serial]).slice(-2)).toEqual([
      ['Iron Chest', 2],
      ['Steel Chest', 3],
    ])
  })

  test('fifty vouchers are added by four clicks and a paste', async () => {
    const { page, clicks } = await openCounting('/upins')
    await page.getByRole('button', { name: 'Gems Card' }).click()
    await page.getByRole('link', { name: 'Add Voucher' }).click()
    const paste = box(page, 'Voucher Code')
    await paste.click()
    const codes = Array.from({ length: 50 }, (_, at) => `FIFTY-${String(at).padStart(3, '0')}-WXYZ`)
    await page.keyboard.insertText(codes.join('\n'))
    await page.getByRole('button', { name: 'Create Voucher' }).click()
    await toast(page, 'UniPin created successfully')
    expect(await clicks()).toBeLessThanOrEqual(4)
    const { data } = (await app.call(vouchers.list, { package: app.world.packages.gemsCard, limit: 5 }, rahim)).body
    expect(data.voucher_count).toBe(52)
  })
})

test('an order gets a status and a note by three clicks', async () => {
  const { users, packages } = app.world
  const id = await placeOrder(app.db, { userId: users.tanvir, packageId: packages.seasonPass, playerid: '84000002' })
  const { page, clicks } = await openCounting('/order')
  await rowOf(page, id)
    .getByRole('button', { name: `Edit order ${id}`, exact: true })
    .click()
  await choose(page, 'in_progress')
  await page.keyboard.press('Tab')
  await page.keyboard.type('On its way')
  await save(page)
  await toast(page, 'Order updated successfully')
  expect(await clicks()).toBeLessThanOrEqual(3)
  const { body } = await app.call(orders.list, { order_id: String(id) }, rahim)
  expect(body.data.orders[0]).toMatchObject({ status: 'in_progress', brief_note: 'On its way' })
})
