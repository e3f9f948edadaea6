import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { untilQuiet } from './browser.ts'
import { edit, startOrderDesk } from './order-desk.ts'
import { visit } from './people.ts'
import { eventually, idsShown } from './table.ts'

/** As many as a page shows at most; fewer are higher than the window too. */
const ROWS = process.env.PROVE ? 50 : 20
const { app, many, open } = await startOrderDesk(ROWS)
const { admins } = app.world

interface FocusSeen {
  /** What is seen in place of what has the focus; '' where that is in sight. */
  readonly hidden: string
  /** Where the page is scrolled to, for what stays in sight by itself. */
  readonly scrolled: number | undefined
  /** Whether the walk has been here before. */
  readonly isAgain: boolean
}

/** Runs in the page. */
const lookAtFocus = (isStart: boolean): FocusSeen => {
  const marked = window as unknown as { walked: WeakSet<Element> }
  if (isStart) marked.walked = new WeakSet()
  const focused = document.activeElement ?? document.body
  const isAgain = marked.walked.has(focused)
  marked.walked.add(focused)
  const scrolled = focused.closest('body header, [data-at-bottom]') ? scrollY : undefined
  if (focused === document.body) return { hidden: '', scrolled, isAgain }
  const { left, right, top, bottom, height } = focused.getBoundingClientRect()
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2
  const y = height > innerHeight ? innerHeight / 2 : (top + bottom) / 2
  const seen = document.elementFromPoint(x, y)
  const labels = (focused as HTMLInputElement).labels ?? []
  if (seen && [focused, ...labels].some((part) => part.contains(seen) || seen.contains(part)))
    return { hidden: '', scrolled, isAgain }
  const name = focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)
  const hidden = `${focused.tagName} ${name} at ${Math.round(y)} under ${seen?.tagName ?? 'the edge'} ${seen?.className ?? ''}`
  return { hidden, scrolled, isAgain }
}

/** Presses a key so many times, or until it has come round; answers where the focus was hidden, and where the page jumped though it
 * was in sight. */
async function walk(page: Page, key: string, times: number): Promise<string[]> {
  const faults: string[] = []
  let { scrolled: before } = await page.evaluate(lookAtFocus, true)
  for (let at = 0; at < times; at += 1) {
    await page.keyboard.press(key)
    const { hidden, scrolled, isAgain } = await page.evaluate(lookAtFocus, false)
    if (hidden) faults.push(hidden)
    if (before !== undefined && scrolled !== undefined && before !== scrolled)
      faults.push(`scrolled from ${before} to ${scrolled}`)
    if (isAgain && at === 0) faults.push(`${key} moves nothing`)
    if (isAgain) break
    before = scrolled
  }
  return faults
}

const takesFocus = (part: Locator) =>
  part.evaluate((element: HTMLElement) => {
    element.focus()
    return element === document.activeElement
  })

