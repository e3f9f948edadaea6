import { SEARCH_CANDIDATES } from '#contract/limits.ts'

/** What a search compares rows with (terms, customers): looked up once each, before the rows. */
export interface Candidates {
  /** Adds the look-up of one column; answers, as SQL, the array of what it finds. */
  readonly find: (select: string) => string
  /** The look-ups for a statement's WITH, each with a comma behind it. */
  readonly ctes: () => string
  /** SQL: whether a look-up stopped before its end, so that there may be more rows than were found. */
  readonly isCut: () => string
}

/** A list follows so many of each kind; an export leaves no row out and follows `all`. */
export const candidates = (most: number | 'all' = SEARCH_CANDIDATES): Candidates => {
  const lookUps: string[] = []
  const nameOf = (at: number) => `candidates_${at}`
  return {
    find: (select) => `array(select value from ${nameOf(lookUps.push(select) - 1)})`,
    ctes: () => {
      const limit = most === 'all' ? '' : `limit ${most + 1}`
      return lookUps.map((select, at) => `${nameOf(at)} (value) as materialized (${select} ${limit}), `).join('')
    },
    isCut: () => {
      if (most === 'all') return 'false'
      return lookUps.map((_, at) => `(select count(*) from ${nameOf(at)}) > ${most}`).join(' or ') || 'false'
    },
  }
}
