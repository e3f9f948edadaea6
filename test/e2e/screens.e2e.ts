import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { desk } from '#contract/desk.ts'
import { lookups } from '#contract/lookups.ts'
import { orders } from '#contract/orders.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { topupPackages } from '#contract/topup-packages.ts'
import { addPhysicalProduct, orderProduct } from '../support/product-orders.ts'
import { hold, loseAnswer, toast, untilQuiet } from './browser.ts'
import { startOrderDesk } from './order-desk.ts'
import { arriveAs, visit } from './people.ts'
import { answer } from './screen.ts'
import { eventually, expectRows, openMore, rowOf } from './table.ts'

const { app, browser, many, orderOfShila, open } = await startOrderDesk(40)

beforeAll(async () => {
  await orderProduct(app, app.world.users.shila, await addPhysicalProduct(app.db, { name: 'Cap' }), 1)
})

const LAPTOP = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 844 }
/** Between two cards. */
const GAP = 8

async function openAt(size: typeof LAPTOP, address: string): Promise<Page> {
  const page = await open(address)
  await page.setViewportSize(size)
  return page
}

/** Rows or cards that are wholly in view, above what is fixed at the bottom. */
const rowsInView = (page: Page) =>
  page.locator('tr[data-id]').evaluateAll((rows) => {
    const table = document.querySelector('[data-scroll-restoration-id="table"]')?.getBoundingClientRect()
    const fixed = [...document.querySelectorAll('[data-fixed]')].find((one) => getComputedStyle(one).position === 'fixed')
    const edge = Math.min(innerHeight, table?.bottom ?? innerHeight, fixed?.getBoundingClientRect().top ?? innerHeight)
    return rows.filter((row) => row.getBoundingClientRect().bottom <= edge + 1).length
  })

/** Nothing lies over its middle. */
const isInView = (part: Locator) =>
  part.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })

/** What is cut off of the cells that are on screen, and of their headings. */
const cutTexts = (page: Page, which = 'thead th, tr[data-id] td, tr[data-id] td *') =>
  page.locator(which).evaluateAll((parts) => {
    const edge = document.querySelector('th[data-action]')?.getBoundingClientRect().left ?? innerWidth
    return parts
      .filter((part) => part.getBoundingClientRect().right <= edge + 1 && getComputedStyle(part).overflowX === 'hidden')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent)
  })

