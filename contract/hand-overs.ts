import { z } from 'zod'
import { get, Nothing, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { MAX_SEARCH } from './limits.ts'
import { AdminName, filter, freeText, Id, Instant, listInput, requiredFreeText, Shown, text, totals } from './list.ts'
import { say } from './messages/fields.ts'
import { Balance, PositiveAmount, TkOut } from './money.ts'
import { EDITED_FIELDS, FullEdit, MONEY_SORTS, MoneyStatus, moved, SeenAmount } from './money-rows.ts'
import { telephone } from './phone.ts'
import { timelineOf } from './timeline.ts'

/** The `amount` leaves the owner's wallet when the hand-over is requested. */
export const HandOverRow = z.object({
  id: Id,
  /** `write_off` and `recorded` are entered by a super admin and complete at once. */
  kind: z.enum(['request', 'recorded', 'write_off']),
  owner_id: Id,
  Owner: AdminName,
  owner_is_deleted: z.boolean(),
  amount: TkOut,
  number: z.string(),
  reason: z.string(),
  status: MoneyStatus,
  Admin: AdminName.nullable(),
  admin_id: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
})
export type HandOverRow = z.output<typeof HandOverRow>

const HandOverList = z.object({
  transactions: z.array(HandOverRow),
  elsewhere: z.array(HandOverRow),
  ...totals,
})
export type HandOverList = z.output<typeof HandOverList>

const listOfHandOvers = listInput(MONEY_SORTS, { status: filter(MoneyStatus), owner_id: filter(Id), shown: Shown })
export type HandOverQuery = z.output<typeof listOfHandOvers>

export const handOvers = {
  list: get('/admin/admin-transaction', {
    onStandby: true,
    access: 'hand_overs_view',
    about: 'Cash handed over by admins, pending first',
    input: listOfHandOvers,
    output: HandOverList,
  }),
  exportRows: post('/admin/admin-transaction/export', {
    access: 'hand_overs_export',
    effects: ['exports'],
    about: 'The filtered hand-overs as CSV or .xlsx',
    input: z.object({
      q: filter(freeText(MAX_SEARCH)),
      status: filter(MoneyStatus),
      owner_id: filter(Id),
      ...exportFormat,
    }),
    output: z.string(),
    audit: { subject: 'hand_over', fields: ['q', 'status', 'owner_id'] },
  }),
  timeline: timelineOf('/admin/admin-transaction/timeline/:id', 'hand_overs_view', 'a hand-over'),
  setStatus: post('/admin/admin-transaction/update', {
    access: 'hand_overs_approve',
    effects: ['money'],
    about: 'Confirm or cancel a pending hand-over; only a super admin may decide their own',
    input: z.object({ transaction_id: Id, status: MoneyStatus, expected_amount: SeenAmount }),
    output: Nothing,
    ...moved,
    audit: { subject: 'hand_over', fields: ['status', 'expected_amount'] },
  }),
  editRow: post('/admin/admin-transaction/update-full-row/:id', {
    access: 'hand_overs_approve',
    effects: ['money'],
    about: 'Edit amount and number while pending or cancelled, and the status of a cancelled row; a completed row is closed',
    input: FullEdit,
    output: HandOverRow,
    ...moved,
    audit: { subject: 'hand_over', fields: EDITED_FIELDS },
  }),
  request: post('/admin/admin-transaction/request/transaction', {
    access: 'signed-in',
    effects: ['money'],
    about: 'Hand over collected cash: one’s own wallet goes down by this amount now',
    input: z.object({
      amount: PositiveAmount,
      number: telephone(text(30)).default(''),
      /** The wallet as the form showed it; 409 if it has changed. */
      expected_wallet: filter(Balance),
    }),
    output: HandOverRow.extend({ wallet: TkOut }),
    ...moved,
    audit: { subject: 'hand_over', fields: ['amount', 'number', 'expected_wallet'] },
  }),
  own: get('/admin/profile/transactions', {
    onStandby: true,
    access: 'signed-in',
    about: 'One’s own hand-overs',
    input: listInput(MONEY_SORTS, { status: filter(MoneyStatus), shown: Shown }),
    output: HandOverList,
  }),
  ownTimeline: timelineOf('/admin/profile/transactions/timeline/:id', 'signed-in', 'one’s own hand-over'),
  cancelOwn: post('/admin/profile/transactions/cancel/:id', {
    access: 'signed-in',
    effects: ['money'],
    about: 'Cancel one’s own hand-over while it is pending',
    input: z.object({ id: Id, expected_amount: SeenAmount }),
    output: Nothing,
    ...moved,
    audit: { subject: 'hand_over', fields: ['expected_amount'] },
  }),
  record: post('/admin/admin-transaction/record', {
    access: 'super',
    effects: ['money', { effect: 'write_off', when: (input) => input.kind === 'write_off' }],
    about: 'Record cash received from an admin without a request, or write off cash that will not come, with a reason',
    input: z.object({
      admin_id: Id,
      kind: z.enum(['recorded', 'write_off'], { error: say('must_be_hand_over_kind') }),
      amount: PositiveAmount,
      reason: requiredFreeText(say('reason_required')),
      /** The wallet as the form showed it; prevents two admins from recording the same cash twice. */
      expected_wallet: filter(Balance),
    }),
    output: HandOverRow,
    ...moved,
    audit: { subject: 'hand_over', fields: ['admin_id', 'kind', 'amount', 'reason', 'expected_wallet'] },
  }),
}
