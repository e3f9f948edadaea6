import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import type { CustomerMoneyList, CustomerMoneyRow } from '#contract/money-rows.ts'
import type { MoneyQuery } from '#contract/wallet-adds.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import type { ExportPage } from '../csv/export.ts'
import { blocksOf, hasDateRange, type IdRange, idRangeOf, inDateRange, isShortRange, sumOf } from '../lists/days.ts'
import { FAR_OFFSET, farPage } from '../lists/far-page.ts'
import { rowsOffPage } from '../lists/rows-off-page.ts'
import { type Candidates, candidates } from '../lists/search.ts'
import { type Bind, statement } from '../lists/statement.ts'
import { planCompleted } from './completed-days.ts'
import { flagsOf } from './money-flags.ts'
import { conditionsOf, createdRangeOf, type MoneySearch } from './money-search.ts'
import type { MoneyTable } from './money-table.ts'

const rowOf = (table: MoneyTable, scope: string) => `
  r.id, r.user_id, r.amount, r.number, ${table === 'wallet_adds' ? "coalesce(r.trx_id, '')" : "''"} as trx_id, r.status, r.admin_id,
  r.created_at, r.updated_at, ${flagsOf(table, scope)} as flags,
  case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as payment_method,
  case when a.id is not null then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) end as "Admin",
  jsonb_build_object('username', u.username, 'phone', u.phone, 'email', u.email) as "User"`

const JOINS = `
  join users u on u.id = r.user_id
  left join payment_methods m on m.id = r.payment_method_id
  left join admins a on a.id = r.admin_id`

/** One row, or undefined; `scope` is the packages whose orders a flag may name. */
export const findMoneyRow = async (
  db: Db,
  table: MoneyTable,
  scope: readonly number[] | null,
  id: number,
): Promise<CustomerMoneyRow | undefined> => (await findMoneyRows(db, table, scope, [id]))[0]

const findMoneyRows = (db: Db, table: MoneyTable, scope: readonly number[] | null, ids: readonly number[]) =>
  run<CustomerMoneyRow>(db, `select ${rowOf(table, '$2::bigint[]')} from ${table} r ${JOINS} where r.id = any($1::bigint[])`, [
    ids,
    scope,
  ])

/** How many rows lie in each block of ids: of all days, or of those that `idRange` narrows to. */
const tallyOf = (table: MoneyTable, where: string, idRange: IdRange | undefined) => {
  const all = `select r.block, r.n from money_tally as r where r.list = '${table}' and ${where}`
  return idRange ? idRange.tally(all, `${table} r`, where) : all
}

/** Ids of one page. By default pending ones come first, then the newest: two walks along indexes, not one sort of everything. */
const pageOf = (table: MoneyTable, query: MoneyQuery, where: string, idRange: IdRange | undefined, bind: Bind): string => {
  const offset = (query.page - 1) * query.limit
  const bounds = `limit ${query.limit} offset ${bind(offset)}`
  if (query.sort !== undefined || query.status !== undefined) {
    const direction = query.order ?? 'desc'
    const by = query.sort === 'amount' ? `r.amount ${direction}, r.id ${direction}` : `r.id ${direction}`
    // Those of a few days are read and then sorted: an index by amount would be walked past all the other days.
    const rows =
      idRange?.isFew && query.sort === 'amount' ? `(select * from ${table} r where ${where} offset 0) as r` : `${table} r`
    return `select r.id, row_number() over (order by ${by}) as place from ${rows} where ${where} order by ${by} ${bounds}`
  }
  const direction = query.order ?? 'desc'
  const head = (is: string) =>
    `select r.id, ${is === '=' ? 0 : 1} as later from ${table} r
     where r.status ${is} 'pending' and ${where} order by r.id ${direction} limit ${bind(offset + query.limit)}`
  return `
    select id, row_number() over (order by later, id ${direction}) as place
    from ((${head('=')}) union all (${head('<>')})) as heads
    order by later, id ${direction} ${bounds}`
}

/** As pageOf, far from the beginning of a list in order of ids. */
const farPageOf = (table: MoneyTable, query: MoneyQuery, idRange: IdRange | undefined, bind: Bind): string => {
  const { order: direction = 'desc', limit } = query
  const inRange = idRange?.where ?? 'true'
  const rowsWhere = (where: string, offset: string) =>
    farPage({
      tally: tallyOf(table, where, idRange),
      from: `${table} r`,
      where: `${where} and ${inRange}`,
      id: 'r.id',
      direction,
      offset,
      limit,
    })
  const offset = bind((query.page - 1) * limit)
  if (query.status !== undefined) return rowsWhere(`r.status = '${query.status}'`, offset)
  if (query.sort !== undefined) return rowsWhere('true', offset)
  // By default the pending ones come first: the page begins among them, or as far behind them as they do not reach.
  const behind = `greatest(${offset} - (${sumOf(tallyOf(table, `r.status = 'pending'`, idRange))}), 0)`
  return `
    select id, row_number() over (order by later, id ${direction}) as place
    from (
      (select r.id, 0 as later from ${table} r where r.status = 'pending' and ${inRange}
       order by r.id ${direction} limit ${limit} offset ${offset})
      union all
      (select id, 1 from (${rowsWhere(`r.status <> 'pending'`, behind)}) as others)
    ) as heads
    order by later, id ${direction} limit ${limit}`
}

