import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import {
  PRODUCT_ORDER_STATUSES,
  type ProductOrderList,
  type ProductOrderQuery,
  type ProductOrderRow,
} from '#contract/product-orders.ts'
import { countByStatus } from '../../core/lists/counts.ts'
import type { List, Terms } from '../../core/lists/list.ts'
import { findRow, readList } from '../../core/lists/read.ts'
import { readSearch } from '../../core/lists/search.ts'
import { statusIs } from '../../core/lists/statement.ts'
import type { Db } from '../../platform/db/connect.ts'

/** Rows that a call without `limit` gets at most. */
const WHOLE_LIST_ROWS = 10_000

const ROW = `
  o.id, o.user_id, o.product_id, o.name, o.price, o.quantity, o.amount, o.phone, o.address, o.brief_note,
  coalesce(o.reference, '') as reference, o.status, o.created_at, o.closed_at,
  case when a.id is not null then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) end as "Admin",
  jsonb_build_object('id', p.id, 'name', o.name, 'image', p.image, 'sale_price', o.price) as "Product",
  jsonb_build_object('username', u.username, 'phone', u.phone, 'email', u.email) as "User"`

const JOINS = `
  join physical_products p on p.id = o.product_id
  join users u on u.id = o.user_id
  left join admins a on a.id = o.admin_id`

/** What `q` may name: an order by '#id' or the store's reference, else a product or a customer by the exact id; each has its index. */
const matches = (q: string, { query: { status, page = 1, limit = 0, ...query }, bind }: Terms<Paged>): string => {
  const { only, id } = readSearch(q)
  if (only !== undefined) return `o.id = ${bind(only)}`
  const referred = `select id from product_orders where reference = ${bind(q)}`
  if (id === undefined) return `o.id in (${referred})`
  const direction = query.order ?? (isOldestFirst({ status, ...query }) ? 'asc' : 'desc')
  const most = bind(Math.max(page * limit, SEARCH_TOTAL_CAP + 1))
  const found = (column: string) =>
    `(select id from product_orders where ${column} = ${bind(id)} and ${statusIs('status', status)} order by id ${direction} limit ${most})`
  return `o.id in (${found('product_id')} union ${found('user_id')} union ${referred})`
}

/** Of a tab with its work the oldest come first; elsewhere the newest. */
const isOldestFirst = ({ sort, status }: Partial<ProductOrderQuery>) => sort === undefined && status === 'pending'

type Paged = ProductOrderQuery & { readonly limit: number }

export const PRODUCT_ORDERS: List<Paged, ProductOrderRow> = {
  table: 'product_orders',
  as: 'o',
  scope: 'none',
  columns: ROW,
  joins: JOINS,
  filters: { status: (status) => statusIs('o.status', status), q: matches },
  sorts: {},
  isAscending: isOldestFirst,
  counters: {
    filters: ['status'],
    blocks: (condition) => `select o.block, o.n from money_tally as o where o.list = 'product_orders' and ${condition}`,
  },
}

/** One order, or undefined. */
export const findProductOrder = (db: Db, id: number): Promise<ProductOrderRow | undefined> =>
  findRow(db, PRODUCT_ORDERS, null, id)

/** One page, or without a limit the whole list. */
export const listProductOrders = async (db: Db, query: ProductOrderQuery): Promise<ProductOrderList> => {
  const paged = query.limit === undefined ? { ...query, page: 1, limit: WHOLE_LIST_ROWS } : { ...query, limit: query.limit }
  const { rows, ...list } = await readList(db, PRODUCT_ORDERS, null, paged)
  return { orders: rows, order_count: list.total, ...list }
}

/** Exact number of orders per status. */
export const countProductOrders = (db: Db) =>
  countByStatus(db, PRODUCT_ORDER_STATUSES, `money_tally where list = 'product_orders'`)
