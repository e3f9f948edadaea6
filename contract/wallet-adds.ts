import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { BULK_MAX, MAX_SEARCH } from './limits.ts'
import { BulkResult, ById, filter, freeText, Id, listInput, requiredFreeText, Shown } from './list.ts'
import { say } from './messages/fields.ts'
import { Balance } from './money.ts'
import {
  CancelAll,
  Cancelled,
  CustomerMoneyList,
  CustomerMoneyRow,
  EDITED_FIELDS,
  FullEdit,
  MONEY_SORTS,
  MoneyStatus,
  moneyFilters,
  moved,
  PendingSum,
  SeenAmount,
  SeenFlags,
} from './money-rows.ts'
import { timelineOf } from './timeline.ts'

const WALLET_ADD_DAYS = ['created_at', 'completed_at'] as const
/** What the wallets' messages say of a wallet add. */
export const PAID_STATES = ['paid', 'differs', 'none'] as const
const walletAddFilters = {
  ...moneyFilters,
  payment: filter(z.enum(PAID_STATES, { error: say('must_be_one_of', { values: PAID_STATES.join(', ') }) })),
  day_of: filter(z.enum(WALLET_ADD_DAYS, { error: say('must_be_one_of', { values: WALLET_ADD_DAYS.join(', ') }) })),
}
const walletAddListInput = listInput(MONEY_SORTS, { ...walletAddFilters, shown: Shown })
export type MoneyQuery = z.output<typeof walletAddListInput>

export const walletAdds = {
  list: get('/admin/transaction', {
    onStandby: true,
    access: 'wallet_adds_view',
    about: 'Customers’ wallet adds, pending first: searched, filtered, sorted, one page',
    input: walletAddListInput,
    output: CustomerMoneyList,
  }),
  pending: get('/admin/transaction/pending', {
    access: 'wallet_adds_view',
    about: 'Number and sum of the pending wallet adds, and the newest one’s id',
    input: NoInput,
    output: PendingSum,
  }),
  show: get('/admin/transaction/:id', {
    access: 'wallet_adds_view',
    about: 'One wallet add',
    input: ById,
    output: CustomerMoneyRow,
  }),
  timeline: timelineOf('/admin/transaction/timeline/:id', 'wallet_adds_view', 'a wallet add'),
  setStatus: post('/admin/transaction/update', {
    access: 'wallet_adds_approve',
    effects: ['money'],
    about: 'Decide a pending wallet add; completing it credits the customer’s wallet and the deciding admin’s wallet',
    input: z.object({
      transaction_id: Id,
      status: MoneyStatus,
      expected_amount: SeenAmount,
      expected_flags: SeenFlags.optional(),
    }),
    output: Nothing,
    ...moved,
    audit: { subject: 'wallet_add', fields: ['status', 'expected_amount'] },
  }),
  editRow: post('/admin/transaction/update-full-row/:id', {
    access: 'wallet_adds_edit',
    effects: ['money'],
    about: 'Edit amount and number, and the status of a cancelled row; a completed row’s difference is posted to both wallets',
    input: FullEdit,
    output: CustomerMoneyRow,
    ...moved,
    needs: [
      { module: 'wallet_adds_approve', field: 'status' },
      { module: 'wallet_adds_approve', field: 'amount' },
    ],
    audit: { subject: 'wallet_add', fields: EDITED_FIELDS },
  }),
  cancelAll: post('/admin/transaction/cancel-all', {
    access: 'wallet_adds_cancel_all',
    effects: ['money'],
    about: 'Cancel every pending wallet add up to an id, in one statement',
    input: CancelAll,
    output: Cancelled,
    done: 'Total cancelled {total} transaction.',
    keyed: true,
    audit: { subject: 'wallet_add', fields: ['up_to_id', 'as_of'] },
  }),
  approveMany: post('/admin/transaction/approve-many', {
    access: 'wallet_adds_approve',
    effects: ['money'],
    about: 'Complete many pending wallet adds, each by itself; those that cannot be are refused with the reason',
    input: z
      .object({
        transaction_ids: z
          .array(Id)
          .min(1, say('wallet_add_not_selected'))
          .max(BULK_MAX, say('wallet_adds_at_most', { most: BULK_MAX })),
        /** In the order of the ids, as is `expected_flags`. */
        expected_amounts: z.array(Balance).max(BULK_MAX).optional(),
        expected_flags: z.array(SeenFlags).max(BULK_MAX).optional(),
      })
      .refine(({ transaction_ids, expected_flags: seen }) => !seen || seen.length === transaction_ids.length, {
        error: say('flags_missing'),
        path: ['expected_flags'],
      })
      .refine(({ transaction_ids, expected_amounts: seen }) => !seen || seen.length === transaction_ids.length, {
        error: say('amounts_missing'),
        path: ['expected_amounts'],
      }),
    output: BulkResult,
    keyed: true,
    audit: { subject: 'wallet_add', fields: [] },
  }),
  correct: post('/admin/transaction/correct/:id', {
    access: 'super',
    effects: ['money'],
    about: 'Reverse a completed wallet add, with a reason: both wallets go down by its amount, or the call is refused',
    input: z.object({ id: Id, reason: requiredFreeText(say('reason_required')), expected_amount: SeenAmount }),
    output: Nothing,
    ...moved,
    audit: { subject: 'wallet_add', fields: ['reason', 'expected_amount'] },
  }),
  creditPaid: post('/admin/transaction/credit-paid/:id', {
    access: 'wallet_adds_approve',
    effects: ['money'],
    about: 'Complete a pending wallet add with what its payment says, where that is another amount; what was asked for is kept',
    input: z.object({ id: Id, expected_amount: SeenAmount, expected_paid: SeenAmount, expected_flags: SeenFlags.optional() }),
    output: Nothing,
    ...moved,
    needs: [{ module: 'wallet_adds_edit', field: 'amount', when: () => true }],
    audit: { subject: 'wallet_add', fields: ['expected_amount', 'expected_paid'] },
  }),
  exportRows: post('/admin/transaction/export', {
    access: 'wallet_adds_export',
    effects: ['exports'],
    about: 'The filtered wallet adds as CSV or .xlsx',
    input: z.object({ q: filter(freeText(MAX_SEARCH)), ...walletAddFilters, ...exportFormat }),
    output: z.string(),
    audit: { subject: 'wallet_adds', fields: ['q', ...Object.keys(walletAddFilters)] },
  }),
}