describe('at 1366 x 768', () => {
  test('a form shows what decides unscrolled, and boxes of one line level', async () => {
    const page = await openAt(LAPTOP, '/admin/add')
    for (const [path, last] of [
      ['/admin/add', 'Sees orders of all products'],
      ['/topup-product/add', 'Is active product'],
      [`/topup-package/add/${app.world.products.starfall}`, 'Delivery'],
      ['/physical-product/add', 'Is active'],
      ['/upin/import', 'Status'],
    ] as const) {
      await visit(page, path)
      const field = page.getByLabel(last, { exact: true })
      await field.waitFor()
      await untilQuiet(page)
      expect(await isInView(field), path).toBe(true)
    }
    await visit(page, '/admin/add')
    const boxes = page.locator('input[name="password"], input[name="confirm_password"]')
    const tops = () => boxes.evaluateAll((inputs) => inputs.map((input) => Math.round(input.getBoundingClientRect().top)))
    expect(new Set(await tops()).size).toBe(1)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.locator('[aria-invalid="true"]').first().waitFor()
    expect(new Set(await tops()).size).toBe(1)
  })

  test('a list shows its columns, first row above 230 px, eleven rows or sixteen', async () => {
    const page = await openAt(LAPTOP, '/product-order?status=all')
    const expectInView = async (columns: readonly string[]) => {
      await page.locator('tr[data-id]').first().waitFor()
      const edge = (await page.locator('th[data-action]').boundingBox())?.x ?? 0
      for (const name of columns) {
        const { x = edge, width = 1 } = (await page.getByRole('columnheader', { name, exact: true }).boundingBox()) ?? {}
        expect([name, x + width <= edge + 1]).toEqual([name, true])
      }
    }
    await expectInView(['Status', 'Phone', 'Address'])
    await visit(page, '/order?limit=25')
    await expectRows(page, many.slice(0, 25))
    await expectInView(['Player ID', 'User', 'Created'])
    expect((await rowOf(page, many[0] ?? 0).boundingBox())?.y).toBeLessThanOrEqual(230)
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(11)
    expect(
      await page
        .getByRole('cell', { name: '390 tk' })
        .first()
        .evaluate((cell) => getComputedStyle(cell).textAlign),
    ).toBe('end')
    const links = await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').all()
    expect(links.length).toBe(23)
    for (const link of links) expect(await isInView(link)).toBe(true)
    await openMore(page)
    await page.getByRole('checkbox', { name: 'Compact rows' }).check()
    await page.keyboard.press('Escape')
    await page.locator('table[data-density="compact"]').waitFor()
    await visit(page, '/order?limit=25&status=all')
    await expectRows(page, [...many].reverse().slice(0, 25))
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(16)
    expect(await cutTexts(page, 'tr[data-id] :is(b, td:has(time))')).toEqual([])
  })

  test('texts are in the face that comes with the page, fetched before the first of them', async () => {
    const page = await openAt(LAPTOP, '/order')
    await rowOf(page, many[0] ?? 0).waitFor()
    const face = await page.evaluate(() => ({
      family: getComputedStyle(document.body).fontFamily.split(',')[0],
      isLoaded: [...document.fonts].some(({ family, status }) => family.includes('Source Sans 3') && status === 'loaded'),
      fetched: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.includes('source-sans'))
        .map(({ initiatorType }) => initiatorType),
    }))
    expect(face).toEqual({ family: '"Source Sans 3 Variable"', isLoaded: true, fetched: ['link'] })
  })

  test('the files of toasts are fetched once the first rows have come', async () => {
    const page = await openAt(LAPTOP, '/order')
    await page.reload()
    await rowOf(page, many[0] ?? 0).waitFor()
    const find = (part: string) =>
      page.evaluate(
        (name) =>
          (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).find((one) => one.name.includes(name)),
        part,
      )
    await eventually(() => find('/Toasts-')).toBeDefined()
    const [rows, toasts] = [await find('/api/admin/orders?'), await find('/Toasts-')]
    expect(toasts?.startTime).toBeGreaterThan(Math.min(rows?.responseEnd ?? 0, (rows?.startTime ?? 0) + 900))
  })

  test('a customer’s name and id are close lines, each a target of 24 px', async () => {
    const page = await openAt(LAPTOP, '/order')
    const row = rowOf(page, many[0] ?? 0)
    await row.waitFor()
    const [parts, { top, bottom }] = await row.evaluate((line) => {
      const edges = (part: Element | Range) => part.getBoundingClientRect()
      const textOf = (part: Element) => {
        const text = document.createRange()
        text.selectNodeContents(part)
        return edges(text)
      }
      const found = [...line.querySelectorAll('a[href^="?customer="], a[href^="?customer="] + button')]
      return [found.map((part) => ({ height: edges(part).height, text: textOf(part) })), edges(line)] as const
    })
    expect(parts.map(({ height }) => height)).toEqual([24, 24])
    const [name, id] = parts.map(({ text }) => text)
    expect((id?.top ?? 0) - (name?.bottom ?? 0)).toBeLessThan(4)
    expect((name?.top ?? 0) - top).toBeGreaterThan(2)
    expect(bottom - (id?.bottom ?? 0)).toBeGreaterThan(2)
    expect(bottom - top).toBe(49)
  })

  test('beside an open order its player id and the decision are in view', async () => {
    const id = await orderOfShila('83000001')
    const page = await openAt(LAPTOP, `/order?user_id=${app.world.users.shila}&order=${id}`)
    const drawer = page.getByRole('region', { name: `Order ${id}` })
    const player = rowOf(page, id).getByRole('button', { name: '83000001' })
    await drawer.getByRole('heading', { name: 'Timeline' }).waitFor()
    expect(await isInView(player)).toBe(true)
    const tools = page.locator(
      ':is(nav[aria-label="Orders by status"], search, button[title="Filter"], button[aria-label="Refresh"])',
    )
    expect(await tools.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))).toEqual(
      Array(4).fill(await tools.first().evaluate((one) => Math.round(one.getBoundingClientRect().top))),
    )
    expect(await isInView(page.getByRole('columnheader', { name: 'In-game password' }))).toBe(true)
    const heightOfTitle = await drawer.getByRole('heading', { level: 2 }).evaluate((title) => {
      const badge = title.nextElementSibling as HTMLElement
      const [was, status] = [title.textContent, badge.textContent]
      title.textContent = 'Order 19952'
      badge.textContent = 'in_progress'
      const { height } = title.getBoundingClientRect()
      title.textContent = was
      badge.textContent = status
      return height
    })
    expect(heightOfTitle).toBeLessThan(40)
    for (const name of ['Take', 'Complete', 'Save'])
      expect(await isInView(drawer.getByRole('button', { name, exact: true }))).toBe(true)
    await drawer.focus()
    await page.keyboard.press('Digit3')
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('cancel')
    expect(await isInView(drawer.getByRole('button', { name: 'Save', exact: true }))).toBe(true)
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog')
    await question.getByText(`Order ${id} will be cancelled and 250 tk refunded to shila.`).waitFor()
    await eventually(() => page.evaluate(() => document.activeElement?.textContent)).toBe('No, go back')
    await answer(page, 'Cancel the order')
    await toast(page, 'Order updated successfully')
  })

  test('a page beyond the last shows placeholders until the last one is there', async () => {
    const page = await openAt(LAPTOP, '/order?limit=5')
    await expectRows(page, many.slice(0, 5))
    const next = `**${orders.list.path}?*page=8*`
    const release = await hold(page, next)
    await visit(page, '/order?limit=5&page=9&status=pending')
    await page.getByText('36-40 of 40').waitFor()
    expect(await page.getByText('No data to show').count()).toBe(0)
    await eventually(() => page.getByRole('table').getAttribute('aria-busy')).toBe('true')
    release()
    await expectRows(page, many.slice(35))
  })

  test('of an order that was taken without an answer it is said that it may be taken', async () => {
    const id = await orderOfShila('83000002')
    const page = await openAt(LAPTOP, `/order?order=${id}`)
    await loseAnswer(page, `**${desk.claim.path.replace(':id', String(id))}`)
    const drawer = page.getByRole('region', { name: `Order ${id}` })
    await drawer.getByRole('button', { name: 'Take', exact: true }).click()
    await toast(page, 'No answer came. Check whether it went through.')
    await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
  })
})

