import { CompiledQuery } from 'kysely'
import type { Tk } from '#contract/money.ts'
import type { TopupStatus } from '#contract/wallet-topups.ts'
import type { Db } from '../db/connect.ts'

/** What a decision met. */
export interface Met {
  met: TopupStatus
  /** Null unless this call decided. */
  user_id: number | null
  amount: Tk | null
}

/**
 * Decides a pending wallet add in one statement: status, both wallets, journal. Answers the status that it met (only 'pending'
 * was decided), or undefined where there is no such row.
 */
export const decideWalletAdd = async (db: Db, id: number, status: TopupStatus, adminId: number): Promise<Met | undefined> => {
  const text = 'select met, user_id, amount from decide_wallet_add($1, $2, $3)'
  const { rows } = await db.executeQuery<Met | { met: null }>(CompiledQuery.raw(text, [id, status, adminId]))
  const [met] = rows
  return met?.met ? met : undefined
}
