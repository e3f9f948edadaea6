import { DUPLICATE_MINUTES, FRAGMENT_MIN_DIGITS, SEARCH_CANDIDATES, SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type OrderList, type OrderQuery, type OrderRow, orderFlow, SECRET_MASK } from '#contract/orders.ts'
import type { Context } from '../context.ts'
import { type Db, query as run } from '../db/connect.ts'
import { type Bind, containing, statement } from '../db/statement.ts'
import { Forbidden } from '../errors.ts'

/** The packages whose orders the caller may see; null means all. Every way to an order starts here. */
export const ordersVisibleTo = (ctx: Context): readonly number[] | null => ctx.admin.package_ids

const mask = (column: string) => `case when o.${column} is null then '' else '${SECRET_MASK}' end`

const ROW = `
  o.id, o.playerid, ${mask('ingamepassword_sealed')} as ingamepassword, o.name, o.amount, o.accounttype,
  ${mask('securitycode_sealed')} as securitycode, o.phone, o.brief_note, o.status, o.user_id, o.created_at, o.closed_at,
  o.holder_id, o.held_until, h.first_name || ' ' || h.last_name as held_by,
  d.first_name as decider_first_name, d.last_name as decider_last_name,
  o.product_id, o.product_name, p.logo as product_image,
  u.username as user_username, u.phone as user_phone, u.email as user_email,
  (select max(other.id) from orders other
   where lower(other.playerid) = lower(o.playerid) and other.package_id = o.package_id and other.id <> o.id
     and other.created_at between o.created_at - interval '${DUPLICATE_MINUTES} minutes'
       and o.created_at + interval '${DUPLICATE_MINUTES} minutes') as duplicate_of`

const JOINS = `
  join topup_products p on p.id = o.product_id
  join users u on u.id = o.user_id
  left join admins h on h.id = o.holder_id
  left join admins d on d.id = o.completed_by`

interface FlatRow extends Omit<OrderRow, 'Product' | 'User' | 'Admin' | 'completed_by'> {
  decider_first_name: string | null
  decider_last_name: string | null
  product_id: number
  product_name: string
  product_image: string
  user_username: string
  user_phone: string
  user_email: string
}

const nest = (row: FlatRow): OrderRow => ({
  ...row,
  completed_by: row.decider_first_name === null ? '' : `${row.decider_first_name} ${row.decider_last_name}`,
  Admin: row.decider_first_name === null ? null : { first_name: row.decider_first_name, last_name: row.decider_last_name ?? '' },
  Product: { id: row.product_id, name: row.product_name, image: row.product_image, sale_price: row.amount },
  User: { username: row.user_username, phone: row.user_phone, email: row.user_email },
})

/** One order within a scope, or undefined: out of scope and missing look the same. */
export const findOrder = async (db: Db, scope: readonly number[] | null, id: number): Promise<OrderRow | undefined> => {
  const sql = `select ${ROW} from orders o ${JOINS} where o.id = $1 and ($2::bigint[] is null or o.package_id = any($2))`
  const rows = await run<FlatRow>(db, sql, [id, scope])
  return rows[0] && nest(rows[0])
}

/** Some orders by id, in the order of ids; whoever sends them on narrows them to a scope. */
export const findOrders = async (db: Db, ids: readonly number[]): Promise<(OrderRow & { package_id: number })[]> => {
  const sql = `select ${ROW}, o.package_id from orders o ${JOINS} where o.id = any($1::bigint[]) order by o.id`
  const rows = await run<FlatRow & { package_id: number }>(db, sql, [ids])
  return rows.map((row) => ({ ...nest(row), package_id: row.package_id }))
}

/** Exact number of orders per status in a scope, from the rollup and its unfolded changes: never a scan. */
export const countByStatus = async (db: Db, scope: readonly number[] | null): Promise<Record<string, number>> => {
  const sql = `
    select status, sum(n)::bigint as n
    from order_tally as counts
    where $1::bigint[] is null or package_id = any($1)
    group by status`
  const rows = await run<{ status: string; n: number }>(db, sql, [scope])
  return Object.fromEntries(rows.map((row) => [row.status, row.n]))
}

// Statuses are literals of our own, never input: a generic plan cannot use `status = $1` well.
const statusIs = (status: string | undefined) => (status ? `o.status = '${status}'` : 'true')

