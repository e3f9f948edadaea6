import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import { blocksOf, type Days, daysInRange, hasDateRange, idRangeOf, inDateRange, isShortRange, skipDays, sumOf } from './days.ts'
import { FAR_OFFSET, farPage, fromNearerEnd, type Window } from './far-page.ts'
import { type Asked, all, filtersOf, isInScope, type List, momentOf, type Packages, type Terms, termsOf } from './list.ts'
import { statement } from './statement.ts'

/** Up to this many rows, sorting is cheaper than walking an index past the rows of other packages. */
const SORTED_UP_TO = 50_000

interface Page {
  /** SQL of the page's ids in order; reversed if it was read from the end. */
  readonly page: string
  readonly isReversed?: boolean
}

interface Total {
  readonly total: string
  readonly isCapped: boolean
}

interface Asking<Q, R, F> extends Terms<Q> {
  readonly list: List<Q, R, F>
  readonly from: string
  readonly id: string
  readonly key: string
  readonly join: string
  readonly direction: 'asc' | 'desc'
  readonly window: Window
  readonly first: string | undefined
  /** The moment that limits the days, if it is not created_at. */
  readonly moment: string | undefined
  readonly isShort: boolean
  readonly counted: string
  readonly within: string
}

/** The page's ids and the total of a request, as SQL. */
export const planPage = async <Q extends Asked, R, F>(db: Db, list: List<Q, R, F>, packages: Packages, query: Q) => {
  const { parameters, bind } = statement()
  const { table, as } = list
  const id = `${as}.id`
  const moment = momentOf(list, query)
  const isOfDays = hasDateRange(query) && !moment
  const range = isOfDays ? idRangeOf(await blocksOf(db, table, query), query, bind, id, `${as}.created_at`) : undefined
  const scope = list.narrow ? await list.narrow(db, packages, query) : packages
  const terms = termsOf<Q>(query, scope, bind, range)
  const { counted, others } = filtersOf(list, terms)
  const sort = list.sorts[query.sort ?? ''] ?? id
  const asking: Asking<Q, R, F> = {
    ...terms,
    ...{ list, id, moment, counted },
    from: `${table} ${as}`,
    key: typeof sort === 'string' ? sort : sort.by,
    join: typeof sort === 'string' ? '' : sort.join(terms.scope),
    direction: query.order ?? (list.isAscending?.(query) ? 'asc' : 'desc'),
    window: { offset: (query.page - 1) * query.limit, limit: query.limit, reversed: false },
    first: list.first?.(query),
    isShort: moment !== undefined && isShortRange(query),
    within: isInScope(list, terms),
  }
  const plan = others === undefined ? await planCounted(db, asking) : planSearch(asking, others)
  return { ...plan, ...terms, parameters }
}

const planSearch = <Q extends Asked, R, F>(asking: Asking<Q, R, F>, others: string): Page & Total => {
  const { query, bind, list, moment, within, counted } = asking
  // A search matches few rows. `+ interval '0'` keeps the planner off an index by days.
  const days = hasDateRange(query) ? inDateRange(`(${list.as}.${moment ?? 'created_at'} + interval '0')`, query, bind) : 'true'
  const where = all(list.always, counted, within, others, days)
  return { page: asking.first ? walkFirst(asking, where) : walk(asking, where), ...countRows(asking, where) }
}

const planCounted = async <Q extends Asked, R, F>(db: Db, given: Asking<Q, R, F>): Promise<Page & Total> => {
  const { list, query, bind, moment, range } = given
  const isByMoment = moment !== undefined && query.sort === undefined
  const asking = isByMoment ? await skipToDay(db, { ...given, key: `${list.as}.${moment}`, first: undefined }) : given
  const within = (days: Days) => all(range?.where, moment && inDateRange(`${list.as}.${moment}`, days, bind))
  const whereOf = (days: string) => all(list.always, given.counted, given.within, days)
  const days = within(asking.query)
  const page = await pageOf(db, asking, days, whereOf(days))
  const total = countedTotal(given, given)
  if (total !== undefined) return { ...page, total, isCapped: false }
  return { ...page, ...countRows(given, whereOf(asking === given ? days : within(query))) }
}

