import { sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import { type MoneyStatus, moneyFlow } from '#contract/money-rows.ts'
import { CUSTOMER, type Decision, type LockedRow, type Side } from './declaration.ts'

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
const decideMoney = (adminId: number | null) => ({ admin_id: adminId, updated_at: sql`now()` })
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