test('an empty list names its first step: store, product, package or hand-over', async () => {
  const page = await open('/order?status=completed')
  const step = page.getByRole('main').getByRole('link', { name: 'Connect the store' })
  await page.getByText('No data to show').waitFor()
  await untilQuiet(page)
  expect(await step.count()).toBe(0)
  const answer = (path: string, data: object) =>
    page.route(`**/api${path}*`, (route) => route.fulfill({ json: { success: true, data } }))
  await answer(dashboard.setUp.path, { store_called: false })
  await answer(topupPackages.summaries.path, { data: [] })
  const isStepShown = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return await step.isVisible()
  }
  await expect.poll(isStepShown, { interval: 400 }).toBe(true)
  expect(await step.getAttribute('href')).toBe('/settings')
  await visit(page, '/topup-packages')
  await page.getByRole('main').getByRole('link', { name: 'Add a top-up product' }).waitFor()
  await answer(lookups.topupPackages.path, { data: [] })
  await visit(page, '/upin/add')
  const first = page.getByRole('main').getByRole('link', { name: 'Add a package first' })
  expect(await first.getAttribute('href')).toBe('/topup-packages')
  await visit(page, '/my-wallet-request')
  const top = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().top)
  const create = page.getByRole('main').getByRole('link', { name: 'Create Transaction' })
  expect(await top(create)).toBeGreaterThan(await top(page.getByText('No data to show')))
  const counts = Object.keys(pendingCounts.show.output.shape).map((name) => [name, null])
  await answer(pendingCounts.show.path, Object.fromEntries(counts))
  await visit(page, '/')
  await page.getByText('No work yet. It appears here once the store is connected.').waitFor()
})

