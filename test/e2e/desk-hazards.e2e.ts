import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { placeOrder } from '../world.ts'
import { hold, routeOnce, toast, untilQuiet } from './browser.ts'
import { edit, startOrderDesk, tab } from './order-desk.ts'
import { dialog } from './screen.ts'
import { eventually, idsShown, rowOf } from './table.ts'

const { app, orderOfShila, ordersOfTanvir, open } = await startOrderDesk(0)
const { users, packages } = app.world
const rahim = await app.signIn('rahim')

const question = (page: Page) => page.getByRole('alertdialog')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const statusOf = async (id: number) => (await app.call(desk.details, { id }, rahim)).body.data.order.status
const box = (page: Page, id: number) => page.getByRole('checkbox', { name: `Select order ${id}`, exact: true })
const selected = (page: Page) => page.getByRole('region', { name: 'Selected orders' })

test('an order that may have been sent twice says so wherever it is delivered from', async () => {
  const [first, duplicate, other] = [
    await orderOfShila('88000001'),
    await orderOfShila('88000001'),
    await orderOfShila('88000002'),
  ]
  const page = await open(`/order?user_id=${users.shila}`)
  const message = (id: number) => `Same player ID and package as order ${id}`
  const badge = (id: number) => rowOf(page, id).getByRole('img', { name: /^Same player ID and package/ })
  await eventually(() => badge(first).getAttribute('title')).toBe(message(duplicate))
  await eventually(() => badge(duplicate).getAttribute('title')).toBe(message(first))
  expect(await badge(other).count()).toBe(0)

  await rowOf(page, duplicate).focus()
  await page.keyboard.press('Shift+Enter')
  await question(page).getByText(message(first)).waitFor()
  await page.keyboard.press('Escape')
  await edit(page, duplicate).click()
  await dialog(page).getByText(message(first)).waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  for (const id of [first, duplicate, other]) await box(page, id).check()
  const warning = dialog(page).getByText(
    `Same player ID and package as another order: #${first} (#${duplicate}), #${duplicate} (#${first})`,
  )
  await selected(page).getByRole('button', { name: 'Complete selected' }).click()
  await warning.waitFor()
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()
  await selected(page).getByRole('button', { name: 'Cancel selected' }).click()
  await dialog(page).getByText('3 can be cancelled').waitFor()
  expect(await warning.count()).toBe(0)
  await dialog(page).getByRole('button', { name: 'Close' }).last().click()

  // Before the drawer has read anything else of it.
  const letGo = await hold(page, `**${desk.details.path.replace(':id', String(duplicate))}`)
  await rowOf(page, duplicate).focus()
  await page.keyboard.press('Enter')
  await page
    .getByRole('region', { name: `Order ${duplicate}`, exact: true })
    .getByText('Same player ID and package within minutes')
    .waitFor()
  letGo()
  for (const id of [first, duplicate, other]) await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
})

