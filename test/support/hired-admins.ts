import { openSession } from '../../server/platform/auth/sessions.ts'
import type { TestApp } from './app.ts'

let count = 0

/** A new colleague, with a session. */
export const hireAdmin = async ({ db }: TestApp, role: 'super' | 'sub' = 'sub') => {
  const name = `colleague${++count}`
  const { id } = await db
    .insertInto('admins')
    .values({ first_name: name, last_name: 'T', username: name, email: `${name}@t.example`, password_hash: '', role })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, name, token: await openSession(db, id, false, { address: '' }) }
}

/** What the form of a new account sends. */
export const ARIF = {
  first_name: 'Arif',
  last_name: 'Chowdhury',
  username: 'arif',
  email: 'Arif@demo.topdeck.example',
  password: 'ten letters',
  confirm_password: 'ten letters',
}

/** The newest row of the audit log. */
export const lastAudit = ({ db }: TestApp) =>
  db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
