import type { Tk } from '#contract/money.ts'
import { type Db, endWith } from '../db/connect.ts'

/**
 * Completes or cancels a pending wallet add: status, both wallets, journal. Done as the transaction ends, which fails where the row
 * is not pending with the amount that was `seen` (`wallet_adds_flow`) or missing (TD404).
 */
export const decideWalletAdd = async (
  db: Db,
  id: number,
  status: 'completed' | 'cancel',
  adminId: number,
  seen?: Tk,
): Promise<void> => {
  await endWith(db, 'select decide_wallet_add($1, $2, $3, $4)', [id, status, adminId, seen ?? null])
}
