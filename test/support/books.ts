import { expect } from 'vitest'
import type { ModuleKey } from '#contract/access.ts'
import type { AccountKind, JOURNALS } from '#contract/statement-lines.ts'
import { checkInvariants } from '../../server/core/ledger/invariants.ts'
import { type Db, query } from '../../server/platform/db/connect.ts'

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

type Sides = `${AccountKind} > ${AccountKind}`

/** The accounts that each event debits and credits. The rules of the books leave open in which of the store's own accounts money ends. */
const SIDES: { [S in keyof typeof JOURNALS]: Record<keyof (typeof JOURNALS)[S], readonly Sides[]> } = {
  order: {
    placed: ['user_wallet > orders_held'],
    completed: ['orders_held > sales'],
    cancelled: ['orders_held > user_wallet'],
    refunded: ['sales > user_wallet'],
    corrected: ['sales > user_wallet'],
  },
  product_order: {
    placed: ['user_wallet > orders_held'],
    completed: ['orders_held > sales'],
    cancelled: ['orders_held > user_wallet'],
  },
  wallet_add: {
    // Of the store's cash where a payment's notice completed it.
    completed: ['admin_wallet > user_wallet', 'store_cash > user_wallet'],
    edited: [
      ...(['admin_wallet > user_wallet', 'user_wallet > admin_wallet'] as const),
      ...(['store_cash > user_wallet', 'user_wallet > store_cash'] as const),
    ],
    corrected: ['user_wallet > admin_wallet', 'user_wallet > store_cash'],
  },
  withdrawal: {
    requested: ['earn_wallet > earn_hold'],
    edited: ['earn_wallet > earn_hold', 'earn_hold > earn_wallet'],
    completed: ['earn_hold > payouts'],
    cancelled: ['earn_hold > earn_wallet'],
  },
  hand_over: {
    requested: ['in_transit > admin_wallet'],
    edited: ['in_transit > admin_wallet', 'admin_wallet > in_transit'],
    completed: ['store_cash > in_transit'],
    cancelled: ['admin_wallet > in_transit'],
    written_off: ['adjustments > admin_wallet'],
  },
  adjustment: {
    earned: ['adjustments > earn_wallet'],
    added: ['adjustments > earn_wallet'],
    deducted: ['earn_wallet > adjustments'],
    edited: ['adjustments > user_wallet', 'user_wallet > adjustments'],
  },
  opening: { opening: [] },
}

const findMisdirected = async (db: Db): Promise<string[]> => {
  const posted = await query<{ source: string; kind: string; sides: Sides }>(
    db,
    `select distinct j.source, j.kind, d.kind || ' > ' || c.kind as sides
     from journals j join accounts d on d.id = j.debit_id join accounts c on c.id = j.credit_id`,
  )
  const known: Readonly<Record<string, Readonly<Record<string, readonly Sides[]>>>> = SIDES
  return posted
    .filter(({ source, kind, sides }) => !known[source]?.[kind]?.includes(sides))
    .map(({ source, kind, sides }) => `${source} ${kind}: ${sides}`)
}

/** Fails, naming what is wrong, unless every rule of the books holds and every journal is between the accounts of its event. */
export const expectSoundBooks = async (db: Db): Promise<void> =>
  expect([...(await checkInvariants(db)), ...(await findMisdirected(db))]).toEqual([])

/** Counts the figures of all days again, for a test that has moved rows to other days behind the counters' backs. */
export const recountDays = async (own: Db): Promise<void> => {
  // Another time zone counts again, and so does the way back.
  const { time_zone } = await own.selectFrom('settings').select('time_zone').executeTakeFirstOrThrow()
  for (const zone of ['Pacific/Kiritimati', time_zone]) await query(own, 'select set_time_zone($1)', [zone])
}

/** Makes the pending rows of an id, or all, older without their triggers: a row keeps its time. Near midnight they change their day. */
export const makeOlder = (db: Db, table: 'orders' | 'wallet_adds', minutes: number, id?: number): Promise<void> =>
  db.transaction().execute(async (own) => {
    await query(own, 'set local session_replication_role = replica')
    await query(
      own,
      `update ${table} set created_at = created_at - make_interval(mins => $1) where status = 'pending' and id = coalesce($2, id)`,
      [minutes, id ?? null],
    )
    await recountDays(own)
  })

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
