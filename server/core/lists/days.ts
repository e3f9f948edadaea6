import { type Db, query } from '../../platform/db/connect.ts'
import { Invalid } from '../../platform/errors.ts'
import { SHOP_ZONE } from '../settings/shop-facts.ts'
import { BLOCK_IDS } from './far-page.ts'
import { type Bind, once } from './statement.ts'

export interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export const validateDateRange = ({ from, to }: Days): void => {
  if (from !== undefined && to !== undefined && from > to) throw new Invalid('date_range_reversed', 'from')
}

export const hasDateRange = (days: Days): boolean => {
  validateDateRange(days)
  return days.from !== undefined || days.to !== undefined
}

const DAY_MS = 86_400_000
const FEW_DAYS = 31
const FEW_BLOCKS = 16

export const isShortRange = ({ from, to }: Days): boolean =>
  from !== undefined && to !== undefined && Date.parse(to) - Date.parse(from) < FEW_DAYS * DAY_MS

/** SQL: the start of a day in the shop's time zone, `days` later. Computed from the moment before it: if clocks go back over
 * midnight, midnight itself is ambiguous and would resolve to the later one. */
export const startOf = (day: string, days = 0): string =>
  `(((${day}::date + ${days})::timestamp - interval '1 microsecond') at time zone ${SHOP_ZONE} + interval '1 microsecond')`

/** SQL: when the shop's day began. */
export const TODAY_BEGAN = startOf(`(now() at time zone ${SHOP_ZONE})`)

/** SQL: the range of ids of a list's rows from these days: `first` and `behind` (exclusive), both null if there are none. It only
 * limits what is read: the range can contain rows of other days, so compare the moment as well. */
export const idsOnDays = (list: string, from: string, to = `'infinity'`): string => `
  select min(block) * ${BLOCK_IDS} as first, (max(block) + 1) * ${BLOCK_IDS} as behind
  from day_block_tally
  where list = '${list}' and day between ${from} and ${to}`

/** SQL: the shop's day, computed once. */
export const TODAY = '(select shop_day(now()))'

export const ORDERED_TODAY = `o.created_at >= ${TODAY_BEGAN} and o.id >= (select first from (${idsOnDays('orders', TODAY)}) as today)`

/** The bounds are subqueries, which are evaluated once instead of per row. */
export const inDateRange = (moment: string, { from, to }: Days, bind: Bind): string => {
  const conditions: string[] = []
  if (from !== undefined) conditions.push(`${moment} >= (select ${startOf(bind(from))})`)
  if (to !== undefined) conditions.push(`${moment} < (select ${startOf(bind(to), 1)})`)
  return conditions.join(' and ') || 'true'
}

export const daysInRange = ({ from, to }: Days, bind: Bind): string =>
  [
    // Totals of all days are stored under -infinity.
    from === undefined ? `day > '-infinity'` : `day >= ${bind(from)}::date`,
    ...(to === undefined ? [] : [`day <= ${bind(to)}::date`]),
  ].join(' and ')

interface Blocks {
  /** Only rows of these days, so their counters are exact. */
  readonly whole: readonly number[]
  /** Also rows of other days, so they are counted row by row. */
  readonly edges: readonly number[]
}

// The newest block is always an edge: a row of another day may arrive before it is read.
const BLOCKS = `
  with here as materialized (
    select distinct block from day_block_tally
    where list = $1 and day >= coalesce($2::date, '-infinity') and day <= coalesce($3::date, 'infinity')
  ), edges as materialized (
    select distinct t.block
    from day_block_tally t
    join here on here.block = t.block
    where t.list = $1 and (t.day < $2::date or t.day > $3::date)
    union
    select max(block) from day_block_tally where list = $1
  )
  select to_jsonb(array(select block from here except select block from edges)) as whole,
    to_jsonb(array(select block from here intersect select block from edges)) as edges`

export const blocksOf = async (db: Db, list: string, { from, to }: Days): Promise<Blocks> => {
  const [blocks] = await query<Blocks>(db, BLOCKS, [list, from ?? null, to ?? null])
  return blocks ?? { whole: [], edges: [] }
}

export interface IdRange {
  /** SQL: the id lies in the range of the days. */
  ids(id: string): string
  /** SQL: the moment is of the days; no index by it is used. */
  readonly within: string
  /** Both, for the list's own id. */
  readonly where: string
  readonly blocks: number
  readonly isFew: boolean
  /** SQL of the rows per block, from a tally of all rows (`block`, `n`) and the rows of `from ... where ...`; per `key` if one is given. */
  tally(all: string, from: string, where: string, key?: string): string
}

export const idRangeOf = ({ whole, edges }: Blocks, days: Days, bind: Bind, id: string, moment: string): IdRange => {
  const blocks = [...whole, ...edges].sort((one, other) => one - other)
  // `+ interval '0'` hides the column from the planner: an index by day would be read to its end and sorted for one page.
  const within = once(() => inDateRange(`(${moment} + interval '0')`, days, bind))
  const first = once(() => bind((blocks[0] ?? 0) * BLOCK_IDS))
  const behind = once(() => bind(((blocks.at(-1) ?? -1) + 1) * BLOCK_IDS))
  const bound = once(() => [bind(whole), bind(edges)])
  const ids = (of: string) => `${of} >= ${first()} and ${of} < ${behind()}`
  return {
    ids,
    get within() {
      return within()
    },
    get where() {
      return `${ids(id)} and ${within()}`
    },
    blocks: blocks.length,
    isFew: blocks.length <= FEW_BLOCKS,
    tally: (all, from, where, key) => `
      select ${key ? 'key, ' : ''}block, n from (${all}) as whole where block = any(${bound()[0]}::bigint[])
      union all
      select ${key ? 'counted.key, ' : ''}edge.block, counted.n
      from unnest(${bound()[1]}::bigint[]) as edge (block)
      cross join lateral (
        select ${key ? `${key} as key, ` : ''}count(*) as n
        from ${from}
        where ${where} and ${id} >= edge.block * ${BLOCK_IDS} and ${id} < (edge.block + 1) * ${BLOCK_IDS} and ${within()}
        ${key ? 'group by 1' : ''}
      ) as counted`,
  }
}

export const sumOf = (tally: string): string => `select coalesce(sum(n), 0)::bigint from (${tally}) as parts`

/** The counted day on which a page begins, and how many of its rows precede the page. */
export const skipDays = (
  counted: readonly { day: string; n: number }[],
  direction: 'asc' | 'desc',
  days: Days,
  offset: number,
): { days: Days; offset: number } => {
  let left = offset
  for (const { day, n } of counted) {
    if (left < n) return { days: direction === 'desc' ? { ...days, to: day } : { ...days, from: day }, offset: left }
    left -= n
  }
  return { days, offset }
}
