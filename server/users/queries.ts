import { FLAG_HOURS, SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import type { UserDrawer, UserQuery, UserRow } from '#contract/users.ts'
import { blocksOf, hasDateRange, idRangeOf, idsOnDays, inDateRange, ORDERED_TODAY, sumOf } from '../core/lists/days.ts'
import { FAR_OFFSET, farPage } from '../core/lists/far-page.ts'
import { candidates, customersFound, LIVING_CUSTOMERS } from '../core/lists/search.ts'
import { statement } from '../core/lists/statement.ts'
import { type Db, query as run } from '../platform/db/connect.ts'

const NEWEST = 10

type Scope = readonly number[] | null

/** SQL: an order `o` is in scope. Two texts, so that the case of all packages can use an index-only scan. */
const orderWithin = (parameter: string, scope: Scope) =>
  scope === null ? `${parameter} is null` : `o.package_id = any(${parameter})`

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

const ordersOf = (inScope: string, more = 'true') =>
  `(select count(*) from orders o where o.user_id = u.id and ${inScope} and ${more})`

const rowWithin = (inScope: string) => `
  u.id, u.username, u.first_name, u.last_name, u.account_status, u.is_banned, u.avatar, u.phone, u.email, u.scores, u.provider,
  u.is_phone_verify, u.address, u.city, u.zip_code, u.created_at, w.balance as wallet, e.balance as earn_wallet,
  ${ordersOf(inScope, ORDERED_TODAY)} as today_order, ${ordersOf(inScope)} as total_order, ${flagsWithin(inScope)} as flags`

const WALLETS = `
  join accounts w on w.user_id = u.id and w.kind = 'user_wallet'
  join accounts e on e.user_id = u.id and e.kind = 'earn_wallet'`

export const findUser = async (db: Db, scope: Scope, id: number): Promise<UserRow | undefined> => {
  const sql = `select ${rowWithin(orderWithin('$2::bigint[]', scope))} from users u ${WALLETS} where u.id = $1 and u.deleted_at is null`
  return (await run<UserRow>(db, sql, [id, scope]))[0]
}

const SORTS = {
  id: 'u.id',
  created_at: 'u.id',
  username: 'lower(u.username)',
  wallet: 'w.balance',
  earn_wallet: 'e.balance',
  today_order: 'coalesce(c.n, 0)',
  total_order: 'coalesce(c.n, 0)',
} as const satisfies Record<NonNullable<UserQuery['sort']>, string>

/** For a sort by orders, count them once for all users instead of per user. */
const joinFor = (sort: UserQuery['sort'], inScope: string): string => {
  if (sort === 'wallet' || sort === 'earn_wallet') return WALLETS
  if (sort !== 'today_order' && sort !== 'total_order') return ''
  const since = sort === 'today_order' ? ORDERED_TODAY : 'true'
  return `left join (
    select user_id, count(*) as n from orders o where ${inScope} and ${since} group by user_id
  ) as c on c.user_id = u.id`
}

export const listUsers = async (db: Db, scope: Scope, query: UserQuery) => {
  const { parameters, bind } = statement()
  const inScope = orderWithin(`${bind(scope)}::bigint[]`, scope)
  const isSearch = query.q !== undefined
  const lookups = candidates()
  const isSomeDays = hasDateRange(query)
  const along =
    isSomeDays && !isSearch ? idRangeOf(await blocksOf(db, 'users', query), query, bind, 'u.id', 'u.created_at') : undefined
  const tally = along ? along.tally(LIVING_CUSTOMERS, 'users u', 'u.deleted_at is null') : LIVING_CUSTOMERS
  const range = along?.where ?? (isSomeDays ? inDateRange('u.created_at', query, bind) : 'true')
  const where = `u.deleted_at is null and ${range} and ${query.q === undefined ? 'true' : customersFound(query.q, bind, lookups)}`
  const direction = query.order ?? 'desc'
  const by = `${SORTS[query.sort ?? 'id']} ${direction}, u.id ${direction}`
  const counted = isSearch
    ? `select count(*) as total from (select from users u where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`
    : `select (${sumOf(tally)}) as total`
  const offset = (query.page - 1) * query.limit
  const isFar = offset >= FAR_OFFSET && !isSearch && SORTS[query.sort ?? 'id'] === SORTS.id
  // For few days, read and sort: walking an index by name would pass all other days.
  const people = along?.isFew && query.sort !== undefined ? `(select * from users u where ${where} offset 0) as u` : 'users u'
  const page = isFar
    ? farPage({
        tally,
        from: 'users u',
        where,
        id: 'u.id',
        direction,
        offset: bind(offset),
        limit: query.limit,
      })
    : `select u.id, row_number() over (order by ${by}) as place
       from ${people} ${joinFor(query.sort, inScope)}
       where ${where}
       order by ${by}
       limit ${query.limit} offset ${bind(offset)}`
  const sql = `
    with ${lookups.ctes()} page as (${page}), total as (${counted})
    select total.total, ${lookups.isCut()} as is_cut, ${rowWithin(inScope)}
    from total
    left join (page join users u on u.id = page.id ${WALLETS}) on true
    order by page.place`
  const rows = await run<UserRow & { total: number; is_cut: boolean }>(db, sql, parameters)
  const { total: found = 0, is_cut = false } = rows[0] ?? {}
  const total = isSearch ? Math.min(found, SEARCH_TOTAL_CAP) : found
  return { data: rows.filter((row) => row.id !== null), user_count: total, total, total_capped: is_cut || total < found }
}

export const newestOrders = async (db: Db, scope: Scope, id: number): Promise<NonNullable<UserDrawer['orders']>> => {
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
  return (await run<Record<(typeof RELATED_COUNTS)[number], number>>(db, sql, [id]))[0]
}

export const RELATED_COUNTS = [
  'wallet',
  'earn_wallet',
  'earn_hold',
  'open_orders',
  'pending_wallet_adds',
  'pending_withdrawals',
] as const

export const NO_RELATED = Object.fromEntries(RELATED_COUNTS.map((name) => [name, 0])) as Record<
  (typeof RELATED_COUNTS)[number],
  0
>