describe('on a phone', () => {
  test('three cards of a list fit, each with its action, without scrolling sideways', async () => {
    const page = await openAt(PHONE, '/admins')
    await app.db
      .insertInto('notices')
      .values({ notice: 'Send your TrxID with every wallet add, or it cannot be found.' })
      .execute()
    const lists = ['/admins', '/user', '/auths', '/topup-product', '/topup-packages', '/product-order', '/audit', '/notice']
    for (const address of lists) {
      await visit(page, address)
      if (address === '/topup-packages') await page.locator('summary').first().click()
      const first = page.locator('tr[data-id]').first()
      await first.waitFor()
      expect([address, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([address, PHONE.width])
      const { y = PHONE.height, height = 0 } = (await first.boundingBox()) ?? {}
      expect([address, y + 3 * height + 2 * GAP <= PHONE.height]).toEqual([address, true])
      if (address !== '/admins') continue
      expect(await rowsInView(page)).toBeGreaterThanOrEqual(3)
      expect(await isInView(first.getByRole('link', { name: /^Edit/ }))).toBe(true)
    }
  })

  test('three orders are in view, used by the thumb; Take next stays; no zoom', async () => {
    const page = await openAt(PHONE, '/order')
    await expectRows(page, many.slice(0, 10))
    expect(await rowsInView(page)).toBeGreaterThanOrEqual(3)
    const card = rowOf(page, many[0] ?? 0)
    for (const part of [card.getByRole('button', { name: '70000000' }), card.getByRole('button', { name: /^Edit/ })]) {
      expect(await isInView(part)).toBe(true)
    }
    const take = page.getByRole('button', { name: 'Take next' })
    expect((await take.boundingBox())?.y).toBeGreaterThan(PHONE.height - 120)
    const size = (input: Element) => Number.parseFloat(getComputedStyle(input).fontSize)
    expect(await page.getByRole('searchbox').evaluate(size)).toBeGreaterThanOrEqual(16)
    await page.evaluate(() => scrollTo(0, 400))
    expect(await isInView(take)).toBe(true)
    await card.getByRole('button', { name: /^Edit/ }).click()
    const save = page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true })
    await save.waitFor()
    expect(await isInView(save)).toBe(true)
  })

  test('an open order has two buttons below the thumb: copy, and its next act', async () => {
    const page = await openAt(PHONE, '/order')
    await expectRows(page, many.slice(0, 10))
    await rowOf(page, many[1] ?? 0).press('Enter')
    const drawer = page.getByRole('region', { name: `Order ${many[1]}` })
    const thumbs = drawer.locator('[data-thumbs]').getByRole('button')
    await eventually(() => thumbs.allInnerTexts()).toEqual(['Copy Player ID', 'Take'])
    for (const thumb of await thumbs.all()) expect((await thumb.boundingBox())?.y).toBeGreaterThan(PHONE.height - 70)
    await thumbs.last().click()
    await eventually(() => thumbs.allInnerTexts()).toEqual(['Copy Player ID', 'Complete'])
    await drawer.getByRole('radio', { name: /^cancel/ }).check()
    const save = drawer.getByRole('button', { name: 'Save', exact: true })
    expect(await isInView(save)).toBe(true)
    await thumbs.last().click()
    await page.locator('[data-at-bottom="question"]').getByRole('button').first().click()
    await drawer.waitFor({ state: 'detached' })
  })

  test('the bar at the bottom has the work with its counts, the search and all screens', async () => {
    const page = await openAt(PHONE, '/profile')
    const bar = page.getByRole('navigation', { name: 'Quick access' })
    await eventually(() => bar.locator('a, button').allInnerTexts()).toEqual([
      expect.stringMatching(/^Order\s+\d+$/),
      expect.stringMatching(/^Add Wallet/),
      'Search',
      'More',
    ])
    await bar.getByRole('link', { name: 'Order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await bar.getByRole('button', { name: 'Search' }).click()
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    await page.keyboard.press('Escape')
    await bar.getByRole('button', { name: 'More screens' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Send Sms' }).waitFor()
  })
})

test('beside the list one button is filled: the next act, or Save once chosen', async () => {
  const page = await openAt({ width: 1366, height: 768 }, `/order?order=${many[2]}`)
  const drawer = page.getByRole('region', { name: `Order ${many[2]}` })
  await drawer.getByRole('button', { name: 'Take', exact: true }).waitFor()
  const filled = () =>
    page
      .getByRole('main')
      .evaluate((main) =>
        [...main.querySelectorAll('button')]
          .filter((button) => getComputedStyle(button).color === 'rgb(255, 255, 255)')
          .map(({ textContent }) => textContent),
      )
  await eventually(filled).toEqual(['Take'])
  await drawer.getByRole('radio', { name: /^cancel/ }).check()
  await eventually(filled).toEqual(['Save'])
})

test('a split view brings in the next order; it is remembered, and off by its key', async () => {
  const page = await openAt(LAPTOP, '/order')
  await page.locator('tr[data-id]').first().waitFor()
  const drawer = page.locator('[data-beside]')
  const shown = () => drawer.getAttribute('aria-label', { timeout: 1_000 }).catch(() => 'none')
  await page.keyboard.press('b')
  await eventually(shown).toMatch(/^Order \d+$/)
  const first = await shown()
  await eventually(() => drawer.evaluate((element) => element === document.activeElement)).toBe(true)
  await drawer.getByRole('radio').first().waitFor()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await page.getByRole('alertdialog').getByRole('button').last().click()
  await eventually(shown).not.toBe(first)
  const second = await shown()
  expect(second).toMatch(/^Order \d+$/)
  await eventually(() => drawer.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.reload()
  await eventually(shown).toBe(second)
  await page.setViewportSize({ width: 1100, height: 768 })
  await drawer.getByRole('button', { name: 'Stay beside the list' }).waitFor({ state: 'detached' })
  await page.setViewportSize(LAPTOP)
  await drawer.getByRole('button', { name: 'Stay beside the list', pressed: true }).waitFor()
  await page.keyboard.press('b')
  await drawer.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('tr[data-id]').first().waitFor()
  await untilQuiet(page)
  expect(await drawer.count()).toBe(0)
})

test('a notification is offered once and announces an order while the tab is hidden', async () => {
  const page = await browser.newPage()
  await page.addInitScript(() => {
    const shown: string[] = []
    class Told {
      static permission = 'default'
      static requestPermission = async () => (Told.permission = 'granted')
      constructor(title: string) {
        shown.push(title)
      }
    }
    Object.assign(window, { Notification: Told, shown })
  })
  await arriveAs(page, 'rahim', '/order')
  await page.getByRole('button', { name: 'Tell me about new orders' }).click()
  await page.getByRole('button', { name: 'Tell me about new orders' }).waitFor({ state: 'detached' })
  await page.locator('header [data-connection="live"]').waitFor()
  const hide = (isHidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await hide(true)
  const id = await orderOfShila('83000003')
  await eventually(() => page.evaluate(() => (window as unknown as { shown: string[] }).shown)).toEqual(['1 new order'])
  await hide(false)
  await toast(page, '1 new order came while you were away')
  await page.reload()
  await page.locator('tr[data-id]').first().waitFor()
  expect(await page.getByRole('button', { name: 'Tell me about new orders' }).count()).toBe(0)
  await app.call(orders.setStatus, { id, status: 'cancel' }, await app.signIn('rahim'))
})
