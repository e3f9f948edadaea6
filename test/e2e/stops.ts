import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { orders } from '#contract/orders.ts'
import { permissions } from '#contract/permissions.ts'
import { saveButton } from './forms.ts'
import { LONG_NAME, type Seeds, WATCHED_PLAYER } from './look-seed.ts'
import { act, dialog, heading } from './screen.ts'
import { eventually } from './table.ts'

/** One screen as it stands when it is opened, or with one of its dialogs, drawers or messages. */
export interface Stop {
  readonly name: string
  /** `$name` stands for an id of the seeds. */
  readonly address: string
  /** The screen's one h1 in English, where the address leads nowhere else. */
  readonly title?: string
  /** Who looks at it; rahim unless given. */
  readonly by?: Visitor
  /** Opens it on the loaded screen, in English and wide. */
  readonly open?: (page: Page, seeds: Seeds) => Promise<unknown>
  /** What axe looks at; the whole page unless given. */
  readonly within?: string
  /** Opened on a phone, since it does not exist on a wide screen. */
  readonly isPhoneOnly?: boolean
}

/** Arif has a one-time password; a guest has not signed in. */
type Visitor = 'rahim' | 'karim' | 'nadia' | 'arif' | 'guest'

const PANEL = '[role="dialog"], [role="alertdialog"]'
/** The rows below the bar are half covered by it, wherever they are scrolled to. */
const BULK_BAR = 'section:has(> b[role=status])'

