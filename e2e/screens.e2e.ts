import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Tk } from '#contract/money.ts'
import { openAs } from './people.ts'
import { startShop } from './shop.ts'
import { eventually } from './table.ts'

const { app, browser } = await startShop()
let page: Page

beforeAll(async () => {
  page = await openAs(browser, 'rahim', '/')
})

/** The sidebar as the specification lists it; a group with its entries. */
const SIDEBAR = [
  'Dashboard /',
  ['User', 'Admin /admins', 'User /user'],
  'Payment Method /payment-method',
  [
    'Topup',
    'Top Product /topup-product',
    'Topup Packages /topup-packages',
    'Physical Product /physical-product',
    'UniPin Voucher /upins',
  ],
  'Add Wallet /add-wallet',
  'Admin Wallet /admin-wallet',
  'Withdraw Earn Wallet /withdraw-earn-wallet',
  ['Topup Order', 'Order /order', 'Admin Order /subadmin-order'],
  'Product Order /product-order',
  'Auths /auths',
  'Banner /banner',
  'Notice /notice',
  ['Admin Transaction', 'Create Transaction /admin-wallet-request', 'My Request /my-wallet-request'],
  'landing Page /landing',
  'Profile /profile',
  'Send Sms /send-sms',
]

test('a super admin’s sidebar has the specification’s groups and entries, in its order', async () => {
  const lines = page.getByRole('navigation', { name: 'Screens' }).locator('> ul > li')
  const shown = () =>
    lines.evaluateAll((items) =>
      items.map((item) => {
        const group = item.querySelector(':scope > span')?.textContent
        const entries = [...item.querySelectorAll('a')].map(
          (link) => `${link.querySelector(':scope > span')?.textContent} ${new URL(link.href).pathname}`,
        )
        return group ? [group, ...entries] : entries[0]
      }),
    )
  await eventually(shown).toEqual(SIDEBAR)
})

/** Every screen and its one h1; `:name` stands for a row of the small world. */
const SCREENS = {
  '/': 'Dashboard',
  '/admins': 'Admins',
  '/admin/add': 'Create new admin',
  '/admin/edit/:admin': 'Edit admin',
  '/auths': 'Auths',
  '/manage-auth-permission/:admin': 'Manage Auth Permission',
  '/manage-order-permission/:admin': 'Manage Order Permission',
  '/audit': 'Audit log',
  '/user': 'User',
  '/user/edit/:user': 'Edit user',
  '/user/earn-wallet/edit/:user': 'Earn Wallet',
  '/payment-method': 'Payment Method',
  '/payment-method/add': 'Create new payment method',
  '/payment-method/edit/:method': 'Edit payment method',
  '/topup-product': 'Top Product',
  '/topup-product/add': 'Create new product',
  '/topup-product/edit/:product': 'Edit product',
  '/topup-packages': 'Packages',
  '/topup-package/add/:product': 'Add package',
  '/topup-package/edit/:package': 'Edit topup package',
  '/physical-product': 'Physical Product',
  '/physical-product/add': 'Create new physical product',
  '/physical-product/edit/:physical': 'Edit physical product',
  '/upins': 'UniPin Voucher',
  '/upin/add': 'Create New Voucher',
  '/unipin/edit/:voucher': 'Edit Voucher',
  '/add-wallet': 'Add Wallet',
  '/admin-wallet': 'Add Wallet',
  '/withdraw-earn-wallet': 'Withdraw Earn Wallet',
  '/order': 'Topup Order',
  '/subadmin-order': 'Admins Order',
  '/product-order': 'Product Orders',
  '/banner': 'Banner',
  '/banner/add': 'Create new banner',
  '/banner/edit/:banner': 'Edit banner',
  '/notice': 'Notice',
  '/notice/add': 'Create new notice',
  '/notice/edit/:notice': 'Edit notice',
  '/admin-wallet-request': 'Create Transaction',
  '/my-wallet-request': 'Add Wallet',
  '/landing': 'landing Page',
  '/profile': 'Profile',
  '/profile/change-password': 'Change password',
  '/send-sms': 'Send Sms',
  '/shift': 'Shift sheet',
  '/settings': 'Settings',
  '/tables': 'Table columns',
  '/test': 'System status',
} as const

/** A row for every `:name` of SCREENS. */
const rows = async (): Promise<Record<string, number>> => {
  const { admins, users, products, packages, methods } = app.world
  const [voucher, physical, banner, notice] = await Promise.all([
    app.db.selectFrom('vouchers').select('id').executeTakeFirstOrThrow(),
    app.db
      .insertInto('physical_products')
      .values({ name: 'Mug', sale_price: 250 as Tk, regular_price: 300 as Tk, quantity: 4 })
      .returning('id')
      .executeTakeFirstOrThrow(),
    app.db.insertInto('banners').values({ note: 'Eid', banner: '' }).returning('id').executeTakeFirstOrThrow(),
    app.db.insertInto('notices').values({ notice: 'Closed on Friday' }).returning('id').executeTakeFirstOrThrow(),
  ])
  return {
    admin: admins.karim,
    user: users.shila,
    product: products.starfall,
    package: packages.gems100,
    method: methods.mobipay,
    voucher: voucher.id,
    physical: physical.id,
    banner: banner.id,
    notice: notice.id,
  }
}
let ids: Promise<Record<string, number>> | undefined

test.each(Object.entries(SCREENS))('%s is headed %j', async (path, title) => {
  ids ??= rows()
  const known = await ids
  await page.goto(path.replace(/:(\w+)/, (_, name: string) => String(known[name])))
  await eventually(() => page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([title])
  expect(new URL(page.url()).pathname.split('/')[1]).toBe(path.split('/')[1])
})

test('no screen of the router is left out', () => {
  const source = readFileSync(new URL('../web/app/routes.tsx', import.meta.url), 'utf8')
  const routed = [...source.matchAll(/(?:\bscreen\(\s*|\bpath: )'(\/[^']*)'/g)].map((match) => match[1] ?? '')
  const elsewhere = ['/login', '/auth/register', '/register']
  const shape = (path: string) => path.replace(/[:$]\w+/, '*')
  expect(
    routed
      .filter((path) => !elsewhere.includes(path))
      .map(shape)
      .sort(),
  ).toEqual(Object.keys(SCREENS).map(shape).sort())
})
