import { CompiledQuery } from 'kysely'
import { type Db, withCommit } from '../db/connect.ts'

/**
 * Completes or cancels a pending wallet add: status, both wallets, journal. Sent with the COMMIT, which fails where the row is not
 * pending (`transactions_flow`) or missing (TD404).
 */
export const decideWalletAdd = async (db: Db, id: number, status: 'completed' | 'cancel', adminId: number): Promise<void> => {
  await db.executeQuery(withCommit(CompiledQuery.raw('select decide_wallet_add($1, $2, $3)', [id, status, adminId])))
}
