import type { Flow } from '#contract/flow.ts'
import type { Tk } from '#contract/money.ts'
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
  readonly seq?: 'reopens' | 'corrections' | 'edits' | 'refunds'
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

/** The wallet of a row's customer. */
export const CUSTOMER: Side = { kind: 'user_wallet', owner: 'user_id' }
