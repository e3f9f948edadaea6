import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { startApp, type TestApp } from '../server/testing/app.ts'
import { balanceOf, expectSoundBooks, journalsOf } from '../server/testing/books.ts'
import { fundWallet, placeOrder } from '../server/world.ts'
import { expectAccessible, expectNoSidewaysScroll, looks, startBrowser, type TestBrowser } from './browser.ts'
import { signInAs } from './people.ts'
import { eventually, expectQuery, expectRow, expectRows, expectText, headings, idsShown, rowOf } from './table.ts'

/** More than 30 pages of 5. */
const MANY = 156
const SEASON_PASS_TK = 250

let app: TestApp
let browser: TestBrowser
/** Pending orders of tanvir, oldest first; nothing decides them. */
const many: number[] = []

beforeAll(async () => {
  app = await startApp({ pages: true })
  browser = await startBrowser(app.url)
  await fundWallet(app.db, app.world, { userId: app.world.users.tanvir, amount: 100_000, trx_id: 'MP100000TANVIR' })
  for (let at = 0; at < MANY; at++) {
    const { tanvir } = app.world.users
    const packageId = at % 4 === 0 ? app.world.packages.gems500 : app.world.packages.seasonPass
    many.push(await placeOrder(app.db, { userId: tanvir, packageId, playerid: `7${String(at).padStart(7, '0')}` }))
  }
})

afterAll(async () => {
  expect(browser?.faults).toEqual([])
  await browser?.close()
  await app?.close()
})

/** A pending order of shila's for 250 tk. */
const orderOfShila = (playerid: string) =>
  placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.seasonPass, playerid })
const walletOfShila = () => balanceOf(app.db, { userId: app.world.users.shila })

