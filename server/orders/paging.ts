import type { OrderQuery } from '#contract/orders.ts'
import type { Window } from '../db/far-page.ts'
import type { Candidates } from '../db/search.ts'
import type { Bind } from '../db/statement.ts'

/** How one page is read, with the total of its list. */
export interface Plan {
  /** SQL of the ids of the page, in order. */
  page: string
  total: string
  /** The total is counted up to a cap. */
  isCapped?: true
  compared?: Candidates
  /** SQL of the order of the page's rows, where it is not that of `ordering`. */
  order?: string
}

export const isOldestFirst = ({ sort, order, status }: OrderQuery): boolean =>
  order ? order === 'asc' : sort === undefined && status === 'pending'

/** One order of sorting: ids break ties, so that no row is shown twice or never. */
export const ordering = (query: OrderQuery, reversed: boolean): ((alias: string) => string) => {
  const direction = isOldestFirst(query) !== reversed ? 'asc' : 'desc'
  // Ids are given in order of arrival, so created_at needs no index of its own.
  return (alias) =>
    query.sort === 'amount' ? `${alias}.amount ${direction}, ${alias}.id ${direction}` : `${alias}.id ${direction}`
}

// The limit (1 to 100) is a literal: a generic plan takes `limit $1` for a tenth of the table and scans all of it.
export const boundsOf = ({ limit, offset }: Window, bind: Bind): string => `limit ${limit} offset ${bind(offset)}`
