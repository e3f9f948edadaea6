import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { formatTk } from '#contract/money.ts'
import { orders } from '#contract/orders.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY, startSecondServer } from '../support/app.ts'
import { pastOrder } from '../support/figures.ts'
import { awayFromMidnight, shopDay } from '../support/midnight.ts'
import { leave, startBrowser, untilQuiet } from './browser.ts'
import { arriveAs, grant, letArrive, type Name, openAs, visit } from './people.ts'
import { startShop } from './shop.ts'
import { eventually, expectQuery } from './table.ts'

const DAY_MS = 86_400_000
const CHART_PX = 364
// Its figures are of the day on which it began.
await awayFromMidnight()
const { app, browser } = await startShop()

beforeAll(async () => {
  for (const days of [3, 2, 2]) {
    await pastOrder(app.db, app.world, { package: 'gems100', createdAt: new Date(Date.now() - days * DAY_MS).toISOString() })
  }
  await pastOrder(app.db, app.world, { package: 'gems500', createdAt: new Date().toISOString(), by: 'karim' })
})

const open = (name: Name = 'rahim', look = {}) => openAs(browser, name, '/', look)
const section = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true })
const card = (page: Page, group: string, label: string) =>
  section(page, group)
    .getByRole('listitem')
    .filter({ has: page.getByText(label, { exact: true }) })
/** A card's figure; what the period before had stands behind it. */
const expectCard = async (page: Page, group: string, label: string, value: string, before = '') =>
  eventually(async () => (await card(page, group, label).textContent())?.trim()).toBe(
    label + value + (before && `${before} before`),
  )
const chart = (page: Page) => section(page, 'Total orders').getByRole('img', { name: /^Orders of the last/ })

const rowsOfDays = (page: Page) => page.getByRole('table', { name: 'Orders of the last 7 days' }).locator('tbody tr')

let placed = 0
const place = async () => {
  placed += 1
  const order = { user_id: app.world.users.shila, package_id: app.world.packages.gems100, playerid: '90017' }
  const reply = await app.call(store.placeOrder, order, STORE_KEY, `dashboard-${placed}`)
  return (reply.body.data as { id: number }).id
}

const SALES = 'Orders and sales'
const WALLETS = 'Customers and wallets'

test('the nine figures stand beside yesterday’s, each leading to its rows', async () => {
  const page = await open()
  await section(page, SALES).getByText('Before: yesterday until this hour').waitFor()
  await expectCard(page, SALES, 'Received', '1', '0')
  await expectCard(page, SALES, 'Completed', '1', '0')
  await expectCard(page, SALES, 'Sold', '390 tk', '0')
  await expectCard(page, SALES, 'Cost', '355.50 tk', '0')
  await expectCard(page, SALES, 'Profit', '34.50 tk', '0')
  await expectCard(page, SALES, 'New customers', '2', '0')
  await expectCard(page, SALES, 'Added to wallets', '6,200 tk', '0')
  await expectCard(page, WALLETS, 'Customers', '2')
  await expectCard(page, WALLETS, 'In customers’ wallets', '5,570 tk')
  const today = shopDay()
  const on = `from=${today}&to=${today}`
  for (const [group, label, path, total] of [
    [SALES, 'Received', `/order?status=all&${on}`, '1-1 of 1'],
    [SALES, 'Completed', `/order?status=completed&${on}&day_of=closed_at`],
    [SALES, 'New customers', `/user?${on}`, '1-2 of 2'],
    [SALES, 'Profit', `/order?status=completed&${on}&day_of=closed_at`],
    [WALLETS, 'In customers’ wallets', '/user?sort=wallet&dir=desc'],
    [SALES, 'Added to wallets', `/add-wallet?status=completed&${on}&day_of=completed_at`],
  ] as const) {
    const link = card(page, group, label).getByRole('link')
    expect(await link.getAttribute('href')).toBe(path)
    if (!total) continue
    await link.click()
    await page.getByText(total, { exact: true }).waitFor()
    const { pathname, search } = new URL(page.url())
    expect(pathname + search).toBe(path)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  }
  await section(page, 'Admin Performance').getByRole('row', { name: 'Karim Hossain' }).getByRole('link', { name: '1' }).click()
  await page.getByRole('row').filter({ hasText: 'Karim Hossain' }).waitFor()
  await expectQuery(page, { from: today, to: today, admin_id: String(app.world.admins.karim) })
  await page.goBack()
  const best = section(page, 'Top Custommer (limit 5)')
  await eventually(() => best.getByRole('row').allTextContents()).toEqual(['CustomerCompleted ordersAmount', 'shila4630 tk'])
  await best.getByRole('link', { name: 'shila' }).click()
  await page.getByRole('dialog').getByText('01811000001').first().waitFor()
})

