import { FRAGMENT_MIN_DIGITS, SEARCH_CANDIDATES } from '#contract/limits.ts'
import { phoneSearchTerm } from '#contract/phone.ts'
import { latinDigits, plainText } from '#contract/text.ts'
import { type Bind, contains } from './statement.ts'

const ID_MAX_DIGITS = 15

/** The meanings of `q` (rules 1.8). */
interface SearchTerm {
  readonly only?: number
  readonly id?: number
  readonly digits?: string
  readonly text?: string
}

export const readSearch = (q: string): SearchTerm => {
  const typed = latinDigits(plainText(q))
  const hash = /^#\s*(\d{1,15})$/.exec(typed)
  if (hash) return { only: Number(hash[1]) }
  const compact = phoneSearchTerm(typed)
  if (!/^\d+$/.test(compact)) return { text: q }
  return {
    ...(compact.length <= ID_MAX_DIGITS && { id: Number(compact) }),
    ...(compact.length >= FRAGMENT_MIN_DIGITS && { digits: compact }),
  }
}

/** Lookups that run once, before the rows are compared. */
export interface Candidates {
  /** Adds a lookup of one column; returns SQL of its array of results. */
  readonly find: (select: string) => string
  /** SQL of the maximum number of results per lookup. */
  readonly limit: string
  readonly ctes: () => string
  /** SQL: a lookup was cut off, so there may be more rows. */
  readonly isCut: () => string
}

/** Lists limit each lookup; exports must be complete and pass `all`. */
export const candidates = (most: number | 'all' = SEARCH_CANDIDATES): Candidates => {
  const lookUps: string[] = []
  const nameOf = (at: number) => `candidates_${at}`
  const limit = most === 'all' ? '' : `limit ${most + 1}`
  return {
    limit,
    find: (select) => `array(select value from ${nameOf(lookUps.push(select) - 1)})`,
    ctes: () => lookUps.map((select, at) => `${nameOf(at)} (value) as materialized (${select} ${limit}), `).join(''),
    isCut: () => {
      if (most === 'all') return 'false'
      return lookUps.map((_, at) => `(select count(*) from ${nameOf(at)}) > ${most}`).join(' or ') || 'false'
    },
  }
}

export const LIVING_CUSTOMERS = `select block, n from money_tally where list = 'users'`

export const adminsFound = (text: string, bind: Bind): string =>
  contains(`text_key(a.username || ' ' || a.first_name || ' ' || a.last_name || ' ' || a.email)`, text, bind)

export const customersFound = (q: string, bind: Bind, { find }: Candidates): string => {
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `u.id = ${bind(only)}`
  if (text !== undefined) return contains('u.search', text, bind)
  const either = id === undefined ? [] : [`u.id = ${bind(id)}`]
  if (digits !== undefined) {
    either.push(`u.id = any(${find(`select id from users where ${contains('phone_digits', digits, bind)}`)})`)
  }
  return `(${either.join(' or ')})`
}