/** Daily figures find the day on which a far page begins. */
const skipToDay = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>): Promise<Asking<Q, R, F>> => {
  const { list, query, window, direction, moment = '' } = asking
  if (window.offset < FAR_OFFSET) return asking
  const counted = await ask<{ day: string; n: number }, Q>(db, asking, (terms) => {
    const figures = list.moments?.[moment]?.(terms)
    return (
      figures &&
      `select day::text, sum(n)::bigint as n from (${figures}) as figures where ${daysInRange(query, terms.bind)}
       group by day order by day ${direction}`
    )
  })
  const { days, offset } = skipDays(counted, direction, query, window.offset)
  return { ...asking, query: { ...query, from: days.from, to: days.to }, window: { ...window, offset } }
}

/** Rows of a statement that is run before the page's, so it has its own parameters; none if there is no statement. */
const ask = async <T, Q>(db: Db, asking: Terms<Q>, sqlOf: (terms: Terms<Q>) => string | undefined): Promise<T[]> => {
  const { parameters, bind } = statement()
  const sql = sqlOf(termsOf(asking.query, asking.scope.ids, bind))
  return sql === undefined ? [] : run<T>(db, sql, parameters)
}

const countRows = <Q, R, F>({ list, from }: Asking<Q, R, F>, where: string): Total =>
  list.isCountedInFull
    ? { total: `select count(*) from ${from} where ${where}`, isCapped: false }
    : {
        total: `select count(*) from (select from ${from} where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`,
        isCapped: true,
      }

/** SQL of the total by counters; undefined if they do not know it. */
const countedTotal = <Q extends Asked, R, F>(asking: Asking<Q, R, F>, terms: Terms<Q>): string | undefined => {
  const { list, moment, within } = asking
  if (moment) {
    const figures = list.moments?.[moment]?.(terms)
    return figures && sumOf(`select n from (${figures}) as figures where ${daysInRange(terms.query, terms.bind)}`)
  }
  const total = list.counters?.total?.(terms)
  if (total !== undefined || !list.counters || within !== 'true') return total
  return sumOf(tallyOf(asking, terms === asking ? asking.counted : filtersOf(list, terms).counted, terms))
}

/** SQL of the rows per block of ids. */
const tallyOf = <Q, R, F>({ list, from, range }: Asking<Q, R, F>, condition: string, terms: Terms<Q>): string => {
  const blocks = list.counters?.blocks(condition, terms) ?? ''
  return range ? range.tally(blocks, from, all(list.always, condition)) : blocks
}

/** The page by the means that reads the fewest rows. */
const pageOf = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>, days: string, where: string): Promise<Page> => {
  const { list, query, bind, from, id, key, window, moment, isShort, range, first, within, counted } = asking
  const isById = key === id && !moment
  const isSorted = query.sort !== undefined && key !== id
  const isScoped = within !== 'true'
  if (isScoped && (isSorted || (moment && !isShort)) && (await isFewInScope(db, asking))) {
    return { page: strandsOf(asking, `${days} offset 0`) }
  }
  // An index in the order of the sort would be walked past all other days.
  if ((range?.isFew && isSorted) || (isShort && query.sort !== undefined)) {
    return { page: walk({ ...asking, from: `(select * from ${from} where ${where} offset 0) as ${list.as}` }, 'true') }
  }
  const isFar = window.offset >= FAR_OFFSET
  if (isFar && isById && !isScoped && list.counters) {
    return { page: first ? walkFarFirst(asking, first) : walkFar(asking, counted, bind(window.offset)) }
  }
  if (first) return { page: walkFirst(asking, where) }
  const near = isFar && !moment && !range ? await fromEnd(db, asking) : asking
  const { offset, limit, reversed } = near.window
  const strand = () => `${days} order by ${ordered(near, id)} limit ${bind(offset + limit)}`
  return { page: isScoped && isById ? strandsOf(near, strand()) : walk(near, where), isReversed: reversed }
}

