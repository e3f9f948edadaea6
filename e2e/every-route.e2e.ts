import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { banners } from '#contract/banners.ts'
import { handOvers } from '#contract/hand-overs.ts'
import { notices } from '#contract/notices.ts'
import { store } from '#contract/store.ts'
import { STORE_KEY } from '../server/testing/app.ts'
import { uploadPicture } from '../server/testing/pictures.ts'
import { addPhysicalProduct, orderProduct } from '../server/testing/product-orders.ts'
import { askForWalletAdd, placeOrder } from '../server/world.ts'
import { expectNoSidewaysScroll, untilQuiet } from './browser.ts'
import { arriveAs } from './people.ts'
import { startShop } from './shop.ts'

const { app, browser } = await startShop()
/** A path of the router with its parameters -> an address that there is. */
let filled: Readonly<Record<string, number>>

beforeAll(async () => {
  const { users, packages, products, methods, admins } = app.world
  const rahim = await app.signIn('rahim')
  const image = await uploadPicture(app.url, rahim)
  await placeOrder(app.db, { userId: users.shila, packageId: packages.seasonPass, playerid: 'shadow.hunter.2024@example.com' })
  await askForWalletAdd(app.db, { userId: users.tanvir, amount: 640, trx_id: 'ROUTE1' })
  await app.call(store.earn, { user_id: users.shila, amount: 900, reason: 'Referral' }, STORE_KEY, 'earn')
  await app.call(store.withdraw, { user_id: users.shila, amount: 100, number: '01811000001' }, STORE_KEY, 'withdraw')
  await app.call(handOvers.request, { amount: 100, number: '01700000099' }, rahim)
  const cap = await addPhysicalProduct(app.db, { name: 'Racing cap, with a name that is longer than its column' })
  await orderProduct(app, users.shila, cap, 2)
  const link = `https://shop.example/${'a-long-way-'.repeat(8)}`
  const banner = (await app.call(banners.create, { note: 'Race week', link, banner: image }, rahim)).body.data.id
  const notice = (await app.call(notices.create, { notice: 'Open until midnight', link, image }, rahim)).body.data.id
  filled = {
    '/topup-product/edit/$id': products.starfall,
    '/topup-package/add/$productId': products.starfall,
    '/topup-package/edit/$id': packages.gems100,
    '/physical-product/edit/$id': cap,
    '/unipin/edit/$id': 1,
    '/payment-method/edit/$id': methods.mobipay,
    '/banner/edit/$id': banner,
    '/notice/edit/$id': notice,
    '/user/edit/$id': users.shila,
    '/user/earn-wallet/edit/$id': users.shila,
    '/admin/edit/$id': admins.karim,
    '/manage-auth-permission/$id': admins.karim,
    '/manage-order-permission/$id': admins.karim,
  }
})

const routes = readFileSync(new URL('../web/app/routes.tsx', import.meta.url), 'utf8')
/** Every path of the router; those that only lead elsewhere, too. */
const paths = [...routes.matchAll(/(?:screen\(\s*|path: )'(\/[^']*)'/g)].map((match) => match[1] ?? '')

/** Those for whoever is not signed in. */
const OUTSIDE = ['/login']
/** Those that only lead elsewhere. */
const LEADS: Readonly<Record<string, string>> = { '/register': '/admin/add', '/auth/register': '/' }

const visit = async (page: Page, path: string) => {
  const address = path.replace(/\$\w+$/, () => String(filled[path]))
  expect(address, `an address for ${path}`).not.toContain('undefined')
  await page.goto(address)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await untilQuiet(page)
  expect(new URL(page.url()).pathname).toBe(LEADS[path] ?? address)
}

test('the router’s paths are read', () => {
  expect(paths.length).toBeGreaterThan(45)
  expect(paths).toEqual(expect.arrayContaining(['/', '/order', '/subadmin-order', '/audit', '/unipin/edit/$id']))
})

/** Some fifty screens. */
const LONG_MS = 300_000

test.each([
  { seen: '200%', look: { width: 1_280, zoom: 2, language: 'en' } },
  { seen: '200%', look: { width: 1_280, zoom: 2, language: 'bn' } },
  { seen: '320 px', look: { width: 320, language: 'en' } },
  { seen: '320 px', look: { width: 320, language: 'bn' } },
] as const)(
  'no screen scrolls sideways: $seen, $look.language',
  async ({ look }) => {
    const page = await browser.newPage(look)
    for (const path of OUTSIDE) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
    }
    await arriveAs(page, 'rahim', '/')
    for (const path of paths.filter((path) => !OUTSIDE.includes(path))) {
      await visit(page, path)
      await expectNoSidewaysScroll(page)
    }
  },
  LONG_MS,
)