test('sentences answer the owner’s questions, and each number is its list’s', async () => {
  const page = await open()
  const sentences = section(page, 'At a glance')
  const first = await sentences.getByRole('link', { name: /^Admins hold/ }).textContent()
  await sentences.getByRole('link', { name: /^34\.50 tk earned so far today$/ }).click()
  await expectQuery(page, { status: 'completed', from: shopDay(), to: shopDay(), day_of: 'closed_at' })
  await page.getByText('1-1 of 1', { exact: true }).waitFor()
  await page.goBack()
  await sentences.getByRole('link', { name: /^Admins hold/ }).click()
  const held = page.getByRole('list', { name: 'All admins' }).getByRole('listitem').filter({ hasText: 'Still held' })
  await eventually(async () => `Admins hold ${await held.locator('b').textContent()} in cash`).toBe(first)
  await page.goBack()
  await sentences.getByRole('link', { name: /^Changed by hand in 7 days: 0, before 0 a week$/ }).click()
  await expectQuery(page, { topic: 'by_hand', from: shopDay(6), to: shopDay() })
  await page.getByText('No Result Found').waitFor()
})

test('a period stands in the address beside the one before; figures lead to rows', async () => {
  const page = await openAs(browser, 'rahim', `/?from=${shopDay(2)}&to=${shopDay(1)}`)
  await expectCard(page, SALES, 'Completed', '2+100%', '1')
  await card(page, SALES, 'Completed').getByRole('link').click()
  await page.getByText('1-2 of 2', { exact: true }).waitFor()
  await page.goBack()
  await section(page, SALES).getByText('Last 7 days').click()
  await expectQuery(page, { from: shopDay(6), to: shopDay(0) })
  await section(page, SALES).getByText('Before: yesterday until this hour').waitFor({ state: 'detached' })
  await expectCard(page, SALES, 'Received', '4', '0')
  await expectCard(page, SALES, 'Sold', '630 tk', '0')
  const games = section(page, 'By game').locator('tbody tr')
  await eventually(() => games.allTextContents()).toEqual(['Starfall Arena40630 tk58.50 tk'])
  await games.getByRole('link', { name: '4', exact: true }).click()
  await page.getByText('1-4 of 4', { exact: true }).waitFor()
  await expectQuery(page, { status: 'completed', product: '1', from: shopDay(6), to: shopDay(0), day_of: 'closed_at' })
  await page.goBack()
  await section(page, 'Total orders').getByRole('button', { name: 'View as table' }).click()
  await section(page, 'Total orders').locator('tbody').getByRole('link').first().click()
  await expectQuery(page, { status: 'all', from: shopDay(0), to: shopDay(0) })
  await page.goBack()
  await section(page, SALES).getByRole('button', { name: 'Other days' }).click()
  await page.getByLabel('First day').fill(shopDay(2))
  await page.getByLabel('First day').press('Enter')
  await page.getByLabel('Last day').fill(shopDay(1))
  await page.getByLabel('Last day').press('Enter')
  await expectQuery(page, { from: shopDay(2), to: shopDay(1) })
  await expectCard(page, SALES, 'Completed', '2+100%', '1')
})

test('figures follow events without a reload; Admin Performance counts completions', async () => {
  const page = await open()
  await page.getByRole('banner').getByText('Live', { exact: true }).waitFor()
  await expectCard(page, SALES, 'Received', '1', '0')
  const id = await place()
  await expectCard(page, SALES, 'Received', '2', '0')
  await expectCard(page, WALLETS, 'In customers’ wallets', '5,490 tk')
  await app.call(orders.setStatus, { id, status: 'completed' }, await app.signIn('rahim'))
  await expectCard(page, SALES, 'Sold', '470 tk', '0')
  await eventually(() => section(page, 'Total orders').textContent()).toContain('Total orders5')
  await eventually(() => section(page, 'Admin Performance').locator('tbody tr').allTextContents()).toEqual([
    'Rahim Uddin14',
    'Karim Hossain11',
    'Shop Owner00',
    'Nadia Islam00',
  ])
})

