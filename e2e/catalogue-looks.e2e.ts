import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { lookups } from '#contract/lookups.ts'
import { notices } from '#contract/notices.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { rates } from '#contract/topup-packages.ts'
import { uploadPicture } from '../server/testing/pictures.ts'
import { expectAccessible, expectNoSidewaysScroll, looks, toast } from './browser.ts'
import { openAs } from './people.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()
/** Every screen of the catalogue, forms with a row behind them. */
let screens: string[]

beforeAll(async () => {
  const token = await app.signIn('rahim')
  const { products, packages, methods } = app.world
  const ids = await addOneOfEach(token, await uploadPicture(app.url, token))
  expect((await app.call(rates.update, { product_id: products.starfall, dollar_rate: 1.3 }, token)).status).toBe(200)
  expect((await app.call(lookups.topupProducts, {}, token)).body.data.total).toBeGreaterThan(1)
  screens = [
    ...['/topup-product', '/topup-product/add', `/topup-product/edit/${products.starfall}`, '/topup-packages'],
    ...[`/topup-package/add/${products.starfall}`, `/topup-package/edit/${packages.gems100}`],
    ...['/physical-product', '/physical-product/add', `/physical-product/edit/${ids.cap}`],
    ...['/payment-method', '/payment-method/add', `/payment-method/edit/${methods.mobipay}`],
    ...[
      '/banner',
      '/banner/add',
      `/banner/edit/${ids.banner}`,
      '/notice',
      '/notice/add',
      `/notice/edit/${ids.notice}`,
      '/landing',
    ],
  ]
})

async function addOneOfEach(token: string, image: string) {
  const link = `https://shop.example/${'a-long-way-'.repeat(8)}`
  const banner = await app.call(
    banners.create,
    { note: 'Race week, with a note that is longer than a phone is wide', link, banner: image },
    token,
  )
  const notice = await app.call(notices.create, { notice: 'Open until midnight', link, image }, token)
  const cap = { name: 'Racing cap', sale_price: 450, regular_price: 600, quantity: 12, image, description: '<p>Red.</p>' }
  const { id } = (await app.call(physicalProducts.create, cap, token)).body.data
  return { banner: banner.body.data.id, notice: notice.body.data.id, cap: id }
}

const show = async (page: Page, path: string) => {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  // The live stream never ends, so the network is never idle: what loads says so.
  await page
    .locator('[aria-busy="true"], [role="status"][aria-label="Loading"], [role="status"][aria-label="লোড হচ্ছে"]')
    .first()
    .waitFor({ state: 'detached' })
  await eventually(() => page.getByRole('heading', { level: 1 }).count()).toBe(1)
}

/** Twenty screens, each looked at whole. */
const LONG_MS = 300_000

describe('every screen of the catalogue', () => {
  test.each(looks)(
    'axe finds nothing: $width px, $language',
    async (look) => {
      const page = await openAs(browser, 'rahim', '/', look)
      for (const path of screens) {
        await show(page, path)
        // The editor comes in a chunk of its own.
        if (/(topup|physical)-product\/(add|edit)/.test(path)) await page.locator('.tiptap').waitFor()
        if (path.endsWith('/add')) {
          await page.locator('button[type="submit"]').click()
          await page.locator('[aria-invalid="true"]').first().waitFor()
        }
        if (path === '/topup-packages') await openEverything(page)
        await expectAccessible(page)
      }
      await page.goto('/banner')
      await page.locator('[data-destroys]').first().click()
      await page.getByRole('alertdialog').waitFor()
      await expectAccessible(page)
    },
    LONG_MS,
  )

  test.each(['en', 'bn'] as const)(
    '320 px wide, nothing scrolls sideways: %s',
    async (language) => {
      const page = await openAs(browser, 'rahim', '/', { width: 320, language })
      for (const path of screens) {
        await show(page, path)
        if (path === '/topup-packages') await openEverything(page)
        await expectNoSidewaysScroll(page)
      }
    },
    LONG_MS,
  )
})

/** A section with its packages, what a rate would do, and the rates before. */
async function openEverything(page: Page): Promise<void> {
  await page.locator('details summary').first().click()
  await page.locator('tbody tr[data-id]').first().waitFor()
  await page.locator('input[name="dollar_rate"]').fill('0.5')
  await page.locator('tr[data-below-cost]').first().waitFor()
  await page.locator('button[aria-expanded="false"]').last().click()
  await page.locator('time').first().waitFor()
}

describe('who may what', () => {
  test('the sidebar and the lists show what is granted', async () => {
    const entries = (page: Page) => page.getByRole('navigation', { name: 'Screens' }).getByRole('link').allInnerTexts()
    const owner = await openAs(browser, 'rahim', '/')
    await owner.getByRole('link', { name: 'Top Product' }).waitFor()
    const shown = (await entries(owner)).map((text) => text.trim())
    const catalogue = ['Payment Method', 'Top Product', 'Topup Packages', 'Physical Product', 'Banner', 'Notice', 'landing Page']
    expect(shown.filter((text) => catalogue.includes(text))).toEqual(catalogue)

    const { id } = await app.db
      .selectFrom('auth_modules')
      .select('id')
      .where('key', '=', 'topup_products')
      .executeTakeFirstOrThrow()
    await app.db.insertInto('admin_modules').values({ admin_id: app.world.admins.nadia, auth_module_id: id }).execute()
    const nadia = await openAs(browser, 'nadia', '/')
    await nadia.getByRole('link', { name: 'Top Product' }).click()
    await nadia
      .getByRole('link', { name: /^Edit / })
      .first()
      .waitFor()
    expect((await entries(nadia)).filter((text) => catalogue.includes(text.trim()))).toEqual(['Top Product', 'landing Page'])
    expect(await nadia.getByRole('link', { name: 'Add package' }).count()).toBe(0)
    await nadia.getByRole('link', { name: 'Add new' }).waitFor()
    await nadia.goto('/banner')
    await toast(nadia, 'Access Denied')
    expect(await nadia.getByRole('link', { name: 'Add new' }).count()).toBe(0)
    await nadia.goto('/topup-packages')
    await nadia.locator('details summary').first().click()
    await toast(nadia, 'Access Denied')
    expect(await nadia.getByRole('link', { name: 'Add new package' }).count()).toBe(0)
  })
})
