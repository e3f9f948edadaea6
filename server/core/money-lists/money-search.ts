import { mobileNumber } from '#contract/phone.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import type { MoneyQuery } from '#contract/wallet-adds.ts'
import type { Db } from '../../platform/db/connect.ts'
import { blocksOf, hasDateRange, idRangeOf, inDateRange } from '../lists/days.ts'
import { type Candidates, readSearch } from '../lists/search.ts'
import { type Bind, contains, statusIs } from '../lists/statement.ts'
import type { MoneyTable } from './money-table.ts'

export type MoneySearch = Partial<Pick<MoneyQuery, 'q' | 'status' | 'user_id' | 'from' | 'to' | 'day_of'>>

interface CreatedRange {
  readonly row: string
  /** Call it only where its result is used: it binds parameters. */
  readonly term: () => string
  readonly isFew: boolean
}

const ANY_DAY: CreatedRange = { row: 'true', term: () => 'true', isFew: false }

export const conditionsOf = (
  table: MoneyTable,
  search: MoneySearch,
  bind: Bind,
  lookups: Candidates,
  range = ANY_DAY,
): string => {
  const conditions = [statusIs('r.status', search.status), range.row]
  if (search.user_id !== undefined) conditions.push(`r.user_id = ${bind(search.user_id)}`)
  if (search.q !== undefined) conditions.push(matches(table, search, range, bind, lookups))
  return conditions.join(' and ')
}

/** Matches id, number, TrxID or customer. Small sets (pending, one customer, few days) are filtered directly and therefore
 * completely. For a number with very many rows, only the newest of the status are followed. */
const matches = (
  table: MoneyTable,
  { q = '', status, user_id }: MoneySearch,
  range: CreatedRange,
  bind: Bind,
  lookups: Candidates,
): string => {
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `r.id = ${bind(only)}`
  const either = id === undefined ? [] : [`r.id = ${bind(id)}`]
  const fragment = digits ?? text
  if (fragment !== undefined) {
    const term = trxIdOf(fragment) ?? fragment
    const person = (of: string) => contains(`${of}${digits ? 'phone_digits' : 'search'}`, fragment, bind)
    const isFew = status === 'pending' || user_id !== undefined || range.isFew
    if (isFew) either.push(matchesDirectly(table, term, person, bind))
    else {
      const { find, limit } = lookups
      const spellings = spellingsOf(term.toLowerCase())
        .map((spelling) => `(${bind(spelling)}::text)`)
        .join(', ')
      if (!status) either.push(`(r.status = 'pending' and (${matchesDirectly(table, term, person, bind)}))`)
      either.push(
        `r.id = any(${find(`
          select newest.row_id
          from (values ${spellings}) as spelled (term)
          cross join lateral (
            select x.row_id from money_terms x join ${table} r on r.id = x.row_id
            where x.list = '${table}' and x.term = spelled.term and ${statusIs('r.status', status)} and ${range.term()}
            order by x.row_id desc ${limit}
          ) as newest
          order by newest.row_id desc`)})`,
        `r.id = any(${find(`select row_id from money_terms where list = '${table}' and ${contains('term', term, bind)}`)})`,
        `r.user_id = any(${find(`select id from users where ${person('')}`)})`,
      )
    }
  }
  return `(${either.join(' or ')})`
}

const spellingsOf = (term: string) => [...new Set([mobileNumber(term) ?? term, term, `0${term}`])]

/** SQL: number, TrxID or customer match. Not indexed, so for few rows only. */
const matchesDirectly = (table: MoneyTable, term: string, person: (of: string) => string, bind: Bind) => {
  const own = ['phone_key(r.number)', ...(table === 'wallet_adds' ? ['lower(r.trx_id)'] : [])]
  return [
    ...own.map((value) => contains(value, term, bind)),
    `(select ${person('u.')} from users u where u.id = r.user_id)`,
  ].join(' or ')
}

const MAX_FEW_BLOCKS = 4

export const createdRangeOf = async (db: Db, table: MoneyTable, query: MoneyQuery, bind: Bind): Promise<CreatedRange> => {
  if (!hasDateRange(query)) return ANY_DAY
  if (query.day_of === 'completed_at') {
    // A search matches few rows. `+ interval '0'` keeps the planner off the index by days.
    const days = inDateRange(`(r.completed_at + interval '0')`, query, bind)
    return { row: days, term: () => days, isFew: false }
  }
  const blocks = await blocksOf(db, table, query)
  const isFew = blocks.whole.length + blocks.edges.length <= MAX_FEW_BLOCKS
  const idRange = (id: string) => idRangeOf(blocks, query, bind, id, 'r.created_at').where
  return { row: idRange('r.id'), term: () => (isFew ? 'true' : idRange('x.row_id')), isFew }
}
