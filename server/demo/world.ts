import type { MoneyStatus } from '#contract/money-rows.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { ProductOrderStatus } from '#contract/product-orders.ts'
import type { JournalEvent } from '#contract/statement-lines.ts'
import { accountOf } from '../core/decisions/decisions.ts'
import type { Decision, JournalKind } from '../core/decisions/declaration.ts'
import type { PastPosting } from '../core/ledger/history.ts'
import type { Agenda } from './agenda.ts'
import type { Shoppers } from './choices.ts'
import type { Setting } from './plan.ts'

/** Moments (`at`, `..._at`, `held_until`) are in milliseconds since 1970. */
export type Row = Record<string, unknown>

/** A row of a table that decisions are about. */
export interface PastRow<S extends string = MoneyStatus> extends Row {
  readonly id: number
  readonly amount: number
  status: S
}

export interface PastOrder extends PastRow<OrderStatus> {
  readonly user_id: number
  readonly package_id: number
  readonly accounttype: string
  completed_by: number | null
  closed_at: number | null
  corrected_at: number | null
}

export interface PastProductOrder extends PastRow<ProductOrderStatus> {
  readonly product_id: number
  readonly quantity: number
  readonly created_at: number
  closed_at: number | null
}

interface AuditLine extends Row {
  readonly at: number
  readonly admin_id: number
  readonly action: string
  readonly subject: Decision<string, never>['source'] | 'voucher' | 'campaign'
  readonly subject_id: number
  readonly facts: Row
}

/** What happened in the shop: rows by their table, and the journals in order of time. */
interface Trade {
  readonly orders: PastOrder[]
  readonly product_orders: PastProductOrder[]
  readonly wallet_adds: PastRow[]
  readonly withdrawals: PastRow[]
  readonly hand_overs: PastRow[]
  readonly adjustments: Row[]
  readonly audit: AuditLine[]
  readonly postings: PastPosting[]
}

export interface World extends Setting {
  readonly trade: Trade
  readonly agenda: Agenda
  readonly shoppers: Shoppers
}

type Journals = Pick<Decision<string, never>, 'source' | 'journals'>

/** What is earned is no decision. */
export const EARNING: Journals = {
  source: 'adjustment',
  journals: { earned: { debit: { kind: 'adjustments' }, credit: { kind: 'earn_wallet', owner: 'user_id' } } },
}

/** Posts a journal about a row, as its declaration says. */
export const book = (
  { trade }: World,
  { source, journals }: Journals,
  kind: JournalKind,
  row: Row & { readonly id: number; readonly amount: number },
  { at, adminId = null, reason = '' }: { at: number; adminId?: number | null; reason?: string },
): void => {
  const journal = journals[kind]
  if (!journal) throw new Error(`${source} has no journal ${kind}`)
  trade.postings.push({
    ...({ source, kind } as JournalEvent),
    sourceId: row.id,
    amount: row.amount,
    debit: accountOf(journal.debit, row, adminId),
    credit: accountOf(journal.credit, row, adminId),
    adminId,
    reason,
    at,
  })
}

interface Step {
  readonly at: number
  readonly adminId: number
  readonly action: string
  readonly note?: string
  readonly reason?: string
  /** Other columns that change, and other facts of the audit row. */
  readonly set: Row
  readonly facts?: Row
}

/** Moves a row to another status, with its money and its audit row. */
export const decide = <S extends string>(
  world: World,
  decision: Pick<Decision<S, never>, 'source' | 'journals' | 'moves'>,
  row: PastRow<S>,
  to: S,
  { at, adminId, action, note = '', reason = '', set, facts }: Step,
): void => {
  const noted = note === '' ? {} : { brief_note: note }
  const before = { status: row.status, ...(note === '' ? {} : { brief_note: '' }) }
  for (const kind of decision.moves[row.status][to] ?? []) book(world, decision, kind, row, { at, adminId, reason })
  Object.assign(row, { status: to, ...noted, ...set })
  const subject = { subject: decision.source, subject_id: row.id }
  world.trade.audit.push({ at, admin_id: adminId, action, ...subject, facts: { status: to, ...noted, ...facts, before } })
}
