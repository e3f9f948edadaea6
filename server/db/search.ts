import { FRAGMENT_MIN_DIGITS, SEARCH_CANDIDATES } from '#contract/limits.ts'
import { latinDigits, soughtPhone } from '#contract/phone.ts'
import { plainText } from '#contract/plain.ts'
import { type Bind, containing, contains } from './statement.ts'

const ID_MAX_DIGITS = 15

/** What `q` may mean (rules 1.8). */
interface Sought {
  /** '#123': this row and no other. */
  readonly only?: number
  /** A row's id. */
  readonly id?: number
  /** Digits of telephone numbers, and of what else is written in digits. */
  readonly digits?: string
  /** A part of names, emails and the like. */
  readonly text?: string
}

/** Reads what somebody typed into a search: one of `only`, `text`, or `id` and `digits`. */
export const readSearch = (q: string): Sought => {
  const typed = latinDigits(plainText(q))
  const hash = /^#\s*(\d{1,15})$/.exec(typed)
  if (hash) return { only: Number(hash[1]) }
  const compact = soughtPhone(typed)
  if (!/^\d+$/.test(compact)) return { text: q }
  return {
    ...(compact.length <= ID_MAX_DIGITS && { id: Number(compact) }),
    ...(compact.length >= FRAGMENT_MIN_DIGITS && { digits: compact }),
  }
}

/** What a search compares rows with (terms, customers): looked up once each, before the rows. */
export interface Candidates {
  /** Adds the look-up of one column; answers, as SQL, the array of what it finds. */
  readonly find: (select: string) => string
  /** SQL of how many a look-up follows at most, for its parts. */
  readonly limit: string
  /** The look-ups for a statement's WITH, each with a comma behind it. */
  readonly ctes: () => string
  /** SQL: whether a look-up stopped before its end, so that there may be more rows than were found. */
  readonly isCut: () => string
}

/** A list follows so many of each kind; an export leaves no row out and follows `all`. */
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

/** SQL of how many living customers lie in each block of ids, in parts: from the rollup and its unfolded changes, never a scan. */
export const LIVING_CUSTOMERS = `select block, n from money_tally where list = 'users'`

/** SQL: admins `a` in whose username, name or email the text is, in the order in which a customer's are searched. */
export const adminsFound = (text: string, bind: Bind): string =>
  `lower(a.username || ' ' || a.first_name || ' ' || a.last_name || ' ' || a.email) like lower(${bind(containing(text))})`

/** SQL: customers `u` whose id or phone is sought, or whose username, name or email. */
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
