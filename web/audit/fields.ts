import type { AuditRow } from '#contract/audit.ts'
import { VOUCHER_LABELS } from '#contract/limits.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import { dayAndTimeInWords } from '../lists/cells/When.tsx'
import { formatDay } from '../ui/text/day.ts'
import { t } from '../ui/text/i18n.ts'
import { isRecord, SEPARATOR } from './changes.ts'
import { tellsStatus } from './sentences.ts'

/** Fields that the screens call by other words than their own. */
const FIELDS: Readonly<Record<string, string>> = {
  accounttype: 'Account type',
  admin_id: 'Admin',
  all_products: 'All products',
  answer: 'Gateway’s answer',
  audience: 'Recipients',
  auth_ids: 'Auths',
  automatic: 'Automatic',
  automatic_daily: 'Automatic, a day at most',
  automatic_each: 'Automatic, each at most',
  avatar: 'Image',
  banner: 'Banner image',
  bprice: 'Buy price',
  brief_note: 'Note to the customer',
  change_id: 'Rate change',
  claim_minutes: 'Claim time (minutes)',
  closed_at: 'Closed',
  confirm_again: 'Confirm sensitive changes',
  confirmed: 'Confirmed by admin',
  created: 'Newly created',
  created_at: 'Created',
  credit_returned: 'Supplier credit returned',
  day_of: 'Filter by',
  deleted_at: 'Deleted',
  deliver_voucher: 'Deliver a code',
  dollar_rate: 'Rate',
  for_home_modal: 'Home notice',
  events: 'Told of',
  id: 'ID',
  info: 'Information',
  internal_hosts: 'Allowed internal hosts',
  is_banned: 'Banned',
  is_home_modal: 'Home notice',
  is_phone_verify: 'Is Verified',
  is_shown: 'Shown',
  is_sound: 'Books are balanced',
  is_shared: 'Shared',
  isactive: 'Is active',
  isactivefortopup: 'Is active for Id Code',
  made_at: 'Backup made',
  lease_had_lapsed: 'Claim had ended',
  low_stock_codes: 'Low-stock alert',
  number: 'Phone',
  number_ids: 'Numbers',
  order_minutes: 'Orders waiting longer than (minutes)',
  order_id: 'Order ID',
  order_note: 'Note to the customer',
  own_password_required: 'Require own passwords',
  owner_id: 'Admin ID',
  package_id: 'Package',
  payment_id: 'Payment',
  payment_method_id: 'Payment method',
  playerid: 'Player ID',
  preset: 'Permissions',
  product_id: 'Product',
  provider: 'Sign-in provider',
  q: 'Search',
  recipe: 'Codes of one order',
  released_orders: 'Claims ended',
  return_credit: 'Return supplier credit',
  secrets_kept_days: 'Keep in-game passwords for (days)',
  self_approved: 'Self-approved',
  sells_vouchers: 'Sells codes',
  sms_accepted: 'Accepted if the response says',
  sms_accepted_field: 'In this JSON field of the response',
  sms_gateway: 'SMS sending',
  sms_key_changed: 'Gateway key changed',
  sms_method: 'Method',
  sms_per_second: 'Messages per second',
  sms_url: 'Gateway URL',
  skipped_ids: 'Skipped IDs',
  state: 'Status',
  take_over: 'Taken over',
  topup_package_id: 'Packages',
  topup_product_id: 'Products',
  trx_id: 'TrxID',
  unchecked: 'Not compared with the shown amount',
  up_to_id: 'Up to ID',
  user_id: 'User',
  quiet_from: 'Quiet from',
  quiet_to: 'Quiet until',
  voucher_id: 'Voucher',
  voucher_ids: 'Vouchers',
  wallet_add_amount: 'Wallet adds from',
  wallet_add_id: 'Wallet add',
  way: 'Way of staff notices',
  wallet_changes_per_day: 'Wallet changes per sub-admin and day',
  with_key: 'Contains the master key',
  webhook_secret_changed: 'Signing secret changed',
  webhook_url: 'Webhook URL',
}

/** What the screens call a field, in English: 'First name' for `first_name`. */
export const fieldName = (field: string): string =>
  FIELDS[field] ?? field.charAt(0).toUpperCase() + field.slice(1).replaceAll('_', ' ')

