import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { routeOnce, untilQuiet } from './browser.ts'
import { edit, startOrderDesk } from './order-desk.ts'
import { arriveAs, visit } from './people.ts'
import { dialog } from './screen.ts'
import { eventually, expectRows, rowOf } from './table.ts'

const { browser, many, open } = await startOrderDesk(12)
const [first = 0] = many

const PARTS = /assets\/(?:OrderDrawer|StatusForm|BulkBar|ViewsList|CustomerDrawer|Palette)-/
const offlineToast = (page: Page) => page.getByRole('alert').getByText('You are offline.', { exact: true }).first()

describe('a connection that is gone at the first click', () => {
  test('finds drawer and dialog of the order desk there already', async () => {
    const page = await open('/order')
    await expectRows(page, many.slice(0, 10))
    await eventually(() =>
      page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /StatusForm-.*js/.test(name)).length),
    ).toBeGreaterThan(0)
    await untilQuiet(page)
    await page.context().setOffline(true)
    await rowOf(page, first).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('region', { name: `Order ${first}` }).waitFor()
    await page.keyboard.press('Escape')
    await edit(page, first).click()
    await dialog(page).getByRole('radio').first().waitFor()
  })

  test('removes only what could not be fetched; back online it opens, with its looks', async () => {
    const page = await browser.newPage()
    await page.route(PARTS, (route) => route.abort())
    await arriveAs(page, 'rahim', '/order')
    await expectRows(page, many.slice(0, 10))
    await page.context().setOffline(true)
    await rowOf(page, first).focus()
    await page.keyboard.press('Enter')
    await offlineToast(page).waitFor()
    await eventually(() => rowOf(page, first).evaluate((row) => row === document.activeElement)).toBe(true)
    await page.keyboard.press('t')
    await edit(page, first).click()
    await eventually(() => edit(page, first).evaluate((button) => button === document.activeElement)).toBe(true)
    const failed = page.waitForEvent('requestfailed')
    await page.keyboard.press('Control+k')
    // What is still on its way when the connection is back opens.
    await failed
    await untilQuiet(page)
    await page.getByRole('heading', { level: 1, name: 'Topup Order' }).waitFor()
    await expectRows(page, many.slice(0, 10))

    await page.unroute(PARTS)
    await page.context().setOffline(false)
    await edit(page, first).click()
    await dialog(page).getByRole('radio').first().waitFor()
    await page.keyboard.press('Escape')
    await rowOf(page, first).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('region', { name: `Order ${first}` })
    await drawer.waitFor()
    expect(await drawer.evaluate((element) => getComputedStyle(element).position)).toBe('fixed')
  })

  test('explains a first screen that is missing; frame and language stay', async () => {
    const page = await browser.newPage()
    // Asked for past the cache, where an earlier test may have left the files.
    await page.route('**/assets/**', (route) => route.continue())
    await arriveAs(page, 'rahim', '/notice')
    await untilQuiet(page)
    await page.context().setOffline(true)
    await page.getByRole('link', { name: 'Banner' }).click()
    const message = page.getByRole('main').getByText('You are offline.', { exact: true })
    await message.waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await message.waitFor()
    await page.getByRole('link', { name: 'Notice' }).click()
    await page.getByRole('heading', { level: 1, name: 'Notice' }).waitFor()
    const language = page.getByRole('button', { name: 'বাংলা' })
    await language.click()
    await offlineToast(page).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Notice' }).waitFor()
    await page.goBack()
    await message.waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Banner' }).waitFor()
    await language.click()
    await page.getByRole('heading', { level: 1, name: 'ব্যানার' }).waitFor()
  })

  test('keeps the page while a server restarts, and leaves one that is gone for good', async () => {
    const page = await open('/notice')
    await untilQuiet(page)
    await page.route('**', (route) => route.fulfill({ status: 502 }))
    await page.getByRole('link', { name: 'Banner' }).click()
    await page.getByRole('main').getByText('Something went wrong', { exact: true }).waitFor()
    await page.unroute('**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Banner' }).waitFor()

    await routeOnce(page, '**/assets/PaymentMethodsPage-*.js', (route) => route.fulfill({ status: 404 }))
    await page.getByRole('link', { name: 'Payment Method' }).click()
    await page.getByRole('heading', { level: 1, name: 'Payment Method' }).waitFor()
  })

  test('keeps page and note where a screen’s file is gone; the next click retries', async () => {
    const page = await open(`/order?order=${first}`)
    const note = page.getByRole('textbox', { name: 'Internal note' })
    await note.fill('Call back')
    await page.route('**/assets/BannersPage-*.js*', (route) => route.fulfill({ status: 404 }))
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Banner' }).click()
    await page.getByRole('main').getByText('Something went wrong', { exact: true }).waitFor()
    await page.unroute('**/assets/BannersPage-*.js*')
    await page.getByRole('link', { name: 'Notice' }).click()
    await page.getByRole('link', { name: 'Banner' }).click()
    await page.getByRole('heading', { level: 1, name: 'Banner' }).waitFor()
    await page.goBack()
    await page.goBack()
    await page.goBack()
    await rowOf(page, first).focus()
    await page.keyboard.press('Enter')
    await eventually(() => note.inputValue()).toBe('Call back')
  })

  test('keeps a screen or editor that did not load until the connection is back', async () => {
    const page = await open('/profile')
    await page.route('**/assets/AuditPage-*.css', (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/audit'))
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await page.unroute('**/assets/AuditPage-*.css')
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()

    await page.route('**/assets/RichTextEditor-*.js*', (route) => route.abort())
    await visit(page, '/topup-product/add')
    const name = page.getByLabel('Name')
    await name.fill('Half typed')
    const lost = page.getByRole('main').getByRole('alert')
    await lost.getByText('Something went wrong', { exact: true }).waitFor()
    await page.context().setOffline(true)
    await lost.getByRole('button', { name: 'Try again' }).click()
    await lost.getByText('You are offline.', { exact: true }).waitFor()
    await page.unroute('**/assets/RichTextEditor-*.js*')
    await page.context().setOffline(false)
    const rules = page.getByRole('textbox', { name: 'Rules' })
    await rules.fill('Enter your player ID.')
    expect(await name.inputValue()).toBe('Half typed')
  })
})
