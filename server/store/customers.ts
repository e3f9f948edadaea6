import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import type { Note } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { Invalid, NotFound } from '../platform/errors.ts'

type StoreUser = Output<typeof store.user>

const USER = `
  select u.id, u.username, u.first_name, u.last_name, u.phone, u.email, u.is_banned,
    w.balance as wallet, e.balance as earn_wallet
  from users u
  join accounts w on w.user_id = u.id and w.kind = 'user_wallet'
  join accounts e on e.user_id = u.id and e.kind = 'earn_wallet'
  where u.deleted_at is null`

export const findUser = async (db: Db, id: number): Promise<StoreUser | undefined> =>
  (await query<StoreUser>(db, `${USER} and u.id = $1`, [id]))[0]

export const findByPhone = async (db: Db, phone: string): Promise<StoreUser | undefined> =>
  (await query<StoreUser>(db, `${USER} and u.phone_digits = phone_key($1)`, [phone]))[0]

/** Most visits change nothing, so only what differs is updated and audited. */
export const recordKnown = async (db: Db, id: number, known: Readonly<Record<string, unknown>>): Promise<Note> => {
  if (Object.keys(known).length === 0) return { unchanged: true }
  const present = await db
    .selectFrom('users')
    .select(['is_phone_verify', 'provider', 'avatar', 'scores'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!present) throw new NotFound()
  const before = Object.fromEntries(
    Object.entries(present).filter(([field, value]) => known[field] !== undefined && known[field] !== value),
  )
  if (Object.keys(before).length === 0) return { unchanged: true }
  await db.updateTable('users').set(known).where('id', '=', id).execute()
  return { before }
}

/** Locked, so that a concurrent deletion sees what this call adds. */
export const requireUser = async (db: Db, id: number) => {
  const user = await db
    .selectFrom('users')
    .select('is_banned')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!user) throw new Invalid('no_such_user', 'user_id')
  if (user.is_banned === 1) throw new Invalid('user_banned', 'user_id')
}
