/** From here on, skipping rows costs more than finding the page's block. */
export const FAR_OFFSET = 1_000

export const BLOCK_IDS = 8192

/** `reversed` counts from the end of the list. */
export interface Window {
  readonly offset: number
  readonly limit: number
  readonly reversed: boolean
}

/** The same rows counted from the nearer end. Nothing beyond the last row. */
export const fromNearerEnd = (window: Omit<Window, 'reversed'>, total: number): Window => {
  if (window.offset < total / 2) return { ...window, reversed: false }
  const limit = Math.max(0, Math.min(window.limit, total - window.offset))
  return { offset: Math.max(0, total - window.offset - limit), limit, reversed: true }
}

interface FarPage {
  /** SQL of the rows per block of ids: `block`, `n`, possibly several rows per block. */
  tally: string
  from: string
  where: string
  id: string
  direction: 'asc' | 'desc'
  offset: string
  limit: number
}

/** SQL of a far page's ids. A running sum over the blocks finds the one where the page begins, so fewer rows than one block holds
 * are skipped. No rows beyond the end of the list. */
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
  )
  select ${id}
  from ${from}
  where ${where} and ${id} ${direction === 'asc' ? '>= (select block' : '< (select block + 1'} from start) * ${BLOCK_IDS}
  order by ${id} ${direction} limit ${limit} offset ${offset} - (select before from start)`
