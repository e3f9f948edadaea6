import { randomBytes } from 'node:crypto'
import { type Db, query } from '../db/connect.ts'
import { type HashedFor, hashPassword } from './passwords.ts'
import { closeSessions } from './sessions.ts'

const BYTES = 9

/** The owner must replace it at sign-in. Throws TooMany like all hashing. */
export const makeOneTimePassword = async (from?: HashedFor) => {
  const password = randomBytes(BYTES).toString('base64url')
  return { password, password_hash: await hashPassword(password, from) }
}

export const setOneTimePassword = async (db: Db, adminId: number, password_hash: string): Promise<boolean> => {
  const [changed] = await query<{ id: number }>(
    db,
    `update admins set password_hash = $2, must_change_password = true, password_is_one_time = true
     where id = $1 and deleted_at is null returning id`,
    [adminId, password_hash],
  )
  if (!changed) return false
  await closeSessions(db, adminId)
  return true
}
