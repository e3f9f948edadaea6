import { type RawBuilder, sql } from 'kysely'
import type { Flow } from '#contract/flow.ts'
import type { Tk } from '#contract/money.ts'
import { type MoneyStatus, moneyFlow } from '#contract/money-rows.ts'
import { type OrderStatus, orderFlow } from '#contract/orders.ts'
import { type ProductOrderStatus, productOrderFlow } from '#contract/product-orders.ts'
import type { AccountKind, JOURNALS, JournalEvent } from '#contract/statement-lines.ts'

/** One side of a journal: an account of the store, or the wallet of the person that a column of the row names, or of who decides. */
export interface Side {
  readonly kind: AccountKind
  readonly owner?: 'user_id' | 'owner_id' | 'admin_id' | 'decider'
}

export type JournalKind = JournalEvent['kind']

interface Journal {
  readonly debit: Side
  readonly credit: Side
  /** The row's counter that numbers repeated journals of this kind; it has counted this one already. */
  readonly seq?: 'reopens' | 'corrections' | 'edits'
}

/** A row to decide on, locked for the rest of the transaction. */
export interface LockedRow<S extends string> {
  readonly id: number
  readonly status: S
  readonly amount: Tk
  readonly [column: string]: unknown
}

/** How the rows of one table are decided: which statuses follow which, and what money moves then. */
export interface Decision<S extends string, R extends LockedRow<S>> {
  readonly table: 'orders' | 'product_orders' | 'wallet_adds' | 'withdrawals' | 'hand_overs'
  readonly source: keyof typeof JOURNALS
  readonly flow: Flow<S>
  /** What is read as the row is locked; SQL. */
  readonly columns: readonly string[]
  readonly journals: { readonly [kind in JournalKind]?: Journal }
  /** The journals of each move, in order. A move that is missing is not allowed. */
  readonly moves: Readonly<Record<S, { readonly [to in S]?: readonly JournalKind[] }>>
  /** What else a move to this status writes. */
  readonly stamps: Readonly<Record<S, (adminId: number | null) => Readonly<Record<string, unknown>>>>
  /** Nothing is completed while this wallet is frozen: the journal moves accounts of the store alone. */
  readonly wallet?: Side
  /** Counts how often a row has left this status. */
  readonly counter?: { readonly column: 'reopens' | 'corrections'; readonly leaving: S }
  /** While a row has this status its amount is booked, and an edit of the amount moves the difference. */
  readonly booked?: S
  /** Ties the row's type to the declaration. */
  readonly row?: R
}

const CUSTOMER: Side = { kind: 'user_wallet', owner: 'user_id' }
const now = (): RawBuilder<string> => sql`now()`

const PURCHASE = {
  placed: { debit: CUSTOMER, credit: { kind: 'orders_held' } },
  completed: { debit: { kind: 'orders_held' }, credit: { kind: 'sales' } },
  cancelled: { debit: { kind: 'orders_held' }, credit: CUSTOMER },
} as const

/** When a claim that begins or is renewed now ends. */
export const lease = (): RawBuilder<string> => sql`now() + make_interval(mins => (select claim_minutes from settings))`

export interface LockedOrder extends LockedRow<OrderStatus> {
  readonly user_id: number
  readonly product_id: number
  readonly package_id: number
  readonly credit_taken: Tk
  readonly brief_note: string
  readonly holder_id: number | null
  readonly completed_by: number | null
  readonly closed_at: string | null
  /** Whether the holder's claim still lasts. A deleted admin holds nothing, even what they took in that moment. */
  readonly lease_left: boolean
}

const UNCLAIMED = { holder_id: null, held_until: null }
const closeOrder = (adminId: number | null) => ({ ...UNCLAIMED, completed_by: adminId, closed_at: now() })

/** Completed -> cancel is a super admin's correction, which the flow does not offer. */
export const ORDERS: Decision<OrderStatus, LockedOrder> = {
  table: 'orders',
  source: 'order',
  flow: orderFlow,
  columns: [
    'user_id, product_id, package_id, credit_taken, brief_note, holder_id, completed_by, closed_at',
    'coalesce(held_until > now() and (select deleted_at is null from admins where id = holder_id), false) as lease_left',
  ],
  journals: { ...PURCHASE, corrected: { debit: { kind: 'sales' }, credit: CUSTOMER } },
  moves: {
    pending: { in_progress: [], completed: ['completed'], cancel: ['cancelled'] },
    in_progress: { pending: [], in_progress: [], completed: ['completed'], cancel: ['cancelled'] },
    completed: { cancel: ['corrected'] },
    cancel: {},
  },
  stamps: {
    pending: () => UNCLAIMED,
    in_progress: (adminId) => ({ holder_id: adminId, held_until: lease() }),
    completed: closeOrder,
    cancel: closeOrder,
  },
  wallet: CUSTOMER,
}

interface LockedProductOrder extends LockedRow<ProductOrderStatus> {
  readonly user_id: number
  readonly brief_note: string
}

const closeProductOrder = (adminId: number | null) => ({ admin_id: adminId, closed_at: now() })