test('keys that were pressed behind T are about no other order where T brings none', async () => {
  const id = await orderOfShila('88100001')
  const page = await open(`/order?user_id=${users.shila}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('untouched'))
  await rowOf(page, id).focus()
  let refuse: () => void = () => undefined
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await routeOnce(page, `**${desk.takeNext.path}`, async (route) => {
    await refused
    await route.abort()
  })
  for (const key of ['KeyT', 'KeyP', 'KeyC', 'Shift+Enter']) await page.keyboard.press(key)
  refuse()
  await toast(page, 'No answer came. Check whether it went through.')
  await untilQuiet(page)
  expect([await question(page).count(), await clipboard(page), await statusOf(id)]).toEqual([0, 'untouched', 'pending'])
  // Pressed on their own they are about it again.
  await page.keyboard.press('KeyC')
  await eventually(() => clipboard(page)).toBe('88100001')
  await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
})

test('a key does nothing where one order is open and another was used with the mouse; opened, it is about that one', async () => {
  const [opened, used] = [await orderOfShila('88200001'), await orderOfShila('88200002')]
  const page = await open(`/order?user_id=${users.shila}`)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const drawer = (id: number) => page.getByRole('region', { name: `Order ${id}`, exact: true })
  await rowOf(page, opened).focus()
  await page.keyboard.press('Enter')
  await drawer(opened).waitFor()
  await page.keyboard.press('KeyC')
  await eventually(() => clipboard(page)).toBe('88200001')
  await rowOf(page, used).getByRole('button', { name: '88200002' }).click()
  await eventually(() => clipboard(page)).toBe('88200002')
  for (const key of ['Shift+Enter', 'KeyC']) {
    await page.keyboard.press(key)
    await toast(page, `Order ${opened} is open, but you are on order ${used}`)
  }
  expect([await question(page).count(), await clipboard(page)]).toEqual([0, '88200002'])
  await rowOf(page, used).focus()
  await page.keyboard.press('Enter')
  await drawer(used).waitFor()
  await page.keyboard.press('Shift+Enter')
  await question(page).getByText(`Complete order ${used}?`).waitFor()
  await page.keyboard.press('Escape')
  for (const id of [opened, used]) await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
})

test('rows of another question that are still on screen are not ticked for this one', async () => {
  const all = await ordersOfTanvir(3, 88_300_000)
  const [first, ...rest] = all as [number, ...number[]]
  const page = await open(`/order?user_id=${users.tanvir}`)
  await eventually(() => idsShown(page)).toEqual(all)
  await app.call(orders.setStatus, { id: first, status: 'in_progress' }, rahim)
  const letGo = await hold(page, '**/api/admin/orders?**status=in_progress**')
  await tab(page, 'In progress').click()
  await page.waitForURL(/status=in_progress/)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click({ force: true })
  for (const id of rest) await box(page, id).click({ force: true })
  letGo()
  await eventually(() => idsShown(page)).toEqual([first])
  expect(await selected(page).count()).toBe(0)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await selected(page).getByText('1 selected').waitFor()
})

test('a code that was said to go along, and is sold no more, is told before the order is completed without one', async () => {
  const id = await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard, playerid: '88400001' })
  const page = await open(`/order?order_id=${id}`)
  await rowOf(page, id).focus()
  await page.keyboard.press('Shift+Enter')
  await question(page).getByText('A voucher code is delivered').waitFor()
  const ready = (await app.call(vouchers.list, { package: packages.gemsCard, status: 1, limit: 50 }, rahim)).body.data.vouchers
  for (const { id: code } of ready) await app.call(vouchers.remove, { id: code }, rahim)
  const stopped = await app.call(topupPackages.stopVouchers, { id: packages.gemsCard, expected_open_orders: 50 }, rahim)
  expect(stopped.body.data).toMatchObject({ sells_vouchers: false })
  await page.keyboard.press('Enter')
  await toast(page, 'This package no longer sells voucher codes: deliver it by hand')
  expect(await statusOf(id)).toBe('pending')
})

test('a ready-made note stands below what was typed, and takes the place of another one', async () => {
  const id = await orderOfShila('88500001')
  const page = await open(`/order?order_id=${id}`)
  await edit(page, id).click()
  await dialog(page).getByRole('radio', { name: 'cancel' }).check()
  const note = dialog(page).getByLabel('Note to the customer')
  const ready = dialog(page).getByRole('list', { name: 'Ready-made notes' }).getByRole('button')
  const [one, other] = await ready.allTextContents()
  await ready.first().click()
  expect(await note.inputValue()).toBe(one)
  await ready.nth(1).click()
  expect(await note.inputValue()).toBe(other)
  await note.fill('Call us before six')
  await ready.first().click()
  expect(await note.inputValue()).toBe(`Call us before six\n${one}`)
  await ready.nth(1).click()
  expect(await note.inputValue()).toBe(`Call us before six\n${other}`)
})
