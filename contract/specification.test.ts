import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { api } from './index.ts'
import { EARN_TYPES, MONEY_STATUSES, VOUCHER_LABELS } from './limits.ts'
import { formatTk } from './money.ts'
import { moneyFlow } from './money-rows.ts'
import { orderFlow } from './orders.ts'
import { PRODUCT_ORDER_STATUSES } from './product-orders.ts'
import { UPLOAD_FAILED } from './uploads.ts'
import { VOUCHER_FORM_LABELS } from './vouchers.ts'

/** Every text that the specification quotes, and every label that it names, word for word: copied from it by hand, section by
 * section, with the sources that must say it. `{n}` is the place of a value. To change one of these texts is to change a
 * contract. */
const SOURCES: Readonly<Record<string, readonly [where: RegExp, texts: readonly string[]]>> = {
  '2 Login': [/^web\/sessions\//, ['Sign in', 'Email', 'Password', 'Remember me', 'Forgot password', 'Create new account']],
  '2 Layout: sidebar': [
    /^web\/app\/sidebar\.ts$/,
    [
      ...['Dashboard', 'User', 'Admin', 'Payment Method', 'Topup', 'Top Product', 'Topup Packages', 'Physical Product'],
      ...['UniPin Voucher', 'Add Wallet', 'Admin Wallet', 'Withdraw Earn Wallet', 'Topup Order', 'Order', 'Admin Order'],
      ...['Product Order', 'Auths', 'Banner', 'Notice', 'Admin Transaction', 'Create Transaction', 'My Request'],
      ...['landing Page', 'Profile', 'Send Sms'],
    ],
  ],
  '2 Layout: profile menu': [/^web\/app\/ProfileEntries\.tsx$/, ['Profile', 'Logout']],
  '2 Dashboard': [/^web\/dashboard\//, ['{n} orders', 'Total orders', 'Top Custommer (limit 5)', 'Admin Performance']],
  '2 /add-wallet': [/^web\/wallet-adds\//, ['Add Wallet']],
  '2 money lists: their dialogs': [/^web\/money\/MoneyDialogs\.tsx$/, ['Edit Status', 'Edit transaction']],
  '2 money lists: their rows': [/^web\/money\/columns\.tsx$/, ['Edit Status', 'Edit transaction', '- - -']],
  '2 money lists: Cancel All': [/^web\/money\/CancelAll\.tsx$/, ['Cancel All']],
  '2 money lists: search': [/^web\/lists\/filters\/SearchBox\.tsx$/, ['Clear']],
  '2 /admin-wallet': [/^web\/hand-overs\/HandOversPage\.tsx$/, ['Add Wallet']],
  '2 /withdraw-earn-wallet': [/^web\/withdrawals\//, ['Withdraw Earn Wallet']],
  '2 /my-wallet-request': [/^web\/hand-overs\/OwnRequestsPage\.tsx$/, ['Add Wallet']],
  '2 /admin-wallet-request': [/^web\/hand-overs\/RequestPage\.tsx$/, ['Amount', 'Phone (optional)', 'Edit transaction']],
  '2 /admins': [
    /^web\/admins\/(?!AddAdmin)/,
    ['Admins', 'Add new admin', 'Manage Auth Permission', 'Manage Order Permission', 'Delete'],
  ],
  '2 /admin/add': [/^web\/admins\/AddAdminPage\.tsx$/, ['Create new admin']],
  '2 /auths': [/^web\/permissions\/(AuthsPage|columns|StateBadge)\.tsx$/, ['Auths', 'Active', 'Activated']],
  '2 permissions of an admin': [/^web\/permissions\//, ['Manage Auth Permission', 'Manage Order Permission', 'Save']],
  '2 plain lists': [/^web\/forms\/crud\/(CrudList|RowActions)\.tsx$/, ['Add new', 'Edit', 'Delete']],
  '2 /banner': [/^web\/banners\//, ['Banner', 'Create new banner', 'Edit banner']],
  '2 /notice': [/^web\/notices\//, ['Notice', 'Create new notice', 'Edit notice']],
  '2 /topup-product': [
    /^web\/topup-products\//,
    ['Top Product', 'Add package', 'Name', 'Price/Stock', 'Logo', 'Rules', 'Is active for Id Code', 'Is active product'],
  ],
  '2 /topup-packages': [
    /^web\/topup-packages\//,
    ['Packages', 'Update rate', 'Add new package', 'Add package', 'Edit topup package', 'Product', 'Name', 'Sell price'],
  ],
  '2 /topup-package': [/^web\/topup-packages\/PackageForms\.tsx$/, ['Buy price', 'Serial', 'Logo', 'In stock']],
  '2 /physical-product': [
    /^web\/physical-products\//,
    ['Physical Product', 'Name', 'Image', 'Sale price', 'Regular price', 'Quantity', 'Description', 'Is active'],
  ],
  '2 /payment-method': [/^web\/payment-methods\//, ['Payment Method', 'Name', 'Logo', 'Information', 'Status']],
  '2 /upins': [/^web\/vouchers\/(VouchersPage|columns)\.tsx$/, ['Total Voucher: {n}', 'Add Voucher', 'Update', 'Delete']],
  '2 /upin/add': [
    /^web\/vouchers\/AddVouchersPage\.tsx$/,
    ['Create New Voucher', 'Voucher Code', 'Status', 'Package ID', 'Create Voucher'],
  ],
  '2 /unipin/edit': [
    /^web\/vouchers\/EditVoucherPage\.tsx$/,
    ['Edit Voucher', 'Voucher Code', 'Status', 'Package ID', 'Updated Voucher'],
  ],
  '2 /order': [/^web\/orders\/desks\.tsx$/, ['Topup Order', 'Admins Order']],
  '2 /product-order': [/^web\/product-orders\/ProductOrdersPage\.tsx$/, ['Product Orders', 'Product id or user id']],
  '2 /product-order: closed rows': [/^web\/lists\/cells\/Nothing\.tsx$/, ['---']],
  '2 /user': [/^web\/users\/columns\.tsx$/, ['Edit', 'Earn Wallet', 'Delete']],
  '2 /user/edit': [/^web\/users\/EditUserPage\.tsx$/, ['Phone', 'Wallet', 'New password', 'Address', 'City', 'Zip code']],
  '2 /user/earn-wallet/edit': [/^web\/users\/EarnWalletPage\.tsx$/, ['Total Earn', 'Amount', 'Type']],
  '2 /profile': [/^web\/profile\//, ['Profile', 'Old password', 'New password', 'Confirm password']],
  '2 /send-sms: step 1': [
    /^web\/campaigns\/(Recipient|AddNumber)/,
    ['Name', 'Phone', 'Is Verified', 'Add Number', 'Total {n} - Selected {m}', 'Next'],
  ],
  '2 /send-sms: step 2': [/^web\/campaigns\/(MessageStep|Sending)\.tsx$/, ['Back', 'Send', "Please dont't close this window."]],
  '5 status dialogs': [/^web\/money\/StatusForm\.tsx$/, ['Select an option to update']],
  '5 status dialogs: orders': [/^web\/orders\/StatusForm\.tsx$/, ['Select an order status']],
  '5 status dialogs: product orders': [/^contract\/messages\/fields\.ts$/, ['Select an order status']],
  '5 what destroys': [/^web\/ui\/dialogs\/ConfirmDialog\.tsx$/, ['Are you sure']],
  '8 actions': [/^web\/calls\/errors\.ts$/, ['Something went wrong! Try again.']],
  '8 actions: the server': [/^contract\/messages\/refusals\.ts$/, ['Something went wrong! Try again.']],
  '8 permission saves': [/^web\/permissions\/ErrorAlert\.tsx$/, ['Error!']],
  '8 login': [/^contract\/messages\/refusals\.ts$/, ['Wrong email or password']],
  '8 lists that fail': [/^web\/calls\/errors\.ts$/, ['You are offline.', 'Something went wrong']],
  '8 lists that fail: their button': [/^web\/ui\/states\.tsx$/, ['Try again']],
  '8 empty lists': [/^web\/ui\/Empty\.tsx$/, ['No data to show', 'No Result Found']],
  '8 package list': [/^web\/topup-packages\/ProductSection\.tsx$/, ['There is no package under this product.']],
  '8 package list: the server': [/^contract\/messages\/refusals\.ts$/, ['There is no package under this product.']],
  '8 SMS': [/^web\/campaigns\//, ['Failed to send message']],
  '8 pending: wallet adds': [/^web\/wallet-adds\//, ['Updating transaction...']],
  '8 pending: hand-overs': [/^web\/hand-overs\//, ['Updating transaction...']],
  '8 pending: withdrawals': [/^web\/withdrawals\//, ['Updating transaction...']],
  '8 pending: plain rows': [/^web\/forms\/crud\/RowActions\.tsx$/, ['Deleting ...']],
  '8 pending: admins': [/^web\/admins\//, ['Deleting ...']],
  '8 pending: users': [/^web\/users\//, ['Deleting ...']],
  '8 pending: vouchers': [/^web\/vouchers\//, ['Deleting UniPin...']],
  '8 copied': [/^web\/lists\/cells\/order-cells\.tsx$/, ['Copied Order ID:: {id}']],
}

const root = new URL('../', import.meta.url).pathname
/** What is said in comments is said to nobody. */
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.(test|prove)\.tsx?$|(^|\/)bn\.ts$|^server\/(demo|proofs|testing)\//.test(file))
  .map((file) => ({ file, source: withoutComments(readFileSync(root + file, 'utf8')) }))

/** The text as a whole: in quotes of its own, or alone between two tags; not as a part of a longer one. */
function whole(text: string): RegExp {
  const words = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '\\{\\{\\w+\\}\\}')
  return new RegExp(`(['"\`])${words}\\1|>\\s*${words}\\s*<`)
}

test.each(Object.entries(SOURCES))('%s', (_section, [where, texts]) => {
  const sources = files.filter(({ file }) => where.test(file))
  expect(sources.length).toBeGreaterThan(0)
  expect(texts.filter((text) => !sources.some(({ source }) => whole(text).test(source)))).toEqual([])
})

describe('what the contract says by itself', () => {
  const done = (feature: keyof typeof api) =>
    Object.fromEntries(
      Object.entries(api[feature] as Record<string, { done?: string }>).flatMap(([name, call]) =>
        call.done === undefined ? [] : [[name, call.done]],
      ),
    )
  const plain = (noun: string) => ({
    create: `${noun} created successfully`,
    update: `${noun} updated successfully`,
    remove: `${noun} deleted successfully`,
  })
  const transaction = 'Transaction updated successfully'
  const order = 'Order updated successfully'

  test.each([
    ['walletAdds', { setStatus: transaction, editRow: transaction, cancelAll: 'Total cancelled {total} transaction.' }],
    ['withdrawals', { setStatus: transaction, editRow: transaction, cancelAll: 'Total cancelled {total} transaction.' }],
    ['handOvers', { setStatus: transaction }],
    ['admins', { create: 'Admin created successfully', remove: 'Admin deleted successfully' }],
    ['permissions', { activate: 'Auth activated successfully' }],
    ['banners', plain('Banner')],
    ['notices', plain('Notice')],
    ['topupPackages', plain('Topup package')],
    ['rates', { update: 'Dollar rate updated successfully' }],
    ['orders', { setStatus: order }],
    ['productOrders', { setStatus: order }],
    ['paymentMethods', plain('Payment method')],
    ['topupProducts', plain('Product')],
    ['physicalProducts', plain('Product')],
    [
      'users',
      { update: 'User updated successfully', adjustEarnWallet: 'User updated successfully', remove: 'User deleted successfully' },
    ],
    ['sessions', { changePassword: 'Password changed successfully' }],
    [
      'vouchers',
      { add: 'UniPin created successfully', update: 'Voucher updated successfully', remove: 'UniPin deleted successfully' },
    ],
    ['campaigns', { send: 'Message is sending to the server..' }],
  ] as const)('8 success: %s', (feature, says) => {
    expect(done(feature)).toMatchObject(says)
  })

  test('5 activating an auth: what is missing or wrong', () => {
    const { input } = api.permissions.activate
    const faultsOf = (sent: object) => input.safeParse(sent).error?.issues.map(({ message }) => message)
    expect(faultsOf({ id: 1, name: '', slug: 'a_slug_1', description: 'what' })).toEqual(['Auth name is required'])
    expect(faultsOf({ id: 1, name: 'A', slug: '', description: 'what' })).toContain('Slug is required')
    expect(faultsOf({ id: 1, name: 'A', slug: 'a_slug_1', description: '' })).toEqual(['Description is required'])
    for (const slug of ['A_slug', 'a-slug', 'a slug']) {
      const wrong = 'Invalid slug type. Slug should be like:- this_is_a_valid_slug'
      expect(faultsOf({ id: 1, name: 'A', slug, description: 'what' })).toEqual([wrong])
    }
  })

  test('5 a status that is missing', () => {
    const faultsOf = (
      input: { safeParse(sent: object): { error?: { issues: { message: string }[] } | undefined } },
      sent: object,
    ) => input.safeParse(sent).error?.issues.map(({ message }) => message)
    expect(faultsOf(api.orders.setStatus.input, { id: 1 })).toEqual(['Select an order status'])
    expect(faultsOf(api.productOrders.setStatus.input, { id: 1 })).toEqual(['Select an order status'])
    expect(faultsOf(api.walletAdds.setStatus.input, { transaction_id: 1 })).toEqual(['Select an option to update'])
  })

  test('4, 9 statuses and types', () => {
    expect([...MONEY_STATUSES]).toEqual(['completed', 'pending', 'cancel'])
    expect([...moneyFlow.statuses].sort()).toEqual(['cancel', 'completed', 'pending'])
    expect([...orderFlow.statuses].sort()).toEqual(['cancel', 'completed', 'in_progress', 'pending'])
    expect([...PRODUCT_ORDER_STATUSES].sort()).toEqual(['cancelled', 'completed', 'in_progress', 'pending'])
    expect([...EARN_TYPES]).toEqual(['add', 'deduct'])
  })

  test('4 vouchers: the filter, and the forms', () => {
    expect(VOUCHER_LABELS).toEqual([
      [1, 'Ready'],
      [2, 'Used'],
      [0, 'Hide'],
    ])
    expect(VOUCHER_FORM_LABELS).toEqual([
      [0, 'Select Status'],
      [1, 'Active'],
      [2, 'Used'],
    ])
  })

  test('8 uploads', () => {
    expect(UPLOAD_FAILED).toBe('Image upload Failed, May be image size is too large or failed network connection')
  })

  test('9 prices', () => {
    expect(formatTk(1_234.5)).toBe('1,234.50 tk')
  })
})
