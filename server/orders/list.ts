import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import type { OrderList, OrderQuery } from '#contract/orders.ts'
import { playerKey } from '#contract/store-texts.ts'
import type { ExportPage } from '../core/csv/export.ts'
import { hasDateRange, inDateRange, isShortRange } from '../core/lists/days.ts'
import { FAR_OFFSET, farPage, fromNearerEnd, type Window } from '../core/lists/far-page.ts'
import { rowsOffPage } from '../core/lists/rows-off-page.ts'
import { type Candidates, candidates, readSearch } from '../core/lists/search.ts'
import { type Bind, contains, statement, statusIs } from '../core/lists/statement.ts'
import { type Db, query as run } from '../platform/db/connect.ts'
import { memoize } from '../platform/db/memoize.ts'
import { exportDays, planDays, sortedWithin, wanted } from './date-range.ts'
import { boundsOf, isOldestFirst, ordering, type Plan } from './paging.ts'
import { countByStatus, type FlatRow, findOrders, JOINS, ROW, toOrderRow } from './queries.ts'

/** Filters beyond scope and status. Such lists are counted by index, up to a cap. */
const searchConditions = (query: Omit<OrderQuery, 'page' | 'limit'>, bind: Bind, lookups: Candidates): string[] => {
  const conditions: string[] = []
  if (query.user_id !== undefined) conditions.push(`o.user_id = ${bind(query.user_id)}`)
  if (query.order_id !== undefined) conditions.push(`o.id = ${bind(query.order_id)}`)
  if (query.playerid !== undefined) conditions.push(isPlayer(query.playerid, bind))
  if (query.q !== undefined) conditions.push(matches(query.q, bind, lookups))
  return conditions
}

const isPlayer = (typed: string, bind: Bind): string => `player_key(o.playerid) = player_key(${bind(playerKey(typed))})`

const matches = (q: string, bind: Bind, { find }: Candidates): string => {
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `o.id = ${bind(only)}`
  const either = id === undefined ? [] : [`o.id = ${bind(id)}`]
  const fragment = digits ?? text
  if (fragment !== undefined) {
    const terms = find(`select term from order_terms where ${contains('term', playerKey(fragment), bind)}`)
    const people = digits === undefined ? 'search' : 'phone_digits'
    either.push(`player_key(o.playerid) = any(${terms})`)
    if (digits !== undefined) either.push(`(o.phone_digits = any(${terms}) and o.phone_digits <> '')`)
    either.push(`o.user_id = any(${find(`select id from users where ${contains(people, fragment, bind)}`)})`)
  }
  return `(${either.join(' or ')})`
}

const rollupTotal = (packages: string | null, status: string | undefined) => `
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where ${statusIs('o.status', status)} and ${packages ? `o.package_id = any(${packages})` : 'true'}`

/** Without a search: total from the counters, page from an index in the same order. */
const planList = (query: OrderQuery, packages: string | null, isFew: boolean, window: Window, bind: Bind): Plan => {
  const total = rollupTotal(packages, query.status)
  const by = ordering(query, window.reversed)
  const bounds = boundsOf(window, bind)
  if (packages && isFew) return { total, page: sortedWithin(packages, query, 'true', by('o'), bounds) }
  if (!packages || query.sort === 'amount') {
    const inScope = packages ? `and o.package_id = any(${packages})` : ''
    return {
      total,
      page: `select o.id, o.amount from orders o where ${statusIs('o.status', query.status)} ${inScope} order by ${by('o')} ${bounds}`,
    }
  }
  return {
    total,
    page: `
      select o.id, o.amount
      from unnest(${packages}) as scope (package_id)
      cross join ${wanted(query)}
      cross join lateral (
        select o.id, o.amount from orders o
        where o.package_id = scope.package_id and o.status = wanted.status
        order by ${by('o')} limit ${bind(window.limit + window.offset)}
      ) as o
      order by ${by('o')} ${bounds}`,
  }
}

const planFar = (query: OrderQuery, { offset, limit }: Window, bind: Bind): Plan => {
  const is = statusIs('o.status', query.status)
  return {
    total: rollupTotal(null, query.status),
    page: farPage({
      tally: `select o.block, o.n from order_block_tally as o where ${is}`,
      from: 'orders o',
      where: is,
      id: 'o.id',
      direction: isOldestFirst(query) ? 'asc' : 'desc',
      offset: bind(offset),
      limit,
    }),
  }
}

const planSearch = (query: OrderQuery, packages: string | null, window: Window, bind: Bind): Plan => {
  const inScope = packages ? [`o.package_id = any(${packages})`] : []
  const lookups = candidates()
  // A search matches few rows. `+ interval '0'` keeps the planner off an index by days.
  const days = hasDateRange(query) ? [inDateRange(`(o.${query.day_of ?? 'created_at'} + interval '0')`, query, bind)] : []
  const where = [statusIs('o.status', query.status), ...inScope, ...searchConditions(query, bind, lookups), ...days].join(' and ')
  const order = ordering(query, window.reversed)('o')
  return {
    total: `select count(*) from (select from orders o where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`,
    isCapped: true,
    page: `select o.id, o.amount from orders o where ${where} order by ${order} ${boundsOf(window, bind)}`,
    lookups,
  }
}