/** The database moves the stock. */
export const PRODUCT_ORDERS: Decision<ProductOrderStatus, LockedProductOrder> = {
  table: 'product_orders',
  source: 'product_order',
  flow: productOrderFlow,
  columns: ['user_id, brief_note'],
  journals: PURCHASE,
  moves: {
    pending: { in_progress: [], completed: ['completed'], cancelled: ['cancelled'] },
    in_progress: { pending: [], completed: ['completed'], cancelled: ['cancelled'] },
    completed: {},
    cancelled: {},
  },
  stamps: {
    pending: () => ({ admin_id: null }),
    in_progress: (adminId) => ({ admin_id: adminId }),
    completed: closeProductOrder,
    cancelled: closeProductOrder,
  },
  wallet: CUSTOMER,
}

/** A row that 'Edit Status' decides while it is pending, and the pencil edits. */
export interface LockedMoneyRow extends LockedRow<MoneyStatus> {
  readonly number: string
  /** The admin who last decided. */
  readonly admin_id: number | null
  readonly edits: number
  /** Null while its amount is what was asked for. */
  readonly asked: Tk | null
  readonly raised_by: number | null
  readonly number_changed_by: number | null
  /** How far the amount of an edit is above what was asked for. */
  readonly excess: Tk
}

export interface LockedWalletAdd extends LockedMoneyRow {
  readonly user_id: number
  /** Completed by the payment's notice. */
  readonly is_automatic: boolean
}

interface LockedWithdrawal extends LockedMoneyRow {
  readonly user_id: number
}

export interface LockedHandOver extends LockedMoneyRow {
  readonly owner_id: number
}

const MONEY_COLUMNS = [
  'number, admin_id, edits, asked, raised_by, number_changed_by',
  'greatest($2::numeric - coalesce(asked, amount), 0)::tk as excess',
]
const decideMoney = (adminId: number | null) => ({ admin_id: adminId, updated_at: now() })
const MONEY_STAMPS = { pending: decideMoney, completed: decideMoney, cancel: decideMoney }

/** The money of a completed wallet add is with the admin who completed it, or with the store where none did. */
const COLLECTED: Side = { kind: 'admin_wallet', owner: 'admin_id' }

/** Completed -> cancel is a super admin's correction, which the flow does not offer. */
export const WALLET_ADDS: Decision<MoneyStatus, LockedWalletAdd> = {
  table: 'wallet_adds',
  source: 'wallet_add',
  flow: moneyFlow,
  columns: ['user_id, corrections, is_automatic', ...MONEY_COLUMNS],
  journals: {
    completed: { debit: { kind: 'admin_wallet', owner: 'decider' }, credit: CUSTOMER, seq: 'corrections' },
    edited: { debit: COLLECTED, credit: CUSTOMER, seq: 'edits' },
    corrected: { debit: CUSTOMER, credit: COLLECTED, seq: 'corrections' },
  },
  moves: {
    pending: { completed: ['completed'], cancel: [] },
    cancel: { pending: [], completed: ['completed'] },
    completed: { cancel: ['corrected'] },
  },
  stamps: { ...MONEY_STAMPS, completed: (adminId) => ({ ...decideMoney(adminId), is_automatic: adminId === null }) },
  counter: { column: 'corrections', leaving: 'completed' },
  booked: 'completed',
}

/** Withdrawals and hand-overs take their amount when they are requested, and give it back when they are cancelled. */
const OUTFLOW = {
  flow: moneyFlow,
  moves: {
    pending: { completed: ['completed'], cancel: ['cancelled'] },
    cancel: { pending: ['requested'], completed: ['requested', 'completed'] },
    completed: {},
  },
  stamps: MONEY_STAMPS,
  counter: { column: 'reopens', leaving: 'cancel' },
  booked: 'pending',
} as const

const EARNED: Side = { kind: 'earn_wallet', owner: 'user_id' }
const HELD: Side = { kind: 'earn_hold', owner: 'user_id' }

export const WITHDRAWALS: Decision<MoneyStatus, LockedWithdrawal> = {
  ...OUTFLOW,
  table: 'withdrawals',
  source: 'withdrawal',
  columns: ['user_id, reopens', ...MONEY_COLUMNS],
  journals: {
    requested: { debit: EARNED, credit: HELD, seq: 'reopens' },
    edited: { debit: EARNED, credit: HELD, seq: 'edits' },
    completed: { debit: HELD, credit: { kind: 'payouts' }, seq: 'reopens' },
    cancelled: { debit: HELD, credit: EARNED, seq: 'reopens' },
  },
  wallet: EARNED,
}

const CASH: Side = { kind: 'admin_wallet', owner: 'owner_id' }
const IN_TRANSIT: Side = { kind: 'in_transit' }

/** An admin's wallet is the store's money: it falls when it is credited. */
export const HAND_OVERS: Decision<MoneyStatus, LockedHandOver> = {
  ...OUTFLOW,
  table: 'hand_overs',
  source: 'hand_over',
  columns: ['owner_id, reopens', ...MONEY_COLUMNS],
  journals: {
    requested: { debit: IN_TRANSIT, credit: CASH, seq: 'reopens' },
    edited: { debit: IN_TRANSIT, credit: CASH, seq: 'edits' },
    completed: { debit: { kind: 'store_cash' }, credit: IN_TRANSIT, seq: 'reopens' },
    cancelled: { debit: CASH, credit: IN_TRANSIT, seq: 'reopens' },
    written_off: { debit: { kind: 'adjustments' }, credit: CASH },
  },
  wallet: CASH,
}
