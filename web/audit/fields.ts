import type { AuditRow } from '#contract/audit.ts'
import { VOUCHER_LABELS } from '#contract/limits.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import { dayAndTimeInWords } from '../lists/cells/When.tsx'
import { formatDay } from '../ui/text/day.ts'
import { t } from '../ui/text/i18n.ts'

/** What the screens call each field of the log. */
export const FIELDS: Readonly<Record<string, string>> = {
  accounttype: 'Account type',
  address: 'Address',
  admin: 'Admin',
  admin_id: 'Admin',
  amount: 'Amount',
  as_of: 'As of',
  audience: 'Recipients',
  auth_ids: 'Auths',
  availability: 'Availability',
  avatar: 'Image',
  banner: 'Banner image',
  bprice: 'Buy price',
  by: 'By',
  brief_note: 'Note to the customer',
  buy_rate: 'Buy rate',
  change_id: 'Rate change',
  changed: 'Changed',
  city: 'City',
  claim_minutes: 'Claim time (minutes)',
  closed_at: 'Closed',
  code_changed: 'Code changed',
  completed_by: 'Completed by',
  confirm_again: 'Confirm sensitive changes',
  confirmed: 'Confirmed by admin',
  created: 'Newly created',
  created_at: 'Created',
  credit_returned: 'Supplier credit returned',
  date_of_birth: 'Date of birth',
  day_of: 'Filter by',
  deleted_at: 'Deleted',
  deliver_voucher: 'Deliver a code',
  description: 'Description',
  difference: 'Difference',
  dollar_rate: 'Rate',
  duplicates: 'Duplicates',
  earn_wallet: 'Earn wallet',
  email: 'Email',
  ended: 'Ended',
  except: 'Except',
  failed: 'Failed',
  field: 'Field',
  first_name: 'First name',
  for_home_modal: 'Home notice',
  from: 'From',
  gender: 'Gender',
  id: 'ID',
  image: 'Image',
  in_stock: 'In stock',
  info: 'Information',
  internal_hosts: 'Allowed internal hosts',
  internal_note: 'Internal note',
  invalid: 'Invalid',
  is_active: 'Is active',
  is_banned: 'Banned',
  is_home_modal: 'Home notice',
  is_phone_verify: 'Is Verified',
  is_shown: 'Shown',
  is_shared: 'Shared',
  isactive: 'Is active',
  isactivefortopup: 'Is active for Id Code',
  key: 'Key',
  kind: 'Kind',
  last_name: 'Last name',
  lease_had_lapsed: 'Claim had ended',
  left: 'Left',
  link: 'Link',
  list: 'List',
  logo: 'Logo',
  low_stock_codes: 'Low-stock alert',
  message: 'Message',
  name: 'Name',
  note: 'Note',
  notice: 'Notice',
  number: 'Phone',
  number_ids: 'Numbers',
  open_orders: 'Open orders',
  order_id: 'Order ID',
  order_note: 'Note to the customer',
  own_password_required: 'Require own passwords',
  package_id: 'Package',
  packages: 'Packages',
  password_changed: 'Password changed',
  payment_method_id: 'Payment method',
  phone: 'Phone',
  playerid: 'Player ID',
  price: 'Price',
  product: 'Product',
  product_id: 'Product',
  provider: 'Sign-in provider',
  q: 'Search',
  quantity: 'Quantity',
  reason: 'Reason',
  refunded: 'Refunded',
  refused: 'Refused',
  regular_price: 'Regular price',
  released_orders: 'Claims ended',
  remember: 'Remember me',
  return_credit: 'Return supplier credit',
  role: 'Role',
  rules: 'Rules',
  sale_price: 'Sale price',
  scores: 'Scores',
  screen: 'Screen',
  search: 'Search',
  second_factor: 'Second factor',
  secrets_kept_days: 'Keep in-game passwords for (days)',
  self_approved: 'Self-approved',
  sells_vouchers: 'Sells codes',
  serial: 'Serial',
  shop_name: 'Shop name',
  slug: 'Slug',
  sms_accepted: 'Accepted if the response says',
  sms_accepted_field: 'In this JSON field of the response',
  sms_gateway: 'SMS sending',
  sms_key_changed: 'Gateway key changed',
  sms_method: 'Method',
  sms_per_second: 'Messages per second',
  sms_url: 'Gateway URL',
  state: 'Status',
  status: 'Status',
  sum: 'Sum',
  take_over: 'Taken over',
  taken_from: 'Taken from',
  template: 'Template',
  time_zone: 'Time zone',
  title: 'Title',
  to: 'To',
  topup_package_id: 'Packages',
  topup_product_id: 'Products',
  total: 'Total',
  track_stock: 'Track stock',
  trx_id: 'TrxID',
  type: 'Type',
  unchecked: 'Not compared with the shown amount',
  up_to_id: 'Up to ID',
  user_id: 'User',
  username: 'Username',
  voucher_id: 'Voucher',
  waiting: 'Waiting',
  wallet: 'Wallet',
  wallet_changes_per_day: 'Wallet changes per sub-admin and day',
  webhook_secret_changed: 'Signing secret changed',
  webhook_url: 'Webhook URL',
  zip_code: 'Zip code',
}

/** What a form was opened with: it says nothing that is not in the replaced values. */
export const REPEATS = /^(expected_.+|read_at|version|.+_full_url)$/

const AMOUNTS = /^(amount|difference|earn_wallet|price|refunded|regular_price|sale_price|wallet|wallet_changes_per_day)$/
const FLAGS =
  /^(is_?active.*|is_.+|in_stock|for_home_modal|track_stock|take_over|deliver_voucher|return_credit|remember|confirm.*|own_password_required)$/
const NUMBERED = /^(auth_ids|number_ids|released_orders|.+_id)$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const DAY = /^\d{4}-\d\d-\d\d$/
const WORDS: Readonly<Record<string, string>> = { super: 'Super admin', sub: 'Sub-admin' }

type Facts = AuditRow['facts']

const isRecord = (value: unknown): value is Facts => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What the screens call a field; an unknown one, of a later version, with spaces. */
const labelOf = (subject: string, field: string): string =>
  t(isCredit(subject, field) ? 'Price/Stock' : (FIELDS[field] ?? field.replaceAll('_', ' ')))

/** A top-up product's price is its supplier credit, in the unit of its packages' buying prices. */
const isCredit = (subject: string, field: string) => subject === 'topup_product' && field === 'price'

/** The facts of a row under the screens' names, with values as the screens show them. */
export function plainFacts({ subject, facts }: Pick<AuditRow, 'subject' | 'facts'>): Facts {
  const shown = Object.entries(facts).filter(
    ([field, value]) => !(REPEATS.test(field) || (field === 'order_note' && value === '')),
  )
  return Object.fromEntries(
    shown.map(([field, value]) =>
      (field === 'before' || field === 'after') && isRecord(value)
        ? [field, plainFacts({ subject, facts: value })]
        : [labelOf(subject, field), plain(subject, field, value)],
    ),
  )
}

function plain(subject: string, field: string, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value
  if (Array.isArray(value)) return value.map((item) => plain(subject, field, item))
  if (isRecord(value)) {
    return Object.entries(value)
      .map(([name, part]) => `${labelOf('', name)} ${plain('', name, part)}`)
      .join(' · ')
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