/** What a form was opened with says nothing that is not in the replaced values; how long a browser stays signed in changes nothing. */
export const REPEATS = /^(expected_.+|read_at|version|.+_full_url|remember)$/

const AMOUNTS =
  /^(amount|automatic_daily|automatic_each|difference|earn_wallet|price|refunded|regular_price|sale_price|wallet|wallet_add_amount|wallet_changes_per_day)$/
const FLAGS =
  /^(all_products|automatic|is_?active.*|is_.+|in_stock|for_home_modal|track_stock|take_over|deliver_voucher|return_credit|confirm.*|own_password_required)$/
const NUMBERED = /^(auth_ids|number_ids|voucher_ids|released_orders|.+_id)$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
const WORDS: Readonly<Record<string, string>> = { super: 'Super admin', sub: 'Sub-admin' }

type Facts = AuditRow['facts']

/** What a call sends unless an admin chooses otherwise: another value is worth reading. */
const USUAL: Facts = {
  all_products: 0,
  confirmed: 0,
  deliver_voucher: 1,
  duplicates: 0,
  for_home_modal: 1,
  invalid: 0,
  is_shared: 0,
  order_note: '',
  refused: 0,
  return_credit: 0,
  take_over: 0,
}

const labelOf = (subject: string, field: string): string => t(isCredit(subject, field) ? 'Price/Stock' : fieldName(field))

/** A top-up product's price is its supplier credit, in the unit of its packages' buying prices. */
const isCredit = (subject: string, field: string) => subject === 'topup_product' && field === 'price'

/** The facts of a row that its sentence does not tell, under the screens' names, with values as the screens show them. */
export const plainFacts = ({ subject, ...row }: Pick<AuditRow, 'action' | 'subject' | 'facts'>): Facts =>
  named(subject, withoutUsual(row))

/** A form sends all its fields, also those that it leaves as they are. `before` has those that it changes; these are noted beside. */
const FORM = /^(?!rates\.)\w+\.(update|edit)$/
const BESIDE = /^(before|name|reason|difference|unchecked|.+_changed)$/

function withoutUsual({ action, facts }: Pick<AuditRow, 'action' | 'facts'>): Facts {
  const { status, ...before } = isRecord(facts.before) ? facts.before : {}
  const isTold = status === 'pending' && tellsStatus({ action, facts })
  const isForm = FORM.test(action) && isRecord(facts.before)
  const shown = Object.entries(facts).filter(
    ([field, value]) =>
      field in before || (field === 'status' && status !== undefined) || (isForm ? BESIDE.test(field) : USUAL[field] !== value),
  )
  return { ...Object.fromEntries(shown), ...(isTold && { before, status: undefined }) }
}

const named = (subject: string, facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts)
      .filter(([field]) => !REPEATS.test(field))
      .map(([field, value]) =>
        (field === 'before' || field === 'after') && isRecord(value)
          ? [field, named(subject, value)]
          : [labelOf(subject, field), plain(subject, field, value)],
      ),
  )

function plain(subject: string, field: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  if (Array.isArray(value)) return value.map((item) => plain(subject, field, item))
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([name, part]) => `${labelOf('', name)} ${plain('', name, part)}`)
      .join(SEPARATOR)
  }
  if (typeof value === 'boolean' || (FLAGS.test(field) && (value === 0 || value === 1))) return t(value ? 'Yes' : 'No')
  if (typeof value === 'number') return figure(subject, field, value)
  if (typeof value !== 'string') return value
  if (INSTANT.test(value)) return dayAndTimeInWords(value)
  if (DAY.test(value)) return formatDay(value)
  return WORDS[value] === undefined ? value : t(WORDS[value])
}

function figure(subject: string, field: string, value: number): string {
  if (field === 'status')
    return subject === 'voucher'
      ? t(VOUCHER_LABELS.find(([status]) => status === value)?.[1] ?? String(value))
      : t(value === 1 ? 'Active' : 'Inactive')
  if (AMOUNTS.test(field) && !isCredit(subject, field)) return formatTk(value as Tk)
  return NUMBERED.test(field) ? `#${value}` : String(value)
}
