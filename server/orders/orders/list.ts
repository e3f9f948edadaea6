import { type OrderList, type OrderQuery, type OrderRow, orderFlow, SECRET_MASK } from '#contract/orders.ts'
import { playerKey } from '#contract/store-texts.ts'
import { DUPLICATE_OF } from '../../core/delivery/duplicates.ts'
import type { ExportPage } from '../../core/exports/rows.ts'
import { countByStatus, withAll } from '../../core/lists/counts.ts'
import { daysInRange, hasDateRange } from '../../core/lists/days.ts'
import type { List, Packages, Scope, Terms } from '../../core/lists/list.ts'
import { exportList, findRow, findRows, readList } from '../../core/lists/read.ts'
import { readSearch } from '../../core/lists/search.ts'
import { contains, statusIs } from '../../core/lists/statement.ts'
import type { Db } from '../../platform/db/connect.ts'

const mask = (column: string) => `case when o.${column} is null then '' else '${SECRET_MASK}' end`

const ROW = `
  o.id, o.package_id, o.playerid, ${mask('ingamepassword_sealed')} as ingamepassword, o.name, o.amount, o.refunded, o.accounttype,
  ${mask('securitycode_sealed')} as securitycode, o.phone, o.brief_note, o.status, o.user_id, o.created_at, o.closed_at,
  o.holder_id, least(o.held_until, h.deleted_at) as held_until, h.first_name || ' ' || h.last_name as held_by,
  o.completed_by as completed_by_id, d.first_name as decider_first_name, d.last_name as decider_last_name,
  o.product_id, o.product_name, p.logo as product_image, k.sells_vouchers,
  u.username as user_username, u.phone as user_phone, u.email as user_email,
  ${DUPLICATE_OF} as duplicate_of`

const JOINS = `
  join topup_products p on p.id = o.product_id
  join topup_packages k on k.id = o.package_id
  join users u on u.id = o.user_id
  left join admins h on h.id = o.holder_id
  left join admins d on d.id = o.completed_by`

/** The live stream filters by the package. */
type ListedOrder = OrderRow & { package_id: number }

interface FlatRow extends Omit<ListedOrder, 'Product' | 'User' | 'Admin' | 'completed_by'> {
  decider_first_name: string | null
  decider_last_name: string | null
  product_id: number
  product_name: string
  product_image: string
  user_username: string
  user_phone: string
  user_email: string
}

/** An order that no admin completed was completed as it was placed. */
const deciderOf = ({ status, decider_first_name, decider_last_name }: FlatRow): OrderRow['Admin'] => {
  if (decider_first_name !== null) return { first_name: decider_first_name, last_name: decider_last_name ?? '' }
  return status === 'completed' ? { first_name: 'Automatic', last_name: '' } : null
}

const nameOf = (admin: OrderRow['Admin']) => (admin ? `${admin.first_name} ${admin.last_name}`.trimEnd() : '')

const toOrderRow = (row: FlatRow): ListedOrder => ({
  ...row,
  completed_by: nameOf(deciderOf(row)),
  Admin: deciderOf(row),
  Product: { id: row.product_id, name: row.product_name, image: row.product_image, sale_price: row.amount },
  User: { username: row.user_username, phone: row.user_phone, email: row.user_email },
})

const matches = (q: string, { bind, lookups: { find } }: Terms<OrderQuery>): string => {
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
  either.push(`o.id = any(${find(`select id from orders where reference = ${bind(q)}`)})`)
  return `(${either.join(' or ')})`
}

const totalOf = ({ query, scope }: Terms<OrderQuery>) => `
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where ${statusIs('o.status', query.status)} and ${scope.ids ? `o.package_id = any(${scope.sql})` : 'true'}`

/** SQL of the condition of the counters, and of the packages in scope. */
const isCounted = (condition: string, { scope }: Terms<OrderQuery>) =>
  scope.ids === null ? condition : `${condition} and o.package_id = any(${scope.sql})`

const blocksOf = (condition: string, terms: Terms<OrderQuery>) =>
  terms.scope.ids === null
    ? `select o.block, o.n from order_block_tally as o where ${condition}`
    : `select o.block, o.n from order_package_block_tally as o where ${isCounted(condition, terms)}`

/** A few amounts are found by package and status, of which each has its few. */
const amountBlocksOf = (condition: string, terms: Terms<OrderQuery>, keys: string | undefined) =>
  keys === undefined
    ? `select o.amount as key, o.block, o.n from order_package_block_tally as o where ${isCounted(condition, terms)}`
    : `select o.amount as key, b.block, b.n
       from (
         select distinct o.package_id, o.status, o.amount
         from order_tally as o
         where ${isCounted(condition, terms)} and o.amount in (select key from ${keys})
       ) as o
       join order_package_block_tally b on b.package_id = o.package_id and b.status = o.status and b.amount = o.amount`

