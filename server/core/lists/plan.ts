import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import { blocksOf, type Days, daysInRange, hasDateRange, idRangeOf, inDateRange, isShortRange, skipDays, sumOf } from './days.ts'
import { FAR_OFFSET } from './far-page.ts'
import {
  type Asked,
  all,
  filtersOf,
  isFilteredBy,
  type List,
  momentOf,
  type Packages,
  type Sort,
  type Strands,
  type Terms,
  type Top,
  termsOf,
} from './list.ts'
import { type Heads, type Parts, PLANS, type PlanName } from './plans.ts'
import { statement } from './statement.ts'

/** Up to this many rows, sorting is cheaper than walking an index past the rows of other packages. */
const SORTED_UP_TO = 50_000

type Counted<Q> = Extract<Sort<Q>, { counted: unknown }>['counted']

interface Page {
  readonly name: PlanName
  /** SQL of the page's ids in order. */
  readonly page: string
}

interface Total {
  readonly total: string
  readonly isCapped: boolean
}

interface Asking<Q, R, F> extends Terms<Q> {
  readonly list: List<Q, R, F>
  readonly sort: Sort<Q> | undefined
  readonly from: string
  readonly id: string
  readonly key: string
  readonly way: 'asc' | 'desc'
  readonly offset: number
  readonly limit: number
  readonly first: string | undefined
  /** The moment that limits the days, if it is not created_at. */
  readonly moment: string | undefined
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
  const { counted, others } = filtersOf(list, terms, moment)
  const sort = (list.sorts as Readonly<Record<string, Sort<Q>>>)[query.sort ?? '']
  const offset = (query.page - 1) * query.limit
  const asking: Asking<Q, R, F> = {
    ...terms,
    ...{ list, sort, id, moment, counted, offset },
    from: `${table} ${as}`,
    key: sort?.by ?? id,
    way: query.order ?? (list.isAscending?.(query) ? 'asc' : 'desc'),
    // Nothing is offered behind the cap.
    limit: isCappedBy(sort) && offset >= SEARCH_TOTAL_CAP ? 0 : query.limit,
    first: list.first?.(query),
    within: scopeOf(list, terms),
  }
  const plan = others === undefined ? await planCounted(db, asking) : planSearch(asking, others)
  return { ...plan, ...terms, parameters }
}

/** `+ 0` keeps the planner off the index by package: for an array of them it may read all their rows. */
const scopeOf = <Q, R, F>(list: List<Q, R, F>, { scope }: Terms<Q>): string =>
  list.scope === 'rows' && scope.ids !== null ? `${list.as}.package_id + 0 = any(${scope.sql})` : 'true'

const isCappedBy = <Q>(sort: Sort<Q> | undefined): boolean => sort !== undefined && !('counted' in sort) && !('few' in sort)

const planSearch = <Q extends Asked, R, F>(asking: Asking<Q, R, F>, others: string): Page & Total => {
  const { query, bind, list, moment, within, counted } = asking
  // A search matches few rows. `+ interval '0'` keeps the planner off an index by days.
  const days = hasDateRange(query) ? inDateRange(`(${list.as}.${moment ?? 'created_at'} + interval '0')`, query, bind) : 'true'
  const where = all(list.always, counted, within, others, days)
  const total = countRows(asking, where)
  if (asking.first) return { ...headsOf(asking, where), ...total }
  const top = topIn(asking)
  return { ...(top ? walkTop(asking, top, where) : walk(asking, where)), ...total }
}

const planCounted = async <Q extends Asked, R, F>(db: Db, given: Asking<Q, R, F>): Promise<Page & Total> => {
  const { list, query, bind, moment, range, sort } = given
  const isByMoment = moment !== undefined && query.sort === undefined
  const asking = isByMoment ? await skipToDay(db, { ...given, key: `${list.as}.${moment}`, first: undefined }) : given
  const within = (days: Days) => all(range?.where, moment && inDateRange(`${list.as}.${moment}`, days, bind))
  const whereOf = (days: string) => all(list.always, given.counted, given.within, days)
  const days = within(asking.query)
  const page = await pageOf(db, asking, days, whereOf(days))
  const total = countedTotal(given)
  if (total !== undefined) return { ...page, total, isCapped: isCappedBy(sort) }
  return { ...page, ...countRows(given, whereOf(asking === given ? days : within(query))) }
}

