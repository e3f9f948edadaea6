import type { Db } from '../db/connect.ts'
import { Invalid } from '../errors.ts'

/** Locked, so that whoever deletes the customer knows of what comes in at the same moment. */
export const requireUser = async (db: Db, id: number) => {
  const user = await db
    .selectFrom('users')
    .select('is_banned')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!user) throw new Invalid('No such user', 'user_id')
  if (user.is_banned === 1) throw new Invalid('This user is banned', 'user_id')
}