/** SQL of a figure per day, of those whom an admin decided if one is named. */
const figuresOf = (figure: 'placed' | 'completed' | 'cancelled', scope: Scope, admin = '0') => `
  select day, ${figure} as n
  from order_figure_tally
  where admin_id = ${admin} and package_id = ${scope.ids ? `any(${scope.sql})` : '0'}`

/** An order keeps the moment and the admin of its completion when it is corrected. */
const closedPerDay = ({ query: { status, completed_by }, scope, bind }: Terms<OrderQuery>): string | undefined => {
  const figure = status === 'completed' ? status : status === 'cancel' && 'cancelled'
  if (!figure) return undefined
  return figuresOf(figure, scope, completed_by === undefined ? undefined : bind(completed_by))
}

/** Includes deleted packages, whose orders remain. */
const narrow = async (db: Db, packages: Packages, { product }: Partial<OrderQuery>): Promise<Packages> => {
  if (product === undefined) return packages
  const rows = await db.selectFrom('topup_packages').select('id').where('product_id', '=', product).execute()
  return rows.map((row) => row.id).filter((id) => packages === null || packages.includes(id))
}

export const ORDERS: List<OrderQuery, ListedOrder, FlatRow> = {
  table: 'orders',
  as: 'o',
  scope: 'rows',
  narrow,
  columns: ROW,
  joins: JOINS,
  toRow: toOrderRow,
  filters: {
    status: (status) => statusIs('o.status', status),
    user_id: (id, { bind }) => `o.user_id = ${bind(id)}`,
    order_id: (id, { bind }) => `o.id = ${bind(id)}`,
    playerid: (typed, { bind }) => `player_key(o.playerid) = player_key(${bind(playerKey(typed))})`,
    product: 'narrow',
    completed_by: (id, { bind }) => `o.completed_by = ${bind(id)}`,
    q: matches,
  },
  sorts: {
    amount: {
      by: 'o.amount',
      index: 'orders_amount',
      counted: {
        keys: (condition, terms) => `select o.amount as key, o.n from order_tally as o where ${isCounted(condition, terms)}`,
        blocks: amountBlocksOf,
      },
    },
  },
  isAscending: ({ sort, status }) => sort === undefined && status === 'pending',
  counters: {
    filters: ['status'],
    blocks: blocksOf,
    total: (terms) => {
      const { query, scope, bind } = terms
      if (!hasDateRange(query)) return totalOf(terms)
      if (query.status) return undefined
      return `select coalesce(sum(n), 0)::bigint from (${figuresOf('placed', scope)}) as placed where ${daysInRange(query, bind)}`
    },
  },
  moments: { closed_at: { perDay: closedPerDay, filters: ['completed_by'] } },
  strands: {
    from: ({ query: { status }, scope }) => {
      const statuses = status ? [status] : orderFlow.statuses
      const wanted = statuses.map((each) => `('${each}')`).join(', ')
      return `unnest(${scope.sql}) as scope (package_id) cross join (values ${wanted}) as wanted (status)`
    },
    where: 'o.package_id = scope.package_id and o.status = wanted.status',
    total: totalOf,
  },
  exportJoins: 'join users u on u.id = o.user_id left join admins d on d.id = o.completed_by',
}

/** Out of scope and missing both return undefined. */
export const findOrder = async (db: Db, packages: Packages, id: number): Promise<OrderRow | undefined> => {
  const order = await findRow(db, ORDERS, packages, id)
  if (!order) return undefined
  const { package_id: _, ...row } = order
  return row
}

/** Without packages, the caller must filter the rows. */
export const findOrders = (db: Db, packages: Packages, ids: readonly number[]) => findRows(db, ORDERS, packages, ids)

export const listOrders = async (db: Db, packages: Packages, query: OrderQuery): Promise<OrderList> => {
  const { rows, ...list } = await readList(db, ORDERS, packages, query)
  return { orders: rows, order_count: list.total, ...list }
}

type Filters = Omit<OrderQuery, 'page' | 'limit' | 'status' | 'sort' | 'order' | 'shown'>

/** Per status, for the tabs of a list. With filters, a number above the cap of searches means that there are more. */
export const countOrders = async (db: Db, packages: Packages, filters: Filters) => {
  if (Object.values(filters).some((value) => value !== undefined)) {
    return withAll(orderFlow.statuses, await countMatching(db, packages, filters))
  }
  const tally = 'order_tally where $1::bigint[] is null or package_id = any($1)'
  return countByStatus(db, orderFlow.statuses, tally, [packages])
}

const countMatching = async (db: Db, packages: Packages, filters: Filters): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const status of orderFlow.statuses) {
    const query: OrderQuery = { ...filters, status, page: 1, limit: 1 }
    const { total, total_capped } = await readList(db, ORDERS, packages, query)
    counts[status] = total + Number(total_capped)
  }
  return counts
}

export const exportPage = (db: Db, packages: Packages, query: Partial<OrderQuery>): Promise<ExportPage> =>
  exportList(db, ORDERS, packages, query)
