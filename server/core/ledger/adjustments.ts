import type { Tk } from '#contract/money.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { post } from './ledger.ts'

/** A wallet moved by hand, or earned; against the store's adjustments. */
interface Adjustment {
  userId: number
  wallet: 'user_wallet' | 'earn_wallet'
  kind: 'earned' | 'added' | 'deducted' | 'edited'
  /** In tk; positive raises the wallet. */
  amount: Tk
  /** Null for the store's own calls. */
  adminId: number | null
  reason?: string
}

const one = async <R>(db: Db, sql: string, ...parameters: unknown[]) => (await query<R>(db, sql, parameters))[0]

/** Keeps the adjustment and posts it. Throws (by constraint) when the wallet would go below zero. */
export const adjust = async (db: Db, { userId, wallet, kind, amount, adminId, reason = '' }: Adjustment): Promise<void> => {
  const adjustment = await one<{ id: number; size: Tk; raises: boolean }>(
    db,
    `insert into adjustments (user_id, wallet, kind, amount, admin_id, reason)
     values ($1, $2, $3, $4, $5, $6)
     returning id, abs(amount)::tk as size, amount > 0 as raises`,
    userId,
    wallet,
    kind,
    amount,
    adminId,
    reason,
  )
  if (!adjustment) throw new Error('An adjustment was not kept')
  const customer = { kind: wallet, userId }
  const store = { kind: 'adjustments' } as const
  await post(db, {
    source: 'adjustment',
    sourceId: adjustment.id,
    kind,
    amount: adjustment.size,
    debit: adjustment.raises ? store : customer,
    credit: adjustment.raises ? customer : store,
    adminId,
    reason,
  })
}

/** The balance of a customer's wallet, locked for the rest of the transaction. */
export const lockBalance = async (db: Db, userId: number, wallet: Adjustment['wallet'] | 'earn_hold'): Promise<Tk> => {
  const sql = 'select balance from accounts where user_id = $1 and kind = $2 for no key update'
  const found = await one<{ balance: Tk }>(db, sql, userId, wallet)
  if (!found) throw new Error(`Customer ${userId} has no ${wallet}`)
  return found.balance
}

/** Sets a customer's wallet to a balance by posting the difference, in tk, which it answers (0: nothing posted), under its lock. */
export const setWallet = async (db: Db, userId: number, balance: Tk, adminId: number, reason?: string): Promise<Tk> => {
  const found = await one<{ difference: Tk }>(
    db,
    `select ($2::numeric - balance)::tk as difference
     from accounts where user_id = $1 and kind = 'user_wallet' for no key update`,
    userId,
    balance,
  )
  const difference = found?.difference ?? (0 as Tk)
  if (difference !== 0)
    await adjust(db, { userId, wallet: 'user_wallet', kind: 'edited', amount: difference, adminId, ...(reason && { reason }) })
  return difference
}
