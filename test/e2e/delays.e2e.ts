import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { COUNTS_POLL_MS, FILTER_DEBOUNCE_MS } from '#contract/limits.ts'
import { orders } from '#contract/orders.ts'
import { shift } from '#contract/shift.ts'
import { forgetHistory, untilQuiet } from './browser.ts'
import { pass, passUntil, stopClock } from './clock.ts'
import { box, fill, picture, saveButton } from './forms.ts'
import { startOrderDesk } from './order-desk.ts'
import { openWithClock, visit } from './people.ts'
import { eventually, expectQuery, expectRows, openFilter, openMore } from './table.ts'

/** Point 9 of the specification, with a clock that stands still until it is told to go on. */
const { browser, many } = await startOrderDesk(32)
const blue = await picture('blue.png', '#1864ab')

/** One for all tests: a page with its own clock takes a load. */
let shared: Page
beforeAll(async () => {
  shared = await openWithClock(browser, 'rahim', '/profile')
})

/** The page at an address, as if nothing had been done in it before; its clock goes. */
const open = async (address: string): Promise<Page> => {
  await shared.clock.resume()
  await visit(shared, '/profile')
  await shared.evaluate(() => localStorage.removeItem('table:order'))
  await forgetHistory(shared)
  await visit(shared, address)
  return shared
}

const pathOf = (page: Page) => new URL(page.url()).pathname

/** The queries of the order lists that the page asks for from now on. */
const requests = (page: Page): URLSearchParams[] => {
  const queries: URLSearchParams[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === `/api${orders.list.path}`) queries.push(searchParams)
  })
  return queries
}

describe('after a success', () => {
  test('the list opens after 1.5 s, and the toast goes after 5 s', async () => {
    const page = await open('/banner/add')
    await fill(page, { texts: { Note: 'Saved with care' }, image: blue })
    await stopClock(page)
    await saveButton(page).click()
    const toast = page.getByRole('alert').filter({ hasText: 'Banner created successfully' })
    await passUntil(page, async () => (await toast.count()) > 0)
    await pass(page, 1_400)
    expect(pathOf(page)).toBe('/banner/add')
    expect(await box(page, 'Note').inputValue()).toBe('Saved with care')
    await pass(page, 200)
    await eventually(() => pathOf(page)).toBe('/banner')
    await pass(page, 3_200)
    expect(await toast.count()).toBe(1)
    await pass(page, 1_000)
    await eventually(() => toast.count()).toBe(0)
  })
})

describe('while one types', () => {
  test('a filter goes out half a second after the last key, once', async () => {
    const page = await open('/order')
    await expectRows(page, many.slice(0, 10))
    const queries = requests(page)
    const filtered = () => queries.filter((query) => query.has('playerid')).map((query) => query.get('playerid'))
    await openFilter(page)
    await page.getByRole('textbox', { name: 'Player ID' }).waitFor()
    await stopClock(page)
    for (const key of '70000003') {
      await page.getByRole('textbox', { name: 'Player ID' }).press(key)
      await pass(page, 200)
    }
    await pass(page, 250)
    expect(filtered()).toEqual([])
    await pass(page, 100)
    await eventually(filtered).toEqual(['70000003'])
  })

  test('Clear all takes back too what has not gone out yet, and what is no filter', async () => {
    const page = await open('/order?playerid=70000003')
    const [player, order] = ['Player ID', 'Order ID'].map((name) => page.getByRole('textbox', { name }))
    await page.getByRole('button', { name: 'Remove Player ID: 70000003' }).waitFor()
    await openFilter(page)
    await player?.waitFor()
    await stopClock(page)
    await player?.fill('70000004')
    await order?.fill('no id')
    await page.getByRole('searchbox').fill('not sent')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await pass(page, FILTER_DEBOUNCE_MS * 2)
    await expectQuery(page, {})
    await openFilter(page)
    for (const box of [player, order, page.getByRole('searchbox')]) await eventually(() => box?.inputValue()).toBe('')
  })

  test('a search among rows that are here waits 200 ms', async () => {
    const page = await open('/payment-method')
    const row = page.locator('tbody tr').filter({ hasText: 'MobiPay' })
    await row.waitFor()
    await stopClock(page)
    await page.getByRole('searchbox', { name: 'Search' }).pressSequentially('nothing like it')
    await pass(page, 150)
    expect(await row.count()).toBe(1)
    await pass(page, 100)
    await eventually(() => row.count()).toBe(0)
  })

  test('a choice of columns is kept after 300 ms', async () => {
    const page = await open('/order')
    await expectRows(page, many.slice(0, 10))
    await openMore(page)
    const price = page.getByRole('checkbox', { name: 'Price' })
    await price.waitFor()
    await stopClock(page)
    const stored = () => page.evaluate(() => localStorage.getItem('table:order'))
    await price.uncheck()
    await pass(page, 250)
    expect(await stored()).toBe(null)
    await pass(page, 100)
    await eventually(stored).toContain('"amount":false')
  })
})

