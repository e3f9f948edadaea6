import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { startApp, type TestApp } from '../server/testing/app.ts'
import { uploadPicture } from '../server/testing/pictures.ts'
import { hold, startBrowser, type TestBrowser } from './browser.ts'
import { eventually } from './table.ts'
import { openAs } from './wallets.ts'

let app: TestApp
let browser: TestBrowser

beforeAll(async () => {
  app = await startApp({ pages: true })
  browser = await startBrowser(app.url)
  const rahim = await app.signIn('rahim')
  const banner = await uploadPicture(app.url, rahim)
  await app.call(banners.create, { note: 'Race week', banner, link: '', isactive: 1 }, rahim)
  await app.db.insertInto('users').values({ username: 'mina', phone: '8801712345678' }).execute()
})

afterAll(async () => {
  await browser?.close()
  await app?.close()
})

const toast = (page: Page, text: string) => page.getByRole('alert').filter({ has: page.getByText(text, { exact: true }) })

test.each([
  ['/banner', '**/api/admin/banner/delete/*', 'Delete Race week', 'Deleting ...', 'Banner deleted successfully'],
  ['/upins', '**/api/admin/unipin/delete/*', 'Delete voucher 1', 'Deleting UniPin...', 'UniPin deleted successfully'],
  ['/admins', '**/api/admin/admin/delete/*', /^Delete Nadia/, 'Deleting ...', 'Admin deleted successfully'],
  ['/user', '**/api/admin/user/delete/*', 'Delete mina', 'Deleting ...', 'User deleted successfully'],
] as const)('%s says that it deletes, and then in the same toast that it has', async (path, address, button, pending, done) => {
  const page = await openAs(browser, 'rahim', path)
  const letGo = await hold(page, address)
  await page.getByRole('button', { name: button, exact: typeof button === 'string' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await toast(page, pending).waitFor()
  letGo()
  await toast(page, done).waitFor()
  expect(await toast(page, pending).count()).toBe(0)
  await eventually(() => page.getByRole('button', { name: button, exact: typeof button === 'string' }).count()).toBe(0)
})

test.each([1350, 390])('toasts stand at the bottom, in the middle: %s px', async (width) => {
  const page = await openAs(browser, 'rahim', '/profile/change-password', { width })
  await page.locator('input[name="old_password"]').fill('not his password at all')
  await page.locator('input[name="new_password"]').fill('a longer sentence')
  await page.locator('input[name="confirm_password"]').fill('a longer sentence')
  await page.getByRole('main').getByRole('button', { name: 'Change password' }).click()
  const shown = page.locator('.mantine-Notification-root')
  await shown.waitFor()
  // Two sentences are two lines.
  expect(await shown.evaluate((one) => getComputedStyle(one).whiteSpace)).toBe('pre-line')
  const box = await shown.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(12)
  await eventually(async () => {
    const now = await shown.boundingBox()
    return 800 - (now?.y ?? 0) - (now?.height ?? 0)
  }).toBeLessThan(60)
})
