import { type Db, query } from '../../platform/db/connect.ts'

/**
 * Closes an admin's wallet: whatever is still under way for it is refused (`accounts_closed`). Answers, in tk, what he holds of
 * the store's cash, handed over and not yet confirmed included; the wallet is closed only where that is 0.
 */
export const closeAdminWallet = async (db: Db, adminId: number): Promise<number> => {
  const [wallet] = await query<{ id: number }>(db, 'select id from accounts where admin_id = $1 for update', [adminId])
  if (!wallet) throw new Error(`admin ${adminId} has no wallet`)
  // A statement of its own: it sees what those who had the lock before have done.
  const [held] = await query<{ cash: number }>(
    db,
    `select balance + coalesce((select sum(amount) from hand_overs where owner_id = $2 and status = 'pending'), 0) as cash
     from accounts where id = $1`,
    [wallet.id, adminId],
  )
  const cash = held?.cash ?? 0
  if (cash === 0) await query(db, 'update accounts set closed_at = now() where id = $1', [wallet.id])
  return cash
}

/** Lets an admin who is there again collect cash again. */
export const reopenWallet = async (db: Db, adminId: number): Promise<void> => {
  await query(db, 'update accounts set closed_at = null where admin_id = $1', [adminId])
}