async function open(address: string, name: 'rahim' | 'karim' = 'rahim', width?: number): Promise<Page> {
  const page = await browser.newPage(width ? { width } : {})
  await signInAs(page, name)
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Orders by status' }).getByRole('link', { name })
const edit = (page: Page, id: number) => page.getByRole('button', { name: `Edit order ${id}`, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const choose = (page: Page, status: string) => dialog(page).getByRole('radio', { name: status }).check()
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)

describe('the list', () => {
  test('shows pending orders oldest first, the others newest first, with exact counts', async () => {
    const page = await open('/order')
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await expectRows(page, many.slice(0, 10))
    const counts = (await app.call(orders.counts, {}, await app.signIn('rahim'))).body.data
    for (const [name, count] of [
      ['Pending', counts.pending],
      ['In progress', 0],
      ['Completed', 0],
      ['Cancelled', 0],
      ['All', counts.all],
    ]) {
      await tab(page, `${name} ${count}`).waitFor()
    }
    await tab(page, 'All').click()
    await expectQuery(page, { status: 'all' })
    await eventually(async () => (await idsShown(page))[0]).toBe(Math.max(...many))
    expect(await tab(page, 'All').getAttribute('aria-current')).toBe('page')
  })

  test('has its columns in the order of the work', async () => {
    const page = await open('/order')
    await rowOf(page, many[0] ?? 0).waitFor()
    expect(await headings(page)).toEqual([
      'Order ID',
      'Waiting',
      'Product',
      'Price',
      'Player ID',
      'Account type',
      'In-game password',
      'Security code',
      'User',
      'Phone',
      'Note',
      'Completed by',
      'Created',
      'Status',
      'Action',
    ])
    await expectRow(page, many[0] ?? 0, ['Starfall Arena', '500 Gems', '390 tk', '70000000', 'tanvir', 'pending', 'Edit'])
  })

  test('shows in-game secrets as dots only', async () => {
    const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword: 'open sesame', securitycode: '443322' }
    const id = await placeOrder(app.db, { userId: app.world.users.shila, packageId: app.world.packages.seasonPass, secrets })
    const page = await open(`/order?order_id=${id}`)
    await expectRow(page, id, ['Google', '••••••••'])
    const text = await page.content()
    expect([text.includes('open sesame'), text.includes('443322')]).toEqual([false, false])
  })

  test('is sorted by the server and says so', async () => {
    const page = await open('/order')
    const price = page.getByRole('columnheader', { name: 'Price' })
    const created = page.getByRole('columnheader', { name: 'Created' })
    await eventually(() => created.getAttribute('aria-sort')).toBe('ascending')
    await price.getByRole('button').click()
    await expectQuery(page, { sort: 'amount', dir: 'asc' })
    expect(await price.getAttribute('aria-sort')).toBe('ascending')
    await expectRow(page, (await firstBy(page, 'asc')) ?? 0, ['250 tk'])
    await price.getByRole('button').click()
    await expectQuery(page, { sort: 'amount', dir: 'desc' })
    await expectRow(page, (await firstBy(page, 'desc')) ?? 0, ['390 tk'])
    expect(await created.getAttribute('aria-sort')).toBe('none')
  })

  /** The id that the server lists first by price, once the screen lists it first too. */
  async function firstBy(page: Page, order: 'asc' | 'desc') {
    const reply = await app.call(orders.list, { status: 'pending', sort: 'amount', order }, await app.signIn('rahim'))
    const first = reply.body.data.orders[0]?.id
    await eventually(async () => (await idsShown(page))[0]).toBe(first)
    return first
  }

  test('searches by Enter, begins at page 1, and takes it back by Clear', async () => {
    const page = await open('/order?page=2')
    await expectRows(page, many.slice(10, 20))
    const box = page.getByRole('searchbox', { name: 'Search' })
    await box.press('Enter')
    await expectQuery(page, { page: '2' })
    await box.fill('70000017')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expectQuery(page, { q: '70000017' })
    await expectRows(page, [many[17] ?? 0])
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).click()
    await expectQuery(page, {})
    await expectRows(page, many.slice(0, 10))
    expect(await box.inputValue()).toBe('')
  })

  test('keeps filters in the address; Back, a reload and a removed chip agree with it', async () => {
    const page = await open('/order?status=all')
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000021')
    await expectQuery(page, { status: 'all', playerid: '70000021' })
    await expectRows(page, [many[21] ?? 0])
    await page.reload()
    await expectRows(page, [many[21] ?? 0])
    expect(await page.getByRole('textbox', { name: 'Player ID' }).inputValue()).toBe('70000021')
    await page.getByRole('button', { name: 'Remove Player ID: 70000021' }).click()
    await expectQuery(page, { status: 'all' })
    expect(await page.getByRole('textbox', { name: 'Player ID' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expectQuery(page, { status: 'all', page: '2' })
    await page.goBack()
    await page.goBack()
    await expectQuery(page, { status: 'all', playerid: '70000021' })
    await expectRows(page, [many[21] ?? 0])
    expect(await page.getByRole('textbox', { name: 'Player ID' }).inputValue()).toBe('70000021')
  })

  test('says at the field what is no id, and does not ask for it', async () => {
    const page = await open('/order?user_id=nobody')
    await expectRows(page, many.slice(0, 10))
    await page.getByRole('textbox', { name: 'User ID' }).fill('x1')
    await expectText(page, 'Must be an id')
    await page.getByRole('textbox', { name: 'User ID' }).fill(String(app.world.users.shila))
    await expectQuery(page, { user_id: String(app.world.users.shila) })
    expect(await page.getByText('Must be an id').count()).toBe(0)
  })

  test('remembers columns and density for each table', async () => {
    const page = await open('/order')
    await rowOf(page, many[0] ?? 0).waitFor()
    await page.getByRole('button', { name: 'Columns' }).click()
    await page.getByRole('checkbox', { name: 'Security code' }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Compact rows' }).click()
    expect(await headings(page)).not.toContain('Security code')
    await eventually(() => page.evaluate(() => localStorage.getItem('table:order'))).toContain('compact')
    await page.reload()
    await rowOf(page, many[0] ?? 0).waitFor()
    expect(await headings(page)).not.toContain('Security code')
    expect(await page.getByRole('button', { name: 'Compact rows' }).getAttribute('aria-pressed')).toBe('true')
    await page.goto('/subadmin-order')
    await page.getByRole('columnheader', { name: 'Security code' }).waitFor()
  })

  test('copies an order id and a player id by a click', async () => {
    const page = await open('/order')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    await page.getByRole('button', { name: String(many[3]), exact: true }).click()
    await expectText(page, `Copied Order ID:: ${many[3]}`)
    expect(await clipboard()).toBe(String(many[3]))
    await page.getByRole('button', { name: '70000003', exact: true }).click()
    await expectText(page, 'Copied Player ID:: 70000003')
    expect(await clipboard()).toBe('70000003')
  })

  test('pages through a window, and jumps only where there is a page', async () => {
    const page = await open(`/order?limit=5&user_id=${app.world.users.tanvir}`)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const numbers = async () => (await pages.getByRole('button').allInnerTexts()).filter(Boolean)
    await expectRows(page, many.slice(0, 5))
    expect(await numbers()).toEqual(['1', '2', '3', '4', '30', '31', '32'])
    await page.getByText('1-5 of 156', { exact: true }).waitFor()
    const box = page.getByLabel('Go to page')
    for (const text of ['', '0', '-3', '33', 'x']) {
      await box.fill(text)
      await box.press('Enter')
    }
    await expectRows(page, many.slice(0, 5))
    expect(page.url()).not.toContain('page=')
    await box.fill('32')
    await box.press('Enter')
    await expectRows(page, many.slice(155))
    await page.getByText('156-156 of 156', { exact: true }).waitFor()
    expect(await pages.getByRole('button', { name: 'Page 32' }).getAttribute('aria-current')).toBe('page')
    await page.getByLabel('Rows per page').selectOption('50')
    await expectRows(page, many.slice(0, 50))
    expect(await numbers()).toEqual(['1', '2', '3', '4'])
  })

  test('goes to the last page where the address names one beyond it', async () => {
    const page = await open(`/order?page=99&limit=50&user_id=${app.world.users.tanvir}`)
    await expectRows(page, many.slice(150))
    expect(new URL(page.url()).searchParams.get('page')).toBe('4')
  })

  test('shows new orders by themselves: on the list of all they wait above, so that no row moves', async () => {
    const page = await open('/order?status=all')
    await eventually(async () => (await idsShown(page)).length).toBe(10)
    const before = await idsShown(page)
    const id = await orderOfShila('80000001')
    await page.getByRole('button', { name: '1 new order' }).click()
    await expectRows(page, [id, ...before.slice(0, 9)])
  })
})

describe('nothing to show', () => {
  test('an empty tab says so', async () => {
    const page = await open('/order?status=completed&product=999999')
    await expectText(page, 'No Result Found')
    await page.goto('/order?status=in_progress')
    await expectText(page, 'No data to show')
  })

  test('a filter that finds nothing can be cleared, or go on in all orders', async () => {
    const page = await open('/order?status=cancel&q=70000005')
    await expectText(page, 'No Result Found')
    await page.getByRole('button', { name: 'Look in all orders' }).click()
    await expectRows(page, [many[5] ?? 0])
    await page.goto('/order?q=nobody')
    await expectText(page, 'No Result Found')
    await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click()
    await expectRows(page, many.slice(0, 10))
  })

  test('offline says so, keeps the filters usable, and Try again works', async () => {
    const page = await open('/order')
    await expectRows(page, many.slice(0, 10))
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000030')
    await page.getByRole('alert').getByText('You are offline.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Player ID' }).isEnabled()).toBe(true)
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectRows(page, [many[30] ?? 0])
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })

  test('a broken connection says that something went wrong; rows that were there stay', async () => {
    const page = await open('/order')
    await expectRows(page, many.slice(0, 10))
    await page.route('**/api/admin/orders?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').getByText('Something went wrong', { exact: true }).waitFor()
    expect(await idsShown(page)).toEqual(many.slice(0, 10))
    await page.unroute('**/api/admin/orders?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
  })
})

describe('deciding an order', () => {
  test('the dialog wants a status, offers what may follow, and says what money does', async () => {
    const id = await orderOfShila('81000001')
    const page = await open(`/order?order_id=${id}`)
    await edit(page, id).click()
    await dialog(page).getByText(`Order ${id}`).waitFor()
    expect(
      await dialog(page)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value)),
    ).toEqual(['in_progress', 'completed', 'cancel'])
    expect(await dialog(page).getByRole('radio', { checked: true }).count()).toBe(0)
    await dialog(page).getByText('Refunds 250 tk to shila').waitFor()
    await save(page)
    await dialog(page).getByText('Select an order status').waitFor()
    await page.keyboard.press('Digit2')
    expect(await dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    await dialog(page).getByLabel('Note to the customer').press('Digit1')
    expect(await dialog(page).getByRole('radio', { checked: true }).inputValue()).toBe('completed')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe(`Edit order ${id}`)
  })

  test('completing by Ctrl+Enter sells the order once, and the focus goes to the next row', async () => {
    const first = await orderOfShila('81000002')
    const second = await orderOfShila('81000003')
    const before = await walletOfShila()
    const page = await open(`/order?user_id=${app.world.users.shila}&sort=created_at&dir=desc`)
    await eventually(async () => (await idsShown(page)).slice(0, 2)).toEqual([second, first])
    await edit(page, second).click()
    await choose(page, 'completed')
    await dialog(page).getByLabel('Note to the customer').fill('Enjoy the season')
    await page.keyboard.press('Control+Enter')
    await expectText(page, 'Order updated successfully')
    await dialog(page).waitFor({ state: 'detached' })
    await rowOf(page, second).waitFor({ state: 'detached' })
    await eventually(() => focused(page)).toBe(`Edit order ${first}`)
    expect(await walletOfShila()).toBe(before)
    expect(await journalsOf(app.db, 'order', second)).toEqual(['placed', 'completed'])
    await page.goto(`/order?status=completed&order_id=${second}`)
    await expectRow(page, second, ['completed', 'Enjoy the season', 'Rahim Uddin', '---'])
    expect(await edit(page, second).count()).toBe(0)
  })

  test('cancelling refunds the customer', async () => {
    const id = await orderOfShila('81000004')
    const before = await walletOfShila()
    const page = await open(`/order?order_id=${id}`)
    await edit(page, id).click()
    await choose(page, 'cancel')
    await save(page)
    await expectText(page, 'Order updated successfully')
    await expectText(page, 'No Result Found')
    expect(await walletOfShila()).toBe(before + SEASON_PASS_TK)
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])
    await expectSoundBooks(app.db)
  })

  test('of two tabs that decide one order, the second sees the server’s words and the new state', async () => {
    const id = await orderOfShila('81000005')
    const before = await walletOfShila()
    const [one, two] = [await open(`/order?status=all&order_id=${id}`), await open(`/order?status=all&order_id=${id}`, 'karim')]
    for (const page of [one, two]) {
      await edit(page, id).click()
      await choose(page, 'cancel')
    }
    await save(one)
    await expectText(one, 'Order updated successfully')
    await save(two)
    await dialog(two).getByRole('alert').getByText('Order is not available for edit').waitFor()
    await dialog(two).getByText('The order is cancel by now.').waitFor()
    expect(await dialog(two).getByRole('radio').count()).toBe(0)
    await dialog(two).getByRole('button', { name: 'Close' }).last().click()
    await expectRow(two, id, ['cancel', '---'])
    expect(await walletOfShila()).toBe(before + SEASON_PASS_TK)
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed', 'cancelled'])
  })

  test('an order that somebody holds: a clerk is refused, a super admin is asked again', async () => {
    const id = await orderOfShila('81000006')
    const karim = await open(`/order?status=all&order_id=${id}`, 'karim')
    await edit(karim, id).click()
    await choose(karim, 'in_progress')
    await save(karim)
    await expectRow(karim, id, ['in_progress', 'Karim Hossain, 10 min left'])

    const rahim = await open(`/order?status=all&order_id=${id}`)
    await edit(rahim, id).click()
    await choose(rahim, 'completed')
    await save(rahim)
    await dialog(rahim).getByRole('alert').getByText('Order is being handled by Karim Hossain').waitFor()
    await dialog(rahim)
      .getByText(/^Karim Hossain holds this order until \d\d:\d\d/)
      .waitFor()
    expect(await journalsOf(app.db, 'order', id)).toEqual(['placed'])
    await dialog(rahim).getByRole('button', { name: 'Save all the same' }).click()
    await expectRow(rahim, id, ['completed', 'Rahim Uddin'])

    const held = await orderOfShila('81000007')
    await app.call(orders.setStatus, { id: held, status: 'in_progress' }, await app.signIn('rahim'))
    await karim.goto(`/order?status=all&order_id=${held}`)
    await edit(karim, held).click()
    await choose(karim, 'completed')
    await save(karim)
    await dialog(karim).getByRole('alert').getByText('Order is being handled by Rahim Uddin').waitFor()
    expect(await dialog(karim).getByRole('button', { name: 'Save all the same' }).count()).toBe(0)
    expect(await journalsOf(app.db, 'order', held)).toEqual(['placed'])
  })

  test('Admins Order lists what sub-admins handle, and offers completed, pending and cancel', async () => {
    const id = await orderOfShila('81000008')
    const page = await open(`/subadmin-order?order_id=${id}`)
    await page.getByRole('heading', { level: 1, name: 'Admins Order' }).waitFor()
    const { adminCounts, counts } = orders
    const token = await app.signIn('rahim')
    const [admins, all] = [await app.call(adminCounts, {}, token), await app.call(counts, {}, token)]
    expect(admins.body.data.all).toBe(all.body.data.all - many.filter((_, at) => at % 4 === 0).length)
    await tab(page, `All ${admins.body.data.all}`).waitFor()
    await edit(page, id).click()
    const values = () =>
      dialog(page)
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value))
    expect(await values()).toEqual(['completed', 'cancel'])
  })

  test('what an admin may not do is not offered', async () => {
    const id = await orderOfShila('81000009')
    await grantKarim(['orders_view', 'orders_work'])
    const page = await open(`/order?order_id=${id}`, 'karim')
    await edit(page, id).click()
    await dialog(page).getByRole('radio', { name: 'completed' }).waitFor()
    expect(await dialog(page).getByRole('radio', { name: 'cancel' }).count()).toBe(0)
    await grantKarim(['orders_view'])
    await page.reload()
    await expectRow(page, id, ['pending'])
    expect(await headings(page)).not.toContain('Action')
    await grantKarim(['orders_view', 'orders_work', 'orders_cancel'])
  })
})

