import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type OrderQuery, orderFlow } from '#contract/orders.ts'
import { blocksOf, daysInRange, type IdRange, idRangeOf, inDateRange, isShortRange, skipDays, sumOf } from '../core/lists/days.ts'
import { FAR_OFFSET, farPage, type Window } from '../core/lists/far-page.ts'
import { type Bind, statement, statusIs } from '../core/lists/statement.ts'
import { type Db, query as run } from '../platform/db/connect.ts'
import { boundsOf, isOldestFirst, ordering, type Plan } from './paging.ts'

/** Package ids, also as a parameter; null means all. */
interface Scope {
  readonly ids: readonly number[] | null
  readonly sql: string | null
  readonly isFew: boolean
}

const within = ({ sql }: Scope) => (sql ? ` and o.package_id = any(${sql})` : '')

export const planDays = async (db: Db, query: OrderQuery, scope: Scope, window: Window, bind: Bind): Promise<Plan> => {
  if (query.day_of === 'closed_at') return planClosed(query, scope, await startAt(db, query, scope, window), bind)
  const idRange = idRangeOf(await blocksOf(db, 'orders', query), query, bind, 'o.id', 'o.created_at')
  return planCreated(query, scope, window, idRange, bind)
}

const figured = (figure: 'placed' | 'completed', query: OrderQuery, { sql }: Scope, bind: Bind) => `
  select coalesce(sum(${figure}), 0)::bigint
  from order_figure_tally
  where admin_id = 0 and package_id = ${sql ? `any(${sql})` : '0'} and ${daysInRange(query, bind)}`

const counted = (where: string) =>
  `select count(*) from (select from orders o where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`

const planCreated = (query: OrderQuery, scope: Scope, window: Window, along: IdRange, bind: Bind): Plan => {
  const is = statusIs('o.status', query.status)
  const where = `${is} and ${along.where}`
  const tally = () => along.tally(`select o.block, o.n from order_block_tally as o where ${is}`, 'orders o', is)
  const by = ordering(query, false)
  const bounds = () => boundsOf(window, bind)
  const total = !query.status
    ? { total: figured('placed', query, scope, bind) }
    : scope.sql
      ? { total: counted(where + within(scope)), isCapped: true as const }
      : { total: sumOf(tally()) }
  if (query.sort === 'amount') return { ...total, page: sorted(query, scope, along.where, along.isFew, by('o'), bounds()) }
  if (!scope.sql && window.offset >= FAR_OFFSET) {
    const direction = isOldestFirst(query) ? 'asc' : 'desc'
    return {
      ...total,
      page: farPage({
        tally: tally(),
        from: 'orders o',
        where,
        id: 'o.id',
        direction,
        offset: bind(window.offset),
        limit: window.limit,
      }),
    }
  }
  if (!scope.sql) return { ...total, page: `select o.id from orders o where ${where} order by ${by('o')} ${bounds()}` }
  // The index per package and status is sorted by id; a merge combines them.
  return {
    ...total,
    page: `
      select o.id
      from unnest(${scope.sql}) as scope (package_id)
      cross join ${wanted(query)}
      cross join lateral (
        select o.id from orders o
        where o.package_id = scope.package_id and o.status = wanted.status and ${along.where}
        order by ${by('o')} limit ${bind(window.limit + window.offset)}
      ) as o
      order by ${by('o')} ${bounds()}`,
  }
}

/** For few days or packages, read and sort: walking an index in the sort order would pass all other rows. */
const sorted = (query: OrderQuery, scope: Scope, days: string, isFew: boolean, by: string, bounds: string) => {
  if (scope.sql && scope.isFew) return sortedWithin(scope.sql, query, days, by, bounds)
  const where = `${statusIs('o.status', query.status)} and ${days}${within(scope)}`
  return isFew
    ? `select o.id from (select o.id, o.amount from orders o where ${where} offset 0) as o order by ${by} ${bounds}`
    : `select o.id from orders o where ${where} order by ${by} ${bounds}`
}

export const wanted = ({ status }: OrderQuery): string =>
  `(values ${(status ? [status] : orderFlow.statuses).map((each) => `('${each}')`).join(', ')}) as wanted (status)`

/** Per package and status, like the index: with an array of packages, a generic plan may read all orders. */
export const sortedWithin = (packages: string, query: OrderQuery, days: string, by: string, bounds: string): string => `
  select o.id
  from unnest(${packages}) as scope (package_id)
  cross join ${wanted(query)}
  cross join lateral (
    select o.id, o.amount, o.closed_at from orders o
    where o.package_id = scope.package_id and o.status = wanted.status and ${days}
    offset 0
  ) as o
  order by ${by} ${bounds}`

const closedOrder = (query: OrderQuery) => {
  const direction = query.order ?? 'desc'
  return `o.closed_at ${direction}, o.id ${direction}`
}

const planClosed = (query: OrderQuery, scope: Scope, start: Awaited<ReturnType<typeof startAt>>, bind: Bind): Plan => {
  const where = (days: Parameters<typeof inDateRange>[1]) =>
    `${statusIs('o.status', query.status)}${within(scope)} and ${inDateRange('o.closed_at', days, bind)}`
  const bounds = boundsOf(start.window, bind)
  const total =
    query.status === 'completed'
      ? { total: figured('completed', query, scope, bind) }
      : { total: counted(where(query)), isCapped: true as const }
  if (query.sort) {
    const days = inDateRange('o.closed_at', query, bind)
    return { ...total, page: sorted(query, scope, days, isShortRange(query), ordering(query, false)('o'), bounds) }
  }
  const order = closedOrder(query)
  // For a few days it is cheaper to read and sort: the index by closing would pass all other packages' orders.
  if (scope.sql && scope.isFew) {
    const days = inDateRange('o.closed_at', start.days, bind)
    return { ...total, order, page: sortedWithin(scope.sql, query, days, order, bounds) }
  }
  return { ...total, order, page: `select o.id from orders o where ${where(start.days)} order by ${order} ${bounds}` }
}

/** Daily figures locate a far page of completed orders. */
const startAt = async (db: Db, query: OrderQuery, scope: Scope, window: Window) => {
  if (window.offset < FAR_OFFSET || query.sort || query.status !== 'completed') return { days: query, window }
  const { parameters, bind } = statement()
  const direction = query.order ?? 'desc'
  const rows = await run<{ day: string; n: number }>(
    db,
    `select day::text, sum(completed)::bigint as n
     from order_figure_tally
     where admin_id = 0 and package_id = ${scope.ids ? `any(${bind(scope.ids)}::bigint[])` : '0'} and ${daysInRange(query, bind)}
     group by day
     order by day ${direction}`,
    parameters,
  )
  const { days, offset } = skipDays(rows, direction, query, window.offset)
  return { days, window: { ...window, offset } }
}

export const exportDays = async (db: Db, query: Omit<OrderQuery, 'page' | 'limit'>) => {
  if (query.day_of !== 'closed_at') {
    const blocks = await blocksOf(db, 'orders', query)
    return (bind: Bind) => ({ from: 'orders o', where: idRangeOf(blocks, query, bind, 'o.id', 'o.created_at').where })
  }
  return (bind: Bind) => {
    const where = inDateRange('o.closed_at', query, bind)
    return isShortRange(query)
      ? { from: `(select * from orders o where ${where} offset 0) as o`, where: 'true' }
      : { from: 'orders o', where }
  }
}
