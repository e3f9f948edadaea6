import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { handOvers } from '#contract/hand-overs.ts'
import { productOrders } from '#contract/product-orders.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY } from '../server/testing/app.ts'
import { addPhysicalProduct, orderProduct } from '../server/testing/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../server/world.ts'
import { expectAccessible, expectNoSidewaysScroll, looks } from './browser.ts'
import { openAs } from './people.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()

beforeAll(async () => {
  const { shila, tanvir } = app.world.users
  await placeOrder(app.db, { userId: shila, packageId: app.world.packages.gems100 })
  for (const userId of [shila, shila, tanvir]) await askForWalletAdd(app.db, { userId, amount: 640, trx_id: `LOOK${++adds}` })
  await app.call(store.earn, { user_id: shila, amount: 900, reason: 'Referral' }, STORE_KEY, 'earn')
  await app.call(store.withdraw, { user_id: shila, amount: 100, number: '01811000001' }, STORE_KEY, 'withdraw')
  await app.call(handOvers.request, { amount: 100, number: '01700000099' }, await app.signIn('rahim'))
  const cap = await addPhysicalProduct(app.db, { name: 'Racing cap, with a name that is longer than its column' })
  const ids = [await orderProduct(app, shila, cap, 2), await orderProduct(app, tanvir, cap), await orderProduct(app, shila, cap)]
  const order_note = 'Packed, the courier has it'
  for (const [at, status] of (['in_progress', 'completed'] as const).entries()) {
    await app.call(productOrders.setStatus, { id: ids[at] ?? 0, status, order_note }, await app.signIn('rahim'))
  }
})
let adds = 0

const routes = () => [
  '/add-wallet',
  '/withdraw-earn-wallet',
  '/admin-wallet',
  '/my-wallet-request',
  '/admin-wallet-request',
  '/product-order?status=all',
  '/user',
  `/user/edit/${app.world.users.shila}`,
  `/user/earn-wallet/edit/${app.world.users.shila}`,
  '/shift',
  '/test',
]

const arrive = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await settle(page)
}

/** Everything that was asked for is here. */
const settle = (page: Page) =>
  expect
    .poll(() => page.locator('[aria-busy="true"], [role="status"]:has(.mantine-Skeleton-root)').count(), { timeout: 15_000 })
    .toBe(0)

const panelOf = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'))

const action = (page: Page, at = 0) => page.locator('tbody tr[data-id] [data-action] button').nth(at)

const cancelAll = (page: Page) => page.getByRole('button', { name: /^(Cancel All|সব বাতিল)$/ }).click()

/** Every dialog and drawer, by what opens it: addresses and places, since the words are in two languages. */
const dialogs = (): readonly (readonly [path: string, open: (page: Page) => Promise<void>])[] => [
  ['/add-wallet?status=pending', (page) => action(page).click()],
  ['/add-wallet?status=completed', (page) => action(page).click()],
  ['/withdraw-earn-wallet', (page) => action(page).click()],
  ['/admin-wallet', (page) => action(page, 0).click()],
  ['/admin-wallet', (page) => action(page, 1).click()],
  ['/admin-wallet', (page) => page.getByRole('button', { name: /^(Record a hand-over|জমা লিখে রাখুন)$/ }).click()],
  ['/my-wallet-request', (page) => action(page).click()],
  ['/product-order', (page) => action(page).click()],
  [
    '/add-wallet?status=pending',
    async (page) => {
      await page.locator('tbody input[type="checkbox"]').first().check()
      await expectAccessible(page)
      await page.locator('main section button').last().click()
    },
  ],
  ['/add-wallet', cancelAll],
  ['/withdraw-earn-wallet', cancelAll],
  [`/user?customer=${app.world.users.shila}`, async () => undefined],
  [`/user?customer=${app.world.users.shila}`, (page) => page.getByRole('dialog').locator('fieldset button').nth(1).click()],
  [`/test?statement=admin:${app.world.admins.rahim}`, async () => undefined],
]

/** Eleven screens and a dozen dialogs, each looked at whole. */
const LONG_MS = 300_000

test.each(looks)(
  'axe finds nothing on the money’s screens, dialogs and drawers: $width px, $language',
  async (look) => {
    const page = await openAs(browser, 'rahim', '/', look)
    for (const path of routes()) {
      await arrive(page, path)
      await eventually(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    for (const [path, open] of dialogs()) {
      await arrive(page, path)
      await open(page)
      await panelOf(page).waitFor()
      await settle(page)
      await expectAccessible(page, '[role="dialog"], [role="alertdialog"]')
      await expectNoSidewaysScroll(page)
    }
  },
  LONG_MS,
)

test.each(['en', 'bn'] as const)('320 px wide, nothing of the money’s screens scrolls sideways: %s', async (language) => {
  const page = await openAs(browser, 'rahim', '/', { width: 320, language })
  for (const path of routes()) {
    await arrive(page, path)
    await expectNoSidewaysScroll(page)
  }
  for (const [path, open] of dialogs()) {
    await arrive(page, path)
    await open(page)
    const panel = panelOf(page)
    await panel.waitFor()
    await settle(page)
    await expectNoSidewaysScroll(page)
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  }
})
