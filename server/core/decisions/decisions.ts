import { sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import type { JournalEvent } from '#contract/statement-lines.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { found } from '../../platform/errors.ts'
import { type Account, post, refuseIfFrozen } from '../ledger/ledger.ts'
import type { Decision, JournalKind, LockedRow, Side } from './declaration.ts'

/** The one way to decide: `lock` a row, check it against what the caller has seen (`isAsSeen`) and the flow, then `move` it to
 * another status or `edit` its amount. Each writes the row, its journals and the facts of the audit row in the caller's
 * transaction; the outbox row is written by the table's trigger. What money moves stands in the declarations. */

/** What an amount that is asked for differs from the row's. */
export interface Difference {
  readonly difference: Tk
  /** Without its sign. */
  readonly size: Tk
}

/** Locks a row for the rest of the transaction. Throws NotFound. `requested` is the amount that an edit asks for, in tk. */
export const lock = async <S extends string, R extends LockedRow<S>>(
  db: Db,
  { table, columns }: Decision<S, R>,
  id: number,
  requested?: Tk,
): Promise<R & Difference> => {
  const text = `
    select id, status, amount, ${columns.join(', ')}, ($2::numeric - amount)::tk as difference, abs($2::numeric - amount)::tk as size
    from ${table} where id = $1 for update`
  const rows = await query<R & Difference>(db, text, [id, requested ?? null])
  return found(rows[0])
}

/** What a caller has seen of a row; what is left out is not compared. */
export interface Seen {
  readonly expected_amount?: number | undefined
  readonly expected_status?: string | undefined
  readonly expected_number?: string | undefined
}

/** Whether a row is what the caller has seen. */
export const isAsSeen = (
  row: { amount: number; status: string; number?: unknown },
  { expected_amount = row.amount, expected_status = row.status, expected_number }: Seen,
): boolean =>
  expected_amount === row.amount &&
  expected_status === row.status &&
  (expected_number === undefined || expected_number === row.number)

/** Who decides, in whose transaction: null where a payment's notice does. */
interface Decider extends Pick<Context, 'db' | 'note'> {
  readonly admin: { readonly id: number | null }
}

interface Change {
  /** Other columns that change with the move. */
  readonly set?: Readonly<Record<string, unknown>>
  /** The row's new amount in tk. */
  readonly amount?: Tk
  readonly reason?: string
}

/** Moves a locked row to another status, and its money. Throws Unavailable while its wallet is frozen. */
export const move = async <S extends string, R extends LockedRow<S>>(
  ctx: Decider,
  decision: Decision<S, R>,
  row: R,
  to: S,
  { set = {}, amount = row.amount, reason = '' }: Change = {},
): Promise<void> => {
  const kinds = decision.moves[row.status][to]
  if (!kinds) throw new Error(`${decision.source} ${row.id} cannot go from ${row.status} to ${to}`)
  if (to === 'completed' && decision.wallet) {
    // Asked once the lock is held: while a call waits for the row, the accounting checks may freeze the wallet.
    await refuseIfFrozen(ctx.db, accountOf(decision.wallet, row, ctx.admin.id))
  }
  const { column, leaving } = decision.counter ?? {}
  const counted = column && leaving === row.status ? { [column]: Number(row[column]) + 1 } : {}
  const changed = { status: to, ...decision.stamps[to](ctx.admin.id), ...counted, ...set }
  await write(ctx.db, decision, row.id, changed)
  await book(ctx.db, decision, { ...row, ...counted, amount }, kinds, ctx.admin.id, reason)
  ctx.note({ before: { status: row.status } })
}

/** Edits the amount and number of a locked row, and its status if `to` has another one. The money that follows moves. */
export const edit = async <S extends string, R extends LockedRow<S>>(
  ctx: Decider,
  decision: Decision<S, R>,
  row: R & Difference,
  { amount, number, status }: { amount: Tk; number: string; status: S },
  others: Readonly<Record<string, unknown>> = {},
): Promise<void> => {
  if (status !== row.status) return move(ctx, decision, row, status, { amount, set: { amount, number, ...others } })
  const isBooked = row.status === decision.booked && row.difference !== 0
  const counted = isBooked ? { edits: Number(row.edits) + 1 } : {}
  await write(ctx.db, decision, row.id, { amount, number, updated_at: sql`now()`, ...counted, ...others })
  if (!isBooked) return
  const { edited } = decision.journals
  if (!edited) throw new Error(`${decision.source} has no journal for an edit`)
  const turned = { ...edited, debit: edited.credit, credit: edited.debit }
  const journals = { ...decision.journals, edited: row.difference > 0 ? edited : turned }
  await book(ctx.db, { ...decision, journals }, { ...row, ...counted, amount: row.size }, ['edited'], ctx.admin.id)
}

const write = async (
  db: Db,
  { table }: { table: string },
  id: number,
  changed: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const set = Object.entries(changed).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(set)} where id = ${id}`.execute(db)
}

/** Posts journals of a row that was just written: its counters and its amount are those that the journals are about. */
export const book = async (
  db: Db,
  { source, journals }: Pick<Decision<string, never>, 'source' | 'journals'>,
  row: Readonly<Record<string, unknown>>,
  kinds: readonly JournalKind[],
  adminId: number | null,
  reason = '',
): Promise<void> => {
  for (const kind of kinds) {
    const journal = journals[kind]
    if (!journal) throw new Error(`${source} has no journal ${kind}`)
    await post(db, {
      ...({ source, kind } as JournalEvent),
      sourceId: row.id as number,
      seq: journal.seq ? Number(row[journal.seq]) : 0,
      amount: row.amount as Tk,
      debit: accountOf(journal.debit, row, adminId),
      credit: accountOf(journal.credit, row, adminId),
      adminId,
      reason,
    })
  }
}

export const accountOf = ({ kind, owner }: Side, row: Readonly<Record<string, unknown>>, decider: number | null): Account => {
  if (owner === undefined) return { kind } as Account
  if (owner === 'user_id') return { kind, userId: row.user_id } as Account
  const isStores = owner === 'decider' ? decider === null : owner === 'admin_id' && row.is_automatic === true
  if (isStores) return { kind: 'store_cash' }
  const adminId = owner === 'decider' ? decider : (row[owner] ?? decider)
  return { kind, adminId } as Account
}
