import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { type ProductOrderStatus, productOrders } from '#contract/product-orders.ts'
import { balanceOf, journalsOf } from '../support/books.ts'
import { addPhysicalProduct, orderProduct, quantityOf } from '../support/product-orders.ts'
import { hold, toast, untilQuiet } from './browser.ts'
import { grant, openAs, openWithoutStream, visit } from './people.ts'
import { answer, choose, dialog, pressEnter, save } from './screen.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery, expectRow, expectRows, expectText, headings, idsShown, rowOf } from './table.ts'

const { app, browser } = await startShop()
/** 50 tk a piece. */
let cap: number

beforeAll(async () => {
  await grant(app, 'karim', ['product_orders_view', 'product_orders_work'])
  // Ids that no customer has, so that a search for one finds the product's orders alone.
  for (const name of ['Cable', 'Pouch']) await addPhysicalProduct(app.db, { name })
  cap = await addPhysicalProduct(app.db, { name: 'Racing cap', price: 50, quantity: 200 })
})

const order = (quantity = 1, user: 'shila' | 'tanvir' = 'shila') => orderProduct(app, app.world.users[user], cap, quantity)
const at = (id: number) => `/product-order?status=all&q=%23${id}`
const edit = (page: Page, id: number) => page.getByRole('button', { name: `Edit order ${id}`, exact: true })
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link', { name })
const decide = async (id: number, status: ProductOrderStatus) =>
  app.call(productOrders.setStatus, { id, status }, await app.signIn('rahim'))