describe('while one types a day', () => {
  const type = async (page: Page, keys: string) => {
    await page.keyboard.type(keys)
    await pass(page, FILTER_DEBOUNCE_MS + 100)
  }
  /** Types as somebody does who looks for each key. */
  const typeSlowly = async (page: Page, keys: readonly string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await pass(page, FILTER_DEBOUNCE_MS + 100)
    }
  }
  const steps = (page: Page) => page.evaluate(() => history.length)
  const today = (page: Page) => page.evaluate(() => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dhaka' }).format())
  const formatDay = (day: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(Date.parse(day))
  const EMPTYING = ['Control+A', 'Backspace']

  /** The list of all orders with the control of days open, the first box focused and the clock stopped. */
  const openDays = async (opening = open('/order?status=all')) => {
    const page = await opening
    await expectRows(page, [...many].reverse().slice(0, 10))
    await openFilter(page)
    await page.getByLabel('First day').waitFor()
    await stopClock(page)
    await page.getByLabel('First day').focus()
    return page
  }

  test('it goes out when it is whole, once, and half of it changes nothing', async () => {
    const page = await openDays()
    const queries = requests(page)
    const days = () => [...new Set(queries.flatMap((query) => query.get('from') ?? []))]
    const before = await steps(page)
    await typeSlowly(page, [...'15032026'])
    await expectQuery(page, { status: 'all', from: '2026-03-15' })
    await typeSlowly(page, ['Backspace', 'Backspace'])
    await expectQuery(page, { status: 'all', from: '2026-03-15' })
    await type(page, '25')
    await expectQuery(page, { status: 'all', from: '2025-03-15' })
    expect(await steps(page)).toBe(before + 2)
    await eventually(days).toEqual(['2026-03-15', '2025-03-15'])
    await typeSlowly(page, EMPTYING)
    await expectQuery(page, { status: 'all' })
    expect(await steps(page)).toBe(before + 3)
  })

  test('it waits for no clock at Enter or blur, and half a day does not stay', async () => {
    const page = await openDays()
    await page.keyboard.type('15032026')
    await page.keyboard.press('Enter')
    await expectQuery(page, { status: 'all', from: '2026-03-15' })
    await page.getByLabel('Last day').focus()
    await page.keyboard.type('02042026')
    await page.getByLabel('First day').focus()
    await expectQuery(page, { status: 'all', from: '2026-03-15', to: '2026-04-02' })
    await page.keyboard.press('Backspace')
    expect(await page.getByLabel('First day').inputValue()).toBe('')
    await page.keyboard.type('31 Apr 2026')
    await page.getByLabel('Last day').focus()
    expect(await page.getByLabel('First day').inputValue()).toBe('15 Mar 2026')
  })

  test('it gives way to Today and to Back, and does not come after them', async () => {
    const page = await openDays()
    const first = page.getByLabel('First day')
    const now = await today(page)
    await page.keyboard.type('15032026')
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await expectQuery(page, { status: 'all', from: now, to: now })
    await eventually(() => first.inputValue()).toBe(formatDay(now))
    await first.focus()
    await page.keyboard.type('12')
    await page.goBack()
    await eventually(() => first.inputValue()).toBe('15 Mar 2026')
    await pass(page, FILTER_DEBOUNCE_MS * 2)
    await expectQuery(page, { status: 'all', from: '2026-03-15' })
  })

  test('it is chosen in the picker, which opens by mouse and by key', async () => {
    const page = await openDays()
    // The picker itself is no part of the page: each opening of this one chooses the next day.
    await page.evaluate(() => {
      let day = 14
      HTMLInputElement.prototype.showPicker = function (this: HTMLInputElement) {
        day += 1
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(this, `2026-03-${day}`)
        this.dispatchEvent(new Event('input', { bubbles: true }))
      }
    })
    const open = page.getByRole('button', { name: 'Calendar' }).first()
    await open.click()
    await pass(page, FILTER_DEBOUNCE_MS + 100)
    await expectQuery(page, { status: 'all', from: '2026-03-15' })
    await page.keyboard.press('Enter')
    await pass(page, FILTER_DEBOUNCE_MS + 100)
    await expectQuery(page, { status: 'all', from: '2026-03-16' })
    await page.getByLabel('First day').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await pass(page, FILTER_DEBOUNCE_MS + 100)
    await expectQuery(page, { status: 'all', from: '2026-03-17' })
    expect(await page.getByLabel('First day').inputValue()).toBe('17 Mar 2026')
  })

  test('Today is the day on which it is clicked', async () => {
    // Its clock goes wrong for good.
    const page = await openDays(openWithClock(browser, 'rahim', '/order?status=all'))
    const before = await today(page)
    // A reply in between would set the shop's clock right, also one that is on its way.
    await page.context().setOffline(true)
    await untilQuiet(page)
    await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + 86_400_000)
    const now = await today(page)
    expect(now).not.toBe(before)
    await page.getByRole('button', { name: 'Today', exact: true }).click()
    await expectQuery(page, { status: 'all', from: now, to: now })
  })

  test('Clear all takes it back by one click, before it has gone out', async () => {
    const page = await open('/order?status=all&playerid=70000003')
    await page.getByRole('button', { name: 'Remove Player ID: 70000003' }).waitFor()
    await openFilter(page)
    await page.getByLabel('First day').waitFor()
    await stopClock(page)
    await page.getByLabel('First day').focus()
    await page.keyboard.type('15032026')
    await page.getByRole('button', { name: 'Clear all' }).click()
    await expectQuery(page, { status: 'all' })
    await pass(page, FILTER_DEBOUNCE_MS * 2)
    await expectQuery(page, { status: 'all' })
  })

  test('it is taken also where the control is closed at once', async () => {
    const page = await openDays()
    const days = page.getByRole('button', { name: 'Filter', exact: true })
    await page.keyboard.type('15032026')
    await page.keyboard.press('Escape')
    await expectQuery(page, { status: 'all', from: '2026-03-15' })
    await days.click()
    await page.getByLabel('Last day').focus()
    await page.keyboard.type('02042026')
    await page.getByRole('heading', { level: 1 }).click()
    await expectQuery(page, { status: 'all', from: '2026-03-15', to: '2026-04-02' })
    await page.getByRole('button', { name: 'Remove Received: 15 Mar 2026 to 2 Apr 2026' }).click()
    await expectQuery(page, { status: 'all' })
    await days.click()
    await eventually(() => page.getByLabel('First day').inputValue()).toBe('')
  })

  test('the shift sheet of past days is read once, today’s again and again', async () => {
    const page = await open('/shift?from=2026-01-05&to=2026-01-06')
    let reads = 0
    page.on('request', (request) => {
      if (request.url().includes(`${shift.list.path}?from=`)) reads += 1
    })
    await page.getByRole('row').filter({ hasText: 'Karim Hossain' }).waitFor()
    await stopClock(page)
    const read = reads
    await pass(page, COUNTS_POLL_MS * 3)
    expect(reads).toBe(read)
    await page.getByLabel('To', { exact: true }).fill(await today(page))
    await passUntil(page, async () => reads > read)
    await pass(page, COUNTS_POLL_MS * 3)
    await eventually(() => Promise.resolve(reads)).toBeGreaterThan(read + 1)
  })

  test('on the shift sheet one that is emptied is the day of the other, or today', async () => {
    const page = await open('/shift')
    const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })]
    const now = await today(page)
    const before = await steps(page)
    await eventually(() => from.inputValue()).toBe(formatDay(now))
    await stopClock(page)
    await from.focus()
    await type(page, '15032026')
    await expectQuery(page, { from: '2026-03-15' })
    await to.focus()
    await type(page, '16032026')
    await expectQuery(page, { from: '2026-03-15', to: '2026-03-16' })
    await from.focus()
    await typeSlowly(page, EMPTYING)
    await expectQuery(page, { to: '2026-03-16' })
    await to.focus()
    expect(await from.inputValue()).toBe('16 Mar 2026')
    await typeSlowly(page, EMPTYING)
    await expectQuery(page, {})
    await from.focus()
    await eventually(async () => [await from.inputValue(), await to.inputValue()]).toEqual([formatDay(now), formatDay(now)])
    expect(await steps(page)).toBe(before + 4)
    await typeSlowly(page, EMPTYING)
    await to.focus()
    expect(await from.inputValue()).toBe(formatDay(now))
  })

  test('in the audit log', async () => {
    const page = await open('/audit')
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByLabel('First day').focus()
    await stopClock(page)
    await typeSlowly(page, [...'15032026'])
    await expectQuery(page, { from: '2026-03-15' })
    await page.getByLabel('Last day').focus()
    await typeSlowly(page, [...'16032026'])
    await expectQuery(page, { from: '2026-03-15', to: '2026-03-16' })
  })
})

test('the first change of a list goes at once, those of the next 400 ms go as one', async () => {
  const page = await open('/order')
  await expectRows(page, many.slice(0, 10))
  await page.locator('header [data-connection="live"]').waitFor()
  const queries = requests(page)
  const pages = () => queries.map((query) => query.get('page'))
  await stopClock(page)
  queries.length = 0
  await page.getByRole('button', { name: 'Page 2', exact: true }).click()
  await eventually(pages).toEqual(['2'])
  for (const number of [3, 1, 4]) {
    await pass(page, 50)
    await page.getByRole('button', { name: `Page ${number}`, exact: true }).click()
    await eventually(() => new URL(page.url()).searchParams.get('page') ?? '1').toBe(String(number))
  }
  await pass(page, 200)
  expect(pages()).toEqual(['2'])
  await pass(page, 100)
  await eventually(pages).toEqual(['2', '4'])
  await page.clock.resume()
  await expectRows(page, many.slice(30))
})
