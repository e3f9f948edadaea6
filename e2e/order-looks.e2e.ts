import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { expectAccessible, expectNoSidewaysScroll, looks } from './browser.ts'
import { dialog, edit, startOrderDesk } from './order-desk.ts'
import { arriveAs } from './people.ts'
import { eventually, expectRows, idsShown } from './table.ts'

const desk = await startOrderDesk(41)
const { app, browser, many, orderOfShila, open } = desk

afterAll(() => desk.close())

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
    await page.getByText(/^1[23] min/).waitFor()
    await page.getByText('late', { exact: true }).waitFor()
    await wait(page, 95)
    await page.reload()
    await page.getByText(/^1 h 3[56] min/).waitFor()
    await page.getByText('very late', { exact: true }).waitFor()
    await page.goto('/order?playerid=82000000&status=in_progress')
    await page.getByText(/^left by Rahim Uddin at \d\d:\d\d: check before delivering$/).waitFor()
  })

  test('how long it has waited is one line, in Bangla too', async () => {
    const page = await browser.newPage({ language: 'bn' })
    await arriveAs(page, 'rahim', '/order')
    await wait(page, 23 * 60 + 30)
    await page.goto('/order?playerid=82000000')
    const waited = page.getByText(/^23 ঘণ্টা 3\d মিনিট/)
    await waited.waitFor()
    const lines = await waited.evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell.firstChild ?? cell)
      return text.getClientRects().length
    })
    expect(lines).toBe(1)
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
    await arriveAs(page, 'rahim', '/order')
    for (const minutes of [12, 95]) {
      await wait(page, minutes)
      await page.goto('/order?status=all&playerid=82000000')
      await eventually(async () => (await idsShown(page)).length).toBe(4)
      await expectAccessible(page)
    }
    await page.goto('/subadmin-order?status=all')
    await page.locator('tbody tr[data-id]').first().waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.goto('/order')
    await page.locator('tbody tr[data-id] [data-action] button').first().click()
    await dialog(page).getByRole('radio').first().press('Control+Enter')
    await dialog(page).getByRole('alert').waitFor()
    await expectAccessible(page)
  })
})
