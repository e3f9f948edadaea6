import { type Db, query } from './connect.ts'

const isOurs = async (own: Db, lock: string, name: string): Promise<boolean> =>
  (await query<{ is_ours: boolean }>(own, `select ${lock}(hashtext($1)) as is_ours`, [name]))[0]?.is_ours === true

/** Does work while no other connection, of any server, does work of the same name; answers false while another does. `own` is one
 * connection, or a transaction. */
export const alone = async (own: Db, name: string, work: () => Promise<void>): Promise<boolean> => {
  if (own.isTransaction) {
    const isFree = await isOurs(own, 'pg_try_advisory_xact_lock', name)
    if (isFree) await work()
    return isFree
  }
  if (!(await isOurs(own, 'pg_try_advisory_lock', name))) return false
  try {
    await work()
  } finally {
    // Where the connection is lost, so is the lock, and the work has told why.
    await query(own, 'select pg_advisory_unlock(hashtext($1))', [name]).catch(() => {})
  }
  return true
}