/** Daily figures find the day on which a far page begins. */
const skipToDay = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>): Promise<Asking<Q, R, F>> => {
  const { list, query, way, moment = '' } = asking
  if (asking.offset < FAR_OFFSET) return asking
  const counted = await ask<{ day: string; n: number }, Q>(db, asking, (terms) => {
    const figures = list.moments?.[moment]?.perDay(terms)
    return (
      figures &&
      `select day::text, sum(n)::bigint as n from (${figures}) as figures where ${daysInRange(query, terms.bind)}
       group by day order by day ${way}`
    )
  })
  const { days, offset } = skipDays(counted, way, query, asking.offset)
  return { ...asking, offset, query: { ...query, from: days.from, to: days.to } }
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
const countedTotal = <Q extends Asked, R, F>(asking: Asking<Q, R, F>): string | undefined => {
  const { list, moment, counted, query, bind } = asking
  if (moment) {
    const figures = list.moments?.[moment]?.perDay(asking)
    return figures && sumOf(`select n from (${figures}) as figures where ${daysInRange(query, bind)}`)
  }
  return list.counters?.total?.(asking) ?? (list.counters && sumOf(tallyOf(asking, counted)))
}

/** SQL of the rows per block of ids. */
const tallyOf = <Q, R, F>(asking: Asking<Q, R, F>, condition: string): string => {
  const { list, from, range, within } = asking
  const blocks = list.counters?.blocks(condition, asking) ?? ''
  return range ? range.tally(blocks, from, all(list.always, condition, within)) : blocks
}

/** The page by the plan that reads the fewest rows. */
const pageOf = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>, days: string, where: string): Promise<Page> => {
  const { list, query, id, key, moment, range, first, within, counted, sort, offset } = asking
  const isScoped = within !== 'true'
  if (moment) {
    const isLed = isFilteredBy(list.moments?.[moment], query)
    if (query.sort === undefined) return isScoped && !isLed ? strandsOf(asking, list.strands, days, 'heads') : walk(asking, where)
    // An index in the order of the sort would be walked past all other days.
    if (isShortRange(query)) return walkFew(asking, where)
    return isScoped && (await isFewInScope(db, asking)) ? strandsOf(asking, list.strands, days, 'all') : walk(asking, where)
  }
  const isFar = offset >= FAR_OFFSET
  if (sort && 'counted' in sort) return isScoped || range || isFar ? valuesOf(asking, sort.counted, where) : walk(asking, where)
  if (range?.isFew && key !== id) return walkFew(asking, where)
  const top = topIn(asking)
  if (top) return topOf(asking, top, where)
  if (sort && 'strands' in sort) return strandsOf(asking, sort.strands, days, 'heads')
  if (key !== id) return walk(asking, where)
  if (isFar && list.counters) {
    if (isScoped) return strandsOf(asking, list.strands, days, 'blocks')
    return first ? behind(asking, first) : block(asking, counted)
  }
  if (first) return headsOf(asking, where)
  return isScoped ? strandsOf(asking, list.strands, days, 'heads') : walk(asking, where)
}

const partsOf = <Q, R, F>({ id, key, way, limit, offset, bind, ...asking }: Asking<Q, R, F>, where: string): Parts => {
  const from = `${asking.from} ${asking.sort?.join ?? ''}`
  return { id, from, where, key, way, limit, offset: bind(offset) }
}

const walk = <Q, R, F>(asking: Asking<Q, R, F>, where: string, other: Partial<Parts> = {}): Page => ({
  name: 'walk',
  page: PLANS.walk({ ...partsOf(asking, where), ...other }),
})

const walkFew = <Q, R, F>(asking: Asking<Q, R, F>, where: string): Page => {
  const { list, from, sort } = asking
  const few = `(select * from ${from} where ${where} offset 0) as ${list.as}`
  const top = topIn(asking)
  if (top) return walkTop(asking, top, 'true', few)
  return walk(asking, 'true', { from: `${few} ${sort?.join ?? ''}` })
}

const topIn = <Q, R, F>({ sort, ...asking }: Asking<Q, R, F>): Top | undefined =>
  sort && 'top' in sort ? sort.top(asking) : undefined

