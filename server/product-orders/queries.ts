import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import type { ProductOrderList, ProductOrderQuery, ProductOrderRow } from '#contract/product-orders.ts'
import { pageById } from '../core/lists/far-page.ts'
import { rowsOffPage } from '../core/lists/rows-off-page.ts'
import { readSearch } from '../core/lists/search.ts'
import { type Bind, statement, statusIs } from '../core/lists/statement.ts'
import { type Db, query as run } from '../platform/db/connect.ts'

/** Rows that a call without `limit` gets at most. */
const WHOLE_LIST_ROWS = 10_000

const ROW = `
  o.id, o.user_id, o.product_id, o.name, o.price, o.quantity, o.amount, o.phone, o.address, o.brief_note, o.status, o.created_at,
  o.closed_at,
  case when a.id is not null then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) end as "Admin",
  jsonb_build_object('id', p.id, 'name', o.name, 'image', p.image, 'sale_price', o.price) as "Product",
  jsonb_build_object('username', u.username, 'phone', u.phone, 'email', u.email) as "User"`

const JOINS = `
  join physical_products p on p.id = o.product_id
  join users u on u.id = o.user_id
  left join admins a on a.id = o.admin_id`

/** One order, or undefined. */
export const findProductOrder = async (db: Db, id: number): Promise<ProductOrderRow | undefined> =>
  (await findProductOrders(db, [id]))[0]

const findProductOrders = (db: Db, ids: readonly number[]) =>
  run<ProductOrderRow>(db, `select ${ROW} from product_orders o ${JOINS} where o.id = any($1::bigint[])`, [ids])

// Of a tab with its work the oldest come first; elsewhere the newest.
const directionOf = ({ sort, order, status }: ProductOrderQuery) =>
  order ?? (sort === undefined && status === 'pending' ? 'asc' : 'desc')

/** What `q` may name: an order by '#id', else a product or a customer by the exact id; each uses its own index. */
const searchConditions = (q: string, bind: Bind): string[] => {
  const { only, id } = readSearch(q)
  if (only !== undefined) return [`id = ${bind(only)}`]
  return id === undefined ? [] : [`product_id = ${bind(id)}`, `user_id = ${bind(id)}`]
}

/** SQL of the first `most` ids of a search, in no order: a product's and a customer's orders, each of them once. */
const found = (conditions: readonly string[], status: string | undefined, direction: string, most: string) =>
  conditions
    .map(
      (condition) =>
        `(select id from product_orders where ${condition} and ${statusIs('status', status)} order by id ${direction} limit ${most})`,
    )
    .join(' union ')

interface Window {
  readonly direction: string
  readonly offset: number
  readonly limit: number
}

const searchOf = (
  conditions: readonly string[],
  status: string | undefined,
  { direction, offset, limit }: Window,
  bind: Bind,
) => ({
  page: `
    select id, row_number() over (order by id ${direction}) as place
    from (${found(conditions, status, direction, bind(offset + limit))}) as sought
    order by id ${direction} limit ${limit} offset ${bind(offset)}`,
  total: `
    select count(*) from (
      select from (${found(conditions, status, direction, `${SEARCH_TOTAL_CAP + 1}`)}) as sought limit ${SEARCH_TOTAL_CAP + 1}
    ) as counted`,
})

const listOf = (status: string | undefined, { direction, offset, limit }: Window, bind: Bind) => ({
  page: pageById(
    {
      tally: `select block, n from money_tally where list = 'product_orders' and ${statusIs('status', status)}`,
      from: 'product_orders o',
      where: statusIs('o.status', status),
      id: 'o.id',
      direction: direction === 'asc' ? 'asc' : 'desc',
      offset,
      limit,
    },
    bind,
  ),
  total: `select coalesce(sum(n), 0)::bigint from money_tally where list = 'product_orders' and ${statusIs('status', status)}`,
})

/** One page, or without a limit the whole list, with its total: exact, or with a search exact up to a cap. */
export const listProductOrders = async (db: Db, query: ProductOrderQuery): Promise<ProductOrderList> => {
  const { parameters, bind } = statement()
  const { q, status, limit = WHOLE_LIST_ROWS } = query
  const window = { direction: directionOf(query), offset: query.limit === undefined ? 0 : (query.page - 1) * limit, limit }
  const sought = q === undefined ? undefined : searchConditions(q, bind)
  const others = (orders: ProductOrderRow[]) => rowsOffPage(query.shown, orders, (ids) => findProductOrders(db, ids))
  if (sought?.length === 0) return { orders: [], elsewhere: await others([]), order_count: 0, total: 0, total_capped: false }
  const { page, total } = sought ? searchOf(sought, status, window, bind) : listOf(status, window, bind)
  const sql = `
    with page as (${page}), total as (select (${total}) as total)
    select total.total, ${ROW}
    from total
    left join (page join product_orders o on o.id = page.id ${JOINS}) on true
    order by page.place`
  const rows = await run<ProductOrderRow & { total: number }>(db, sql, parameters)
  // The total stands on every row; without a page row there is one row of nulls.
  const matching = rows[0]?.total ?? 0
  const shown = sought === undefined ? matching : Math.min(matching, SEARCH_TOTAL_CAP)
  const orders = rows.filter((row) => row.id !== null)
  return { orders, elsewhere: await others(orders), order_count: shown, total: shown, total_capped: shown < matching }
}

/** Exact number of orders per status; a status without any is missing. */
export const countProductOrders = async (db: Db): Promise<Record<string, number>> => {
  const sql = `select status, sum(n)::bigint as n from money_tally where list = 'product_orders' group by status`
  const rows = await run<{ status: string; n: number }>(db, sql)
  return Object.fromEntries(rows.map(({ status, n }) => [status, n]))
}