/** A dialog takes the focus a moment after it is seen; a Tab before that goes on behind it. */
const focusIsIn = (part: Locator) =>
  eventually(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** Shows a warning that stands until it is dismissed, of as many orders as make it as high as it gets. */
async function warn(page: Page): Promise<void> {
  const lines = many.slice(0, 8).map((id) => [id, `Karim Hossain has taken over order ${id}: do not deliver it`])
  await page.evaluate(([key, stored]) => sessionStorage.setItem(key, stored), [
    `lost-orders:${admins.rahim}`,
    JSON.stringify(lines),
  ] as const)
  await goWarned(page, page.url())
}

/** Opens a screen on which the warning stands already: it comes a moment after the page. */
async function goWarned(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.getByText('do not deliver it').waitFor()
  await untilQuiet(page)
}

/** Leaves the page's own order of Tab at its end or beginning. */
const STOPS = 140

describe('what has the focus is seen', () => {
  test.each([1350, 390])('J and K through orders with one ticked, %i px wide', async (width) => {
    const page = await open('/order?status=all&limit=50', 'rahim', width)
    await eventually(async () => (await idsShown(page)).length).toBe(ROWS)
    await page.getByRole('checkbox', { name: `Select order ${many.at(-1)}`, exact: true }).check()
    await page.getByRole('region', { name: 'Selected orders' }).waitFor()
    expect(await walk(page, 'KeyJ', ROWS)).toEqual([])
    expect(await walk(page, 'KeyK', ROWS)).toEqual([])
  })

  test('Tab and Shift+Tab through orders, the bar of the ticked ones included', async () => {
    const page = await open('/order?status=all&limit=10')
    await eventually(async () => (await idsShown(page)).length).toBe(10)
    await page.getByRole('checkbox', { name: `Select order ${many.at(-1)}`, exact: true }).check()
    await page.getByRole('region', { name: 'Selected orders' }).waitFor()
    expect(await walk(page, 'Tab', STOPS)).toEqual([])
    expect(await walk(page, 'Shift+Tab', STOPS)).toEqual([])
  })

  test('Tab and Shift+Tab in drawers', async () => {
    const page = await open(`/order?order=${many[0]}`)
    const drawer = page.getByRole('region', { name: `Order ${many[0]}`, exact: true })
    await drawer.waitFor()
    await untilQuiet(page)
    for (const key of ['Tab', 'Shift+Tab']) {
      await drawer.focus()
      expect(await walk(page, key, STOPS)).toEqual([])
    }
    await visit(page, `/order?customer=${app.world.users.tanvir}`)
    await page.getByRole('dialog').waitFor()
    await untilQuiet(page)
    expect(await walk(page, 'Tab', STOPS)).toEqual([])
    expect(await walk(page, 'Shift+Tab', STOPS)).toEqual([])
  })

  test.each([390, 900])('what an order covers is out of reach until it is closed, %i px wide', async (width) => {
    const id = many[0] ?? 0
    const page = await open('/order', 'rahim', width)
    const row = page.locator(`tr[data-id="${id}"]`)
    await row.press('Enter')
    const drawer = page.getByRole('region', { name: `Order ${id}`, exact: true })
    await drawer.getByRole('button', { name: 'Take', exact: true }).waitFor()
    await untilQuiet(page)
    for (const key of ['Tab', 'Shift+Tab']) {
      await drawer.focus()
      expect(await walk(page, key, STOPS)).toEqual([])
    }
    const header = page.getByRole('banner').getByRole('link').first()
    expect([await takesFocus(row), await takesFocus(header)]).toEqual([false, width >= 768])
    // A tablet that is turned.
    await page.setViewportSize({ width: 1_350, height: 800 })
    await eventually(() => takesFocus(header)).toBe(true)
    await eventually(() => takesFocus(row)).toBe(true)
    await page.setViewportSize({ width, height: 800 })
    await eventually(() => drawer.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await page.locator('[inert]').count()).toBe(0)
    await row.press('Enter')
    await drawer.waitFor()
    await page.goBack()
    await drawer.waitFor({ state: 'detached' })
    expect(await row.evaluate((element) => element === document.activeElement)).toBe(true)
    if (width < 768) return
    // What is still to be seen of the list closes it at a click.
    await row.press('Enter')
    await drawer.waitFor()
    const { x, y } = (await row.boundingBox()) ?? { x: 0, y: 0 }
    await page.mouse.click(x + 40, y + 12)
    await drawer.waitFor({ state: 'detached' })
  })

  test('Tab and Shift+Tab on screens with a bar of their own and without', async () => {
    const page = await open('/')
    for (const path of [
      `/manage-auth-permission/${admins.karim}`,
      `/manage-order-permission/${admins.karim}`,
      '/settings',
      '/user',
    ]) {
      await visit(page, path)
      await page
        .getByRole('button', { name: /^(Save|Refresh)$/ })
        .first()
        .waitFor()
      await untilQuiet(page)
      for (const key of ['Tab', 'Shift+Tab']) {
        await page.evaluate(() => (document.activeElement as HTMLElement).blur())
        expect([path, key, ...(await walk(page, key, STOPS))]).toEqual([path, key])
      }
    }
  })
})

describe.each([1350, 390])('a warning that stands covers nothing for good, %i px wide', (width) => {
  test('neither rows and pages nor the bar of ticked orders', async () => {
    const page = await open('/order?status=all&limit=50', 'rahim', width)
    await warn(page)
    await eventually(async () => (await idsShown(page)).length).toBe(ROWS)
    await page.getByRole('checkbox', { name: `Select order ${many.at(-1)}`, exact: true }).check()
    expect(await walk(page, 'KeyJ', ROWS)).toEqual([])
    expect(await walk(page, 'KeyK', ROWS)).toEqual([])
    await goWarned(page, '/order?status=all&limit=10')
    expect(await walk(page, 'Shift+Tab', STOPS)).toEqual([])
    await page.setViewportSize({ width, height: 664 })
    await page.getByRole('checkbox', { name: `Select order ${many.at(-1)}`, exact: true }).check()
    const bar = page.getByRole('region', { name: 'Selected orders' })
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await bar.getByRole('button').last().focus()
    expect(await walk(page, 'Shift+Tab', 6)).toEqual([])
    await bar.getByRole('button', { name: 'Complete selected' }).click()
    await page.getByRole('dialog').getByRole('textbox').waitFor()
    await focusIsIn(page.getByRole('dialog'))
    expect(await walk(page, 'Tab', 20)).toEqual([])
    // As a window at 200%.
    await page.setViewportSize({ width, height: 360 })
    expect(await walk(page, 'Tab', 20)).toEqual([])
  })

  test('nor an order beside the list, a drawer or a dialog', async () => {
    const page = await open(`/order?order=${many[0]}`, 'rahim', width)
    await warn(page)
    const drawer = page.getByRole('region', { name: `Order ${many[0]}`, exact: true })
    await drawer.focus()
    expect(await walk(page, 'Tab', STOPS)).toEqual([])
    await goWarned(page, `/order?customer=${app.world.users.tanvir}`)
    await page.getByRole('dialog').waitFor()
    expect(await walk(page, 'Tab', STOPS)).toEqual([])
    await page.setViewportSize({ width, height: 480 })
    const id = many[0] ?? 0
    await goWarned(page, `/order?status=all&order_id=${id}`)
    await edit(page, id).click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await focusIsIn(page.getByRole('dialog'))
    expect(await walk(page, 'Tab', 20)).toEqual([])
  })
})
