import { z } from 'zod'
import { flow } from './flow.ts'
import { MAX_SEARCH, MONEY_STATUSES } from './limits.ts'
import { AdminName, days, filter, freeText, Id, Instant, listInput, Moment, required, Shown, spelled, totals } from './list.ts'
import { say } from './messages/fields.ts'
import { Balance, PositiveAmount, TkOut } from './money.ts'
import { telephone } from './phone.ts'

/** Cancelling a withdrawal or a hand-over refunds it; reopening takes the amount again or fails. */
export const moneyFlow = flow({
  pending: ['completed', 'cancel'],
  cancel: ['pending', 'completed'],
  completed: [],
})
export type MoneyStatus = (typeof moneyFlow.statuses)[number]

export const moneyChoices = (status: MoneyStatus): MoneyStatus[] =>
  MONEY_STATUSES.filter((next) => next === status || moneyFlow.allows(status, next))

/** Accepts both spellings of cancel; replies say 'cancel'. */
export const MoneyStatus = z.preprocess(
  (value) => (value === 'cancelled' ? 'cancel' : value),
  z.enum(MONEY_STATUSES, { error: say('option_not_selected') }),
)

/** A warning on a money row; it never blocks. `id` is the other record, or the row itself if staff edited it. */
export const MoneyFlag = z.object({
  kind: z.enum([
    'amount_differs',
    'same_trx_id',
    'similar_trx_id',
    'trx_id_of_another_day',
    'same_number_and_amount',
    'wallet_edited_then_spent',
    'edited_by_admin',
  ]),
  subject: z.enum(['wallet_add', 'withdrawal', 'order', 'payment']),
  id: Id,
  /** The other record is completed, so this one could be a double payment. */
  is_completed: z.boolean(),
})
export type MoneyFlag = z.output<typeof MoneyFlag>

const MAX_FLAGS = MoneyFlag.shape.kind.options.length

/** The warnings the admin saw before completing; 409 if there is a new one. */
export const SeenFlags = z
  .array(MoneyFlag.pick({ kind: true, id: true, is_completed: true }))
  .max(MAX_FLAGS, say('flags_at_most', { most: MAX_FLAGS }))

export const CustomerMoneyRow = z.object({
  id: Id,
  user_id: Id,
  payment_method: z.object({ id: Id, name: z.string() }).nullable(),
  amount: TkOut,
  number: z.string(),
  trx_id: z.string(),
  /** The store's own number of it, or empty. */
  reference: z.string(),
  status: MoneyStatus,
  Admin: AdminName.nullable(),
  admin_id: Id.nullable(),
  User: z.object({ username: z.string(), phone: z.string(), email: z.string() }),
  /** Of a wallet add whose payment came; what was paid may differ from the amount. */
  payment: z.object({ id: Id, amount: TkOut }).nullable(),
  flags: z.array(MoneyFlag),
  created_at: Instant,
  updated_at: Instant,
})
export type CustomerMoneyRow = z.output<typeof CustomerMoneyRow>

export const CustomerMoneyList = z.object({
  transactions: z.array(CustomerMoneyRow),
  elsewhere: z.array(CustomerMoneyRow),
  ...totals,
})
export type CustomerMoneyList = z.output<typeof CustomerMoneyList>

/** Default: pending first, then newest. */
export const MONEY_SORTS = ['id', 'created_at', 'amount'] as const

export const moneyFilters = { status: filter(MoneyStatus), user_id: filter(Id), ...days }
export const moneyListInput = listInput(MONEY_SORTS, { ...moneyFilters, shown: Shown })

export const MoneyExport = z.object({ q: filter(freeText(MAX_SEARCH)), ...moneyFilters })

export const PendingSum = z.object({
  count: z.number(),
  sum: TkOut,
  up_to_id: Id.nullable(),
  as_of: Instant,
  /** Transaction ids that were running at `as_of`, and the next one to be assigned. */
  unseen: z.array(z.number()),
})
/** More than the database has connections. */
const UNSEEN_MAX = 1_000

/** Leaves rows pending that arrived or changed after the count. `unseen` also excludes those being written during it. */
export const CancelAll = z.object({
  up_to_id: filter(Id),
  as_of: filter(Moment),
  unseen: filter(
    z
      .array(Id, say('must_be_id'))
      .min(1, say('must_be_id'))
      .max(UNSEEN_MAX, say('ids_at_most', { most: UNSEEN_MAX })),
  ),
})
export const Cancelled = z.object({
  total: z.number(),
  sum: TkOut,
  left_pending: z.number(),
})

const MoneyNumber = telephone(required(say('phone_required'), 30))

/** `status` must be the current one unless the row is cancelled. */
export const FullEdit = z.object({
  id: Id,
  amount: PositiveAmount,
  status: MoneyStatus,
  number: MoneyNumber,
  expected_amount: Balance.optional(),
  /** The status when the form opened. Without it, a row cancelled in the meantime would be reopened. */
  expected_status: MoneyStatus.optional(),
  /** The number when the form opened. Without it, another admin's correction would be undone. */
  expected_number: spelled(100).optional(),
  expected_flags: SeenFlags.optional(),
})

export const EDITED_FIELDS = ['amount', 'status', 'number', 'expected_amount', 'expected_status', 'expected_number'] as const

export const moved = { done: 'Transaction updated successfully', keyed: true } as const

/** The amount the admin saw; 409 if it has changed. */
export const SeenAmount = Balance.optional()
