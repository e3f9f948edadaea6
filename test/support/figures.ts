import { sql } from 'kysely'
import pg from 'pg'
import { SHOP_TIME_ZONE } from '#contract/limits.ts'
import type { Tk } from '#contract/money.ts'
import * as ledger from '../../server/core/ledger/ledger.ts'
import { type Db, query } from '../../server/platform/db/connect.ts'
import type { World } from '../world.ts'

interface Scope {
  admin: number
  packages: number[]
}

/** The dashboard's nine figures by scanning the rows: all, or those of an admin in some packages. */
export const scanStats = async (db: Db, scope?: Scope) => {
  const today = (column: string) =>
    `(${column} at time zone '${SHOP_TIME_ZONE}')::date = (now() at time zone '${SHOP_TIME_ZONE}')::date`
  const placed = `from orders where ${today('created_at')} and ($2::bigint[] is null or package_id = any($2))`
  const done = `from orders where status = 'completed' and ${today('closed_at')} and ($1::bigint is null or completed_by = $1)
    and ($2::bigint[] is null or package_id = any($2))`
  const [row] = await query<Record<string, number>>(
    db,
    `select (select count(*) from users where deleted_at is null) as "totalUser",
      (select count(*) from users where deleted_at is null and ${today('created_at')}) as "todaysUser",
      (select coalesce(sum(balance), 0) from accounts a join users u on u.id = a.user_id
       where a.kind = 'user_wallet' and u.deleted_at is null) as "totalWallet",
      (select coalesce(sum(amount), 0) from wallet_adds where status = 'completed' and ${today('completed_at')}) as "todaysTotalWallet",
      (select count(*) ${placed}) as "todaysOrder",
      (select count(*) ${done}) as "todaysCompletedOrder",
      (select coalesce(sum(amount), 0) ${done}) as "todaysCompletedOrderAmount",
      (select coalesce(sum(cost), 0) ${done}) as "todaysCompletedOrderBPrice",
      (select coalesce(sum(amount - cost), 0) ${done}) as "todaysProfileAmount"`,
    [scope?.admin ?? null, scope?.packages ?? null],
  )
  return row as { totalWallet: number; todaysCompletedOrderAmount: number }
}

/** Keeps everybody from folding, as a job that hangs would, until it is released. */
export const holdFolding = async (databaseUrl: string): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`select pg_advisory_lock(hashtext('fold_order_counts')), pg_advisory_lock(hashtext('fold_money_counts'))`)
  return () => client.end()
}

interface PastOrder {
  package: keyof World['packages']
  /** ISO 8601; closed in the same moment. */
  createdAt: string
  userId?: number
  by?: keyof World['admins']
}

/** An order that came in and was completed at a moment of the past, with its money. */
export const pastOrder = (db: Db, { packages, users, admins }: World, past: PastOrder): Promise<void> =>
  db.transaction().execute(async (own) => {
    const { createdAt, userId = users.shila, by = 'rahim' } = past
    const item = await own
      .selectFrom('topup_packages')
      .select(['id', 'product_id', 'name', 'price', 'bprice'])
      .where('id', '=', packages[past.package])
      .executeTakeFirstOrThrow()
    const { id } = await own
      .insertInto('orders')
      .values({
        ...{ user_id: userId, product_id: item.product_id, package_id: item.id, product_name: 'Game', name: item.name },
        ...{ amount: item.price, bprice: item.bprice, cost: sql<Tk>`${item.bprice}::tk`, playerid: '5550001234' },
        ...{ status: 'completed', completed_by: admins[by], created_at: createdAt, closed_at: createdAt },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const event = { source: 'order', sourceId: id, amount: item.price, adminId: admins[by] } as const
    const held = { kind: 'orders_held' } as const
    await ledger.post(own, { ...event, kind: 'placed', debit: { kind: 'user_wallet', userId }, credit: held })
    await ledger.post(own, { ...event, kind: 'completed', debit: held, credit: { kind: 'sales' } })
  })