test('a full disk is shown to a super admin, on the dashboard and System status', async () => {
  const full = await startSecondServer(app, { pages: true, isDiskFull: true })
  letArrive(full.url, app)
  const other = await startBrowser(full.url)
  const page = await openAs(other, 'rahim', '/')
  const warning = page.getByText('The server’s disk is almost full')
  await warning.waitFor()
  await visit(page, '/test')
  await page.getByRole('button', { name: 'Check now' }).waitFor()
  await warning.waitFor()
  await arriveAs(page, 'karim', '/')
  await card(page, SALES, 'Received').waitFor()
  await untilQuiet(page)
  expect(await warning.count()).toBe(0)
  await other.close()
  await full.close()
})

describe('the orders chart', () => {
  test('is 364 high, in the first screen, after the screen; by keyboard a table', async () => {
    const page = await browser.newPage()
    await page.setViewportSize({ width: 1366, height: 768 })
    await leave(page)
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await arriveAs(page, 'rahim', '/')
    await chart(page).waitFor()
    const { y = 0, height = 0 } = (await chart(page).boundingBox()) ?? {}
    expect(height).toBe(CHART_PX)
    expect(y + height).toBeLessThanOrEqual(768)
    await eventually(() => chart(page).getAttribute('aria-label')).toMatch(
      /^Orders of the last 30 days: [45] orders in total, the most on/,
    )
    const chunk = requests.findIndex((path) => /\/Chart-.*\.js$/.test(path))
    expect(chunk).toBeGreaterThan(requests.findIndex((path) => path.endsWith('/orders-chart-data')))
    // The chart may be drawn again, or move, below the mouse: what it says goes then, and the next movement brings it back.
    let moves = 0
    await eventually(async () => {
      moves += 1
      await chart(page).hover({ position: { x: 400 + (moves % 9) * 20, y: 120 } })
      return chart(page)
        .getByText(/^\d+ orders?$/)
        .count()
    }).toBe(1)
    const toTable = page.getByRole('button', { name: 'View as table' })
    await toTable.focus()
    await page.keyboard.press('Enter')
    const table = page.getByRole('table', { name: 'Orders of the last 30 days' })
    await table.waitFor()
    const rows = () => table.locator('tbody tr')
    expect(await rows().count()).toBe(30)
    expect(await rows().first().locator('time').getAttribute('datetime')).toBe(shopDay())
    // Today's depend on the tests before this one.
    expect((await rows().locator('td:nth-child(2)').allTextContents()).slice(1)).toEqual([
      '0 orders',
      '2 orders',
      '1 order',
      ...Array(26).fill('0 orders'),
    ])
    await page.getByRole('group', { name: 'Chart period' }).getByRole('radio', { name: '30 days' }).focus()
    await page.keyboard.press('ArrowLeft')
    await eventually(() => page.getByRole('table', { name: 'Orders of the last 7 days' }).locator('tbody tr').count()).toBe(7)
    await page.getByRole('button', { name: 'View as chart' }).click()
    await eventually(() => chart(page).getAttribute('aria-label')).toMatch(/^Orders of the last 7 days/)
    const figures = page.getByRole('group', { name: 'Chart figure' })
    await figures.getByText('Profit', { exact: true }).click()
    const profit = page.getByRole('img', { name: /^Profit of the last 7 days: [\d,.]+ tk in total, the most on/ })
    await profit.waitFor()
    expect(Math.round((await profit.boundingBox())?.height ?? 0)).toBe(CHART_PX)
    await page.getByRole('button', { name: 'View as table' }).click()
    const sold = rowsOfDays(page).first().locator('td:nth-child(3) a')
    const words = await sold.innerText()
    await sold.click()
    await page.waitForURL(/\/order\?.*day_of=closed_at/)
    const search = Object.fromEntries(new URL(page.url()).searchParams)
    const { orders: listed } = (await app.call(orders.list, search, await app.signIn('rahim'))).body.data
    expect(words).toBe(formatTk(listed.reduce((sum, { amount }) => sum + amount, 0)))
  })

  test('without its file the days are a table, also beside a failure of the cards', async () => {
    const page = await browser.newPage()
    await page.route(/\/Chart-.*\.js$/, (route) => route.abort())
    const fault = { status: 503, json: { success: false, message: 'The figures are being counted again' } }
    await page.route('**/api/admin/dashboard-stats*', (route) => route.fulfill(fault))
    await arriveAs(page, 'rahim', '/')
    await page.getByRole('main').getByRole('alert').filter({ hasText: fault.json.message }).waitFor()
    await page.getByRole('table', { name: 'Orders of the last 30 days' }).waitFor()
    expect([await section(page, SALES).count(), await section(page, WALLETS).count()]).toEqual([0, 0])
  })
})