const grantKarim = (keys: string[]) =>
  app.db.transaction().execute(async (own) => {
    await own.deleteFrom('admin_modules').where('admin_id', '=', app.world.admins.karim).execute()
    await own
      .insertInto('admin_modules')
      .columns(['admin_id', 'auth_module_id'])
      .expression((from) =>
        from
          .selectFrom('auth_modules')
          .select((row) => [row.val(app.world.admins.karim).as('admin_id'), 'id as auth_module_id'])
          .where('key', 'in', keys),
      )
      .execute()
  })

describe('for everybody', () => {
  beforeAll(async () => {
    const token = await app.signIn('rahim')
    for (const status of ['in_progress', 'completed', 'cancel'] as const) {
      await app.call(orders.setStatus, { id: await orderOfShila('82000000'), status }, token)
    }
    await orderOfShila('82000000')
  })

  /** Lets the browser believe that it is later. */
  const wait = (page: Page, minutes: number) => page.clock.setFixedTime(Date.now() + minutes * 60_000)

  test('an order that waits is late after 10 minutes and very late after 30, in words', async () => {
    const page = await open('/order?playerid=82000000')
    await page.getByText('just now').waitFor()
    await wait(page, 12)
    await page.reload()
    await page.getByText('12 min').waitFor()
    await page.getByText('late', { exact: true }).waitFor()
    await wait(page, 95)
    await page.reload()
    await page.getByText('1 h 35 min').waitFor()
    await page.getByText('very late', { exact: true }).waitFor()
    await page.goto('/order?playerid=82000000&status=in_progress')
    await page.getByText(/^left by Rahim Uddin at \d\d:\d\d: check before delivering$/).waitFor()
  })

  test('on a phone each order is a card with its action full width', async () => {
    const page = await open('/order', 'rahim', 390)
    const action = edit(page, many[0] ?? 0)
    await action.waitFor()
    expect((await action.boundingBox())?.width).toBeGreaterThan(300)
    expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000040')
    await expectRows(page, [many[40] ?? 0])
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
  })

  test.each(looks)('axe finds nothing: $scheme, $width px, $language', async (look) => {
    const page = await browser.newPage(look)
    await signInAs(page, 'rahim')
    for (const minutes of [12, 95]) {
      await wait(page, minutes)
      await page.goto('/order?status=all&playerid=82000000')
      await eventually(async () => (await idsShown(page)).length).toBe(4)
      await expectAccessible(page)
    }
    await page.goto('/order')
    await page.locator('tbody tr[data-id] [data-action] button').first().click()
    await dialog(page).getByRole('radio').first().waitFor()
    await page.keyboard.press('Control+Enter')
    await dialog(page).getByRole('alert').waitFor()
    await expectAccessible(page)
  })
})
