import type { api } from '#contract/index.ts'
import type { Code } from '#contract/messages.ts'
import type { Refusals } from './platform/errors.ts'

type Api = typeof api
type CallName = { [F in keyof Api]: `${F}.${keyof Api[F] & string}` }[keyof Api]

const NOT_FOUND: Refusals = { 404: ['not_found'] }
/** Of the wallets and the ledger, whatever is posted. */
const MONEY: readonly Code[] = ['wallet_frozen', 'money_stopped']
const UNREADABLE_FILE: readonly Code[] = [
  'table_unreadable',
  'table_is_old_excel',
  'table_is_no_text',
  'table_too_long',
  'codes_required',
]
const STATEMENT: readonly Code[] = [...UNREADABLE_FILE, 'no_statement', 'statement_without_payments']
const EDITED: Refusals = { 409: ['changed'] }
const TOO_MANY_PASSWORDS: readonly Code[] = ['too_many_password_changes']
const GUESSABLE: readonly Code[] = ['password_blank', 'password_common', 'password_of_names', 'password_guessable']
const WITH_PICTURE: Refusals = { 409: ['changed'], 422: ['image_not_uploaded'] }
const NEW_PICTURE: Refusals = { 422: ['image_not_uploaded'] }

const GRANTED: Refusals = {
  ...NOT_FOUND,
  409: ['changed', 'own_permissions_fixed'],
  422: ['super_admin_has_all', 'not_grantable'],
}
const DECIDED: readonly Code[] = ['transaction_closed', 'changed', 'already_posted']
/** Of a row that the caller has edited. */
const OWN_EDIT: readonly Code[] = ['own_number', 'own_raise']
const EXPORTS = [
  'desk.exportRows',
  'handOvers.exportRows',
  'productOrders.exportRows',
  'shift.exportOwn',
  'shift.exportRows',
  'statements.exportAdmin',
  'statements.exportUser',
  'users.exportRows',
  'walletAdds.exportRows',
  'withdrawals.exportRows',
] as const satisfies readonly CallName[]
const CUSTOMER: readonly Code[] = ['no_such_user', 'user_banned']

/** What each call refuses beside what every call of its kind does (`refusalsOf` in platform/http/refused.ts). Not in contract/:
 * browsers would load it. The tests fail at a reply whose code is missing here. */
