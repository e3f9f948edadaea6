import { sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import { type Db, query } from '../db/connect.ts'
import { type Account, post, refuseIfFrozen } from './ledger.ts'

/**
 * Money that leaves in two steps: it is taken when asked for, and gone when completed; a cancel gives it back. Withdrawals take it
 * from a customer's earn wallet by way of the hold, hand-overs from an admin's wallet by way of what is in transit.
 */
export interface Outflow {
  readonly table: 'withdrawals' | 'hand_overs'
  readonly source: 'withdrawal' | 'hand_over'
  readonly owner: 'user_id' | 'owner_id'
  /** Whose money it was. */
  wallet(ownerId: number): Account
  /** Takes the amount; turned around it gives it back. */
  taken(ownerId: number): Sides
  /** The amount is gone for good. */
  gone(ownerId: number): Sides
}

/** What happens to an outflow that moves money. */
export type OutflowKind = 'requested' | 'edited' | 'completed' | 'cancelled'

interface Sides {
  debit: Account
  credit: Account
}

export const WITHDRAWALS: Outflow = {
  table: 'withdrawals',
  source: 'withdrawal',
  owner: 'user_id',
  wallet: (userId) => ({ kind: 'earn_wallet', userId }),
  taken: (userId) => ({ debit: { kind: 'earn_wallet', userId }, credit: { kind: 'earn_hold', userId } }),
  gone: (userId) => ({ debit: { kind: 'earn_hold', userId }, credit: { kind: 'payouts' } }),
}

export const HAND_OVERS: Outflow = {
  table: 'hand_overs',
  source: 'hand_over',
  owner: 'owner_id',
  wallet: (adminId) => ({ kind: 'admin_wallet', adminId }),
  // An admin's wallet is what the store has: it falls when it is credited.
  taken: (adminId) => ({ debit: { kind: 'in_transit' }, credit: { kind: 'admin_wallet', adminId } }),
  gone: () => ({ debit: { kind: 'store_cash' }, credit: { kind: 'in_transit' } }),
}

const backwards = ({ debit, credit }: Sides): Sides => ({ debit: credit, credit: debit })

/** An outflow's row, locked for the rest of the transaction. */
interface LockedOutflow {
  id: number
  owner_id: number
  amount: Tk
  number: string
  status: MoneyStatus
  admin_id: number | null
  reopens: number
  edits: number
  /** The asked-for amount less the present one, and its size. */
  difference: Tk
  size: Tk
}

/** Locks a row; `amount` is what an edit asks for. */
export const lockOutflow = async (
  db: Db,
  { table, owner }: Outflow,
  id: number,
  amount: Tk,
): Promise<LockedOutflow | undefined> => {
  const text = `
    select id, ${owner} as owner_id, amount, number, status, admin_id, reopens, edits,
      ($2::numeric - amount)::tk as difference, abs($2::numeric - amount)::tk as size
    from ${table} where id = $1 for update`
  return (await query<LockedOutflow>(db, text, [id, amount]))[0]
}

const event = (
  { source }: Outflow,
  row: Pick<LockedOutflow, 'id' | 'reopens'>,
  kind: OutflowKind,
  amount: Tk,
  adminId: number | null,
) => ({ source, sourceId: row.id, kind, seq: row.reopens, amount, adminId })

/** Takes the amount of a row that was just written, or opened again. */
export const takeAmount = (
  db: Db,
  outflow: Outflow,
  row: { id: number; owner_id: number; amount: Tk; reopens: number },
  adminId: number | null,
): Promise<void> => post(db, { ...event(outflow, row, 'requested', row.amount, adminId), ...outflow.taken(row.owner_id) })

/** Lets go of what a row has taken: `completed` for good, not while its wallet is frozen; `cancel` back to where it came from. */
export const settle = async (
  db: Db,
  outflow: Outflow,
  row: { id: number; owner_id: number; amount: Tk; reopens: number },
  status: 'completed' | 'cancel',
  adminId: number,
): Promise<void> => {
  if (status === 'completed') {
    await refuseIfFrozen(db, outflow.wallet(row.owner_id))
    await post(db, { ...event(outflow, row, 'completed', row.amount, adminId), ...outflow.gone(row.owner_id) })
  } else {
    await post(db, { ...event(outflow, row, 'cancelled', row.amount, adminId), ...backwards(outflow.taken(row.owner_id)) })
  }
}

/** What of a row whoever decides has seen; without it the row is decided as it is. */
interface Seen {
  readonly expected_amount?: Tk | undefined
  readonly expected_number?: string | undefined
}

/** Decides a pending row, once and as seen: of two callers at once the second matches no row and gets undefined. */
export const decideOutflow = async (
  db: Db,
  outflow: Outflow,
  id: number,
  status: 'completed' | 'cancel',
  adminId: number,
  seen: Seen = {},
): Promise<{ owner_id: number; amount: Tk } | undefined> => {
  const text = `
    update ${outflow.table} set status = $2, admin_id = $3, updated_at = now()
    where id = $1 and status = 'pending' and ($4::numeric is null or amount = $4) and ($5::text is null or number = $5)
    returning id, ${outflow.owner} as owner_id, amount, reopens`
  const rows = await query<LockedOutflow>(db, text, [
    id,
    status,
    adminId,
    seen.expected_amount ?? null,
    seen.expected_number ?? null,
  ])
  if (rows[0]) await settle(db, outflow, rows[0], status, adminId)
  return rows[0]
}

/** Writes a full edit of a locked row that is not completed, and moves what follows from it. */
export const editOutflow = async (
  db: Db,
  outflow: Outflow,
  row: LockedOutflow,
  to: { amount: Tk; number: string; status: MoneyStatus },
  adminId: number,
): Promise<void> => {
  const isReopened = row.status === 'cancel' && to.status !== 'cancel'
  const isMoved = row.status === 'pending' && row.difference !== 0
  await db
    .updateTable(outflow.table)
    .set({ amount: to.amount, number: to.number, status: to.status, updated_at: sql`now()` })
    .set(isReopened ? { reopens: row.reopens + 1, admin_id: adminId } : {})
    .set(isMoved ? { edits: row.edits + 1 } : {})
    .where('id', '=', row.id)
    .execute()
  if (isMoved) {
    const taken = outflow.taken(row.owner_id)
    await post(db, {
      ...event(outflow, row, 'edited', row.size, adminId),
      seq: row.edits,
      ...(row.difference > 0 ? taken : backwards(taken)),
    })
  }
  if (!isReopened) return
  const reopened = { id: row.id, owner_id: row.owner_id, amount: to.amount, reopens: row.reopens + 1 }
  await takeAmount(db, outflow, reopened, adminId)
  if (to.status === 'completed') await settle(db, outflow, reopened, 'completed', adminId)
}

/**
 * Cancels those of the counted withdrawals that are pending, and gives each amount back, in one statement. Answers how many it
 * cancelled, their sum in tk and their ids, and how many stayed pending because their customers' wallets are frozen.
 */
export const cancelPendingWithdrawals = async (
  db: Db,
  adminId: number,
  { up_to_id, as_of, unseen }: Counted,
): Promise<CancelledWithdrawals> => {
  const text = 'select total, sum, left_pending, ids from cancel_pending_withdrawals($1, $2, $3, $4)'
  const [cancelled] = await query<CancelledWithdrawals>(db, text, [adminId, up_to_id ?? null, as_of ?? null, unseen ?? null])
  if (!cancelled) throw new Error('An aggregate answers one row')
  return cancelled
}

/** What tells the rows that a dialog has counted; without any, all are meant. */
interface Counted {
  readonly up_to_id?: number | undefined
  readonly as_of?: string | undefined
  readonly unseen?: number[] | undefined
}

interface CancelledWithdrawals {
  total: number
  sum: Tk
  left_pending: number
  ids: number[]
}
