import { DUPLICATE_MINUTES } from '#contract/limits.ts'
import { type OrderRow, SECRET_MASK } from '#contract/orders.ts'
import type { Context } from '../context.ts'
import { Forbidden } from '../errors.ts'
import { type Db, query as run } from '../platform/db/connect.ts'

/** Packages whose orders the caller may see; null means all. Every access to an order starts here. */
export const ordersVisibleTo = (ctx: Context): readonly number[] | null => ctx.admin.package_ids

/** Orders of a player checked before and after this one: some stores send one id with every order. */
const DUPLICATE_REACH = 50

const ordersAround = (isBefore: boolean) => `
  (select id, package_id, created_at from orders
   where player_key(playerid) = player_key(o.playerid) and id ${isBefore ? '<' : '>'} o.id
   order by id ${isBefore ? 'desc' : 'asc'} limit ${DUPLICATE_REACH})`

const mask = (column: string) => `case when o.${column} is null then '' else '${SECRET_MASK}' end`

export const ROW = `
  o.id, o.playerid, ${mask('ingamepassword_sealed')} as ingamepassword, o.name, o.amount, o.accounttype,
  ${mask('securitycode_sealed')} as securitycode, o.phone, o.brief_note, o.status, o.user_id, o.created_at, o.closed_at,
  o.holder_id, least(o.held_until, h.deleted_at) as held_until, h.first_name || ' ' || h.last_name as held_by,
  o.completed_by as completed_by_id, d.first_name as decider_first_name, d.last_name as decider_last_name,
  o.product_id, o.product_name, p.logo as product_image, k.sells_vouchers,
  u.username as user_username, u.phone as user_phone, u.email as user_email,
  (select max(other.id) from (${ordersAround(true)} union all ${ordersAround(false)}) as other
   where other.package_id = o.package_id
     and other.created_at between o.created_at - interval '${DUPLICATE_MINUTES} minutes'
       and o.created_at + interval '${DUPLICATE_MINUTES} minutes') as duplicate_of`

export const JOINS = `
  join topup_products p on p.id = o.product_id
  join topup_packages k on k.id = o.package_id
  join users u on u.id = o.user_id
  left join admins h on h.id = o.holder_id
  left join admins d on d.id = o.completed_by`

export interface FlatRow extends Omit<OrderRow, 'Product' | 'User' | 'Admin' | 'completed_by'> {
  decider_first_name: string | null
  decider_last_name: string | null
  product_id: number
  product_name: string
  product_image: string
  user_username: string
  user_phone: string
  user_email: string
}

export const toOrderRow = (row: FlatRow): OrderRow => ({
  ...row,
  completed_by: row.decider_first_name === null ? '' : `${row.decider_first_name} ${row.decider_last_name}`,
  Admin: row.decider_first_name === null ? null : { first_name: row.decider_first_name, last_name: row.decider_last_name ?? '' },
  Product: { id: row.product_id, name: row.product_name, image: row.product_image, sale_price: row.amount },
  User: { username: row.user_username, phone: row.user_phone, email: row.user_email },
})

/** Out of scope and missing both return undefined. */
export const findOrder = async (db: Db, scope: readonly number[] | null, id: number): Promise<OrderRow | undefined> => {
  const sql = `select ${ROW} from orders o ${JOINS} where o.id = $1 and ($2::bigint[] is null or o.package_id = any($2))`
  const rows = await run<FlatRow>(db, sql, [id, scope])
  return rows[0] && toOrderRow(rows[0])
}

/** Sorted by id. Without a scope, the caller must filter the rows. */
export const findOrders = async (
  db: Db,
  scope: readonly number[] | null,
  ids: readonly number[],
): Promise<(OrderRow & { package_id: number })[]> => {
  const sql = `
    select ${ROW}, o.package_id from orders o ${JOINS}
    where o.id = any($1::bigint[]) and ($2::bigint[] is null or o.package_id = any($2))
    order by o.id`
  const rows = await run<FlatRow & { package_id: number }>(db, sql, [ids, scope])
  return rows.map((row) => ({ ...toOrderRow(row), package_id: row.package_id }))
}

export const countByStatus = async (db: Db, scope: readonly number[] | null): Promise<Record<string, number>> => {
  const sql = `
    select status, sum(n)::bigint as n
    from order_tally as counts
    where $1::bigint[] is null or package_id = any($1)
    group by status`
  const rows = await run<{ status: string; n: number }>(db, sql, [scope])
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}

/** For a sub-admin their own packages. Throws Forbidden if a sub-admin asks for another's. */
export const adminOrdersVisibleTo = async (ctx: Context, admin: number | undefined): Promise<readonly number[]> => {
  const scope = ordersVisibleTo(ctx)
  if (scope === null) return packagesOfSubAdmins(ctx.db, admin)
  if (admin !== undefined && admin !== ctx.admin.id) throw new Forbidden('admin')
  return scope
}

const SUB_ADMINS = `
  select id from admins where role = 'sub' and deleted_at is null and ($1::bigint is null or id = $1)`

const packagesOfSubAdmins = async (db: Db, admin: number | undefined): Promise<number[]> => {
  const rows = await run<{ id: number }>(
    db,
    `select topup_package_id as id from admin_packages where admin_id in (${SUB_ADMINS})
       union
       select p.id from admin_products g
       join topup_packages p on p.product_id = g.topup_product_id
       where g.admin_id in (${SUB_ADMINS})`,
    [admin ?? null],
  )
  return rows.map((row) => row.id)
}
