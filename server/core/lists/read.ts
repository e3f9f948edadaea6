import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type Db, queryCoalesced, query as run } from '../../platform/db/connect.ts'
import { memoize } from '../../platform/db/memoize.ts'
import type { ExportPage } from '../exports/rows.ts'
import { blocksOf, hasDateRange, idRangeOf, inDateRange, isShortRange } from './days.ts'
import { type Asked, all, filtersOf, isInScope, type List, momentOf, type Packages, type Scope, termsOf } from './list.ts'
import { planPage } from './plan.ts'
import { candidates } from './search.ts'
import { statement } from './statement.ts'

interface Read<R> {
  readonly rows: R[]
  /** The rows of `shown` that are not on the page, as they are now. */
  readonly elsewhere: R[]
  readonly total: number
  /** There may be more. */
  readonly total_capped: boolean
}

/** One page with its total, exact or up to a cap, in one statement. */
export const readList = async <Q extends Asked, R extends { id: number }, F extends { id: number }>(
  db: Db,
  list: List<Q, R, F>,
  packages: Packages,
  query: Q,
): Promise<Read<R>> => {
  const { text, parameters, isCapped } = await planList(db, list, packages, query)
  const found = await queryCoalesced<F & { total: number; is_cut: boolean }>(db, text, parameters)
  // The total is in every row; an empty page has one row of nulls.
  const { total: counted = 0, is_cut = false } = found[0] ?? {}
  const rows = found.filter((row) => row.id !== null).map(({ total: _, is_cut: __, ...row }) => toRow(list, row as unknown as F))
  const onPage = new Set(rows.map(({ id }) => id))
  const others = (query.shown ?? []).filter((id) => !onPage.has(id))
  const total = isCapped ? Math.min(counted, SEARCH_TOTAL_CAP) : counted
  return {
    rows,
    elsewhere: others.length === 0 ? [] : await findRows(db, list, packages, others),
    total,
    total_capped: is_cut || total < counted,
  }
}

const toRow = <Q, R, F>(list: List<Q, R, F>, row: F): R => list.toRow?.(row) ?? (row as unknown as R)

const within = (sql: string | ((scope: Scope) => string), scope: Scope) => (typeof sql === 'string' ? sql : sql(scope))

const texts = new WeakMap<object, Map<string, string>>()

/** The statement of a list, to run or to print, with its parts. */
export const planList = async <Q extends Asked, R, F>(db: Db, list: List<Q, R, F>, packages: Packages, query: Q) => {
  const { name, page, total, isCapped, lookups, scope, parameters } = await planPage(db, list, packages, query)
  const isNamed = list.scope === 'columns'
  const varying = `${lookups.ctes()};${page};${total};${isNamed && scope.sql};${isNamed && scope.ids === null}`
  const own = texts.get(list) ?? new Map<string, string>()
  texts.set(list, own)
  // Memoized: looking up a prepared statement by a new string of this length is slow.
  const text = memoize(
    own,
    varying,
    () => `
      with ${lookups.ctes()} page as (select id, row_number() over () as place from (${page}) as ids),
        total as (select (${total}) as total, ${lookups.isCut()} as is_cut)
      select total.total, total.is_cut, ${within(list.columns, scope)}
      from total
      left join (page join ${list.table} ${list.as} on ${list.as}.id = page.id ${within(list.joins, scope)}) on true
      order by page.place`,
  )
  return { name, text, page, total, parameters, isCapped }
}

/** The name of the plan that a request is answered by, and its text. */
export const printPlan = async <Q extends Asked, R, F>(
  db: Db,
  list: List<Q, R, F>,
  packages: Packages,
  query: Q,
): Promise<string> => {
  const { name, page, total } = await planList(db, list, packages, query)
  return `-- ${name}\n${page}\n-- total\n${total}`
}

/** Rows by their ids, in order of ids. */
export const findRows = async <Q, R, F>(
  db: Db,
  list: List<Q, R, F>,
  packages: Packages,
  ids: readonly number[],
): Promise<R[]> => {
  const { parameters, bind } = statement()
  const terms = termsOf<Q>({}, packages, bind)
  const where = all(`${list.as}.id = any(${bind(ids)}::bigint[])`, list.always, isInScope(list, terms))
  const sql = `
    select ${within(list.columns, terms.scope)}
    from ${list.table} ${list.as} ${within(list.joins, terms.scope)}
    where ${where}
    order by ${list.as}.id`
  return (await run<F>(db, sql, parameters)).map((row) => toRow(list, row))
}

export const findRow = async <Q, R, F>(db: Db, list: List<Q, R, F>, packages: Packages, id: number): Promise<R | undefined> =>
  (await findRows(db, list, packages, [id]))[0]

export const exportList = async <Q extends Asked, R, F>(
  db: Db,
  list: List<Q, R, F>,
  packages: Packages,
  query: Partial<Q>,
): Promise<ExportPage> => {
  const { table, as } = list
  const moment = momentOf(list, query)
  const blocks = hasDateRange(query) && !moment ? await blocksOf(db, table, query) : undefined
  const scope = list.narrow ? await list.narrow(db, packages, query) : packages
  return (before, limit, bind) => {
    const range = blocks && idRangeOf(blocks, query, bind, `${as}.id`, `${as}.created_at`)
    const terms = termsOf<Q>(query, scope, bind, range, candidates('all'))
    const { counted, others } = filtersOf(list, terms, moment)
    const days = moment && inDateRange(`${as}.${moment}`, query, bind)
    const from =
      moment && isShortRange(query) ? `(select * from ${table} ${as} where ${days} offset 0) as ${as}` : `${table} ${as}`
    const where = all(`${as}.id < ${before}`, list.always, counted, others, isInScope(list, terms), range?.where, days)
    const page = `select ${as}.* from ${from} where ${where} order by ${as}.id desc limit ${limit}`
    const joins = list.exportJoins ?? within(list.joins, terms.scope)
    return { ctes: `${terms.lookups.ctes()} page as (${page})`, from: `from page as ${as} ${joins} order by ${as}.id desc` }
  }
}