const question = (page: Page) => page.getByRole('alertdialog').waitFor()
const panel = (page: Page) => dialog(page).waitFor()
const submitEmpty = async (page: Page) => {
  await page.locator('button[type="submit"]').first().click()
  await page.locator('[aria-invalid="true"]').first().waitFor()
}
/** The editor's code is loaded separately. */
const withEditor = (page: Page) => page.locator('.tiptap').waitFor()
const editorEmpty = async (page: Page) => {
  await withEditor(page)
  await submitEmpty(page)
}
const rowAction = (at: number) => async (page: Page) => {
  await page.locator('tbody tr[data-id] [data-action] button').nth(at).click()
  await panel(page)
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const cancelAll = async (page: Page) => {
  await press(page, 'Cancel All')
  await question(page)
}

interface Screen extends Omit<Stop, 'name' | 'address'> {
  readonly title: string
  /** The search with which it shows most. */
  readonly search?: string
}

/** Every screen of the router, with what is opened on it before it is looked at. */
const SCREENS: Readonly<Record<string, Screen>> = {
  '/login': { title: 'Sign in', search: '?from=register', by: 'guest', open: submitEmpty },
  '/': { title: 'Dashboard', open: (page) => page.locator('.recharts-line-curve').first().waitFor() },
  '/admins': { title: 'Admins' },
  '/admin/add': { title: 'Create new admin' },
  '/admin/edit/$karim': { title: 'Edit admin' },
  '/auths': { title: 'Auths', open: (page) => page.locator('tbody [data-action] button').waitFor() },
  '/manage-auth-permission/$karim': { title: 'Manage Auth Permission' },
  '/manage-order-permission/$karim': {
    title: 'Manage Order Permission',
    open: (page) => page.getByText('The whole product', { exact: true }).waitFor(),
  },
  '/audit': { title: 'Audit log' },
  '/user': { title: 'User' },
  '/user/edit/$shila': { title: 'Edit user' },
  '/user/earn-wallet/edit/$shila': { title: 'Earn Wallet' },
  '/payment-method': { title: 'Payment Method' },
  '/payment-method/add': { title: 'Create new payment method', open: submitEmpty },
  '/payment-method/edit/$mobipay': { title: 'Edit payment method' },
  '/topup-product': { title: 'Top Product' },
  '/topup-product/add': { title: 'Create new product', open: editorEmpty },
  '/topup-product/edit/$starfall': { title: 'Edit product', open: withEditor },
  '/topup-packages': { title: 'Packages', open: openPackages },
  '/topup-package/add/$starfall': { title: 'Add package' },
  '/topup-package/edit/$gems100': { title: 'Edit topup package' },
  '/physical-product': { title: 'Physical Product' },
  '/physical-product/add': { title: 'Create new physical product', open: editorEmpty },
  '/physical-product/edit/$physicalProduct': { title: 'Edit physical product', open: withEditor },
  '/upins': { title: 'UniPin Voucher' },
  '/upin/add': { title: 'Create New Voucher', open: chooseNoPackage },
  '/upin/import': { title: 'Import codes', open: previewCodes },
  '/unipin/edit/$usedVoucher': { title: 'Edit Voucher' },
  '/add-wallet': { title: 'Add Wallet' },
  '/admin-wallet': { title: 'Add Wallet' },
  '/withdraw-earn-wallet': { title: 'Withdraw Earn Wallet' },
  '/order': { title: 'Topup Order', search: '?status=all', open: (page) => page.getByText('very late').first().waitFor() },
  '/subadmin-order': { title: 'Admins Order', search: '?status=all' },
  '/product-order': { title: 'Product Orders', search: '?status=all' },
  '/banner': { title: 'Banner' },
  '/banner/add': { title: 'Create new banner', open: submitEmpty },
  '/banner/edit/$banner': { title: 'Edit banner' },
  '/notice': { title: 'Notice' },
  '/notice/add': { title: 'Create new notice', open: submitEmpty },
  '/notice/edit/$notice': { title: 'Edit notice' },
  '/admin-wallet-request': { title: 'Create Transaction' },
  '/my-wallet-request': { title: 'Add Wallet' },
  '/landing': { title: 'landing Page', open: (page) => page.getByText(LONG_NAME).waitFor() },
  '/profile': { title: 'Profile' },
  '/profile/change-password': { title: 'Change password' },
  '/profile/security': {
    title: 'Security',
    open: async (page) => {
      await press(page, 'Add authenticator app')
      await page.getByRole('img', { name: /QR/ }).waitFor()
    },
  },
  '/send-sms': { title: 'Send Sms', open: typeRecipients },
  '/payments': { title: 'Payments' },
  '/shift': { title: 'Shift sheet' },
  '/settings': { title: 'Settings', open: (page) => page.locator('[name="sms_gateway"]').waitFor() },
  '/tables': { title: 'Table columns', open: withHiddenColumn },
  '/test': { title: 'System status' },
}

/** What a screen shows after a click, a key or a colleague's change, or to somebody else. */
const STATES: readonly Stop[] = [
  // The frame, and who sees less.
  {
    name: 'password of one’s own after a one-time password',
    address: '/order',
    by: 'arif',
    open: (page) => heading(page, 'Choose your own password').waitFor(),
  },
  {
    name: 'dashboard without grants',
    address: '/',
    by: 'nadia',
    open: (page) => page.getByText('You have no permissions yet').waitFor(),
  },
  {
    name: 'dashboard of a sub-admin',
    address: '/',
    by: 'karim',
    open: (page) => page.locator('.recharts-line-curve').first().waitFor(),
  },
  { name: 'dashboard, figures that failed', address: '/profile', open: failFigures },
  {
    name: 'dashboard, chart as a table',
    address: '/',
    open: async (page) => {
      await page.locator('.recharts-line-curve').first().waitFor()
      await page.locator('section button').last().click()
      await page.locator('section[tabindex] table').waitFor()
    },
  },
  {
    name: 'profile menu',
    address: '/profile',
    by: 'karim',
    open: async (page) => {
      await page.locator('header button[aria-haspopup="menu"]').last().click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'sidebar on a phone',
    address: '/',
    by: 'karim',
    isPhoneOnly: true,
    open: async (page) => {
      await press(page, 'More screens')
      await dialog(page).getByRole('link').first().waitFor()
    },
  },
  { name: 'palette', address: '/order', by: 'karim', open: (page) => openPalette(page, '') },
  { name: 'palette, found', address: '/order', by: 'karim', open: (page) => openPalette(page, '1') },
  { name: 'palette, long search', address: '/order', by: 'karim', open: (page) => openPalette(page, 'zz%%zz'.repeat(9)) },
  {
    name: 'sheet of shortcuts',
    address: '/order',
    by: 'karim',
    open: async (page) => {
      await page.locator('tbody tr[data-id]').first().waitFor()
      await page.keyboard.press('?')
      await dialog(page).locator('dl').first().waitFor()
    },
  },
  // Top-up orders.
  {
    name: 'order, drawer',
    address: '/order?status=all&order=$duplicateOrder',
    open: (page) => page.locator('ol').first().waitFor(),
  },
  {
    name: 'order, question of a key',
    address: '/order?status=all&order=$duplicateOrder',
    open: async (page) => {
      await page.locator('ol').first().waitFor()
      await page.keyboard.press('Shift+Enter')
      await question(page)
    },
  },
  // What is scrolled under an edge of the drawer is half covered by it.
  { name: 'order, correction', address: '/order?status=completed&order=$completedOrder', open: openCorrection, within: 'form' },
  {
    name: 'order, question of a refund',
    address: '/order?status=completed&order=$completedOrder',
    open: async (page) => {
      await (await openCorrection(page)).click()
      await question(page)
    },
    within: '[role="alertdialog"]',
  },
  {
    name: 'order, status that is missing',
    address: '/order',
    open: async (page) => {
      await rowAction(0)(page)
      await dialog(page).getByRole('radio').first().press('Control+Enter')
      await dialog(page).getByRole('alert').waitFor()
    },
  },
  {
    name: 'orders, several at once',
    address: '/order?status=all',
    open: async (page) => {
      await page.locator('tbody input[type=checkbox]').first().check()
      await page.locator(`${BULK_BAR} button`).first().click()
      await dialog(page).getByRole('textbox').waitFor()
    },
    within: `[role="dialog"], ${BULK_BAR}`,
  },
  {
    name: 'orders, saved views',
    address: '/order?status=all',
    open: async (page) => {
      await page.locator('tbody input[type=checkbox]').first().check()
      await page.locator('button[aria-haspopup=dialog]:has(.tabler-icon-bookmark)').click()
      await page.locator('form input[data-autofocus]').waitFor()
    },
    within: `[role="dialog"], ${BULK_BAR}`,
  },
  {
    name: 'orders, one that a colleague took',
    address: `/order?playerid=${WATCHED_PLAYER}`,
    open: takeFirstOrder,
  },
  {
    name: 'order of a voucher, drawer',
    address: '/order?status=all&order=$voucherOrder',
    open: (page) => page.locator('a[href^="/upins?upin="]').waitFor(),
  },
  // Product orders.
  { name: 'product order, status', address: '/product-order', open: rowAction(0), within: PANEL },
  {
    name: 'product order, drawer',
    address: '/product-order?status=all&order=$productOrder',
    open: async (page) => {
      const drawer = page.getByRole('region', { name: /^Product order/ })
      await drawer.getByRole('button', { name: 'Timeline' }).click()
      await drawer.getByRole('listitem').first().waitFor()
      await drawer.getByRole('button', { name: 'Copy all' }).click()
      // Its header half covers what is scrolled under it.
      await drawer.evaluate((region) => region.scrollTo(0, 0))
    },
  },
  // Vouchers.
  { name: 'vouchers that are used', address: '/upins?status=2' },
  { name: 'vouchers in the recycle bin', address: '/upins?bin=1' },
  {
    name: 'voucher, dialog',
    address: '/upins?upin=$usedVoucher',
    open: (page) => dialog(page).locator('ol li').first().waitFor(),
    within: '[role="dialog"]',
  },
  // Money.
  { name: 'wallet add, status', address: '/add-wallet?status=pending', open: rowAction(0), within: PANEL },
  { name: 'wallet add, completed', address: '/add-wallet?status=completed', open: rowAction(0), within: PANEL },
  {
    name: 'wallet adds, some selected',
    address: '/add-wallet?status=pending',
    open: (page) => page.locator('tbody input[type="checkbox"]').first().check(),
  },
  {
    name: 'wallet adds, several at once',
    address: '/add-wallet?status=pending',
    open: async (page) => {
      await page.locator('tbody input[type="checkbox"]').first().check()
      await page.locator('main section button').last().click()
      await page.locator(PANEL).waitFor()
    },
    within: PANEL,
  },
  { name: 'wallet adds, question of cancel all', address: '/add-wallet', open: cancelAll, within: PANEL },
  { name: 'payment, drawer', address: '/payments?payment=$payment', open: panel, within: PANEL },
  {
    name: 'payment phone, add',
    address: '/settings',
    open: async (page) => {
      await press(page, 'Add phone')
      await panel(page)
      await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
      await dialog(page).locator('[aria-invalid="true"]').first().waitFor()
    },
    within: PANEL,
  },
  {
    name: 'store key, add',
    address: '/settings',
    open: async (page) => {
      await press(page, 'Add store key')
      await panel(page)
    },
    within: PANEL,
  },
  { name: 'payments, paste', address: '/payments', open: pasteMessages, within: PANEL },
  { name: 'withdrawal, status', address: '/withdraw-earn-wallet', open: rowAction(0), within: PANEL },
  { name: 'withdrawals, question of cancel all', address: '/withdraw-earn-wallet', open: cancelAll, within: PANEL },
  { name: 'hand-over, status', address: '/admin-wallet', open: rowAction(0), within: PANEL },
  { name: 'hand-over, edit', address: '/admin-wallet', open: rowAction(1), within: PANEL },
  {
    name: 'hand-over, record',
    address: '/admin-wallet',
    open: async (page) => {
      await press(page, 'Record a hand-over')
      await panel(page)
    },
    within: PANEL,
  },
  { name: 'own hand-over, edit', address: '/my-wallet-request', open: rowAction(0), within: PANEL },
  { name: 'admin’s statement', address: '/test?statement=admin:$rahim', open: panel, within: PANEL },
  // Customers.
  {
    name: 'customer, statement of the earn wallet',
    address: '/user?customer=$shila',
    open: (page) => dialog(page).locator('fieldset button').nth(1).click(),
    within: PANEL,
  },
  {
    name: 'customer, timeline',
    address: '/user?customer=$shila',
    open: async (page) => {
      await dialog(page).getByRole('button', { name: 'Timeline' }).click()
      await dialog(page).getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor()
    },
  },
  {
    name: 'customer of a long name, question',
    address: '/user?q=aaaaaaaaaa',
    open: async (page) => {
      await page.getByRole('button', { name: /^Delete/ }).click()
      await question(page)
    },
    within: PANEL,
  },
  // Messages.
  { name: 'message, too long', address: '/send-sms', open: writeTooMuch },
  {
    name: 'message, question',
    address: '/send-sms',
    open: async (page) => {
      await writeTooMuch(page)
      await page.locator('textarea').fill('Hello')
      await page.keyboard.press('Control+Enter')
      await question(page)
    },
    within: '[role="alertdialog"]',
  },
  {
    name: 'message, progress',
    address: '/send-sms',
    open: async (page) => {
      await writeTooMuch(page)
      await page.locator('textarea').fill('Hello')
      await page.keyboard.press('Control+Enter')
      await page.getByRole('alertdialog').getByRole('button').last().click()
      await page.getByRole('progressbar').waitFor()
    },
  },
  {
    name: 'message that was sent, dialog',
    address: '/send-sms?campaign=$campaign',
    open: (page) => dialog(page).locator('tbody td').first().waitFor(),
    within: '[role="dialog"]',
  },
  // Catalogue, admins, audit log.
  {
    name: 'banner, question',
    address: '/banner',
    open: async (page) => {
      await page.locator('[data-destroys]').first().click()
      await question(page)
    },
  },
  {
    name: 'auth module, activation',
    address: '/auths',
    open: async (page) => {
      await page.locator('tbody [data-action] button').first().click()
      await dialog(page).getByRole('textbox').first().fill('')
      await page.keyboard.press('Control+Enter')
      await dialog(page).locator('[aria-invalid="true"]').waitFor()
    },
    within: '[role="dialog"]',
  },
  { name: 'permissions of a super admin', address: '/manage-auth-permission/$rahim' },
  {
    name: 'permissions that a colleague has changed',
    address: '/manage-auth-permission/$mina',
    open: overtakePermissions,
    within: '[role="alertdialog"]',
  },
  {
    name: 'one-time password',
    address: '/admins',
    open: async (page) => {
      await act(page, 'mina', 'Reset password')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset password' }).click()
      await dialog(page).locator('code').waitFor()
    },
    within: '[role="dialog"]',
  },
  {
    name: 'audit log that was changed',
    address: '/audit',
    open: async (page) => {
      await press(page, 'Verify log')
      await page.getByText('The log was altered').waitFor()
    },
  },
]

/** The paths of the screens; every parameter is `*`. */
export const paths = Object.keys(SCREENS).map((path) => path.replace(/\$\w+/, '*'))

/** All stops: the screens by their path, then their states. */
export const stops: readonly Stop[] = [
  ...Object.entries(SCREENS).map(([path, { search = '', ...screen }]) => ({ name: path, address: path + search, ...screen })),
  ...STATES,
]

/** A section with its packages, what a rate would do, and the rates before. */
async function openPackages(page: Page): Promise<void> {
  await page.locator('details summary').first().click()
  await page.locator('tbody tr[data-id]').first().waitFor()
  await page.locator('input[name="dollar_rate"]').fill('0.5')
  await page.locator('tr[data-below-cost]').first().waitFor()
  await page.getByRole('button', { name: 'Rate history' }).click()
  await page.locator('time').first().waitFor()
}

async function previewCodes(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Or paste codes' }).fill('Code,PIN\nAB-1234-CD,1111\n1. EF-5678-GH,2222')
  await page.getByRole('checkbox').first().waitFor()
}

async function chooseNoPackage(page: Page): Promise<void> {
  await submitEmpty(page)
  await page.locator('form input[role="combobox"]').click()
  await page.locator('[role="listbox"] [role="option"]').first().waitFor()
}

async function withHiddenColumn(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem('table:order', '{"columns":{"phone":false},"density":"compact"}'))
  await page.reload()
  await page.getByText(/1 column hidden/).waitFor()
}

async function typeRecipients(page: Page): Promise<void> {
  await page.locator('tbody input[type="checkbox"]').first().waitFor()
  await page.locator('input[inputmode="tel"]').fill('01711000099, nobody')
  await page.keyboard.press('Enter')
  await page.locator('tbody input[type="checkbox"]').nth(1).check()
}

async function writeTooMuch(page: Page): Promise<void> {
  await typeRecipients(page)
  // What is not a number is corrected or removed before the message step. More than two numbers are asked about.
  await page.locator('input[inputmode="tel"]').fill('01711000078')
  await page.keyboard.press('Enter')
  await page.locator('button[data-next]').click()
  await page.locator('textarea').fill('আ'.repeat(671))
  await page.locator('textarea[aria-invalid="true"]').waitFor()
}

async function openPalette(page: Page, text: string): Promise<void> {
  await page.locator('tbody tr[data-id]').first().waitFor()
  await page.keyboard.press('Control+k')
  await dialog(page).getByRole('option').first().waitFor()
  await page.keyboard.type(text)
}

/** Answers the button that refunds. */
async function openCorrection(page: Page) {
  await press(page, 'Correct this order')
  await page.getByRole('textbox', { name: 'Reason', exact: true }).fill('Delivered to another player')
  const refund = page.getByRole('button', { name: /^Refund \d/ })
  // Of what is covered axe does not know the contrast.
  await refund.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  return refund
}

async function takeFirstOrder(page: Page, { app }: Seeds): Promise<void> {
  await page.locator('header [data-connection="live"]').waitFor()
  const id = await page.locator('tbody tr[data-id]').first().getAttribute('data-id')
  await app.call(orders.setStatus, { id: Number(id), status: 'in_progress' }, await app.signIn('karim'))
  await eventually(() => page.locator('tr[data-left] td[data-action]').allInnerTexts()).toEqual([
    expect.stringContaining('in_progress'),
  ])
}

async function failFigures(page: Page): Promise<void> {
  await page.route('**/dashboard-stats*', (route) =>
    route.fulfill({ status: 500, json: { success: false, message: 'Something went wrong! Try again.' } }),
  )
  await page.goto('/')
  await page.getByRole('main').getByRole('alert').first().waitFor()
}

async function overtakePermissions(page: Page, { app, call, ids }: Seeds): Promise<void> {
  await page.getByRole('checkbox', { name: 'Banners', exact: true }).check()
  const notices = await app.db.selectFrom('auth_modules').select('id').where('key', '=', 'notices').executeTakeFirstOrThrow()
  await call(permissions.setAuths, { admin_id: ids.mina ?? 0, auth_ids: [notices.id] })
  await saveButton(page).click()
  await page.getByRole('alertdialog', { name: 'Error!' }).waitFor()
}

async function pasteMessages(page: Page) {
  await press(page, 'Paste messages')
  await dialog(page).getByRole('textbox').fill('Cash Out Tk 5.00\n\nHello, where is my order?')
  await dialog(page).getByRole('listitem').nth(1).waitFor()
}
