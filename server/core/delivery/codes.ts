import { type RawBuilder, sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query } from '../../platform/db/connect.ts'

interface Part {
  readonly pool_id: number
  readonly count: number
  readonly position: number
  readonly recipe_id: number | null
}

/** Orders of packages that share a pool wait for each other: of two, one gets all of its codes. Locked in one order, after the row of
 * the order or of the package and before wallets. */
const LOCK = `
  select pool_id, count, position, recipe_id, pg_advisory_xact_lock(hashtext('voucher_pool'), pool_id::int)
  from (select pool_id, count, position, recipe_id from package_parts where package_id = $1 order by pool_id) as parts`

/** What delivers an order of the package, its pools locked for the rest of the transaction; nothing if no codes do. */
export const lockRecipe = (db: Db, packageId: number): Promise<Part[]> => query<Part>(db, LOCK, [packageId])

// Rows that an editor has locked are passed over. Those that expire first come first.
const OLDEST = `
  select v.id, v.code_sealed, v.cost
  from unnest($1::bigint[], $2::int[], $3::int[]) as part (pool_id, count, position)
  cross join lateral (
    select id, code_sealed, cost, expires_on
    from vouchers
    where package_id = part.pool_id and status = 1 and deleted_at is null
      and (expires_on is null or expires_on >= shop_day(now(), (select time_zone from settings)))
    order by expires_on, id
    limit part.count
    for update skip locked
  ) as v
  order by part.position, v.expires_on, v.id`

const USE = `
  with used as (
    update vouchers set status = 2, user_id = $2, used_at = now() where id = any($3::bigint[]) returning id
  )
  insert into order_codes (order_id, voucher_id, position) select $1, id, array_position($3::bigint[], id) from used`

interface Delivered {
  /** The order's columns that say so. */
  readonly set: { readonly voucher_id: number; readonly recipe_id: number | null; readonly cost?: RawBuilder<Tk> }
  /** For the audit row. */
  readonly facts: { readonly voucher_id: number; readonly voucher_ids?: readonly number[] }
}

/** Gives a locked order the ready codes of its package's recipe that expire first, then the oldest, all or none; its cost is theirs where each one's is
 * known. Answers why it got none. */
export const takeCodes = async (
  { db, vault }: Pick<Context, 'db' | 'vault'>,
  order: { readonly id: number; readonly package_id: number; readonly user_id: number },
): Promise<Delivered | 'sells_none' | 'none_ready' | 'unreadable'> => {
  const parts = await lockRecipe(db, order.package_id)
  const [first] = parts
  if (!first) return 'sells_none'
  const columns = [parts.map((part) => part.pool_id), parts.map((part) => part.count), parts.map((part) => part.position)]
  const codes = await query<{ id: number; code_sealed: Buffer; cost: Tk | null }>(db, OLDEST, columns)
  const [oldest] = codes
  if (!oldest || codes.length < parts.reduce((sum, { count }) => sum + count, 0)) return 'none_ready'
  // Unreadable codes are hidden when the key is lost, but older versions may have left some for sale.
  if (codes.some(({ id, code_sealed }) => vault.openIfOurs(code_sealed, `voucher.code ${id}`) === undefined)) return 'unreadable'
  const ids = codes.map(({ id }) => id)
  await query(db, USE, [order.id, order.user_id, ids])
  const costs = codes.flatMap((code) => code.cost ?? [])
  const cost = sql<Tk>`(select sum(c) from unnest(${costs}::tk[]) as c)`
  return {
    set: { voucher_id: oldest.id, recipe_id: first.recipe_id, ...(costs.length === codes.length && { cost }) },
    facts: { voucher_id: oldest.id, ...(ids.length > 1 && { voucher_ids: ids }) },
  }
}