const planSearch = async (db: Db, table: MoneyTable, query: MoneyQuery, bind: Bind, lookups: Candidates) => {
  const where = conditionsOf(table, query, bind, lookups, await createdRangeOf(db, table, query, bind))
  return {
    page: pageOf(table, query, where, undefined, bind),
    total: `select count(*) from (select from ${table} r where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`,
  }
}

/** All rows, those of a status, those that came in on some days: along the ids. */
const planList = async (db: Db, table: MoneyTable, query: MoneyQuery, bind: Bind, lookups: Candidates) => {
  const idRange = hasDateRange(query)
    ? idRangeOf(await blocksOf(db, table, query), query, bind, 'r.id', 'r.created_at')
    : undefined
  const where = conditionsOf(table, query, bind, lookups)
  const isFar = query.sort !== 'amount' && (query.page - 1) * query.limit >= FAR_OFFSET
  return {
    page: isFar
      ? farPageOf(table, query, idRange, bind)
      : pageOf(table, query, `${where} and ${idRange?.where ?? 'true'}`, idRange, bind),
    total: sumOf(tallyOf(table, where, idRange)),
  }
}

/** One page with its total: exact, or with a search exact up to a cap. */
export const listMoney = async (
  db: Db,
  table: MoneyTable,
  scope: readonly number[] | null,
  query: MoneyQuery,
): Promise<CustomerMoneyList> => {
  const { parameters, bind } = statement()
  const lookups = candidates()
  const isSearch = query.q !== undefined || query.user_id !== undefined
  const { page, total } = isSearch
    ? await planSearch(db, table, query, bind, lookups)
    : hasDateRange(query) && query.day_of === 'completed_at'
      ? await planCompleted(db, query, bind)
      : await planList(db, table, query, bind, lookups)
  const sql = `
    with ${lookups.ctes()} page as (${page}), total as (select (${total}) as total, ${lookups.isCut()} as is_cut)
    select total.total, total.is_cut, ${rowOf(table, `${bind(scope)}::bigint[]`)}
    from total
    left join (page join ${table} r on r.id = page.id ${JOINS}) on true
    order by page.place`
  const rows = await run<CustomerMoneyRow & { total: number; is_cut: boolean }>(db, sql, parameters)
  // The total stands on every row; without a page row there is one row of nulls.
  const { total: found = 0, is_cut = false } = rows[0] ?? {}
  const capped = isSearch ? Math.min(found, SEARCH_TOTAL_CAP) : found
  const transactions = rows.filter((row) => row.id !== null)
  return {
    transactions,
    elsewhere: await rowsOffPage(query.shown, transactions, (ids) => findMoneyRows(db, table, scope, ids)),
    total: capped,
    total_capped: is_cut || capped < found,
  }
}

interface Pending {
  count: number
  sum: CustomerMoneyRow['amount']
  up_to_id: number | null
  as_of: string
  unseen: number[]
}

/** What waits: how many, how much, the newest one's id, and what tells these from rows that were just being written. */
export const sumPending = async (db: Db, table: MoneyTable): Promise<Pending> => {
  const sql = `
    select count(*) as count, coalesce(sum(amount), 0) as sum, max(id) as up_to_id,
      greatest(now(), max(updated_at)) as as_of, -- also where a clock was ahead then
      array(select pg_snapshot_xip(pg_current_snapshot())::text::bigint)
        || pg_snapshot_xmax(pg_current_snapshot())::text::bigint as unseen
    from ${table} where status = 'pending'`
  const rows = await run<Pending>(db, sql)
  if (!rows[0]) throw new Error('An aggregate answers one row')
  return rows[0]
}

/** Where an export reads the rows of a filter, all of them. */
export const exportPage = async (db: Db, table: MoneyTable, search: MoneySearch): Promise<ExportPage> => {
  const isCompleted = search.day_of === 'completed_at'
  const blocks = hasDateRange(search) && !isCompleted ? await blocksOf(db, table, search) : undefined
  return (before, limit, bind) => {
    const lookups = candidates('all')
    const where = conditionsOf(table, search, bind, lookups)
    const days = isCompleted ? inDateRange('r.completed_at', search, bind) : 'true'
    const inRange = blocks ? idRangeOf(blocks, search, bind, 'r.id', 'r.created_at').where : 'true'
    const from = isCompleted && isShortRange(search) ? `(select * from ${table} r where ${days} offset 0) as r` : `${table} r`
    const conditions = `r.id < ${before} and ${where} and ${inRange} and ${days}`
    const rows = `select r.* from ${from} where ${conditions} order by r.id desc limit ${limit}`
    return { ctes: `${lookups.ctes()} page as (${rows})`, from: `from page as r ${JOINS} order by r.id desc` }
  }
}
