import { type Db, query } from '../../platform/db/connect.ts'

/** Closes an admin's wallet, so that running calls on it fail (`accounts_closed`). Answers the cash that the admin holds in
 * tk, including unconfirmed hand-overs; the wallet is closed only if that is 0. */
export const closeAdminWallet = async (db: Db, adminId: number): Promise<number> => {
  const [wallet] = await query<{ id: number }>(db, 'select id from accounts where admin_id = $1 for update', [adminId])
  if (!wallet) throw new Error(`admin ${adminId} has no wallet`)
  // A separate statement, to see what earlier holders of the lock have committed.
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

/** Lets a restored admin collect cash again. */
export const reopenWallet = async (db: Db, adminId: number): Promise<void> => {
  await query(db, 'update accounts set closed_at = null where admin_id = $1', [adminId])
}
