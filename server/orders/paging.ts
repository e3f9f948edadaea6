import type { OrderQuery } from '#contract/orders.ts'
import type { Window } from '../core/lists/far-page.ts'
import type { Candidates } from '../core/lists/search.ts'
import type { Bind } from '../core/lists/statement.ts'

export interface Plan {
  /** SQL of the page's ids, sorted. */
  page: string
  total: string
  isCapped?: true
  lookups?: Candidates
  order?: string
}

export const isOldestFirst = ({ sort, order, status }: OrderQuery): boolean =>
  order ? order === 'asc' : sort === undefined && status === 'pending'

/** Ties sort by id, so that pagination neither repeats nor skips rows. */
export const ordering = (query: OrderQuery, reversed: boolean): ((alias: string) => string) => {
  const direction = isOldestFirst(query) !== reversed ? 'asc' : 'desc'
  // Ids are assigned in order of arrival, so created_at needs no index.
  return (alias) =>
    query.sort === 'amount' ? `${alias}.amount ${direction}, ${alias}.id ${direction}` : `${alias}.id ${direction}`
}

// The limit is a literal: for `limit $1` a generic plan assumes a tenth of the table and scans it.
export const boundsOf = ({ limit, offset }: Window, bind: Bind): string => `limit ${limit} offset ${bind(offset)}`