/** What narrows the list beyond scope and status; such lists are counted by index, up to a cap. */
const searchConditions = (query: Omit<OrderQuery, 'page' | 'limit'>, bind: Bind): string[] => {
  const conditions: string[] = []
  if (query.user_id !== undefined) conditions.push(`o.user_id = ${bind(query.user_id)}`)
  if (query.order_id !== undefined) conditions.push(`o.id = ${bind(query.order_id)}`)
  if (query.playerid !== undefined) conditions.push(`lower(o.playerid) = lower(${bind(query.playerid)})`)
  if (query.q !== undefined) conditions.push(matches(query.q, bind))
  return conditions
}

/** Rules 1.8: '#123' the id; digits the id and, from 4 on, phones and player ids containing them; other text names and player ids. */
const matches = (q: string, bind: Bind): string => {
  const hash = /^#(\d{1,15})$/.exec(q)
  if (hash) return `o.id = ${bind(Number(hash[1]))}`
  const compact = q.replace(/[+\s-]/g, '')
  const isNumber = /^\d+$/.test(compact)
  const either: string[] = []
  if (isNumber && compact.length <= 15) either.push(`o.id = ${bind(Number(compact))}`)
  if (!isNumber || compact.length >= FRAGMENT_MIN_DIGITS) {
    const users = isNumber ? 'phone_digits' : 'search'
    const pattern = bind(containing(isNumber ? compact : q))
    const terms = `array(select term from order_terms where term like ${pattern} limit ${SEARCH_CANDIDATES})`
    either.push(`lower(o.playerid) = any(${terms})`)
    if (isNumber) either.push(`(o.phone_digits = any(${terms}) and o.phone_digits <> '')`)
    either.push(`o.user_id = any(array(select id from users where ${users} like ${pattern} limit ${SEARCH_CANDIDATES}))`)
  }
  return `(${either.join(' or ')})`
}

interface Plan {
  /** Ids of the page, in order. */
  page: string
  total: string
}

/** One order of sorting: ids break ties, so that no row is shown twice or never. */
const ordering = (query: OrderQuery, reversed: boolean) => {
  const oldestFirst = query.order ? query.order === 'asc' : query.sort === undefined && query.status === 'pending'
  const direction = oldestFirst !== reversed ? 'asc' : 'desc'
  // Ids are given in order of arrival, so created_at needs no index of its own.
  return (alias: string) =>
    query.sort === 'amount' ? `${alias}.amount ${direction}, ${alias}.id ${direction}` : `${alias}.id ${direction}`
}

const rollupTotal = (packages: string | null, status: string | undefined) => `
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where ${statusIs(status)} and ${packages ? `o.package_id = any(${packages})` : 'true'}`

/** Without a search: totals from the rollup, the page along an index that is in the page's order already. */
const planList = (
  query: OrderQuery,
  packages: string | null,
  by: (alias: string) => string,
  bounds: string,
  until: () => string,
): Plan => {
  const total = rollupTotal(packages, query.status)
  if (!packages || query.sort === 'amount') {
    const inScope = packages ? `and o.package_id = any(${packages})` : ''
    return {
      total,
      page: `select o.id, o.amount from orders o where ${statusIs(query.status)} ${inScope} order by ${by('o')} ${bounds}`,
    }
  }
  // Per package and status the index is in order of ids; the heads are merged.
  const statuses = (query.status ? [query.status] : orderFlow.statuses).map((status) => `('${status}')`).join(', ')
  return {
    total,
    page: `
      select o.id, o.amount
      from unnest(${packages}) as scope (package_id)
      cross join (values ${statuses}) as wanted (status)
      cross join lateral (
        select o.id, o.amount from orders o
        where o.package_id = scope.package_id and o.status = wanted.status
        order by ${by('o')} limit ${until()}
      ) as o
      order by ${by('o')} ${bounds}`,
  }
}

const planSearch = (
  query: OrderQuery,
  packages: string | null,
  conditions: string[],
  by: (alias: string) => string,
  bounds: string,
): Plan => {
  const where = [statusIs(query.status), ...(packages ? [`o.package_id = any(${packages})`] : []), ...conditions].join(' and ')
  return {
    total: `select count(*) from (select from orders o where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`,
    page: `select o.id, o.amount from orders o where ${where} order by ${by('o')} ${bounds}`,
  }
}

/**
 * One page of orders with its exact total, in one statement: ids first along an index, then the joins for these rows alone. A page
 * in the further half is read from the other end.
 */
