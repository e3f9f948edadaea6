const granting = <const S extends string>(screen: S, name: string, description: string) => ({ screen, name, description })

/** Code uses the keys, so a key never changes. The texts only seed the rows. */
export const modules = {
  orders_view: granting('/order', 'See orders', 'See the top-up orders of the granted packages'),
  orders_work: granting('/order', 'Work on orders', 'Take and complete orders'),
  orders_cancel: granting('/order', 'Cancel orders', 'Cancel orders and refund the customer; needs ‘Work on orders’'),
  orders_player_id: granting('/order', 'Correct player IDs', 'Correct the player ID of an open order; recorded in its history'),
  orders_export: granting('/order', 'Export orders', 'Download the filtered orders as CSV or .xlsx'),
  wallet_adds_view: granting('/add-wallet', 'See wallet adds', 'See customers’ wallet adds'),
  wallet_adds_approve: granting('/add-wallet', 'Approve wallet adds', 'Complete or cancel wallet adds'),
  wallet_adds_edit: granting('/add-wallet', 'Edit wallet adds', 'Edit amount and number of wallet adds'),
  wallet_adds_cancel_all: granting('/add-wallet', 'Cancel all wallet adds', 'Cancel every pending wallet add'),
  wallet_adds_export: granting('/add-wallet', 'Export wallet adds', 'Download wallet adds as CSV or .xlsx'),
  withdrawals_view: granting('/withdraw-earn-wallet', 'See withdrawals', 'See earn-wallet withdrawals'),
  withdrawals_approve: granting('/withdraw-earn-wallet', 'Decide withdrawals', 'Pay or cancel withdrawals'),
  withdrawals_edit: granting('/withdraw-earn-wallet', 'Edit withdrawals', 'Edit open withdrawals'),
  withdrawals_cancel_all: granting('/withdraw-earn-wallet', 'Cancel all withdrawals', 'Cancel every pending withdrawal'),
  withdrawals_export: granting('/withdraw-earn-wallet', 'Export withdrawals', 'Download withdrawals as CSV or .xlsx'),
  hand_overs_view: granting('/admin-wallet', 'See hand-overs', 'See the cash that admins hand over'),
  hand_overs_export: granting('/admin-wallet', 'Export hand-overs', 'Download hand-overs as CSV or .xlsx'),
  hand_overs_approve: granting('/admin-wallet', 'Decide hand-overs', 'Confirm or cancel handed-over cash'),
  product_orders_view: granting('/product-order', 'See product orders', 'See orders of physical products'),
  product_orders_work: granting('/product-order', 'Work on product orders', 'Pack, send and complete product orders'),
  product_orders_export: granting('/product-order', 'Export product orders', 'Download product orders as CSV or .xlsx'),
  product_orders_cancel: granting(
    '/product-order',
    'Cancel product orders',
    'Cancel product orders and refund the customer; needs ‘Work on product orders’',
  ),
  users_view: granting('/user', 'See customers', 'See customers with their wallets'),
  users_export: granting('/user', 'Export customers', 'Download customers with phones and wallets as CSV or .xlsx'),
  users_edit: granting('/user', 'Edit customers', 'Edit phone and address of customers'),
  users_wallet: granting('/user', 'Set wallets', 'Change a customer’s wallet by hand; needs ‘Edit customers’'),
  users_password: granting('/user', 'Set passwords', 'Set a customer’s password; needs ‘Edit customers’'),
  users_ban: granting('/user', 'Ban customers', 'Ban and unban customers; needs ‘Edit customers’'),
  users_earn_wallet: granting('/user', 'Adjust earn wallets', 'Add to earn wallets or deduct from them'),
  users_delete: granting('/user', 'Delete customers', 'Delete customers'),
  statements_view: granting('/user', 'See statements', 'See every wallet line by line'),
  statements_export: granting('/user', 'Export statements', 'Download statements as CSV or .xlsx'),
  campaigns_send: granting('/send-sms', 'Send SMS', 'Send SMS to customers and see the results'),
  shift_view: granting(
    '/shift',
    'See shift sheets',
    'See all admins’ work and cash in a period; only orders of granted packages',
  ),
  dashboard_money: granting('/', 'See money totals', 'See wallets, sales, cost and profit in total on the dashboard'),
  topup_products: granting('/topup-product', 'Top-up products', 'See and edit top-up products and their stock'),
  topup_packages: granting('/topup-packages', 'Top-up packages', 'See and edit the packages of top-up products'),
  vouchers_view: granting('/upins', 'See vouchers', 'See vouchers with masked codes'),
  vouchers_export: granting('/upins', 'Export vouchers', 'Download vouchers as CSV or .xlsx, without codes'),
  vouchers_reveal: granting('/upins', 'Read voucher codes', 'Read a voucher’s full code; recorded in its history'),
  vouchers_add: granting('/upins', 'Add vouchers', 'Add vouchers and edit unused ones'),
  vouchers_delete: granting('/upins', 'Delete vouchers', 'Delete and restore vouchers'),
  rates: granting('/topup-packages', 'Update rate', 'Reprice all packages of a product by its rate'),
  physical_products: granting('/physical-product', 'Physical products', 'See and edit physical products and their quantity'),
  payment_methods: granting('/payment-method', 'Payment methods', 'See and edit how customers pay'),
  banners: granting('/banner', 'Banners', 'See and edit banners'),
  notices: granting('/notice', 'Notices', 'See and edit notices'),
}

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
