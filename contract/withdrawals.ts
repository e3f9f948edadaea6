import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { ById, Id, spelled } from './list.ts'
import {
  CancelAll,
  Cancelled,
  CustomerMoneyList,
  CustomerMoneyRow,
  EDITED_FIELDS,
  FullEdit,
  MoneyExport,
  MoneyStatus,
  moneyListInput,
  moved,
  PendingSum,
  SeenAmount,
  SeenFlags,
} from './money-rows.ts'
import { timelineOf } from './timeline.ts'

/** Taken from earn wallets. The store pays them, never the wallet of the deciding admin. */
export const withdrawals = {
  list: get('/admin/withdraw-earn-wallet', {
    onStandby: true,
    access: 'withdrawals_view',
    about: 'Customers’ withdrawals, pending first: searched, filtered, sorted, one page',
    input: moneyListInput,
    output: CustomerMoneyList,
  }),
  pending: get('/admin/withdraw-earn-wallet/pending', {
    access: 'withdrawals_view',
    about: 'Number and sum of the pending withdrawals, and the newest one’s id',
    input: NoInput,
    output: PendingSum,
  }),
  show: get('/admin/withdraw-earn-wallet/:id', {
    access: 'withdrawals_view',
    about: 'One withdrawal',
    input: ById,
    output: CustomerMoneyRow,
  }),
  timeline: timelineOf('/admin/withdraw-earn-wallet/timeline/:id', 'withdrawals_view', 'a withdrawal'),
  setStatus: post('/admin/withdraw-earn-wallet/update', {
    access: 'withdrawals_approve',
    effects: ['money'],
    about: 'Decide a pending withdrawal: completed pays the hold out, cancel gives it back',
    input: z.object({
      withdraw_earn_wallet_id: Id,
      status: MoneyStatus,
      expected_amount: SeenAmount,
      /** The number the admin saw, where the money goes; 409 if it has changed. */
      expected_number: spelled(100).optional(),
      expected_flags: SeenFlags.optional(),
    }),
    output: Nothing,
    ...moved,
    audit: { subject: 'withdrawal', fields: ['status', 'expected_amount', 'expected_number'] },
  }),
  editRow: post('/admin/withdraw-earn-wallet/update-full-row/:id', {
    access: 'withdrawals_edit',
    effects: ['money'],
    about: 'Edit amount and number while pending or cancelled, and the status of a cancelled row; a completed row is closed',
    input: FullEdit,
    output: CustomerMoneyRow,
    ...moved,
    needs: [{ module: 'withdrawals_approve', field: 'status' }],
    audit: { subject: 'withdrawal', fields: EDITED_FIELDS },
  }),
  cancelAll: post('/admin/withdraw-earn-wallet/cancel-all', {
    access: 'withdrawals_cancel_all',
    effects: ['money'],
    about: 'Cancel every pending withdrawal up to an id; every hold is given back',
    input: CancelAll,
    output: Cancelled,
    done: 'Total cancelled {total} transaction.',
    keyed: true,
    audit: { subject: 'withdrawal', fields: ['up_to_id', 'as_of'] },
  }),
  exportRows: post('/admin/withdraw-earn-wallet/export', {
    access: 'withdrawals_export',
    effects: ['exports'],
    about: 'The filtered withdrawals as CSV or .xlsx',
    input: z.object({ ...MoneyExport.shape, ...exportFormat }),
    output: z.string(),
    audit: { subject: 'withdrawals', fields: Object.keys(MoneyExport.shape) },
  }),
}
