import { expect, test } from 'vitest'
import { orders } from '#contract/orders.ts'
import { placeOrder } from '../server/world.ts'
import { expectAccessible, expectNoSidewaysScroll, looks } from './browser.ts'
import { startOrderDesk } from './order-desk.ts'
import { openAs } from './people.ts'

const { app, browser, open } = await startOrderDesk(8)
const { users, packages } = app.world

const email = 'shadow.hunter.2024@example.com'
const place = () => {
  const secrets = { vault: app.vault, accounttype: 'Google', ingamepassword: 'open sesame', securitycode: '443322' }
  return placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: email, secrets })
}
const [, twin] = [await place(), await place()]
const done = await place()
await app.call(orders.setStatus, { id: done, status: 'completed' }, await app.signIn('rahim'))

test('an email address as player id stands there whole, and the sorted column is in sight', async () => {
  const page = await open('/order?status=all')
  const id = page.getByRole('button', { name: email, exact: true }).first()
  await id.waitFor()
  expect(
    await id.evaluate((button) => button.scrollWidth <= button.clientWidth + 1 && button.scrollHeight <= button.clientHeight + 1),
  ).toBe(true)
  const sorted = await page.locator('th[aria-sort="descending"]').boundingBox()
  expect((sorted?.x ?? 2_000) + (sorted?.width ?? 0)).toBeLessThan(1350)
})

/** What is scrolled under an edge of the drawer is half covered by it. */
const FORMS = 'form'
/** The rows below the bar are half covered by it, wherever they are scrolled to. */
const withBulkBar = '[role="dialog"], section:has(> b[role=status])'

test.each(looks)('axe finds nothing in drawer, question, bulk and views: $width px, $language', async (look) => {
  const page = await openAs(browser, 'rahim', `/order?status=all&order=${twin}`, look)
  await page.locator('ol').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.keyboard.press('Shift+Enter')
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto(`/order?status=completed&order=${done}`)
  await page.getByRole('button', { name: /^(Correct this order|এই অর্ডার সংশোধন করুন)$/ }).click()
  await page.getByRole('textbox', { name: /^(Reason|কারণ)$/ }).fill('Delivered to another player')
  const refund = page.getByRole('button', { name: /^Refund | ফেরত দিন$/ })
  // Of what is covered axe does not know the contrast.
  await refund.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expectAccessible(page, FORMS)
  await expectNoSidewaysScroll(page)
  await refund.click()
  await page.getByRole('alertdialog').waitFor()
  await expectAccessible(page, '[role="alertdialog"]')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.goto('/order?status=all')
  await page.locator('tbody input[type=checkbox]').first().check()
  await page.locator('section:has(> b[role=status]) button').first().click()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await expectAccessible(page, withBulkBar)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('button[aria-haspopup=dialog]:has(.tabler-icon-bookmark)').click()
  await page.locator('form input[data-autofocus]').waitFor()
  await expectAccessible(page, withBulkBar)
})
