import { z } from 'zod'
import { flow } from './flow.ts'
import { MAX_SEARCH, MONEY_STATUSES } from './limits.ts'
import { AdminName, days, filter, Id, Instant, listInput, Moment, required, Shown, text } from './list.ts'
import { Balance, PositiveAmount, TkOut } from './money.ts'
import { telephone } from './phone.ts'
import { spelled } from './plain.ts'

/**
 * Wallet adds, withdrawals and hand-overs: 'Edit Status' only while pending, cancel -> pending or completed by the full edit. A cancelled
 * add credits nothing; of the others cancel gives the amount back, and what follows it takes the amount again or is refused. A super
 * admin's correction of an add (completed -> cancel) is the one exception, and not a status move.
 */
export const moneyFlow = flow({
  pending: ['completed', 'cancel'],
  cancel: ['pending', 'completed'],
  completed: [],
})
export type MoneyStatus = (typeof moneyFlow.statuses)[number]

/** What may be chosen for a row of this status, in the order of the filter: what it is, and what may follow. */
export const moneyChoices = (status: MoneyStatus): MoneyStatus[] =>
  MONEY_STATUSES.filter((next) => next === status || moneyFlow.allows(status, next))

export const MoneyStatus = z.enum(MONEY_STATUSES, { error: 'Select an option to update' })

/** What a money row should make one look at; never a block. `id` is the other record's; of what staff have edited it is the row's own. */
export const MoneyFlag = z.object({
  kind: z.enum(['same_trx_id', 'similar_trx_id', 'same_number_and_amount', 'wallet_edited_then_spent', 'edited_by_admin']),
  /** What `id` names. */
  subject: z.enum(['wallet_add', 'withdrawal', 'order']),
  id: Id,
  /** Of another wallet add or withdrawal: it is completed, so that this one would be paid a second time. */
  is_completed: z.boolean(),
})
export type MoneyFlag = z.output<typeof MoneyFlag>

/** Each kind at most once. */
const MAX_FLAGS = MoneyFlag.shape.kind.options.length

/** What whoever completes a row has seen that should make him look twice; one that has come since: 409. It never blocks who has seen it. */
export const SeenFlags = z
  .array(MoneyFlag.pick({ kind: true, id: true, is_completed: true }))
  .max(MAX_FLAGS, `At most ${MAX_FLAGS} flags`)

/** A wallet add, or a withdrawal: the two have the same columns. */
export const CustomerMoneyRow = z.object({
  id: Id,
  user_id: Id,
  /** Null shows as '- - -'. */
  payment_method: z.object({ id: Id, name: z.string() }).nullable(),
  amount: TkOut,
  number: z.string(),
  /** Empty on withdrawals. */
  trx_id: z.string(),
  status: MoneyStatus,
  /** Who last decided. */
  Admin: AdminName.nullable(),
  admin_id: Id.nullable(),
  User: z.object({ username: z.string(), phone: z.string(), email: z.string() }),
  flags: z.array(MoneyFlag),
  created_at: Instant,
  updated_at: Instant,
})
export type CustomerMoneyRow = z.output<typeof CustomerMoneyRow>

export const CustomerMoneyList = z.object({
  transactions: z.array(CustomerMoneyRow),
  elsewhere: z.array(CustomerMoneyRow),
  total: z.number(),
  /** The search matches more than `total` rows; shown as 'N+'. */
  total_capped: z.boolean(),
})
export type CustomerMoneyList = z.output<typeof CustomerMoneyList>

/** Columns by which money lists sort; without one: pending first, then newest. */
export const MONEY_SORTS = ['id', 'created_at', 'amount'] as const

export const moneyFilters = { status: filter(MoneyStatus), user_id: filter(Id), ...days }
export const moneyListInput = listInput(MONEY_SORTS, { ...moneyFilters, shown: Shown })

/** Filters of an export: those of the list. */
export const MoneyExport = z.object({ q: filter(text(MAX_SEARCH)), ...moneyFilters })

/** What 'Cancel All' would cancel, for its dialog. */
export const PendingSum = z.object({
  count: z.number(),
  sum: TkOut,
  up_to_id: Id.nullable(),
  /** When that was so. */
  as_of: Instant,
  /** Transactions of the database that were at work then, and at last the next one to come. */
  unseen: z.array(z.number()),
})
/** More than a database has connections. */
const UNSEEN_MAX = 1_000

/**
 * Rows that came in after `up_to_id`, and those that were changed after `as_of`, stay pending; with `unseen`, also those that were just being
 * written while it was counted.
 */
export const CancelAll = z.object({
  up_to_id: filter(Id),
  as_of: filter(Moment),
  unseen: filter(z.array(Id, 'Must be an id').min(1, 'Must be an id').max(UNSEEN_MAX, `At most ${UNSEEN_MAX} ids`)),
})
export const Cancelled = z.object({
  total: z.number(),
  sum: TkOut,
  /** Stayed pending, because the customer's wallets are frozen. */
  left_pending: z.number(),
})

/** Phone of a money row, as the pencil's form requires it. */
const MoneyNumber = telephone(required('Phone is required', 30))

/** The pencil 'Edit transaction': `status` must be the row's present one unless the row is cancelled. */
export const FullEdit = z.object({
  id: Id,
  amount: PositiveAmount,
  status: MoneyStatus,
  number: MoneyNumber,
  /** The amount that the form was opened with; another one now: 409. */
  expected_amount: Balance.optional(),
  /** The status that it was opened with: without it a row that was cancelled meanwhile cannot be told from one to be reopened. */
  expected_status: MoneyStatus.optional(),
  /** The number that it was opened with: without it a number that a colleague has mended would be put back unseen. */
  expected_number: spelled(100).optional(),
  /** Where a cancelled row is completed; a hand-over has no flags. */
  expected_flags: SeenFlags.optional(),
})

/** The amount that whoever decides has seen; another one now: 409. */
export const SeenAmount = Balance.optional()
