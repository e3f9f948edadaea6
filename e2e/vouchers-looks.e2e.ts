import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { vouchers } from '#contract/vouchers.ts'
import { placeOrder } from '../server/world.ts'
import { expectAccessible, expectNoSidewaysScroll, looks } from './browser.ts'
import { openAs } from './people.ts'
import { startShop } from './shop.ts'

const { app, browser } = await startShop()
/** A delivered voucher: the one with the most to show. */
let used: number
let order: number

beforeAll(async () => {
  const rahim = await app.signIn('rahim')
  const { packages, users } = app.world
  order = await placeOrder(app.db, { userId: users.shila, packageId: packages.gemsCard })
  await app.call(orders.setStatus, { id: order, status: 'completed' }, rahim)
  used = (await app.call(vouchers.list, { status: 2 }, rahim)).body.data.vouchers[0]?.id ?? 0
  await app.call(vouchers.reveal, { id: used }, rahim)
  const ready = (await app.call(vouchers.list, { status: 1 }, rahim)).body.data.vouchers[0]?.id ?? 0
  await app.call(vouchers.add, { code: 'LOOKS-0001', package_id: packages.seasonPass }, rahim)
  await app.call(vouchers.remove, { id: ready }, rahim)
})

const screens = () => [
  ...['/upins', '/upins?status=2', '/upins?bin=1', '/upin/add', `/unipin/edit/${used}`, `/upins?upin=${used}`],
  // The way from the order to its voucher.
  `/order?status=all&order=${order}`,
]

const show = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, includeHidden: true }).first().waitFor()
  await expect
    .poll(() => page.locator('[aria-busy="true"], [role="status"]:has(.mantine-Skeleton-root)').count(), { timeout: 15_000 })
    .toBe(0)
  if (path.startsWith('/order')) await page.locator(`a[href^="/upins?upin="]`).waitFor()
  if (path.includes('upin=')) await page.getByRole('dialog').locator('ol li').first().waitFor()
}

/** Five screens and a drawer, each looked at whole. */
const LONG_MS = 300_000

test.each(looks)(
  'axe finds nothing: $width px, $language',
  async (look) => {
    const page = await openAs(browser, 'rahim', '/', look)
    for (const path of screens()) {
      await show(page, path)
      if (path === '/upin/add') {
        await page.locator('button[type="submit"]').click()
        await page.locator('[aria-invalid="true"]').first().waitFor()
        await page.locator('form input[role="combobox"]').click()
        await page.locator('[role="listbox"] [role="option"]').first().waitFor()
      }
      await expectAccessible(page, path.includes('upin=') ? '[role="dialog"]' : undefined)
    }
  },
  LONG_MS,
)

test.each(['en', 'bn'] as const)(
  '320 px wide, nothing scrolls sideways: %s',
  async (language) => {
    const page = await openAs(browser, 'rahim', '/', { width: 320, language })
    for (const path of screens()) {
      await show(page, path)
      await expectNoSidewaysScroll(page)
    }
  },
  LONG_MS,
)