test('when dashboard-stats fails, its text replaces the cards; chart and tables stay', async () => {
  // Only these figures are read from it.
  await sql`alter view money_figure_tally rename to money_figure_tally_away`.execute(app.db)
  const page = await browser.newPage()
  try {
    await arriveAs(page, 'rahim', '/')
    const text = page.getByRole('main').getByRole('alert').filter({ hasText: 'Something went wrong! Try again.' }).first()
    await text.waitFor()
    await chart(page).waitFor()
    await page.getByRole('heading', { name: 'Needs your attention' }).waitFor()
    await page.getByRole('row', { name: 'shila' }).waitFor()
    expect(await section(page, SALES).count()).toBe(0)
    expect(await section(page, WALLETS).count()).toBe(0)
  } finally {
    await sql`alter view money_figure_tally_away rename to money_figure_tally`.execute(app.db)
  }
  const tryAgain = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await tryAgain.first().click()
  await expectCard(page, WALLETS, 'Customers', '2')
  await tryAgain.first().click()
  await expectCard(page, SALES, 'New customers', '2', '0')
})

test('what a new shop lacks is listed for super admins until it is hidden', async () => {
  const page = await open()
  const steps = section(page, 'Set up your shop: 6 of 7 done')
  expect(await steps.getByRole('link').count()).toBe(0)
  await steps.getByRole('heading').click()
  await steps.getByRole('link', { name: 'Choose an SMS gateway' }).waitFor()
  expect(await steps.getByRole('link').count()).toBe(1)
  await steps.getByRole('button', { name: 'Hide' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await expectCard(page, WALLETS, 'Customers', '2')
  await untilQuiet(page)
  expect(await steps.count()).toBe(0)
})

describe('an admin who may see less', () => {
  test('karim sees orders of their packages and own work, neither money nor set-up', async () => {
    const page = await open('karim')
    // gems500 is out of karim's sight, also the one that karim completed.
    await expectCard(page, SALES, 'Received', '1', '0')
    await expectCard(page, SALES, 'Completed by you', '0', '0')
    // The list has colleagues' too; karim's own stand on the shift sheet.
    const own = card(page, SALES, 'Completed by you').getByRole('link')
    expect(await own.getAttribute('href')).toBe(`/shift?from=${shopDay()}&to=${shopDay()}`)
    await chart(page).waitFor()
    expect(await section(page, SALES).getByRole('listitem').count()).toBe(2)
    await eventually(() => section(page, WALLETS).count()).toBe(0)
    await eventually(() => section(page, 'Admin Performance').locator('tbody tr').allTextContents()).toEqual(['Karim Hossain00'])
    await section(page, 'Admin Performance').getByText('Completed top-up orders of your packages', { exact: true }).waitFor()
    await eventually(() => section(page, 'Top Custommer (limit 5)').getByRole('columnheader').count()).toBe(2)
    await untilQuiet(page)
    expect(await page.getByText('Set up your shop').count()).toBe(0)
    await grant(app, 'karim', ['dashboard_money'])
    await expectCard(page, SALES, 'Sold by you', '0 tk', '0')
    await expectCard(page, WALLETS, 'In customers’ wallets', '5,490 tk')
    // It leads nowhere: karim may not see customers.
    expect(await card(page, WALLETS, 'In customers’ wallets').getByRole('link').count()).toBe(0)
  })

  test('nadia sees that nothing has been granted, and nothing else', async () => {
    const page = await open('nadia')
    await page.getByText('You have no permissions yet').waitFor()
    await untilQuiet(page)
    expect(await page.getByRole('main').getByRole('region').count()).toBe(0)
  })
})
