/** Code uses the keys, so a key never changes. The texts only seed the rows. */
export const modules = {
  orders_view: { name: 'See orders', description: 'See the top-up orders of the granted packages', screen: '/order' },
  orders_work: { name: 'Work on orders', description: 'Take and complete orders', screen: '/order' },
  orders_cancel: {
    name: 'Cancel orders',
    description: 'Cancel orders and refund the customer; needs ‘Work on orders’',
    screen: '/order',
  },
  orders_export: { name: 'Export orders', description: 'Download the filtered orders as CSV', screen: '/order' },
  wallet_adds_view: { name: 'See wallet adds', description: 'See customers’ wallet adds', screen: '/add-wallet' },
  wallet_adds_approve: { name: 'Approve wallet adds', description: 'Complete or cancel wallet adds', screen: '/add-wallet' },
  wallet_adds_edit: { name: 'Edit wallet adds', description: 'Edit amount and number of wallet adds', screen: '/add-wallet' },
  wallet_adds_cancel_all: {
    name: 'Cancel all wallet adds',
    description: 'Cancel every pending wallet add',
    screen: '/add-wallet',
  },
  wallet_adds_export: { name: 'Export wallet adds', description: 'Download wallet adds as CSV', screen: '/add-wallet' },
  withdrawals_view: { name: 'See withdrawals', description: 'See earn-wallet withdrawals', screen: '/withdraw-earn-wallet' },
  withdrawals_approve: { name: 'Decide withdrawals', description: 'Pay or cancel withdrawals', screen: '/withdraw-earn-wallet' },
  withdrawals_edit: { name: 'Edit withdrawals', description: 'Edit open withdrawals', screen: '/withdraw-earn-wallet' },
  withdrawals_cancel_all: {
    name: 'Cancel all withdrawals',
    description: 'Cancel every pending withdrawal',
    screen: '/withdraw-earn-wallet',
  },
  withdrawals_export: { name: 'Export withdrawals', description: 'Download withdrawals as CSV', screen: '/withdraw-earn-wallet' },
  hand_overs_view: { name: 'See hand-overs', description: 'See the cash that admins hand over', screen: '/admin-wallet' },
  hand_overs_approve: { name: 'Decide hand-overs', description: 'Confirm or cancel handed-over cash', screen: '/admin-wallet' },
  product_orders_view: { name: 'See product orders', description: 'See orders of physical products', screen: '/product-order' },
  product_orders_work: {
    name: 'Work on product orders',
    description: 'Pack, send and complete product orders',
    screen: '/product-order',
  },
  product_orders_cancel: {
    name: 'Cancel product orders',
    description: 'Cancel product orders and refund the customer; needs ‘Work on product orders’',
    screen: '/product-order',
  },
  users_view: { name: 'See customers', description: 'See customers with their wallets', screen: '/user' },
  users_edit: { name: 'Edit customers', description: 'Edit phone and address of customers', screen: '/user' },
  users_wallet: {
    name: 'Set wallets',
    description: 'Change a customer’s wallet by hand; needs ‘Edit customers’',
    screen: '/user',
  },
  users_password: { name: 'Set passwords', description: 'Set a customer’s password; needs ‘Edit customers’', screen: '/user' },
  users_ban: { name: 'Ban customers', description: 'Ban and unban customers; needs ‘Edit customers’', screen: '/user' },
  users_earn_wallet: { name: 'Adjust earn wallets', description: 'Add to earn wallets or deduct from them', screen: '/user' },
  users_delete: { name: 'Delete customers', description: 'Delete customers', screen: '/user' },
  statements_view: { name: 'See statements', description: 'See every wallet line by line', screen: '/user' },
  statements_export: { name: 'Export statements', description: 'Download statements as CSV', screen: '/user' },
  campaigns_send: {
    name: 'Send SMS',
    description: 'Send SMS to customers and see the results',
    screen: '/send-sms',
  },
  shift_view: {
    name: 'See shift sheets',
    description: 'See all admins’ work and cash in a period; only orders of granted packages',
    screen: '/shift',
  },
  dashboard_money: {
    name: 'See money totals',
    description: 'See wallets, sales, cost and profit in total on the dashboard',
    screen: '/',
  },
  topup_products: {
    name: 'Top-up products',
    description: 'See and edit top-up products and their stock',
    screen: '/topup-product',
  },
  topup_packages: {
    name: 'Top-up packages',
    description: 'See and edit the packages of top-up products',
    screen: '/topup-packages',
  },
  vouchers_view: { name: 'See vouchers', description: 'See vouchers with masked codes', screen: '/upins' },
  vouchers_reveal: {
    name: 'Read voucher codes',
    description: 'Read a voucher’s full code; recorded in its history',
    screen: '/upins',
  },
  vouchers_add: { name: 'Add vouchers', description: 'Add vouchers and edit unused ones', screen: '/upins' },
  vouchers_delete: { name: 'Delete vouchers', description: 'Delete and restore vouchers', screen: '/upins' },
  rates: { name: 'Update rate', description: 'Reprice all packages of a product by its rate', screen: '/topup-packages' },
  physical_products: {
    name: 'Physical products',
    description: 'See and edit physical products and their quantity',
    screen: '/physical-product',
  },
  payment_methods: { name: 'Payment methods', description: 'See and edit how customers pay', screen: '/payment-method' },
  banners: { name: 'Banners', description: 'See and edit banners', screen: '/banner' },
  notices: { name: 'Notices', description: 'See and edit notices', screen: '/notice' },
} as const satisfies Record<string, { name: string; description: string; screen: string }>

export type Screen = (typeof modules)[keyof typeof modules]['screen']

export const SCREEN_NAMES: Readonly<Record<Screen, string>> = {
  '/': 'Dashboard',
  '/order': 'Top-up orders',
  '/product-order': 'Product orders',
  '/add-wallet': 'Wallet adds',
  '/withdraw-earn-wallet': 'Withdrawals',
  '/admin-wallet': 'Hand-overs',
  '/user': 'Customers',
  '/send-sms': 'SMS campaigns',
  '/shift': 'Shift sheet',
  '/topup-product': 'Top-up products',
  '/topup-packages': 'Packages and rates',
  '/physical-product': 'Physical products',
  '/upins': 'Vouchers',
  '/payment-method': 'Payment methods',
  '/banner': 'Banners',
  '/notice': 'Notices',
}

export type ModuleKey = keyof typeof modules

/** 'phone': a phone that forwards the messages of the shop's wallets, by its own key. */
export type Access = ModuleKey | 'signed-in' | 'super' | 'store' | 'phone' | 'public'

export interface Need<I> {
  readonly module: ModuleKey
  readonly field: string
  /** Absent if it depends on the row. Then the handler checks the module. */
  when?(input: I): boolean
}
