import { sql } from 'kysely'
import type { Db } from '../db/connect.ts'

const accounts = (db: Db) =>
  db
    .selectFrom('admins')
    .select(['id', 'first_name', 'last_name', 'username', 'email', 'role', 'password_hash', 'must_change_password'])
    .where('deleted_at', 'is', null)

export type Account = Awaited<ReturnType<ReturnType<typeof accounts>['executeTakeFirstOrThrow']>>

/** By email, else by username in any spelling. Folded by the database, because JavaScript differs for some letters. */
export const findAccount = (db: Db, identity: string) => {
  const lowered = sql`lower(${identity.trim()})`
  const key = sql`text_key(${identity.trim()})`
  return accounts(db)
    .where((where) => where.or([where(sql`lower(email)`, '=', lowered), where(sql`text_key(username)`, '=', key)]))
    .orderBy(sql`lower(email) = ${lowered}`, 'desc')
    .executeTakeFirst()
}

export const findAccountById = (db: Db, id: number) => accounts(db).where('id', '=', id).executeTakeFirst()

/** The account, unless it was deleted or its password changed since. Both wait from here on until this transaction ends. */
export const lockAccount = (db: Db, { id, password_hash }: Pick<Account, 'id' | 'password_hash'>) =>
  accounts(db).where('id', '=', id).where('password_hash', '=', password_hash).forShare().executeTakeFirst()
