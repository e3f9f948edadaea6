import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { desk } from '#contract/desk.ts'
import { orders } from '#contract/orders.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { vouchers } from '#contract/vouchers.ts'
import { expectSoundBooks, journalsOf } from '../support/books.ts'
import { placeOrder, VOUCHER_CODES } from '../world.ts'
import { hold, routeOnce, toast, untilQuiet } from './browser.ts'
import { edit, SEASON_PASS_TK, startOrderDesk, tab } from './order-desk.ts'
import { arriveAs, openWithoutStream, visit } from './people.ts'
import { answer, choose, dialog, focused, save } from './screen.ts'
import { eventually, expectRow, expectText, headings, idsShown, rowOf } from './table.ts'

const { app, browser, many, orderOfShila, ordersOfTanvir, walletOfShila, open } = await startOrderDesk(4)
const { admins, packages, users } = app.world
const rahim = await app.signIn('rahim')

const question = (page: Page) => page.getByRole('alertdialog')
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const statusOf = async (id: number) => (await app.call(desk.details, { id }, rahim)).body.data.order.status
const box = (page: Page, id: number) => page.getByRole('checkbox', { name: `Select order ${id}`, exact: true })
const selected = (page: Page) => page.getByRole('region', { name: 'Selected orders' })

describe('deciding an order', () => {
  test('the dialog wants a status, offers the next ones, explains money, locks on save', async () => {
    const id = await orderOfShila('81000001')
    const page = await open(`/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await dialog(page).getByText(`Order ${id}`).waitFor()
    await eventually(() =>
      dialog(page)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['in_progress', 'completed', 'cancel', 'pending'])
    expect(await dialog(page).getByRole('radio', { checked: true }).count()).toBe(0)
    await dialog(page).getByText('Refunds 250 tk to shila').waitFor()
    await save(page)
    await dialog(page).getByText('Select an order status').waitFor()
    await page.keyboard.press('Digit2')
    await eventually(() => dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    const note = dialog(page).getByLabel('Note to the customer')
    await note.press('Digit1')
    await eventually(() => dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    // What a pointer would hit in the middle of the note.
    const hit = () =>
      note.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect()
        return document.elementFromPoint(left + width / 2, top + height / 2)?.tagName
      })
    expect(await hit()).toBe('TEXTAREA')
    const go = await hold(page, `**/update-order-status/${id}`)
    await note.press('Control+Enter')
    await answer(page, 'Complete')
    await eventually(hit).toBe('FORM')
    expect((await app.call(desk.claim, { id }, await app.signIn('karim'))).status).toBe(200)
    go()
    await dialog(page).getByRole('alert').getByText('Order is being handled by Karim Hossain').waitFor()
    await eventually(hit).toBe('TEXTAREA')
    await note.click()
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe(`Edit order ${id}`)
  })

  test('completing by Ctrl+Enter sells once, and the focus goes to the next row', async () => {
    const first = await orderOfShila('81000002')
    const second = await orderOfShila('81000003')
    const before = await walletOfShila()
    const page = await open(`/order?user_id=${users.shila}&sort=created_at&dir=desc`)
    await eventually(async () => (await idsShown(page)).slice(0, 2)).toEqual([second, first])
    await edit(page, second).click()
    await choose(page, 'completed')
    await dialog(page).getByLabel('Note to the customer').fill('Enjoy the season')
    await page.keyboard.press('Control+Enter')
    await answer(page, 'Complete')
    await expectText(page, 'Order updated successfully')
    await dialog(page).waitFor({ state: 'detached' })
    await rowOf(page, second).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe(`Edit order ${first}`)
    expect(await walletOfShila()).toBe(before)
    expect(await journalsOf(app.db, 'order', second)).toEqual(['placed', 'completed'])
    await visit(page, `/order?status=completed&order_id=${second}`)
    await expectRow(page, second, ['completed', 'Enjoy the season', 'Rahim Uddin'])
    // By whom and when; nothing waits and nothing can be done.
    const columns = ['Order ID', 'Product', 'Price', 'Player ID', 'Status']
    const others = ['Completed by', 'Closed', 'User', 'Phone', 'Note', 'Created', 'Account type']
    expect(await headings(page)).toEqual([...columns, ...others])
    await eventually(() => edit(page, second).count()).toBe(0)
    await rowOf(page, second).focus()
    await page.keyboard.press('Shift+Enter')
    await expectText(page, 'The order is now completed.')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  test('cancelling refunds; the second of two admins sees the refusal and new state', async () => {
    const [id, other] = [await orderOfShila('81000004'), await orderOfShila('81000014')]
    const before = await walletOfShila()
    // Neither the stream nor the list tells it.
    const page = await openWithoutStream(browser, 'karim', `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'cancel')
    await save(page)
    const question = page.getByRole('alertdialog')
    await question.getByText(`Order ${id} will be cancelled and 250 tk refunded to shila.`).waitFor()
    await question.getByRole('button', { name: 'No, go back' }).click()
    await question.waitFor({ state: 'detached' })
    expect(await walletOfShila()).toBe(before)
    await save(page)
    await answer(page, 'Cancel the order')
    await expectText(page, 'Order updated successfully')
    await expectRow(page, id, ['cancel', '---'])
    expect(await walletOfShila()).toBe(before + SEASON_PASS_TK)
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])

    await visit(page, `/order?status=all&order_id=${other}`)
    await edit(page, other).click()
    await choose(page, 'cancel')
    const letGo = await hold(page, `**${orders.list.path}?*`)
    expect((await app.call(orders.setStatus, { id: other, status: 'cancel' }, rahim)).status).toBe(200)
    await save(page)
    await answer(page, 'Cancel the order')
    letGo()
    await dialog(page).getByRole('alert').getByText('Order is not available for edit').waitFor()
    await dialog(page).getByText('The order is now cancel.').waitFor()
    await eventually(() => dialog(page).getByRole('radio').count()).toBe(0)
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await expectRow(page, other, ['cancel', '---'])
    expect(await walletOfShila()).toBe(before + 2 * SEASON_PASS_TK)
    expect(await journalsOf(app.db, 'order', other)).toEqual(['placed', 'cancelled'])
    await expectSoundBooks(app.db)
  })

  test('an order that an admin holds: a clerk is refused, a super admin is asked again', async () => {
    const id = await orderOfShila('81000006')
    const held = await orderOfShila('81000007')
    await app.call(orders.setStatus, { id: held, status: 'in_progress' }, rahim)
    const page = await open(`/order?status=all&order_id=${held}`, 'karim')
    await edit(page, held).click()
    await choose(page, 'completed')
    await save(page)
    await answer(page, 'Complete')
    await dialog(page).getByRole('alert').getByText('Order is being handled by Rahim Uddin').waitFor()
    expect(await dialog(page).getByRole('button', { name: 'Save anyway' }).count()).toBe(0)
    expect(await journalsOf(app.db, 'order', held)).toEqual(['placed'])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await visit(page, `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'in_progress')
    await save(page)
    await expectRow(page, id, ['in_progress', 'Karim Hossain, 10 min left'])

    await arriveAs(page, 'rahim', `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'completed')
    await save(page)
    await answer(page, 'Complete')
    await dialog(page).getByRole('alert').getByText('Order is being handled by Karim Hossain').waitFor()
    await dialog(page)
      .getByText(/^Karim Hossain holds this order until \d\d:\d\d/)
      .waitFor()
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed'])
    await dialog(page).getByRole('button', { name: 'Save anyway' }).click()
    await answer(page, 'Complete')
    await expectRow(page, id, ['completed', 'Rahim Uddin'])
  })

  test('Admins Order lists sub-admins’ orders; offers completed, pending and cancel', async () => {
    const id = await orderOfShila('81000008')
    const page = await open(`/subadmin-order?order_id=${id}`)
    await page.getByRole('heading', { level: 1, name: 'Admins Order' }).waitFor()
    const { adminCounts, counts } = orders
    const token = rahim
    const [admins, all] = [await app.call(adminCounts, {}, token), await app.call(counts, {}, token)]
    expect(admins.body.data.all).toBe(all.body.data.all - many.filter((_, at) => at % 4 === 0).length)
    await tab(page, 'All 1').waitFor()
    await visit(page, '/subadmin-order')
    await tab(page, `All ${admins.body.data.all}`).waitFor()
    await visit(page, `/subadmin-order?order_id=${id}`)
    await edit(page, id).click()
    await dialog(page).getByRole('radio').first().waitFor()
    const values = () =>
      dialog(page)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    await eventually(() => values()).toEqual(['completed', 'cancel', 'pending'])
  })

  test('forbidden acts are not offered; the bar of ticked orders needs the right to work', async () => {
    const id = await orderOfShila('81000009')
    await grantKarim(['orders_view', 'orders_work'])
    const page = await open(`/order?order_id=${id}`, 'karim')
    await edit(page, id).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).waitFor()
    expect(await dialog(page).getByRole('radio', { name: 'cancel' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await page.getByRole('checkbox', { name: `Select order ${id}`, exact: true }).check()
    await bar.waitFor()
    await grantKarim(['orders_view'])
    await bar.waitFor({ state: 'detached' })
    await expectRow(page, id, ['pending'])
    await eventually(() => headings(page)).not.toContain('Action')
    await grantKarim(['orders_view', 'orders_work', 'orders_cancel'])
  })

  test('an order out of reach says so in its drawer and cannot be decided', async () => {
    const id = await orderOfShila('81000010')
    const page = await open(`/order?order=${id}`, 'karim')
    const drawer = page.getByRole('region', { name: `Order ${id}`, exact: true })
    const offered = () => drawer.getByRole('button', { name: /^(Take|Complete|Save|Save note)$/ }).count()
    await drawer.getByRole('heading', { name: 'Timeline' }).waitFor()
    await eventually(offered).toBeGreaterThan(2)
    const taken = await app.db
      .deleteFrom('admin_packages')
      .where('admin_id', '=', admins.karim)
      .where('topup_package_id', '=', packages.seasonPass)
      .returningAll()
      .execute()
    await drawer.getByRole('alert').waitFor()
    expect(await offered()).toBe(0)
    // What was on the screen stays to be read.
    await drawer.getByText('81000010').waitFor()
    await app.db.insertInto('admin_packages').values(taken).execute()
    await drawer.getByRole('alert').waitFor({ state: 'detached' })
    await eventually(offered).toBeGreaterThan(2)
  })
})

