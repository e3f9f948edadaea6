import { Invalid } from '../errors.ts'
import { SHOP_ZONE } from '../settings/shop-facts.ts'
import { type Db, query } from './connect.ts'
import { BLOCK_IDS } from './far-page.ts'
import type { Bind } from './statement.ts'

/** Days of the shop, both included; either alone is open to the other side. */
interface Days {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** Throws Invalid where the first day is after the last. */
export const refuseTurnedDays = ({ from, to }: Days): void => {
  if (from !== undefined && to !== undefined && from > to) throw new Invalid('The first day is after the last', 'from')
}

/** Whether days narrow a list. Every list asks it before it reads, so it refuses turned days for all of them. */
export const isOnDays = (days: Days): boolean => {
  refuseTurnedDays(days)
  return days.from !== undefined || days.to !== undefined
}

const DAY_MS = 86_400_000
const FEW_DAYS = 31
const FEW_BLOCKS = 16

/** Whether the rows of these days are few beside all that there are: sorted otherwise, they are read first and then sorted. */
export const isFewDays = ({ from, to }: Days): boolean =>
  from !== undefined && to !== undefined && Date.parse(to) - Date.parse(from) < FEW_DAYS * DAY_MS

/**
 * SQL: a day's first moment in the shop's time zone, or that of so many days later. From the last moment before it: where a clock goes
 * back over midnight, the hour after midnight is there twice, and midnight itself would be taken for the second one.
 */
export const startOf = (day: string, days = 0): string =>
  `(((${day}::date + ${days})::timestamp - interval '1 microsecond') at time zone ${SHOP_ZONE} + interval '1 microsecond')`

/** SQL: the first moment of the present day. */
const TODAY_BEGAN = startOf(`(now() at time zone ${SHOP_ZONE})`)

/**
 * SQL of the ids between which a list's rows of some days lie, by `created_at`: `first` and `behind` (the first id after
 * them), both null where there are none. `from` and `to` are SQL of dates, both included. The ids only bound what is read of
 * somebody who has very many rows: ids within them may be of other days, so the moment is to be compared as well.
 */
export const idsOnDays = (list: string, from: string, to = `'infinity'`): string => `
  select min(block) * ${BLOCK_IDS} as first, (max(block) + 1) * ${BLOCK_IDS} as behind
  from day_block_tally
  where list = '${list}' and day between ${from} and ${to}`

/** SQL: an order `o` came in today. */
export const ORDERED_TODAY = `o.created_at >= ${TODAY_BEGAN} and o.id >= (select first from (${idsOnDays('orders', 'shop_day(now())')}) as today)`

/** SQL: a moment lies on these days. */
export const onDays = (moment: string, { from, to }: Days, bind: Bind): string => {
  const conditions: string[] = []
  if (from !== undefined) conditions.push(`${moment} >= ${startOf(bind(from))}`)
  if (to !== undefined) conditions.push(`${moment} < ${startOf(bind(to), 1)}`)
  return conditions.join(' and ') || 'true'
}

/** SQL: a counted day is one of these. */
export const amongDays = ({ from, to }: Days, bind: Bind): string =>
  [
    // What is counted for all days stands under -infinity.
    from === undefined ? `day > '-infinity'` : `day >= ${bind(from)}::date`,
    ...(to === undefined ? [] : [`day <= ${bind(to)}::date`]),
  ].join(' and ')

/** Blocks of ids that hold rows of some days. */
interface Blocks {
  /** Of these days alone, so that their counters hold. */
  readonly whole: readonly number[]
  /** Of other days too: counted row by row. */
  readonly edges: readonly number[]
}

// The newest block is an edge whatever is in it: another day's row may come in before it is read.
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

/** Finds the blocks in which a list's rows of some days lie, by `created_at`. */
export const blocksOf = async (db: Db, list: string, { from, to }: Days): Promise<Blocks> => {
  const [blocks] = await query<Blocks>(db, BLOCKS, [list, from ?? null, to ?? null])
  return blocks ?? { whole: [], edges: [] }
}

/** The rows of some days within a statement that reads a list along its ids. */
export interface AlongIds {
  /** SQL: a row came in on these days. */
  readonly where: string
  readonly isFew: boolean
  /** SQL of how many of these rows lie in each block, from a tally of all rows (`block`, `n`) and of the rows `from ... where ...`. */
  tally(all: string, from: string, where: string): string
}

/** Narrows a statement to blocks and days; `id` and `moment` are the rows' columns. */
export const alongIds = ({ whole, edges }: Blocks, days: Days, bind: Bind, id: string, moment: string): AlongIds => {
  const blocks = [...whole, ...edges].sort((one, other) => one - other)
  // The ids say where the rows are; an index by days would be read to its end and sorted for one page.
  const came = onDays(`(${moment} + interval '0')`, days, bind)
  const first = bind((blocks[0] ?? 0) * BLOCK_IDS)
  const behind = bind(((blocks.at(-1) ?? -1) + 1) * BLOCK_IDS)
  // A parameter that no part of the statement names is refused.
  let bound: readonly [whole: string, edges: string] | undefined
  return {
    where: `${id} >= ${first} and ${id} < ${behind} and ${came}`,
    isFew: blocks.length <= FEW_BLOCKS,
    tally: (all, from, where) => {
      bound ??= [bind(whole), bind(edges)]
      return `
      select block, n from (${all}) as whole where block = any(${bound[0]}::bigint[])
      union all
      select edge.block, counted.n
      from unnest(${bound[1]}::bigint[]) as edge (block)
      cross join lateral (
        select count(*) as n
        from ${from}
        where ${where} and ${id} >= edge.block * ${BLOCK_IDS} and ${id} < (edge.block + 1) * ${BLOCK_IDS} and ${came}
      ) as counted`
    },
  }
}

/** SQL of a tally's sum. */
export const sumOf = (tally: string): string => `select coalesce(sum(n), 0)::bigint from (${tally}) as parts`

/** Where a page begins among days that are counted: on which, and how many of its rows are before the page. */
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
