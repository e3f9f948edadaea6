import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { TOAST_CLOSE_MS } from '#contract/limits.ts'
import { uploadPicture } from '../support/pictures.ts'
import { hold } from './browser.ts'
import { openAs, openWithClock, visit } from './people.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  const rahim = await app.signIn('rahim')
  const banner = await uploadPicture(app.url, rahim)
  await app.call(banners.create, { note: 'Race week', banner, link: '', isactive: 1 }, rahim)
  await app.db.insertInto('users').values({ username: 'mina', phone: '8801712345678' }).execute()
})

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) })

const DELETIONS = [
  ['/banner', '**/api/admin/banner/delete/*', 'Delete Race week', 'Deleting ...', 'Banner deleted successfully'],
  ['/upins', '**/api/admin/unipin/delete/*', 'Delete voucher 1', 'Deleting UniPin...', 'UniPin deleted successfully'],
  ['/user', '**/api/admin/user/delete/*', 'Delete mina', 'Deleting ...', 'User deleted successfully'],
] as const

test('/banner, /upins and /user show deleting, then in the same toast deleted', async () => {
  const page = await openAs(browser, 'rahim', '/profile')
  for (const [path, address, button, pending, done] of DELETIONS) {
    await visit(page, path)
    const letGo = await hold(page, address)
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await toast(page, pending).waitFor()
    letGo()
    await toast(page, done).waitFor()
    expect(await toast(page, pending).count()).toBe(0)
    await eventually(() => page.getByRole('button', { name: button, exact: true }).count()).toBe(0)
  }
})

/** Lets the change of a password be refused, and goes on to the toast that says so by Tab. */
async function goToRefusal(page: Page): Promise<{ shown: Locator; before: Locator }> {
  const typed = {
    old_password: 'not the password at all',
    new_password: 'a longer sentence',
    confirm_password: 'a longer sentence',
  }
  for (const [name, text] of Object.entries(typed)) await page.locator(`input[name="${name}"]`).fill(text)
  await page.keyboard.press('Enter')
  const shown = page.locator('.mantine-Notification-root')
  await shown.waitFor()
  // Until the refusal is there the toast says what is under way; then the faulty field takes the focus.
  await eventually(() => hasFocus(page.locator('input[name="old_password"]'))).toBe(true)
  const before = page.locator('[data-before]')
  const isThere = () => shown.getByRole('button', { name: 'Dismiss' }).evaluate((button) => button === document.activeElement)
  while (!(await isThere())) {
    await page.evaluate(() => {
      document.querySelector('[data-before]')?.removeAttribute('data-before')
      document.activeElement?.setAttribute('data-before', '')
    })
    await page.keyboard.press('Tab')
  }
  return { shown, before }
}

const hasFocus = (element: Locator) => element.evaluate((one) => one === document.activeElement)

test('a focused toast stays; dismissed or left, the focus is where it came from', async () => {
  const page = await openWithClock(browser, 'rahim', '/profile/change-password')
  const first = await goToRefusal(page)
  await page.clock.fastForward(TOAST_CLOSE_MS)
  // One that closes is gone by then.
  await page.clock.runFor(1_000)
  expect(await first.shown.count()).toBe(1)
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(first.before)).toBe(true)
  await first.shown.waitFor({ state: 'detached' })
  expect(await hasFocus(first.before)).toBe(true)

  // Left, it closes by itself.
  const { shown, before } = await goToRefusal(page)
  await page.keyboard.press('Shift+Tab')
  await eventually(() => hasFocus(before)).toBe(true)
  await page.clock.fastForward(TOAST_CLOSE_MS)
  await shown.waitFor({ state: 'detached' })
  expect(await hasFocus(before)).toBe(true)

  // Nothing is left of where the focus came from.
  await goToRefusal(page)
  await before.evaluate((one) => one.remove())
  await page.keyboard.press('Enter')
  await eventually(() => hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)
})

test('toasts stand at the bottom, in the middle, of a wide screen and of a phone', async () => {
  const page = await openAs(browser, 'rahim', '/profile/change-password')
  await page.locator('input[name="old_password"]').fill('not the password at all')
  await page.locator('input[name="new_password"]').fill('a longer sentence')
  await page.locator('input[name="confirm_password"]').fill('a longer sentence')
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  const shown = page.locator('.mantine-Notification-root')
  await shown.waitFor()
  // Two sentences are two lines.
  expect(await shown.evaluate((one) => getComputedStyle(one).whiteSpace)).toBe('pre-line')
  // While a pointer is on it, it stays.
  await shown.hover()
  for (const width of [1350, 390]) {
    await page.setViewportSize({ width, height: 800 })
    const place = async () => (await shown.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await eventually(async () => {
      const box = await place()
      return Math.abs(box.x + box.width / 2 - width / 2)
    }).toBeLessThan(12)
    await eventually(async () => {
      const box = await place()
      return 800 - box.y - box.height
      // Above a phone's bar.
    }).toBeLessThan(width < 768 ? 116 : 60)
  }
})
