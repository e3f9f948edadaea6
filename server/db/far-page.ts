import type { Bind } from './statement.ts'

/** From this offset on, stepping over the rows before a page costs more than asking where it begins. */
export const FAR_OFFSET = 1_000

/** What block_of() divides ids by. */
export const BLOCK_IDS = 8192

/** Which rows of a list: `reversed` counts them from its other end. */
export interface Window {
  readonly offset: number
  readonly limit: number
  readonly reversed: boolean
}

/** The same rows of a list of so many from the end that is nearer to them: none beyond its last. */
export const fromNearerEnd = (window: Omit<Window, 'reversed'>, total: number): Window => {
  if (window.offset < total / 2) return { ...window, reversed: false }
  const limit = Math.max(0, Math.min(window.limit, total - window.offset))
  return { offset: Math.max(0, total - window.offset - limit), limit, reversed: true }
}

/** A page far from the beginning of a list that is in order of ids. */
interface FarPage {
  /** SQL of how many rows lie in each block of ids: `block`, `n`, in parts. */
  tally: string
  /** The rows' table and what holds of them: `orders o`, `o.status = 'cancel'`. */
  from: string
  where: string
  /** The rows' id: `o.id`. */
  id: string
  direction: 'asc' | 'desc'
  /** SQL of how many rows come before the page. */
  offset: string
  limit: number
}

/**
 * SQL of a far page's rows, `id` and their `place` in it: the running sum over the blocks says in which one the page begins, and only
 * from there on rows are stepped over, fewer than one block holds. No row where the list ends before it.
 */
export const farPage = ({ tally, from, where, id, direction, offset, limit }: FarPage): string => `
  with start as materialized (
    select block, upto - n as before
    from (
      select block, n, sum(n) over (order by block ${direction}) as upto
      from (select block, sum(n) as n from (${tally}) as parts group by block) as counted
    ) as passed
    where upto > ${offset}
    order by block ${direction}
    limit 1
  ), found as (
    select ${id}
    from ${from}
    where ${where} and ${id} ${direction === 'asc' ? '>= (select block' : '< (select block + 1'} from start) * ${BLOCK_IDS}
    order by ${id} ${direction} limit ${limit} offset ${offset} - (select before from start)
  )
  select id, row_number() over (order by id ${direction}) as place from found`

type PageById = Omit<FarPage, 'offset' | 'tally'> & {
  /** As a far page's; without it (a search) every page is read from the list's beginning. */
  readonly tally: string | undefined
  readonly offset: number
}

/** SQL of the rows of any page of a list that is in order of ids: `id` and their `place` in it. */
export const pageById = ({ tally, offset, ...list }: PageById, bind: Bind): string => {
  if (tally !== undefined && offset >= FAR_OFFSET) return farPage({ ...list, tally, offset: bind(offset) })
  const { from, where, id, direction, limit } = list
  return `
    select ${id}, row_number() over (order by ${id} ${direction}) as place
    from ${from}
    where ${where}
    order by ${id} ${direction}
    limit ${limit} offset ${bind(offset)}`
}
