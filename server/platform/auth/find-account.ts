import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** By email, else by username. Lowercased by the database, because JavaScript differs for some letters. */
export const findAccount = (db: Db, identity: string) => {
  const lowered = sql`lower(${identity.trim()})`
  return db
    .selectFrom('admins')
    .select(['id', 'first_name', 'last_name', 'username', 'email', 'role', 'password_hash', 'must_change_password'])
    .where((where) => where.or([where(sql`lower(email)`, '=', lowered), where(sql`lower(username)`, '=', lowered)]))
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(email) = ${lowered}`, 'desc')
    .executeTakeFirst()
}