const ordered = <Q, R, F>({ id, direction, window }: Asking<Q, R, F>, key: string) => {
  const way = (direction === 'asc') === window.reversed ? 'desc' : 'asc'
  return key === id ? `${id} ${way}` : `${key} ${way}, ${id} ${way}`
}

// The limit is a literal: for `limit $1` a generic plan assumes a tenth of the table and scans it.
const boundsOf = <Q, R, F>({ window, bind }: Asking<Q, R, F>) => `limit ${window.limit} offset ${bind(window.offset)}`

const walk = <Q, R, F>(asking: Asking<Q, R, F>, where: string): string => `
  select ${asking.id} from ${asking.from} ${asking.join} where ${where}
  order by ${ordered(asking, asking.key)} ${boundsOf(asking)}`

const headOf = <Q, R, F>({ id, from, direction }: Asking<Q, R, F>, where: string, bounds: string, later: 0 | 1): string =>
  `(select ${id}, ${later} as later from ${from} where ${where} order by ${id} ${direction} ${bounds})`

/** Rows that come first, then the others: two walks along an index, not one sort of everything. */
const walkFirst = <Q, R, F>(asking: Asking<Q, R, F>, where: string): string => {
  const { first = '', window, direction, bind } = asking
  const bounds = `limit ${bind(window.offset + window.limit)}`
  return `
    select id from (${headOf(asking, `${first} and ${where}`, bounds, 0)} union all ${headOf(asking, `not (${first}) and ${where}`, bounds, 1)}) as heads
    order by later, id ${direction} ${boundsOf(asking)}`
}

const walkFar = <Q, R, F>(asking: Asking<Q, R, F>, condition: string, offset: string): string => {
  const { list, from, id, direction, window, range } = asking
  const where = all(list.always, condition, range?.where)
  return farPage({ tally: tallyOf(asking, condition, asking), from, where, id, direction, offset, limit: window.limit })
}

/** The page begins among the rows that come first, or as far behind them as they do not reach. */
const walkFarFirst = <Q, R, F>(asking: Asking<Q, R, F>, first: string): string => {
  const { list, direction, window, range, counted, bind } = asking
  const offset = bind(window.offset)
  const firstOnes = all(counted, first)
  const behind = `greatest(${offset} - (${sumOf(tallyOf(asking, firstOnes, asking))}), 0)`
  const head = headOf(asking, all(list.always, firstOnes, range?.where), `limit ${window.limit} offset ${offset}`, 0)
  return `
    select id from (${head} union all (select id, 1 from (${walkFar(asking, all(counted, `not (${first})`), behind)}) as others)) as heads
    order by later, id ${direction} limit ${window.limit}`
}

const fromEnd = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>): Promise<Asking<Q, R, F>> => {
  const [total] = await ask<{ n: number }, Q>(db, asking, (terms) => {
    const sql = countedTotal(asking, terms)
    return sql && `select (${sql}) as n`
  })
  return total ? { ...asking, window: fromNearerEnd(asking.window, total.n) } : asking
}

const isFewInScope = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>): Promise<boolean> => {
  const [total] = await ask<{ n: number }, Q>(db, asking, (terms) => `select (${asking.list.strands?.total(terms) ?? 0}) as n`)
  return total !== undefined && total.n <= SORTED_UP_TO
}

/** The page of all strands together: with an array of packages, a generic plan may read all orders. */
const strandsOf = <Q, R, F>(asking: Asking<Q, R, F>, strand: string): string => {
  const { list, from, id, key, counted } = asking
  const where = all(list.always, list.strands?.where, counted)
  return `
    select ${id} from ${list.strands?.from(asking)}
    cross join lateral (select ${key === id ? id : `${id}, ${key}`} from ${from} where ${where} and ${strand}) as ${list.as}
    order by ${ordered(asking, key)} ${boundsOf(asking)}`
}