const countIn = async (db: Db, packages: readonly number[] | null, status: string | undefined): Promise<number> => {
  const counts = await countByStatus(db, packages)
  return status ? (counts[status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0)
}

/** Up to this many, sorting is cheaper than walking the index by amount. */
const SORTED_UP_TO = 50_000

const pageTexts = new Map<string, string>()

/** Memoized: looking up a prepared statement by a new string of this length is slow. */
const pageText = ({ page, total, lookups = candidates() }: Plan, order: string): string => {
  const varying = `${lookups.ctes()};${page};${total};${order}`
  return memoize(
    pageTexts,
    varying,
    () => `
      with ${lookups.ctes()} page as (${page}), total as (select (${total}) as total, ${lookups.isCut()} as is_cut)
      select total.total, total.is_cut, ${ROW}
      from total
      left join (page join orders o on o.id = page.id ${JOINS}) on true
      order by ${order}`,
  )
}

/** One page with its exact total in one statement: ids from an index first, then joins for these rows only. Without block
 * counters (some packages, or by amount), a far page is read from the nearer end. */
export const listOrders = async (db: Db, scope: readonly number[] | null, query: OrderQuery): Promise<OrderList> => {
  const packages = await packagesOf(db, scope, query.product)
  const { parameters, bind } = statement()
  const scoped = packages ? `${bind(packages)}::bigint[]` : null
  const window = { offset: (query.page - 1) * query.limit, limit: query.limit, reversed: false }
  const isSearch = [query.q, query.user_id, query.order_id, query.playerid].some((given) => given !== undefined)

  const isOfDays = hasDateRange(query)
  const isSorted = query.sort === 'amount' || (isOfDays && query.day_of === 'closed_at' && !isShortRange(query))
  const isFew = packages !== null && isSorted && !isSearch && (await countIn(db, packages, query.status)) <= SORTED_UP_TO
  let plan: Plan
  if (isSearch) plan = planSearch(query, scoped, window, bind)
  else if (isOfDays) plan = await planDays(db, query, { ids: packages, sql: scoped, isFew }, window, bind)
  else if (isFew || window.offset < FAR_OFFSET) plan = planList(query, scoped, isFew, window, bind)
  else if (!packages && query.sort !== 'amount') plan = planFar(query, window, bind)
  else plan = planList(query, scoped, false, fromNearerEnd(window, await countIn(db, packages, query.status)), bind)

  const rows = await run<FlatRow & { total: number; is_cut: boolean }>(
    db,
    pageText(plan, plan.order ?? ordering(query, false)('o')),
    parameters,
  )
  const { total: found = 0, is_cut = false } = rows[0] ?? {}
  const total = plan.isCapped ? Math.min(found, SEARCH_TOTAL_CAP) : found
  // Every row carries the total. An empty page has one row of nulls.
  const orders = rows.filter((row) => row.id !== null).map(toOrderRow)
  return {
    orders,
    elsewhere: await rowsOffPage(query.shown, orders, (ids) => findOrders(db, scope, ids)),
    order_count: total,
    total,
    total_capped: is_cut || total < found,
  }
}

const EXPORT_JOINS = 'join users u on u.id = o.user_id left join admins d on d.id = o.completed_by'

export const exportPage = async (
  db: Db,
  scope: readonly number[] | null,
  query: Omit<OrderQuery, 'page' | 'limit'>,
): Promise<ExportPage> => {
  const packages = await packagesOf(db, scope, query.product)
  const days = hasDateRange(query) ? await exportDays(db, query) : undefined
  return (before, limit, bind) => {
    const lookups = candidates('all')
    const { from, where } = days?.(bind) ?? { from: 'orders o', where: 'true' }
    const conditions = [`o.id < ${before}`, where, statusIs('o.status', query.status), ...searchConditions(query, bind, lookups)]
    if (packages) conditions.push(`o.package_id = any(${bind(packages)}::bigint[])`)
    const rows = `select o.* from ${from} where ${conditions.join(' and ')} order by o.id desc limit ${limit}`
    return { ctes: `${lookups.ctes()} page as (${rows})`, from: `from page as o ${EXPORT_JOINS} order by o.id desc` }
  }
}

/** Includes deleted packages, whose orders remain. */
const packagesOf = async (
  db: Db,
  scope: readonly number[] | null,
  product: number | undefined,
): Promise<readonly number[] | null> => {
  if (product === undefined) return scope
  const rows = await db.selectFrom('topup_packages').select('id').where('product_id', '=', product).execute()
  return rows.map((row) => row.id).filter((id) => scope === null || scope.includes(id))
}
