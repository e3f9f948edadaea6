import { type Db, query } from '../db/connect.ts'
import { networkOf } from './network.ts'

interface Failure {
  readonly id: number
}

const countOne = (column: 'failed' | 'refused') => `
  insert into failed_sign_ins as known (quarter, admin_id, network, ${column}, unseen)
  values (date_bin('15 minutes', now(), '2000-01-01'), $1, $2, 1, 1)
  on conflict on constraint failed_sign_ins_once
  do update set ${column} = known.${column} + 1, unseen = known.unseen + 1
  returning id`

/** Counts a failed sign-in before its password is checked, or one that a limit refused. Without an admin, no account was found. */
export const countFailure = async (
  db: Db,
  column: 'failed' | 'refused',
  adminId: number | undefined,
  address: string,
): Promise<Failure> => {
  const [row] = await query<Failure>(db, countOne(column), [adminId ?? null, networkOf(address)])
  if (!row) throw new Error('A failed sign-in was not counted')
  return row
}

/** The password was correct after all. */
export const takeBackFailure = (db: Db, { id }: Failure) =>
  query(db, 'update failed_sign_ins set failed = failed - 1, unseen = unseen - 1 where id = $1', [id])

/** How many failed since the admin was last told; from now on they are. */
export const seeFailures = async (db: Db, adminId: number): Promise<number> => {
  const [seen] = await query<{ n: number }>(
    db,
    `with unseen as materialized (select id, unseen from failed_sign_ins where admin_id = $1 and unseen > 0 for update),
       told as (update failed_sign_ins f set unseen = 0 from unseen u where f.id = u.id)
     select coalesce(sum(unseen), 0)::int as n from unseen`,
    [adminId],
  )
  return seen?.n ?? 0
}
