import { z } from 'zod'
import { get, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { Id, Instant, listInput } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'

export const USER_WALLETS = ['wallet', 'earn_wallet', 'earn_hold'] as const
const UserWallet = z.enum(USER_WALLETS, { error: say('must_be_one_of', { values: USER_WALLETS.join(', ') }) })

/** Sums without a running balance. */
export const STORE_ACCOUNTS = ['orders_held', 'sales', 'adjustments', 'in_transit', 'store_cash', 'payouts'] as const

export const ACCOUNT_KINDS = ['user_wallet', 'earn_wallet', 'earn_hold', 'admin_wallet', ...STORE_ACCOUNTS] as const

export const StatementLine = z.object({
  id: Id,
  at: Instant,
  /** With `source_id`, the linked record. Both null for an order the admin may not see. */
  source: z.string().nullable(),
  source_id: Id.nullable(),
  kind: z.string(),
  explanation: z.string(),
  /** What the record is: a package's name, a phone. Empty if there is none or the admin may not see it. */
  detail: z.string(),
  /** The opposite account and its owner; null for the store's own. */
  other_kind: z.enum(ACCOUNT_KINDS),
  other_owner: z.string().nullable(),
  /** The opposite account moved the same way, as a customer's wallet and an admin's cash do. */
  rises_with_other: z.boolean(),
  /** Signed, as the balance moved. */
  amount: TkOut,
  balance_after: TkOut.nullable(),
  by: z.string(),
  reason: z.string(),
})
export type StatementLine = z.output<typeof StatementLine>

export const Statement = z.object({
  account: z.string(),
  balance: TkOut,
  frozen: z.string().nullable(),
  lines: z.array(StatementLine),
  total: z.number(),
})
export type Statement = z.output<typeof Statement>

const { q: _q, ...pageFields } = listInput(['id'], {}).shape

export const statements = {
  user: get('/admin/statement/user/:id', {
    onStandby: true,
    access: 'statements_view',
    about: 'A customer’s account line by line; orders that one may not see keep their amount and say nothing else',
    input: z.object({ id: Id, wallet: UserWallet.default('wallet'), ...pageFields }),
    output: Statement,
  }),
  admin: get('/admin/statement/admin/:id', {
    onStandby: true,
    access: 'statements_view',
    about: 'An admin’s wallet line by line: the cash that they collected and handed over',
    input: z.object({ id: Id, ...pageFields }),
    output: Statement,
  }),
  own: get('/admin/profile/statement', {
    onStandby: true,
    access: 'signed-in',
    about: 'One’s own wallet line by line',
    input: z.object(pageFields),
    output: Statement,
  }),
  store: get('/admin/statement/store', {
    access: 'super',
    about: 'One of the store’s own accounts line by line',
    input: z.object({ account: z.enum(STORE_ACCOUNTS, { error: say('account_not_selected') }), ...pageFields }),
    output: Statement,
  }),
  exportUser: post('/admin/statement/user/:id/export', {
    access: 'statements_export',
    effects: [],
    about: 'A customer’s whole statement as CSV or .xlsx',
    input: z.object({ id: Id, wallet: UserWallet.default('wallet'), ...exportFormat }),
    output: z.string(),
    audit: { subject: 'user', fields: ['wallet'] },
  }),
  exportAdmin: post('/admin/statement/admin/:id/export', {
    access: 'statements_export',
    effects: [],
    about: 'An admin’s whole statement as CSV or .xlsx',
    input: z.object({ id: Id, ...exportFormat }),
    output: z.string(),
    audit: { subject: 'admin', fields: [] },
  }),
}
