import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { startOrderDesk } from './order-desk.ts'
import { arriveAs } from './people.ts'
import { box, fill, picture, saveButton } from './shop.ts'
import { eventually, expectRows } from './table.ts'

/** Point 9 of the specification, with a clock that stands still until it is told to go on. */
const desk = await startOrderDesk(32)
const { browser, many } = desk
const blue = await picture('blue.png', '#1864ab')

afterAll(() => desk.close())

/** A page whose clock can be stopped. */
const open = async (address: string): Promise<Page> => {
  const page = await browser.newPage()
  await page.clock.install()
  await arriveAs(page, 'rahim', address)
  return page
}

const stopClock = async (page: Page) => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
const pass = (page: Page, ms: number) => page.clock.runFor(ms)
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Lets time pass in small steps until it is so, and not longer. */
const passUntil = (page: Page, isSo: () => Promise<boolean>) =>
  eventually(async () => {
    const already = await isSo()
    if (!already) await pass(page, 20)
    return already
  }).toBe(true)

/** The queries of the order lists that the page asks for from now on. */
const asked = (page: Page): URLSearchParams[] => {
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
    const queries = asked(page)
    const filtered = () => queries.filter((query) => query.has('playerid')).map((query) => query.get('playerid'))
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
    await page.getByRole('button', { name: 'Columns' }).click()
    const price = page.getByRole('checkbox', { name: 'Price' })
    await price.waitFor()
    await stopClock(page)
    const kept = () => page.evaluate(() => localStorage.getItem('table:order'))
    await price.uncheck()
    await pass(page, 250)
    expect(await kept()).toBe(null)
    await pass(page, 100)
    await eventually(kept).toContain('"amount":false')
  })
})

test('the first change of a list goes at once, those of the next 400 ms go as one', async () => {
  const page = await open('/order')
  await expectRows(page, many.slice(0, 10))
  const queries = asked(page)
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
