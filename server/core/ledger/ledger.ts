import { type RawBuilder, sql } from 'kysely'
import { worded } from '#contract/messages.ts'
import type { Tk } from '#contract/money.ts'
import type { JournalEvent } from '#contract/statement-lines.ts'
import type { STORE_ACCOUNTS } from '#contract/statements.ts'
import type { Db } from '../../platform/db/connect.ts'
import { Unavailable } from '../../platform/errors.ts'

/** An account by its owner; the store's own accounts have none. */
export type Account =
  | { kind: 'user_wallet' | 'earn_wallet' | 'earn_hold'; userId: number }
  | { kind: 'admin_wallet'; adminId: number }
  | { kind: (typeof STORE_ACCOUNTS)[number] }

export interface Movement {
  sourceId: number
  /** Tells repeated events of one kind apart, as a wallet add that is completed again. */
  seq?: number
  /** In tk, 0 or more; 0 posts nothing. */
  amount: Tk
  /** The account whose entry is -amount: a customer's wallet falls, an admin's wallet (collected cash) rises. */
  debit: Account
  /** The account whose entry is +amount: a customer's wallet rises, an admin's wallet falls. */
  credit: Account
  /** Who decided; null for the store's own calls. */
  adminId: number | null
  reason?: string
}

/** One event that moves money, exactly once: `source`, `sourceId`, `kind` and `seq` together are unique for ever. */
type Posting = JournalEvent & Movement

/** The account's id as a subquery. */
const idOf = (account: Account): RawBuilder<number> => {
  const byKind = sql`select id from accounts where kind = ${account.kind}`
  if ('userId' in account) return sql`(${byKind} and user_id = ${account.userId})`
  if ('adminId' in account) return sql`(${byKind} and admin_id = ${account.adminId})`
  return sql`(${byKind} and user_id is null and admin_id is null)`
}

/** Throws Unavailable while an account is frozen: for money that has left it, and would go on from one of the store's accounts
 * to another without the journal touching it. */
export const refuseIfFrozen = async (db: Db, account: Account): Promise<void> => {
  const { rows } = await sql<{ reason: string | null }>`
    select frozen_reason as reason from accounts where id = ${idOf(account)}`.execute(db)
  const reason = rows[0]?.reason ?? null
  if (reason !== null) throw new Unavailable(worded('wallet_frozen', { reason }))
}

/** Posts one journal in the caller's transaction: the only writer of balances. Throws (by constraint) when the event was
 * posted before or when a wallet would go below zero. */
export const post = async (db: Db, posting: Posting): Promise<void> => {
  const { source, sourceId, kind, seq = 0, amount, debit, credit, adminId, reason = '' } = posting
  if (amount === 0) return
  await sql`
    insert into journals (source, source_id, kind, seq, admin_id, reason, amount, debit_id, credit_id)
    values (${source}, ${sourceId}, ${kind}, ${seq}, ${adminId}, ${reason}, ${amount}, ${idOf(debit)}, ${idOf(credit)})`.execute(
    db,
  )
}