export const REFUSALS: Partial<Record<CallName, Refusals>> = {
  ...Object.fromEntries(EXPORTS.map((call) => [call, { 422: ['export_too_long'] } satisfies Refusals])),

  'health.ready': {
    503: [
      'data_disk_full',
      'server_stopping',
      'database_disk_full',
      'database_outdated',
      'database_read_only',
      'database_has_no_connection',
      'database_empty',
      'database_refuses',
      'database_silent',
    ],
  },

  'sessions.login': {
    401: ['wrong_email_or_password', 'second_factor_required'],
    429: ['too_many_attempts', 'too_many_failures', 'too_many_sign_ins'],
  },
  'sessions.changePassword': {
    422: ['wrong_old_password', ...GUESSABLE],
    429: ['too_many_attempts', ...TOO_MANY_PASSWORDS],
  },
  'security.secondFactor': { 401: ['sign_in_expired', 'factor_code_wrong'], 429: ['too_many_attempts'] },
  'security.confirm': {
    422: ['confirm_password_wrong', 'passkey_refused', 'factor_code_wrong'],
    429: ['too_many_attempts', ...TOO_MANY_PASSWORDS],
  },
  'security.startTotp': { 409: ['totp_exists'] },
  'security.activateTotp': { 409: ['totp_exists', 'totp_not_started'], 422: ['totp_code_wrong'] },
  'security.removeTotp': { ...NOT_FOUND, 409: ['second_factor_kept'] },
  'security.addPasskey': { 409: ['passkeys_at_most'], 422: ['passkey_refused'] },
  'security.removePasskey': { 409: ['second_factor_kept'] },
  'security.renewRecoveryCodes': { 409: ['recovery_needs_factor'] },

  'orders.setStatus': {
    409: [
      'order_closed',
      'order_in_status',
      'order_held',
      'order_left',
      'order_updated_before',
      'changed',
      'sells_no_codes_now',
      'no_ready_code',
      'next_code_unreadable',
      'already_posted',
    ],
    503: MONEY,
  },
  'orders.refund': { 409: ['order_not_completed', 'changed', 'already_posted'], 422: ['refund_at_most'], 503: MONEY },
  'orders.correct': { 409: ['order_not_completed', 'order_closed', 'changed', 'already_posted'], 503: MONEY },
  'desk.takeNext': { 409: ['order_not_reserved'] },
  'desk.claim': { 409: ['order_closed', 'order_held', 'order_left'] },
  'desk.reveal': { 409: ['secret_missing', 'encrypted_with_lost_key'] },
  'desk.writeInternalNote': EDITED,
  'users.writeNote': EDITED,
  'desk.correctPlayerId': { 409: ['order_closed', 'order_held', 'order_left', 'changed'] },
  'desk.saveView': { 409: ['views_at_most'] },
  'productOrders.setStatus': { 409: ['order_closed', 'changed', 'order_updated_before', 'already_posted'], 503: MONEY },

  'walletAdds.setStatus': { 403: OWN_EDIT, ...NOT_FOUND, 409: [...DECIDED, 'new_warnings', 'wallet_closed'], 503: MONEY },
  'walletAdds.editRow': {
    403: ['daily_limit', ...OWN_EDIT],
    409: [...DECIDED, 'new_warnings', 'approver_deleted', 'wallet_closed'],
    422: ['cash_handed_over', 'insufficient_balance'],
    503: MONEY,
  },
  'walletAdds.creditPaid': {
    403: ['daily_limit', 'payment_unproven', ...OWN_EDIT],
    ...NOT_FOUND,
    409: [...DECIDED, 'new_warnings', 'wallet_add_unpaid', 'wallet_closed'],
    503: MONEY,
  },
  'walletAdds.correct': {
    409: ['wallet_add_not_completed', 'changed', 'transaction_closed', 'already_posted', 'wallet_closed'],
    422: ['cash_handed_over', 'insufficient_balance'],
    503: MONEY,
  },
  'withdrawals.setStatus': { 403: OWN_EDIT, ...NOT_FOUND, 409: [...DECIDED, 'new_warnings'], 503: MONEY },
  'withdrawals.editRow': {
    403: OWN_EDIT,
    409: [...DECIDED, 'new_warnings'],
    422: ['insufficient_balance'],
    503: MONEY,
  },
  'withdrawals.cancelAll': { 503: MONEY },
  'handOvers.setStatus': { 403: ['own_hand_over', ...OWN_EDIT], ...NOT_FOUND, 409: [...DECIDED, 'wallet_closed'], 503: MONEY },
  'handOvers.editRow': {
    403: ['own_hand_over', ...OWN_EDIT],
    409: [...DECIDED, 'wallet_closed'],
    422: ['no_such_admin', 'hand_over_at_most', 'own_hand_over_at_most', 'insufficient_balance'],
    503: MONEY,
  },
  'handOvers.request': { 409: ['wallet_changed', 'wallet_closed'], 422: ['own_hand_over_at_most'], 503: MONEY },
  'handOvers.cancelOwn': { 409: DECIDED, 503: MONEY },
  'handOvers.record': {
    409: ['wallet_changed', 'wallet_closed'],
    422: ['no_such_admin', 'hand_over_at_most', 'own_hand_over_at_most'],
    503: MONEY,
  },

  'admins.create': {
    409: ['admin_email_taken', 'admin_username_taken', 'admin_looks_alike'],
    422: GUESSABLE,
    429: TOO_MANY_PASSWORDS,
  },
  'admins.edit': {
    409: ['changed', 'admin_email_taken', 'admin_looks_alike'],
    422: ['image_not_uploaded'],
  },
  'admins.changeOwnEmail': { 409: ['admin_email_taken'] },
  'admins.remove': { 409: ['own_account_not_deletable', 'admin_holds_cash', 'last_super_admin'] },
  'admins.setRole': { 409: ['own_role_fixed', 'last_super_admin'] },
  'admins.resetPassword': { 409: ['own_password_in_profile'], 429: TOO_MANY_PASSWORDS },
  'admins.resetSecondFactor': { 409: ['own_second_factor', 'admin_has_no_factor'] },
  'permissions.activate': { 409: ['auth_module_active', 'slug_taken'] },
  'permissions.setAuths': GRANTED,
  'permissions.setPackages': GRANTED,

  'users.update': {
    403: ['daily_limit'],
    409: ['changed', 'user_phone_taken', 'wallet_changed'],
    422: ['wallet_at_most'],
    429: TOO_MANY_PASSWORDS,
    503: MONEY,
  },
  'users.remove': { 409: ['user_has_money'] },
  'users.adjustEarnWallet': {
    403: ['daily_limit'],
    409: ['earn_wallet_changed'],
    422: ['insufficient_balance'],
    503: MONEY,
  },

  'campaigns.send': { 422: ['not_mobile_number', 'no_valid_number'] },
  'campaigns.readNumbers': { 422: ['table_unreadable', 'table_is_old_excel', 'table_is_no_text', 'table_too_long'] },
  'campaigns.stop': { 409: ['no_number_waiting'] },
  'campaigns.markSent': { 409: ['already_decided', 'numbers_at_gateway'] },
  'campaigns.sendTest': { 409: ['no_sms_gateway', 'sms_key_required', 'address_internal'], 422: ['not_mobile_number'] },
  'campaigns.sendAgain': { 409: ['no_sms_gateway', 'already_decided', 'numbers_at_gateway'] },

  'reconcile.check': { 409: ['books_being_checked'] },
  'settings.update': {
    409: ['changed'],
    422: ['webhook_secret_required', 'sms_key_required', 'other_sms_key_required', 'address_internal', 'time_zone_unknown'],
  },
  'webhooks.retry': { 409: ['webhook_delivered', 'webhook_being_sent'] },
  'webhooks.sendTest': { 409: ['webhook_not_set', 'webhook_no_answer', 'address_internal', 'webhook_not_accepted'] },

  'topupProducts.create': NEW_PICTURE,
  'topupProducts.update': { 409: ['changed', 'credit_changed'], 422: ['image_not_uploaded'] },
  'topupPackages.create': { 422: ['no_such_product', 'no_such_package', 'codes_by_hand', 'image_not_uploaded'] },
  'topupPackages.update': {
    409: ['changed', 'ready_codes_left', 'orders_without_code'],
    422: ['no_such_product', 'no_such_package', 'codes_by_hand', 'image_not_uploaded'],
  },
  'topupPackages.stopVouchers': { 409: ['sells_no_codes', 'ready_codes_left', 'orders_without_code'] },
  'rates.preview': { 422: ['no_packages', 'price_too_high'] },
  'rates.update': { 409: ['changed'], 422: ['no_packages', 'price_too_high'] },
  'rates.history': NOT_FOUND,
  'rates.revert': { ...NOT_FOUND, 409: ['rate_not_last', 'package_price_changed'] },
  'vouchers.list': { 429: ['too_many_attempts'] },
  'vouchers.exportRows': { 422: ['export_too_long'], 429: ['too_many_attempts'] },
  'vouchers.reveal': { 409: ['encrypted_with_lost_key'] },
  'vouchers.add': {
    409: ['all_codes_exist'],
    422: ['codes_required', 'no_line_is_code', 'no_such_package'],
  },
  'vouchers.update': {
    409: ['changed', 'used_code_stays_used', 'used_voucher_fixed', 'encrypted_with_lost_key', 'code_exists'],
    422: ['code_malformed', 'no_such_package'],
  },
  'voucherImports.preview': { 422: UNREADABLE_FILE },
  'voucherImports.add': {
    409: ['all_codes_exist'],
    422: [...UNREADABLE_FILE, 'no_code_column', 'no_line_is_code', 'no_such_package'],
  },
  'voucherImports.report': NOT_FOUND,
  'vouchers.setBack': { 409: ['changed', 'voucher_not_used', 'used_code_stays_used', 'encrypted_with_lost_key'] },
  'vouchers.remove': EDITED,
  'vouchers.restore': { 409: ['voucher_not_deleted'] },
  'physicalProducts.create': NEW_PICTURE,
  'physicalProducts.update': { 409: ['changed', 'quantity_changed'], 422: ['image_not_uploaded'] },
  'paymentMethods.create': NEW_PICTURE,
  'paymentMethods.update': WITH_PICTURE,
  'banners.create': NEW_PICTURE,
  'banners.update': WITH_PICTURE,
  'payments.paste': { 422: ['no_such_payment_method'] },
  'payments.compareStatement': { 422: [...STATEMENT, 'no_such_payment_method'] },
  'payments.addStatement': { 422: [...STATEMENT, 'statement_too_long', 'no_such_payment_method'] },
  'payments.match': {
    409: ['payment_not_matchable', 'payment_matched', 'wallet_add_paid', 'transaction_closed'],
    422: ['no_such_wallet_add', 'other_payment_method'],
  },
  'payments.addPhone': { 422: ['no_such_payment_method'] },
  'payments.setRule': { 422: ['no_such_payment_method'] },
  'staffNotices.setChannel': { 422: ['address_internal'] },
  'staffNotices.create': { 422: ['address_internal'] },
  'staffNotices.update': { 422: ['address_internal'] },
  'staffNotices.test': { 409: ['staff_channel_not_set', 'staff_notice_unclear', 'address_internal', 'staff_notice_refused'] },
  'notices.create': NEW_PICTURE,
  'notices.update': WITH_PICTURE,
  'uploads.image': { 422: ['too_many_pixels'], 429: ['too_many_pictures'], 503: ['upload_failed'] },

  'store.addUser': { 409: ['user_phone_taken'], 429: ['too_many_sign_ins'] },
  'store.signIn': { 422: ['wrong_phone_or_password', 'user_banned'], 429: ['too_many_attempts', 'too_many_sign_ins'] },
  'store.setPassword': { 422: ['user_banned'], 429: ['too_many_sign_ins'] },
  'store.addWallet': { 409: ['trx_id_used', 'reference_used'], 422: [...CUSTOMER, 'no_such_payment_method'] },
  'store.earn': { 422: CUSTOMER, 503: MONEY },
  'store.withdraw': { 409: ['reference_used'], 422: [...CUSTOMER, 'no_such_payment_method', 'insufficient_balance'], 503: MONEY },
  'store.placeOrder': {
    409: ['price_changed', 'reference_used'],
    422: [
      ...CUSTOMER,
      'no_such_package',
      'stock_out',
      'account_type_required',
      'ingame_password_required',
      'insufficient_balance',
    ],
    503: MONEY,
  },
  'store.placeProductOrder': {
    409: ['price_changed', 'reference_used'],
    422: [...CUSTOMER, 'no_such_product', 'stock_out', 'insufficient_balance'],
    503: MONEY,
  },
}
