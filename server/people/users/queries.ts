import type { z } from 'zod'
import { FLAG_HOURS, SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { orderFlow } from '#contract/orders.ts'
import { DeletionWarning, type UserDrawer, type UserQuery, type UserRow } from '#contract/users.ts'
import { customerOrders } from '../../core/lists/customer-orders.ts'
import { idsOnDays, ORDERED_TODAY, TODAY } from '../../core/lists/days.ts'
import { BLOCK_IDS } from '../../core/lists/far-page.ts'
import type { List, Packages, Scope, Terms, Top } from '../../core/lists/list.ts'
import { findRow, readList } from '../../core/lists/read.ts'
import { customersFound, LIVING_CUSTOMERS } from '../../core/lists/search.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'

const NEWEST = 10

/** SQL: an order `o` is in scope. */
const isOrderIn = ({ ids, sql }: Scope) => (ids === null ? `${sql} is null` : `o.package_id = any(${sql})`)

const flagsWithin = (inScope: string) => `
  (select coalesce(jsonb_agg(to_jsonb(f)), '[]') from (
    select 'wallet_edited_then_spent' as kind, 'order' as subject, o.id, false as is_completed
    from adjustments d
    cross join lateral (${idsOnDays('orders', 'shop_day(d.created_at)', `shop_day(d.created_at + interval '${FLAG_HOURS} hours')`)}) as near
    join orders o on o.user_id = d.user_id and o.id >= near.first and o.id < near.behind
      and o.created_at between d.created_at and d.created_at + interval '${FLAG_HOURS} hours'
    where d.user_id = u.id and d.wallet = 'user_wallet' and d.kind = 'edited' and d.amount > 0
      and ${inScope}
    order by d.id desc, o.id
    limit 1) as f)`

const columnsIn = (scope: Scope) => `
  u.id, u.username, u.first_name, u.last_name, u.account_status, u.is_banned, u.avatar, u.phone, u.email, u.scores, u.provider,
  u.is_phone_verify, u.address, u.city, u.zip_code, u.tags, version_with_moves(u.version, w.moves) as version, u.created_at, w.balance as wallet, e.balance as earn_wallet,
  ${customerOrders('u.id', scope.ids === null ? undefined : isOrderIn(scope))}, ${flagsWithin(isOrderIn(scope))} as flags`

const WALLET = `join accounts w on w.user_id = u.id and w.kind = 'user_wallet'`
const EARN_WALLET = `join accounts e on e.user_id = u.id and e.kind = 'earn_wallet'`

/** SQL: the first id of the newest orders of the packages in scope, as many as a total is counted to, and up to a block more. */
const newestFrom = (scope: Scope) => `
  select coalesce(min(block), 0) * ${BLOCK_IDS}
  from (
    select block, sum(n) as n, sum(sum(n)) over (order by block desc) as upto
    from order_package_block_tally
    where package_id = any(${scope.sql})
    group by block
  ) as passed
  where upto - n < ${SEARCH_TOTAL_CAP}`

/** Nothing is counted per customer and package, because that needs hardly fewer rows than there are orders. So of some packages only the
 * newest orders are counted. The limit cuts nothing; without it the planner expects customers by the million, and reads all. */
const newestOrdersPerCustomer = (scope: Scope, more: string): Top => ({
  rows: `
    select o.user_id, count(*)
    from unnest(${scope.sql}) as scope (package_id)
    cross join unnest(array[${orderFlow.statuses.map((status) => `'${status}'`).join(', ')}]) as wanted (status)
    join orders o on o.package_id = scope.package_id and o.status = wanted.status and o.id >= (${newestFrom(scope)}) and ${more}
    group by o.user_id
    order by 2 desc, 1 desc
    limit ${SEARCH_TOTAL_CAP + BLOCK_IDS}`,
})

const NOT_TODAY = `not exists (select from customer_orders c where c.user_id = u.id and c.day = ${TODAY})`

const todaysOrders = ({ scope }: Terms<UserQuery>): Top =>
  scope.ids === null
    ? { rows: `select user_id, today from customer_orders where day = ${TODAY}`, others: NOT_TODAY }
    : newestOrdersPerCustomer(scope, ORDERED_TODAY)

export const USERS: List<UserQuery, UserRow> = {
  table: 'users',
  as: 'u',
  scope: 'columns',
  columns: columnsIn,
  joins: `${WALLET} ${EARN_WALLET}`,
  always: 'u.deleted_at is null',
  filters: {
    q: (q, { bind, lookups }) => customersFound(q, bind, lookups),
    tag: (tag, { bind }) => `tag_keys(u.tags) @> array[text_key(${bind(tag)})]`,
  },
  sorts: {
    username: { by: 'lower(u.username)', index: 'users_username' },
    wallet: { by: 'w.balance', join: WALLET, index: 'accounts_user_wallet' },
    earn_wallet: { by: 'e.balance', join: EARN_WALLET, index: 'accounts_earn_wallet' },
    today_order: { by: '0', top: todaysOrders, index: 'customer_orders_today' },
    total_order: {
      by: 'c.total',
      join: 'join customer_orders c on c.user_id = u.id',
      top: ({ scope }) => (scope.ids === null ? undefined : newestOrdersPerCustomer(scope, 'true')),
      index: 'customer_orders_total',
    },
  },
  counters: { filters: [], blocks: () => LIVING_CUSTOMERS },
}

export const findUser = (db: Db, packages: Packages, id: number): Promise<UserRow | undefined> => findRow(db, USERS, packages, id)

export const listUsers = async (db: Db, packages: Packages, query: UserQuery) => {
  const { rows, total, total_capped } = await readList(db, USERS, packages, query)
  return { data: rows, user_count: total, total, total_capped }
}

export const newestOrders = async (db: Db, scope: Packages, id: number): Promise<NonNullable<UserDrawer['orders']>> => {
  const sql = `
    select id, name, product_name as product, amount, status, created_at
    from orders
    where user_id = $1 and ($2::bigint[] is null or package_id = any($2))
    order by id desc limit ${NEWEST}`
  return run<NonNullable<UserDrawer['orders']>[number]>(db, sql, [id, scope])
}

export const newestProductOrders = (db: Db, id: number) =>
  db
    .selectFrom('product_orders')
    .select(['id', 'name', 'quantity', 'amount', 'status', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()

export const newestMoney = (db: Db, table: 'wallet_adds' | 'withdrawals', id: number) =>
  db
    .selectFrom(table)
    .select(['id', 'amount', 'number', 'status', 'created_at'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(NEWEST)
    .execute()

type Related = z.output<typeof DeletionWarning>

export const readDeletion = async (db: Db, id: number) => {
  const sql = `
    select w.balance as wallet, e.balance as earn_wallet, h.balance as earn_hold,
      (select count(*) from orders where user_id = $1 and status in ('pending', 'in_progress')) +
      (select count(*) from product_orders where user_id = $1 and status in ('pending', 'in_progress')) as open_orders,
      (select count(*) from wallet_adds where user_id = $1 and status = 'pending') as pending_wallet_adds,
      (select count(*) from withdrawals where user_id = $1 and status = 'pending') as pending_withdrawals
    from accounts w, accounts e, accounts h
    where w.user_id = $1 and w.kind = 'user_wallet' and e.user_id = $1 and e.kind = 'earn_wallet'
      and h.user_id = $1 and h.kind = 'earn_hold'`
  return (await run<Related>(db, sql, [id]))[0]
}

const RELATED = Object.keys(DeletionWarning.shape) as (keyof Related)[]
/** A pending wallet add holds no money, and can still be decided. */
export const RELATED_COUNTS = RELATED.filter((name) => name !== 'pending_wallet_adds')

export const NO_RELATED = Object.fromEntries(RELATED.map((name) => [name, 0])) as Record<keyof Related, 0>
