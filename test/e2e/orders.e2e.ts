import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { awayFromMidnight, shopDay } from '../support/midnight.ts'
import { countStyled, expectNoSidewaysScroll, untilQuiet } from './browser.ts'
import { ageOrders, edit, startOrderDesk, tab } from './order-desk.ts'
import { arriveAs, openAs, openWithClock, visit } from './people.ts'
import {
  eventually,
  expectQuery,
  expectRow,
  expectRows,
  expectText,
  headings,
  idsShown,
  openFilter,
  openMore,
  rowOf,
} from './table.ts'

/** More than 30 pages of 5. */
const MANY = 156
/** What was read and is on no screen is forgotten by then. */
const READ_KEPT_MS = 6 * 60_000
const { app, browser, many, orderOfShila, open } = await startOrderDesk(MANY)

describe('the list', () => {
  test('shows pending oldest first, others newest first, exact counts, columns by work', async () => {
    const page = await open('/order')
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await expectRows(page, many.slice(0, 10))
    // What all rows share is said once, below them.
    const apart = ['', 'Order ID', 'Waiting', 'Product', 'Price', 'Player ID', 'User', 'Created', 'Action']
    await eventually(() => headings(page)).toEqual(apart)
    await page.getByText('Account type: – · In-game password: – · Security code: – · Status: pending · Phone:').waitFor()
    await visit(page, '/order?playerid=70000000')
    await expectRows(page, many.slice(0, 1))
    await eventually(() => headings(page)).toEqual([
      '',
      'Order ID',
      'Waiting',
      'Product',
      'Price',
      'Player ID',
      'Account type',
      'In-game password',
      'Security code',
      'User',
      'Status',
      'Phone',
      'Note',
      'Created',
      'Action',
    ])
    await expectRow(page, many[0] ?? 0, ['Starfall Arena', '500 Gems', '390 tk', '70000000', 'tanvir', 'pending', 'Edit'])
    await visit(page, '/order')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
    for (const [text, message] of [
      [String(many[3]), `Copied Order ID:: ${many[3]}`],
      ['70000003', 'Copied Player ID:: 70000003'],
    ] as const) {
      await page.getByRole('button', { name: text, exact: true }).click()
      await expectText(page, message)
      await eventually(clipboard).toBe(text)
    }
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
    await eventually(() => tab(page, 'All').getAttribute('aria-current')).toBe('page')
  })

  test('is narrowed to days by a control whose state is in the address and in its chip', async () => {
    await awayFromMidnight()
    const page = await open('/order?status=all')
    await openFilter(page)
    const days = page.getByRole('dialog', { name: 'Filter' })
    await days.getByLabel('First day').fill('2026-01-31')
    await expectQuery(page, { status: 'all', from: '2026-01-31' })
    await page.getByRole('button', { name: 'Remove Received: from 31 Jan 2026' }).waitFor()
    await days.getByLabel('Last day').fill('2026-02-01')
    await days.getByLabel('Filter by').selectOption('Closed')
    const query = { status: 'all', from: '2026-01-31', to: '2026-02-01', day_of: 'closed_at' }
    await expectQuery(page, query)
    await page.keyboard.press('Escape')
    await page.getByText('No Result Found').or(page.getByText('No data to show')).first().waitFor()
    await page.getByRole('button', { name: 'Remove Closed: 31 Jan 2026 to 1 Feb 2026' }).click()
    await expectQuery(page, { status: 'all' })
    await expectRows(page, [...many].reverse().slice(0, 10))
    await openFilter(page)
    await days.getByRole('button', { name: 'Today' }).click()
    const day = { from: shopDay(), to: shopDay() }
    await expectQuery(page, { status: 'all', ...day })
    // Those of this file, but for a midnight since it began.
    const { data } = (await app.call(orders.list, { ...day, limit: 10 }, await app.signIn('rahim'))).body
    await expectRows(
      page,
      data.orders.map(({ id }) => id),
    )
  })

  test('is sorted by the server and says so', async () => {
    const page = await open('/order')
    const price = page.getByRole('columnheader', { name: 'Price' })
    const created = page.getByRole('columnheader', { name: 'Created' })
    const arrival = page.getByRole('columnheader', { name: 'Order ID' })
    await eventually(() => arrival.getAttribute('aria-sort')).toBe('ascending')
    await price.getByRole('button').click()
    await expectQuery(page, { sort: 'amount', dir: 'asc' })
    await eventually(() => price.getAttribute('aria-sort')).toBe('ascending')
    await expectRow(page, (await firstBy(page, 'asc')) ?? 0, ['250 tk'])
    await price.getByRole('button').click()
    await expectQuery(page, { sort: 'amount', dir: 'desc' })
    await expectRow(page, (await firstBy(page, 'desc')) ?? 0, ['390 tk'])
    await eventually(() => created.getAttribute('aria-sort')).toBe('none')
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
    // In every tab: nobody knows what has become of a customer's order. Their numbers follow it.
    await expectQuery(page, { q: '70000017', status: 'all' })
    await expectRows(page, [many[17] ?? 0])
    for (const name of ['Pending 1', 'Completed 0', 'All 1']) await tab(page, name).waitFor()
    await page.getByRole('search').getByRole('button', { name: 'Clear' }).click()
    await expectQuery(page, {})
    await expectRows(page, many.slice(0, 10))
    await eventually(() => box.inputValue()).toBe('')
    expect(await box.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('keeps filters in the address; Back, a reload and a removed chip agree with it', async () => {
    const page = await open('/order?status=all')
    await openFilter(page)
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000021')
    await expectQuery(page, { status: 'all', playerid: '70000021' })
    await expectRows(page, [many[21] ?? 0])
    await page.reload()
    await expectRows(page, [many[21] ?? 0])
    await openFilter(page)
    await eventually(() => page.getByRole('textbox', { name: 'Player ID' }).inputValue()).toBe('70000021')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove Player ID: 70000021' }).click()
    await expectQuery(page, { status: 'all' })
    await openFilter(page)
    await eventually(() => page.getByRole('textbox', { name: 'Player ID' }).inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expectQuery(page, { status: 'all', page: '2' })
    await page.goBack()
    await page.goBack()
    await expectQuery(page, { status: 'all', playerid: '70000021' })
    await expectRows(page, [many[21] ?? 0])
    await openFilter(page)
    await eventually(() => page.getByRole('textbox', { name: 'Player ID' }).inputValue()).toBe('70000021')
  })

  test('refuses a wrong id at its field; takes one as screens show it, with # and blanks', async () => {
    const page = await open('/order?user_id=nobody')
    await expectRows(page, many.slice(0, 10))
    await openFilter(page)
    await page.getByRole('textbox', { name: 'User ID' }).fill('x1')
    await expectText(page, 'Must be an id')
    await page.getByRole('textbox', { name: 'User ID' }).fill(String(app.world.users.tanvir))
    await expectQuery(page, { user_id: String(app.world.users.tanvir) })
    await eventually(() => page.getByText('Must be an id').count()).toBe(0)
    await page.getByRole('textbox', { name: 'Order ID' }).fill(` #${many[3]} `)
    await expectQuery(page, { user_id: String(app.world.users.tanvir), order_id: String(many[3]) })
    await expectRows(page, [many[3] ?? 0])
    await eventually(() => page.getByText('Must be an id').count()).toBe(0)
  })

  test('remembers columns and density per table, and shows all columns by keyboard', async () => {
    const page = await open('/order')
    await rowOf(page, many[0] ?? 0).waitFor()
    await openMore(page)
    await page.getByRole('checkbox', { name: 'User' }).uncheck()
    await page.getByRole('checkbox', { name: 'Compact rows' }).check()
    await page.keyboard.press('Escape')
    expect(await headings(page)).not.toContain('User')
    await eventually(() => page.evaluate(() => localStorage.getItem('table:order'))).toContain('compact')
    await visit(page, '/subadmin-order')
    await page.getByRole('columnheader', { name: 'User' }).waitFor()
    await page.goto('/order')
    await rowOf(page, many[0] ?? 0).waitFor()
    expect(await headings(page)).not.toContain('User')
    expect(await page.getByRole('table').getAttribute('data-density')).toBe('compact')
    const menu = page.getByRole('button', { name: 'More', exact: true })
    await menu.focus()
    await page.keyboard.press('Enter')
    const all = page.getByRole('button', { name: 'Show all' })
    await all.press('Enter')
    await page.getByRole('columnheader', { name: 'User' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Show all')
    // Escape still closes their menu.
    await page.keyboard.press('Escape')
    await all.waitFor({ state: 'detached' })
    await eventually(() => menu.evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('a question and a hidden column leave the styles of other rows as they are', async () => {
    const page = await open('/order?limit=50')
    await rowOf(page, many[49] ?? 0).waitFor()
    const elements = await page.locator('*').count()
    await page.keyboard.press('KeyJ')
    const asked = await countStyled(page, async () => {
      await page.keyboard.press('Shift+Enter')
      await page.getByRole('alertdialog').waitFor()
    })
    expect(asked).toBeLessThan(elements / 4)
    await page.keyboard.press('Escape')
    await openMore(page)
    const box = page.getByRole('checkbox', { name: 'User' })
    await box.waitFor()
    expect(await countStyled(page, () => box.uncheck())).toBeLessThan(elements / 4)
  })

  test('pages through a window and jumps to existing pages only', async () => {
    const page = await open(`/order?limit=5&user_id=${app.world.users.tanvir}`)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    const numbers = async () => (await pages.getByRole('button').allInnerTexts()).filter(Boolean)
    await expectRows(page, many.slice(0, 5))
    await eventually(() => numbers()).toEqual(['1', '2', '3', '4', '30', '31', '32'])
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
    await eventually(() => pages.getByRole('button', { name: 'Page 32' }).getAttribute('aria-current')).toBe('page')
    await page.getByLabel('Rows per page').selectOption('50')
    await expectRows(page, many.slice(0, 50))
    await eventually(() => numbers()).toEqual(['1', '2', '3', '4'])
    await visit(page, `/order?page=99&limit=50&user_id=${app.world.users.tanvir}`)
    await expectRows(page, many.slice(150))
    expect(new URL(page.url()).searchParams.get('page')).toBe('4')
  })

  test('another page begins at its first row; a drawer and Back find the table as it was', async () => {
    const page = await open(`/order?limit=50&user_id=${app.world.users.tanvir}`)
    // Too narrow for the columns.
    await page.setViewportSize({ width: 960, height: 720 })
    await expectRows(page, many.slice(0, 50))
    const table = page.locator('[data-scroll-restoration-id="table"]')
    const place = () => table.evaluate(({ scrollTop, scrollLeft }) => [scrollTop, scrollLeft])
    const scrollTo = async (top: number, left: number) => {
      await table.evaluate((element, to) => element.scrollTo(to), { top, left })
      await eventually(place).toEqual([top, left])
    }
    // A drawer that was opened and closed: the router has seen the table there.
    await scrollTo(900, 60)
    await rowOf(page, many[20] as number).click({ position: { x: 200, y: 20 } })
    await expectQuery(page, { limit: '50', user_id: String(app.world.users.tanvir), order: String(many[20]) })
    await eventually(place).toEqual([900, 60])
    await page.keyboard.press('Escape')
    await eventually(place).toEqual([900, 60])
    await page.getByRole('button', { name: 'Page 2' }).click()
    await expectRows(page, many.slice(50, 100))
    await eventually(place).toEqual([0, 60])
    await scrollTo(700, 0)
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    await page.goBack()
    await expectRows(page, many.slice(50, 100))
    await eventually(place).toEqual([700, 0])
  })

  test('a last page that was empty once is opened when there is something on it', async () => {
    const ids: number[] = []
    const one = async () => void ids.push(await orderOfShila(`2200000${ids.length}`))
    for (let made = 0; made < 5; made++) await one()
    const page = await open(`/order?limit=5&q=2200000&page=2`)
    await eventually(() => new URL(page.url()).searchParams.get('page')).toBe(null)
    await one()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await expectRows(page, ids.slice(5))
    expect(new URL(page.url()).searchParams.get('page')).toBe('2')
    for (const id of ids) await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
  })
})

describe('nothing to show', () => {
  test('an empty tab says so; a filter without rows can be cleared or widened', async () => {
    const page = await open('/order?status=in_progress')
    await expectText(page, 'No data to show')
    await visit(page, '/order?status=completed&product=999999')
    await expectText(page, 'No Result Found')
    await visit(page, '/order?status=cancel&q=70000005')
    await eventually(() => page.getByRole('searchbox', { name: 'Search' }).inputValue()).toBe('70000005')
    await untilQuiet(page)
    await expectText(page, 'No Result Found')
    await page.getByRole('button', { name: 'Search all orders' }).click()
    await expectRows(page, [many[5] ?? 0])
    await visit(page, '/order?q=nobody')
    await expectText(page, 'No Result Found')
    await page.getByRole('main').getByRole('button', { name: 'Clear', exact: true }).last().click()
    await expectRows(page, many.slice(0, 10))
  })

  test('a broken connection says so and rows stay; back online the list reads itself', async () => {
    const page = await open('/order')
    await expectRows(page, many.slice(0, 10))
    await page.route('**/api/admin/orders?*', (route) => route.abort())
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').getByText('Something went wrong', { exact: true }).waitFor()
    await eventually(() => idsShown(page)).toEqual(many.slice(0, 10))
    await page.unroute('**/api/admin/orders?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await openFilter(page)
    await page.getByRole('textbox', { name: 'Player ID' }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000030')
    await page.getByRole('alert').getByText('You are offline.').waitFor()
    await eventually(() => page.getByRole('textbox', { name: 'Player ID' }).isEnabled()).toBe(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await expectRows(page, [many[30] ?? 0])
    await eventually(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  })
})

describe('how it looks', () => {
  beforeAll(async () => {
    const token = await app.signIn('rahim')
    for (const status of ['in_progress', 'completed', 'cancel'] as const) {
      await app.call(orders.setStatus, { id: await orderOfShila('82000000'), status }, token)
    }
    await orderOfShila('82000000')
  })

  const age = (minutes: number) => ageOrders(app, '82000000', minutes)

  test('an order that waits is late after 10 minutes and very late after 30, in words', async () => {
    // Rahim's own dashboard would renew the claim.
    const page = await open('/order?playerid=82000000', 'karim')
    await page.getByText('just now').waitFor()
    await age(12)
    // Not by Refresh: when an order came in never changes, so rows that stand there do not follow it at once.
    await page.reload()
    await page.getByText(/^1[23] min/).waitFor()
    await page.getByText('late', { exact: true }).waitFor()
    await age(95)
    await page.reload()
    await page.getByText(/^1 h 3[56] min/).waitFor()
    await page.getByText('very late', { exact: true }).waitFor()
    await visit(page, '/order?playerid=82000000&status=in_progress')
    const left = page.getByText(/^check: left \d\d:\d\d$/)
    await left.waitFor()
    const sentence = /^left by Rahim Uddin at \d\d:\d\d: check before delivering$/
    expect(await left.getAttribute('title')).toMatch(sentence)
    await page.getByRole('row').getByText(sentence).waitFor()
    const heightPx = () =>
      page
        .locator('tr[data-id]')
        .first()
        .evaluate((row) => row.getBoundingClientRect().height)
    expect(await heightPx()).toBe(49)
    await openMore(page)
    await page.getByRole('checkbox', { name: 'Compact rows' }).check()
    await page.keyboard.press('Escape')
    await expect.poll(heightPx).toBe(32)
    expect(await left.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  })

  test('how long it has waited is one line, in Bangla too', async () => {
    await age(9 * 60 + 30)
    const page = await openAs(browser, 'rahim', '/order?playerid=82000000', { language: 'bn' })
    const waited = page.getByText(/^9 ঘ 3\d মি/)
    await waited.waitFor()
    const lines = await waited.evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell.firstChild ?? cell)
      return text.getClientRects().length
    })
    expect(lines).toBe(1)
  })

  test('on a phone each order is a card with its action; a long search fits the page', async () => {
    const page = await open('/order', 'rahim', 390)
    const action = edit(page, many[0] ?? 0)
    await action.waitFor()
    // In reach of the right thumb, beside the id.
    expect((await action.boundingBox())?.width).toBeGreaterThan(150)
    expect((await page.locator('tr[data-id]').first().boundingBox())?.height).toBeLessThan(180)
    expect((await action.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('textbox', { name: 'Player ID' }).fill('70000040')
    await expectRows(page, [many[40] ?? 0])
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await visit(page, '/order?status=all&playerid=82000000')
    await page.locator('tr[data-id] [data-action]', { hasText: '---' }).first().waitFor()
    await page.setViewportSize({ width: 390, height: 800 })
    await visit(page, `/order?status=all&q=${'a'.repeat(190)}`)
    const chip = page.getByRole('list', { name: 'Filters' }).getByRole('button').filter({ hasText: 'aaaa' })
    await chip.waitFor()
    await expectNoSidewaysScroll(page)
    const place = await chip.boundingBox()
    expect((place?.x ?? 390) + (place?.width ?? 0)).toBeLessThanOrEqual(390)
    // Its cross is not squeezed.
    expect((await chip.locator('svg').boundingBox())?.width).toBe(14)
    await chip.click()
    await chip.waitFor({ state: 'detached' })
  })

  test('an email as player id is shown whole, and the sorted column is in sight', async () => {
    const email = 'shadow.hunter.2024@example.com'
    await orderOfShila(email)
    const page = await open('/order?status=all')
    const id = page.getByRole('button', { name: email, exact: true }).first()
    await id.waitFor()
    expect(
      await id.evaluate(
        (button) => button.scrollWidth <= button.clientWidth + 1 && button.scrollHeight <= button.clientHeight + 1,
      ),
    ).toBe(true)
    const sorted = await page.locator('th[aria-sort="descending"]').boundingBox()
    expect((sorted?.x ?? 2_000) + (sorted?.width ?? 0)).toBeLessThan(1350)
  })
})

test('times are shown by the server’s clock on a PC whose own is hours off', async () => {
  const page = await browser.newPage()
  await page.clock.setFixedTime(Date.now() + 3 * 3_600_000)
  await arriveAs(page, 'rahim', '/order')
  const id = await orderOfShila('82000001')
  await app.call(orders.setStatus, { id, status: 'in_progress' }, await app.signIn('karim'))
  const waits = await orderOfShila('82000001')
  await visit(page, `/order?status=all&playerid=82000001&order=${id}`)
  await expectRows(page, [waits, id])
  await page.getByText('just now').first().waitFor()
  await page.getByText('Karim Hossain, 10 min left').first().waitFor()
  // A reply tells the second that it was sent in, which may be the claim's.
  await page.getByText(/^Reserved for Karim Hossain · (10:0[01]|9:\d\d) left$/).waitFor()
  expect(await page.getByText(/late$|left \d/).count()).toBe(0)
})

test('Back finds the focused row, also after a read; without it the title', async () => {
  const id = await orderOfShila('20000001')
  const other = await orderOfShila('20000002')
  const page = await openWithClock(browser, 'rahim', `/order?user_id=${app.world.users.shila}`)
  const { clock } = page
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-id') ?? document.activeElement?.tagName)
  const entry = page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'User', exact: true })
  const leave = async () => {
    // Rows may come before it is known which screens one may open.
    await entry.waitFor()
    await page.keyboard.press('KeyG')
    await page.keyboard.press('KeyU')
    await page.getByRole('heading', { level: 1, name: 'User', exact: true }).waitFor()
    await eventually(focused).toBe('H1')
  }
  await rowOf(page, id).focus()
  await leave()
  await page.goBack()
  await eventually(focused).toBe(String(id))
  await leave()
  // What was read has been forgotten.
  await clock.fastForward(READ_KEPT_MS)
  await page.goBack()
  await eventually(focused).toBe(String(id))
  await leave()
  await clock.fastForward(READ_KEPT_MS)
  const rahim = await app.signIn('rahim')
  await app.call(orders.setStatus, { id, status: 'cancel' }, rahim)
  await page.goBack()
  await rowOf(page, other).waitFor()
  await eventually(focused).toBe('H1')
  await app.call(orders.setStatus, { id: other, status: 'cancel' }, rahim)
})