export const listOrders = async (db: Db, scope: readonly number[] | null, query: OrderQuery): Promise<OrderList> => {
  const packages = await packagesOf(db, scope, query.product)
  const offset = (query.page - 1) * query.limit
  const isSearch =
    query.q !== undefined || query.user_id !== undefined || query.order_id !== undefined || query.playerid !== undefined
  if (isSearch || offset < FAR_OFFSET)
    return runList(db, query, packages, { offset, limit: query.limit, reversed: false }, isSearch)

  const counts = await countByStatus(db, packages)
  const total = query.status ? (counts[query.status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0)
  if (offset < total / 2) return runList(db, query, packages, { offset, limit: query.limit, reversed: false }, isSearch)
  const limit = Math.max(0, Math.min(query.limit, total - offset))
  return runList(db, query, packages, { offset: Math.max(0, total - offset - limit), limit, reversed: true }, isSearch)
}

/** From this offset on it pays to ask for the total first. */
const FAR_OFFSET = 1_000

interface Window {
  offset: number
  limit: number
  reversed: boolean
}

const pageTexts = new Map<string, string>()

/** The statement of a page. The same string each time, not an equal one: a new one of this length is slow to look up by. */
const pageText = ({ page, total }: Plan, order: string): string => {
  const varying = `${page};${total};${order}`
  let text = pageTexts.get(varying)
  if (!text) {
    text = `
      with page as (${page}), total as (select (${total}) as total)
      select total.total, ${ROW}
      from total
      left join (page join orders o on o.id = page.id ${JOINS}) on true
      order by ${order}`
    pageTexts.set(varying, text)
  }
  return text
}

const runList = async (
  db: Db,
  query: OrderQuery,
  packages: readonly number[] | null,
  window: Window,
  isSearch: boolean,
): Promise<OrderList> => {
  const { parameters, bind } = statement()
  const by = ordering(query, window.reversed)
  // The limit (1 to 100) is a literal: a generic plan takes `limit $1` for a tenth of the table and scans all of it.
  const bounds = `limit ${window.limit} offset ${bind(window.offset)}`
  const scoped = packages ? `${bind(packages)}::bigint[]` : null
  const plan = isSearch
    ? planSearch(query, scoped, searchConditions(query, bind), by, bounds)
    : planList(query, scoped, by, bounds, () => bind(window.limit + window.offset))
  const sql = pageText(plan, ordering(query, false)('o'))
  const rows = await run<FlatRow & { total: number }>(db, sql, parameters)
  const found = rows[0]?.total ?? 0
  const total = isSearch ? Math.min(found, SEARCH_TOTAL_CAP) : found
  // The total stands on every row; without a page row there is one row of nulls.
  const orders = rows.filter((row) => row.id !== null).map(nest)
  return { orders, order_count: total, total, total_capped: total < found }
}

/** The next rows of an export: the list's filters, newest first, below an id. */
export const exportPage = async (
  db: Db,
  scope: readonly number[] | null,
  query: Omit<OrderQuery, 'page' | 'limit'>,
  before: number | null,
  limit: number,
): Promise<OrderRow[]> => {
  const packages = await packagesOf(db, scope, query.product)
  const { parameters, bind } = statement()
  const conditions = [statusIs(query.status), ...searchConditions(query, bind)]
  if (packages) conditions.push(`o.package_id = any(${bind(packages)}::bigint[])`)
  if (before !== null) conditions.push(`o.id < ${bind(before)}`)
  const sql = `
    with page as (select o.id from orders o where ${conditions.join(' and ')} order by o.id desc limit ${limit})
    select ${ROW} from page join orders o on o.id = page.id ${JOINS} order by o.id desc`
  return (await run<FlatRow>(db, sql, parameters)).map(nest)
}

/** The scope narrowed to one product's packages, deleted ones too: their orders remain. */
const packagesOf = async (
  db: Db,
  scope: readonly number[] | null,
  product: number | undefined,
): Promise<readonly number[] | null> => {
  if (product === undefined) return scope
  const rows = await db.selectFrom('topup_packages').select('id').where('product_id', '=', product).execute()
  return rows.map((row) => row.id).filter((id) => scope === null || scope.includes(id))
}

/**
 * The scope of /subadmin-order: for a super admin the packages that some sub-admin holds, or those of one; for a sub-admin his own.
 * Throws Forbidden where a sub-admin asks for a colleague's.
 */
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
