import { expect } from 'vitest'
import type { ModuleKey } from '#contract/access.ts'
import { type Db, query } from '../db/connect.ts'
import { checkInvariants } from '../ledger/invariants.ts'

/** A wallet's balance in tk: a customer's, or an admin's. */
export const balanceOf = async (db: Db, owner: { userId: number } | { adminId: number }): Promise<number> => {
  const wallets = db.selectFrom('accounts').select('balance')
  const wallet =
    'userId' in owner
      ? wallets.where('user_id', '=', owner.userId).where('kind', '=', 'user_wallet')
      : wallets.where('admin_id', '=', owner.adminId)
  return Number((await wallet.executeTakeFirstOrThrow()).balance)
}

/** What a test says when it ends: that it broke the books on purpose. Otherwise they are checked. */
export interface BooksLeft {
  readonly books: 'broken'
}

/** Fails, naming what is wrong, unless every rule of the books holds. */
export const expectSoundBooks = async (db: Db): Promise<void> => expect(await checkInvariants(db)).toEqual([])

/** Counts the figures of all days anew, for whoever has moved rows to other days behind the counters' backs. */
export const recountDays = async (own: Db): Promise<void> => {
  // Another time zone counts anew, and so does the way back.
  const { time_zone } = await own.selectFrom('settings').select('time_zone').executeTakeFirstOrThrow()
  for (const zone of ['Pacific/Kiritimati', time_zone]) await query(own, 'select set_time_zone($1)', [zone])
}

/** How many journals one source event has posted. */
export const journalsOf = async (db: Db, source: string, sourceId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('journals')
    .select('kind')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .orderBy('id')
    .execute()
  return rows.map((row) => row.kind)
}

/** Grants modules to an admin. */
export const grant = async (db: Db, adminId: number, keys: readonly ModuleKey[]): Promise<void> => {
  await db
    .insertInto('admin_modules')
    .columns(['admin_id', 'auth_module_id'])
    .expression((from) =>
      from
        .selectFrom('auth_modules')
        .select((row) => [row.val(adminId).as('admin_id'), 'id as auth_module_id'])
        .where('key', 'in', keys),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A customer's earn wallet and what waits in its hold, in tk. */
export const earnings = async (db: Db, userId: number): Promise<{ earn_wallet: number; earn_hold: number }> => {
  const rows = await db.selectFrom('accounts').select(['kind', 'balance']).where('user_id', '=', userId).execute()
  const of = (kind: string) => Number(rows.find((row) => row.kind === kind)?.balance)
  return { earn_wallet: of('earn_wallet'), earn_hold: of('earn_hold') }
}