describe('the list', () => {
  test('is in the sidebar with its count after top-up orders, without player columns', async () => {
    const id = await order()
    const page = await openAs(browser, 'rahim', '/')
    const entries = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
    // What one may open is known a moment after the title.
    const after = async () => {
      const names = (await entries.allInnerTexts()).map((text) => text.split('\n')[0])
      return names.slice(names.indexOf('Admin Order'), names.indexOf('Admin Order') + 3)
    }
    await eventually(after).toEqual(['Admin Order', 'Product Order', 'Auths'])
    await page.getByRole('link', { name: /Pending product orders/ }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.getByRole('heading', { level: 1, name: 'Product Orders' }).waitFor()
    expect(await page.getByRole('searchbox', { name: 'Search' }).getAttribute('placeholder')).toBe('Product id or user id')
    await expectRow(page, id, ['Racing cap', `#${cap}`, '50 tk', 'shila', '01811000001', '12 Lake Road, Dhaka', 'pending'])
    expect(await headings(page)).toEqual([
      'Order ID',
      'Waiting',
      'Product',
      'Quantity',
      'Total',
      'User',
      'Phone',
      'Address',
      'Created',
      'Note',
      'Status',
      'Price',
      'Admin',
      'Action',
    ])
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await rowOf(page, id)
      .getByRole('button', { name: String(id), exact: true })
      .click()
    await expectText(page, `Copied Order ID:: ${id}`)
  })

  test('searches a product or a user through all statuses; only open ones can be edited', async () => {
    const [open, busy, done, gone] = [await order(), await order(), await order(), await order(1, 'tanvir')]
    await decide(busy, 'in_progress')
    await decide(done, 'completed')
    await decide(gone, 'cancelled')
    const page = await openAs(browser, 'rahim', '/product-order')
    const search = page.getByRole('searchbox', { name: 'Search' })
    await search.fill(String(cap))
    await search.press('Enter')
    await expectQuery(page, { q: String(cap), status: 'all' })
    await eventually(async () => (await idsShown(page)).slice(0, 4)).toEqual([gone, done, busy, open])
    for (const id of [open, busy]) await eventually(() => edit(page, id).count()).toBe(1)
    for (const id of [done, gone]) {
      expect(await edit(page, id).count()).toBe(0)
      expect(await rowOf(page, id).getByRole('cell').last().innerText()).toBe('---')
    }
    const colours = await page
      .locator('[data-colour]')
      .evaluateAll((badges) => Object.fromEntries(badges.map((badge) => [badge.textContent, badge.getAttribute('data-colour')])))
    expect(colours).toMatchObject({ pending: 'gray', in_progress: 'yellow', completed: 'green', cancelled: 'red' })
    await search.fill(String(app.world.users.tanvir))
    await search.press('Enter')
    await expectRows(page, [gone])
    await search.fill('998877')
    await search.press('Enter')
    await expectText(page, 'No Result Found')
    await page.getByRole('button', { name: 'Clear', exact: true }).first().click()
    await expectQuery(page, {})
    await tab(page, 'In progress').click()
    await expectQuery(page, { status: 'in_progress' })
    await expectRows(page, [busy])
    expect(await tab(page, 'Cancelled').innerText()).toContain('1')
  })

  test('a read-only admin has no Edit and decides nothing; without rights no entry', async () => {
    const id = await order()
    await grant(app, 'nadia', ['product_orders_view'])
    const page = await openAs(browser, 'nadia', at(id))
    await expectRow(page, id, ['Racing cap'])
    expect(await headings(page)).not.toContain('Action')
    await rowOf(page, id).click({ position: { x: 350, y: 20 } })
    const drawer = page.getByRole('region', { name: `Product order ${id}` })
    await drawer.getByText('50 tk').first().waitFor()
    await drawer.getByRole('button', { name: 'Timeline' }).click()
    await drawer.getByText('shila ordered it').waitFor()
    expect(await drawer.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await page.keyboard.press('Shift+Enter')
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.locator('header [data-connection="live"]').waitFor()
    const { admins } = app.world
    await app.db.deleteFrom('admin_modules').where('admin_id', '=', admins.nadia).execute()
    await eventually(() => page.getByRole('link', { name: 'Product Order', exact: true }).count()).toBe(0)
  })
})

const waiting = async (page: Page) => Number((await tab(page, 'Pending').innerText()).replace(/\D/g, '') || Number.NaN)

test('the tabs’ counts follow what other admins do', async () => {
  await order()
  const page = await openAs(browser, 'rahim', '/product-order')
  await eventually(() => waiting(page)).toBeGreaterThan(0)
  await page.locator('header [data-connection="live"]').waitFor()
  await untilQuiet(page)
  const before = await waiting(page)
  const id = await order()
  await eventually(() => waiting(page)).toBe(before + 1)
  await decide(id, 'completed')
  await eventually(() => waiting(page)).toBe(before)
})

describe('the dialog', () => {
  test('has the present status chosen and offers four by digits; a held Enter is none', async () => {
    const id = await order(2)
    const page = await openAs(browser, 'rahim', at(id))
    const sent: string[] = []
    page.on('request', (request) => request.url().includes('update-physical-order-status') && sent.push(request.url()))
    const chosen = dialog(page).getByRole('radio', { checked: true })
    await edit(page, id).focus()
    await page.keyboard.down('Enter')
    await chosen.focus()
    // Pressed again without a release, as a held key is.
    for (let times = 0; times < 3; times++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await dialog(page).getByText(`Product order ${id}`).waitFor()
    expect(sent).toEqual([])
    const radios = dialog(page).getByRole('radio')
    await eventually(() => radios.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))).toEqual([
      'in_progress',
      'completed',
      'cancelled',
      'pending',
    ])
    expect(await chosen.inputValue()).toBe('pending')
    await dialog(page).getByText('2 × 50 tk = 100 tk').waitFor()
    await dialog(page).getByText('Refunds 100 tk to shila and puts 2 back in stock').waitFor()
    await dialog(page).getByText('Delivered: 100 tk goes to the store’s sales').waitFor()
    await page.keyboard.press('Digit1')
    await eventually(() => chosen.inputValue()).toBe('in_progress')
    await dialog(page).getByText('The customer sees it.').waitFor()
    await dialog(page).getByRole('button', { name: 'Packed, the courier has it' }).click()
    await dialog(page).getByLabel('Note to the customer').press('Digit3')
    await eventually(() => chosen.inputValue()).toBe('in_progress')
    await dialog(page).getByLabel('Note to the customer').press('Control+Enter')
    await toast(page, 'Order updated successfully')
    await dialog(page).waitFor({ state: 'detached' })
    await expectRow(page, id, ['in_progress', 'Packed, the courier has it', 'Rahim Uddin'])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`Edit order ${id}`)
    // A note alone does not put it back.
    await edit(page, id).click()
    await eventually(() => chosen.inputValue()).toBe('in_progress')
    await chosen.focus()
    await pressEnter(page)
    await toast(page, 'Order updated successfully')
    await expectRow(page, id, ['in_progress'])
    expect(sent).toHaveLength(2)
  })

  test('a begun note is there again after Escape, which asks nothing, until it is sent', async () => {
    const id = await order()
    const page = await openAs(browser, 'rahim', at(id))
    const note = dialog(page).getByLabel('Note to the customer')
    await edit(page, id).click()
    await note.fill('We pack it')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await edit(page, id).click()
    await eventually(() => note.inputValue()).toBe('We pack it')
    const letGo = await hold(page, `**${productOrders.setStatus.path.replace(':id', String(id))}`)
    await save(page)
    await expectText(page, 'Updating order...')
    await note.fill('We pack it tomorrow')
    letGo()
    await dialog(page).waitFor({ state: 'detached' })
    await expectRow(page, id, ['We pack it'])
    // What was written while it was under way is for the next save.
    await edit(page, id).click()
    await eventually(() => note.inputValue()).toBe('We pack it tomorrow')
    await save(page)
    await expectRow(page, id, ['We pack it tomorrow'])
    await edit(page, id).click()
    await eventually(() => note.inputValue()).toBe('')
  })

  test('completing sells once, cancelling refunds and restocks once', async () => {
    const [sold, back] = [await order(3), await order(4)]
    const { shila } = app.world.users
    const [wallet, left] = [await balanceOf(app.db, { userId: shila }), await quantityOf(app.db, cap)]
    const page = await openAs(browser, 'rahim', at(sold))
    await edit(page, sold).click()
    await choose(page, 'completed')
    await save(page)
    await answer(page, 'Complete')
    await expectRow(page, sold, ['completed', '---'])
    expect(await journalsOf(app.db, 'product_order', sold)).toEqual(['placed', 'completed'])
    await visit(page, at(back))
    await edit(page, back).click()
    await choose(page, 'cancelled')
    await save(page)
    await page.getByRole('alertdialog').getByText('200 tk refunded to shila').waitFor()
    await answer(page, 'Cancel the order')
    await expectRow(page, back, ['cancelled', '---'])
    expect([await balanceOf(app.db, { userId: shila }), await quantityOf(app.db, cap)]).toEqual([wallet + 200, left + 4])
    expect(await journalsOf(app.db, 'product_order', back)).toEqual(['placed', 'cancelled'])
  })

  test('Refresh counts what others did; of two admins the second sees the new state', async () => {
    await order()
    const page = await openWithoutStream(browser, 'karim', '/product-order')
    await eventually(() => waiting(page)).toBeGreaterThan(0)
    const before = await waiting(page)
    const id = await order(2)
    await page.getByRole('button', { name: 'Refresh', exact: true }).click()
    await eventually(() => waiting(page)).toBe(before + 1)
    // Neither the stream nor the list tells it.
    await visit(page, at(id))
    await edit(page, id).click()
    // karim may work on them, not cancel them.
    expect(await dialog(page).getByRole('radio').count()).toBe(3)
    const letGo = await hold(page, `**${productOrders.list.path}?*`)
    expect((await decide(id, 'in_progress')).status).toBe(200)
    await choose(page, 'in_progress')
    await save(page)
    letGo()
    await dialog(page).getByRole('alert').getByText('This has changed. Review it and try again.').waitFor()
    await dialog(page).getByText('The order is now in_progress.').waitFor()
    await dialog(page).getByText('Rahim Uddin').waitFor()
    await decide(id, 'cancelled')
    await dialog(page).getByText('The order is now cancelled.').waitFor()
    await eventually(() => dialog(page).getByRole('radio').count()).toBe(0)
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed', 'cancelled'])
  })

  test('a row opens in a drawer by Enter with its parcel; J, K walk, Back closes', async () => {
    const [first, second] = [await order(2), await order(3)]
    await decide(second, 'completed')
    const page = await openAs(browser, 'rahim', '/product-order?status=all')
    const drawer = (id: number) => page.getByRole('region', { name: `Product order ${id}` })
    await rowOf(page, second).focus()
    await page.keyboard.press('Enter')
    await drawer(second).getByText('150 tk').first().waitFor()
    await expectQuery(page, { status: 'all', order: String(second) })
    // Closed: nothing to decide, but who did it and when can be read.
    expect(await drawer(second).getByRole('radio').count()).toBe(0)
    await drawer(second).getByText('Completed by').waitFor()
    await drawer(second).getByRole('button', { name: 'Timeline' }).click()
    await drawer(second).getByText('Rahim Uddin completed it').waitFor()
    await page.keyboard.press('j')
    await drawer(first).getByText('100 tk').first().waitFor()
    await drawer(first).getByRole('button', { name: 'Copy Phone' }).click()
    await toast(page, 'Copied Phone::')
    await drawer(first).getByRole('button', { name: 'Copy all' }).click()
    await toast(page, `Copied all of order ${first}`)
    await page.keyboard.press('k')
    await drawer(second).waitFor()
    await page.keyboard.press('Escape')
    await drawer(second).waitFor({ state: 'detached' })
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'))
    await eventually(focused).toBe(String(second))
    await page.keyboard.press('Enter')
    await drawer(second).waitFor()
    await page.goBack()
    await drawer(second).waitFor({ state: 'detached' })
    await eventually(focused).toBe(String(second))
  })

  test('another admin’s decision shows by itself; without Save the focus stays inside', async () => {
    const id = await order()
    const page = await openAs(browser, 'rahim', `/product-order?status=all&order=${id}`)
    const drawer = page.getByRole('region', { name: `Product order ${id}` })
    const button = drawer.getByRole('button', { name: 'Save' })
    await button.focus()
    await decide(id, 'completed')
    await button.waitFor({ state: 'detached' })
    await expectRow(page, id, ['completed', 'Rahim Uddin'])
    await eventually(() => drawer.evaluate((region) => region.contains(document.activeElement))).toBe(true)
  })

  test('is decided in the drawer, where other changes show; the next begins from there', async () => {
    const id = await order(2)
    const page = await openAs(browser, 'rahim', `/product-order?status=all&order=${id}`)
    const drawer = page.getByRole('region', { name: `Product order ${id}` })
    await drawer.getByText('in_progress', { exact: true }).click()
    await drawer.getByLabel('Note to the customer').fill('Packed')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expectText(page, 'Order updated successfully')
    await drawer.getByText('Current note: Packed').waitFor()
    expect(await drawer.evaluate((region) => region.contains(document.activeElement))).toBe(true)
    await drawer.locator('header').getByText('in_progress').waitFor()
    expect(await drawer.getByRole('alert').count()).toBe(0)
    await decide(id, 'pending')
    await drawer.getByRole('alert').getByText('The order is now pending.').waitFor()
    await drawer.getByText('completed', { exact: true }).click()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Complete')
    await drawer.getByRole('alert').getByText('This has changed. Review it and try again.').waitFor()
    await drawer.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Complete')
    await drawer.waitFor({ state: 'detached' })
    await expectRow(page, id, ['completed'])
    expect(await journalsOf(app.db, 'product_order', id)).toEqual(['placed', 'completed'])
  })

  test('another admin’s note is named in the open form, their acts in the timeline', async () => {
    const id = await order()
    const karim = await app.signIn('karim')
    const write = (order_note: string) => app.call(productOrders.setStatus, { id, status: 'pending', order_note }, karim)
    const page = await openAs(browser, 'rahim', `/product-order?status=all&order=${id}`)
    const drawer = page.getByRole('region', { name: `Product order ${id}` })
    await drawer.getByPlaceholder('The customer sees it.').waitFor()
    await drawer.getByRole('button', { name: 'Timeline' }).click()
    await drawer.getByText('shila ordered it').waitFor()
    await write('We pack it on Monday')
    await drawer.getByText('Current note: We pack it on Monday').waitFor()
    await drawer.getByText('Karim Hossain wrote to the customer: “We pack it on Monday”').waitFor()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await edit(page, id).click()
    await dialog(page).getByText('Current note: We pack it on Monday').waitFor()
    await dialog(page).getByRole('button', { name: 'Timeline' }).click()
    await dialog(page).getByText('“We pack it on Monday”').waitFor()
    await write('We pack it on Tuesday')
    await dialog(page).getByText('Current note: We pack it on Tuesday').waitFor()
    await dialog(page).getByText('“We pack it on Monday” → “We pack it on Tuesday”').waitFor()
    await decide(id, 'in_progress')
    await dialog(page).getByText('Rahim Uddin started it').waitFor()
  })

  test('what was saved beside the drawer is not shown in it as another admin’s', async () => {
    const id = await order()
    const page = await openAs(browser, 'rahim', `/product-order?status=all&order=${id}`)
    const drawer = page.getByRole('region', { name: `Product order ${id}` })
    const work = async (status: string) => {
      await edit(page, id).click()
      await choose(page, status)
      await save(page)
      await dialog(page).waitFor({ state: 'detached' })
    }
    await drawer.getByText('Unchanged; only a note is saved').waitFor()
    await work('in_progress')
    await drawer.getByText('Back to the queue; no money moves').waitFor({ state: 'attached' })
    expect(await drawer.getByRole('alert').count()).toBe(0)
    await drawer.getByRole('button', { name: 'Close' }).click()
    await work('pending')
    await rowOf(page, id).focus()
    await page.keyboard.press('Enter')
    await drawer.getByText('Being packed or on its way; no money moves').waitFor({ state: 'attached' })
    expect(await drawer.getByRole('alert').count()).toBe(0)
    await drawer.getByText('completed', { exact: true }).click()
    // Another order that is saved meanwhile takes nothing away from this one.
    const other = await order()
    await page.getByRole('button', { name: '1 new order' }).click()
    await edit(page, other).click()
    await choose(page, 'in_progress')
    await save(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await drawer.getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await answer(page, 'Complete')
    await drawer.waitFor({ state: 'detached' })
    await expectRow(page, id, ['completed'])
  })

  test('Shift+Enter completes the focused row with its note; C, P and T do nothing', async () => {
    const [next, id] = [await order(), await order()]
    const page = await openAs(browser, 'rahim', '/product-order?status=all')
    await edit(page, id).click()
    await dialog(page).getByLabel('Note to the customer').fill('Left at the gate')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await rowOf(page, id).focus()
    for (const key of ['c', 'p', 't']) await page.keyboard.press(key)
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await dialog(page).count()).toBe(0)
    await page.keyboard.press('Shift+Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText(`Complete order ${id}?`).waitFor()
    await question.getByText('With your note “Left at the gate”').waitFor()
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await expectRow(page, id, ['pending'])
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.press('Enter')
    await expectText(page, 'Order updated successfully')
    await expectRow(page, id, ['completed', 'Left at the gate'])
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe(String(next))
  })
})

test('the customer’s statement leads to the order', async () => {
  const id = await order(2)
  const page = await openAs(browser, 'rahim', `/user?customer=${app.world.users.shila}&statement=wallet`)
  await dialog(page)
    .getByRole('link', { name: `Product order #${id} placed (Racing cap × 2): 100 tk to orders held` })
    .click()
  await expectRows(page, [id])
})