describe('no order is taken for another', () => {
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
    const drawer = (id: number) => page.getByRole('region', { name: `Order ${id}`, exact: true })
    await drawer(duplicate).getByText('Same player ID and package within minutes').waitFor()
    letGo()
    // The other one is one click away.
    await drawer(duplicate).getByText('Same player ID and package 0 min apart').waitFor()
    await drawer(duplicate)
      .getByRole('button', { name: `Open order ${first}` })
      .click()
    await drawer(first)
      .getByRole('button', { name: `Open order ${duplicate}` })
      .waitFor()
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

  test('a key does nothing where one order is open and another was clicked', async () => {
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
    const page = await open('/order?q=8830000')
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

  test('a ready-made note stands below the typed text and replaces another one', async () => {
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
})

describe('a voucher code', () => {
  let order: number

  beforeAll(async () => {
    await app.db.insertInto('admin_packages').values({ admin_id: admins.karim, topup_package_id: packages.gemsCard }).execute()
    order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard })
    expect((await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)).status).toBe(200)
  })

  const delivered = (page: Page) => page.getByRole('region', { name: `Order ${order}` })

  test('a delivered code is masked, shown on request, recorded; none from the bin', async () => {
    const { voucher_id: id } = await app.db
      .selectFrom('orders')
      .select('voucher_id')
      .where('id', '=', order)
      .executeTakeFirstOrThrow()
    await app.call(vouchers.remove, { id: id ?? 0 }, rahim)
    const page = await open(`/order?status=all&order=${order}`)
    await delivered(page).getByText('••••A001', { exact: true }).waitFor()
    expect(await delivered(page).getByRole('button', { name: 'Show code' }).count()).toBe(0)
    await app.call(vouchers.restore, { id: id ?? 0 }, rahim)
    await page.keyboard.press('Escape')
    await delivered(page).waitFor({ state: 'detached' })
    await page.locator(`tr[data-id="${order}"]`).press('Enter')
    await delivered(page).getByText('••••A001', { exact: true }).waitFor()
    expect(await page.content()).not.toContain(VOUCHER_CODES[0])
    await delivered(page).getByRole('button', { name: 'Show code' }).click()
    await delivered(page).getByRole('button', { name: VOUCHER_CODES[0], exact: true }).waitFor()
    const read = app.db.selectFrom('audit').select('admin_id').where('action', '=', 'vouchers.reveal')
    expect(await read.execute()).toEqual([{ admin_id: admins.rahim }])
    await delivered(page).getByRole('button', { name: 'Hide', exact: true }).click()
    await delivered(page).getByText('••••A001', { exact: true }).waitFor()
    // Who sees the order and no vouchers sees the mask alone.
    await arriveAs(page, 'karim', `/order?status=all&order=${order}`)
    await delivered(page).getByText('••••A001', { exact: true }).waitFor()
    await untilQuiet(page)
    expect(await delivered(page).getByRole('button', { name: 'Show code' }).count()).toBe(0)
  })

  test('a code no longer sold is announced before completing without one', async () => {
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

  test('an open order learns that its package sells codes; otherwise none is given', async () => {
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

  test('a form that was refused for want of a code hears that the package sells none now', async () => {
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
    const stopped = await app.call(topupPackages.stopVouchers, { id: packages.seasonPass, expected_open_orders: 50 }, rahim)
    expect(stopped.status).toBe(200)
    await refusal.waitFor({ state: 'detached' })
    expect(await opened.getByRole('checkbox', { name: 'Deliver a voucher code' }).count()).toBe(0)
  })

  test('the table’s dialog and its key’s question announce the code before', async () => {
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
    await dialog(page)
      .getByText(`Completed without a voucher code, as chosen on the order: #${ids[0]}`, { exact: true })
      .waitFor()
    await dialog(page).getByRole('button', { name: 'Complete 3 orders' }).click()
    await toast(page, '3 done, 0 refused')
    expect(await vouchersOf(ids)).toEqual([
      { status: 'completed', voucher_id: null },
      { status: 'completed', voucher_id: expect.any(Number) },
      { status: 'completed', voucher_id: null },
    ])
  })

  test('many orders without codes are offered none and given none that came meanwhile', async () => {
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
})

const grantKarim = (keys: string[]) =>
  app.db.transaction().execute(async (own) => {
    await own.deleteFrom('admin_modules').where('admin_id', '=', admins.karim).execute()
    await own
      .insertInto('admin_modules')
      .columns(['admin_id', 'auth_module_id'])
      .expression((from) =>
        from
          .selectFrom('auth_modules')
          .select((row) => [row.val(admins.karim).as('admin_id'), 'id as auth_module_id'])
          .where('key', 'in', keys),
      )
      .execute()
  })