const walkTop = <Q, R, F>(asking: Asking<Q, R, F>, { rows }: Top, where: string, from = asking.from): Page => {
  const join = `left join (${rows}) as valued (id, n) on valued.id = ${asking.id}`
  return walk(asking, where, { from: `${from} ${join}`, key: 'coalesce(valued.n, 0)' })
}

const topOf = <Q, R, F>(asking: Asking<Q, R, F>, { rows, others }: Top, where: string): Page => {
  const { id, from, way } = asking
  const valued = others === undefined ? 'valued' : `(${rows}) as valued (id, n)`
  const heads = [
    { from: `${valued} join ${from} on ${id} = valued.id`, where, key: 'valued.n' },
    { from, where: all(where, others ?? `not exists (select from valued v where v.id = ${id})`), key: '0' },
  ]
  const kept = others === undefined ? `with valued (id, n) as materialized (${rows})` : ''
  return headsPlan(asking, where, way === 'desc' ? heads : heads.toReversed(), kept)
}

const headsOf = <Q, R, F>(asking: Asking<Q, R, F>, where: string): Page => {
  const { from, first = '' } = asking
  return headsPlan(asking, where, [
    { from, where: `${first} and ${where}`, key: '0' },
    { from, where: `not (${first}) and ${where}`, key: '0' },
  ])
}

const headsPlan = <Q, R, F>(asking: Asking<Q, R, F>, where: string, heads: Heads['heads'], kept = ''): Page => {
  const upTo = asking.bind(asking.offset + asking.limit)
  return { name: 'heads', page: PLANS.heads({ ...partsOf(asking, where), heads, kept, upTo }) }
}

const block = <Q, R, F>(asking: Asking<Q, R, F>, condition: string): Page => {
  const where = all(asking.list.always, condition, asking.range?.where)
  return { name: 'block', page: PLANS.block({ ...partsOf(asking, where), tally: tallyOf(asking, condition) }) }
}

/** The page begins among the rows that come first, or as far behind them as they do not reach. */
const behind = <Q, R, F>(asking: Asking<Q, R, F>, first: string): Page => {
  const { list, range, counted } = asking
  const [firstOnes, others] = [all(counted, first), all(counted, `not (${first})`)]
  const parts = partsOf(asking, all(list.always, others, range?.where))
  const offset = `greatest(${parts.offset} - (${sumOf(tallyOf(asking, firstOnes))}), 0)`
  const page = PLANS.behind({
    ...parts,
    first: all(list.always, firstOnes, range?.where),
    block: PLANS.block({ ...parts, offset, tally: tallyOf(asking, others) }),
  })
  return { name: 'behind', page }
}

const valuesOf = <Q, R, F>(asking: Asking<Q, R, F>, counted: Counted<Q>, where: string): Page => {
  const { list, range, from, key, within } = asking
  const blocks = counted.blocks(asking.counted, asking, range ? undefined : 'keys')
  const page = PLANS.values({
    ...partsOf(asking, where),
    keys: range ? undefined : counted.keys(asking.counted, asking),
    blocks: range ? range.tally(blocks, from, all(list.always, asking.counted, within), key) : blocks,
  })
  return { name: 'values', page }
}

const isFewInScope = async <Q extends Asked, R, F>(db: Db, asking: Asking<Q, R, F>): Promise<boolean> => {
  const [total] = await ask<{ n: number }, Q>(db, asking, (terms) => `select (${asking.list.strands?.total(terms) ?? 0}) as n`)
  return total !== undefined && total.n <= SORTED_UP_TO
}

/** `days` limits the rows of each strand. */
const strandsOf = <Q, R, F>(
  asking: Asking<Q, R, F>,
  strands: Strands<Q> | undefined,
  days: string,
  read: 'heads' | 'blocks' | 'all',
): Page => {
  if (!strands) throw new Error(`The rows of ${asking.list.table} have no strands`)
  const { list, counted, bind, offset, limit } = asking
  const page = PLANS.strands({
    ...partsOf(asking, all(list.always, strands.where, counted, days)),
    strands: strands.from(asking),
    upTo: read === 'heads' ? bind(offset + limit) : undefined,
    tally: read === 'blocks' ? tallyOf(asking, counted) : undefined,
  })
  return { name: 'strands', page }
}
