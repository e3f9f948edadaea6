import { mobileNumber } from '#contract/phone.ts'
import { trxIdOf } from '#contract/trx-id.ts'
import type { MoneyQuery } from '#contract/wallet-adds.ts'
import { inDateRange } from '../lists/days.ts'
import type { Terms } from '../lists/list.ts'
import { readSearch } from '../lists/search.ts'
import { type Bind, contains, statusIs } from '../lists/statement.ts'
import type { MoneyTable } from './money-table.ts'

const MAX_FEW_BLOCKS = 4

/** Matches id, number, TrxID or customer. Small sets (pending, one customer, few days) are filtered directly and therefore
 * completely. For a number with very many rows, only the newest of the status are followed. */
export const matches = (table: MoneyTable, q: string, { query, bind, lookups, range }: Terms<MoneyQuery>): string => {
  const { status, user_id } = query
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `r.id = ${bind(only)}`
  const either = id === undefined ? [] : [`r.id = ${bind(id)}`]
  const fragment = digits ?? text
  if (fragment !== undefined) {
    const term = trxIdOf(fragment) ?? fragment
    const person = (of: string) => contains(`${of}${digits ? 'phone_digits' : 'search'}`, fragment, bind)
    const isOfFewBlocks = range !== undefined && range.blocks <= MAX_FEW_BLOCKS
    const isFew = status === 'pending' || user_id !== undefined || isOfFewBlocks
    if (isFew) either.push(matchesDirectly(table, term, person, bind))
    else {
      const { find, limit } = lookups
      const spellings = spellingsOf(term.toLowerCase())
        .map((spelling) => `(${bind(spelling)}::text)`)
        .join(', ')
      const isOfDays = range
        ? `${range.ids('x.row_id')} and ${range.within}`
        : inDateRange(`(r.completed_at + interval '0')`, query, bind)
      if (!status) either.push(`(r.status = 'pending' and (${matchesDirectly(table, term, person, bind)}))`)
      either.push(
        `r.id = any(${find(`
          select newest.row_id
          from (values ${spellings}) as spelled (term)
          cross join lateral (
            select x.row_id from money_terms x join ${table} r on r.id = x.row_id
            where x.list = '${table}' and x.term = spelled.term and ${statusIs('r.status', status)} and ${isOfDays}
            order by x.row_id desc ${limit}
          ) as newest
          order by newest.row_id desc`)})`,
        `r.id = any(${find(`select row_id from money_terms where list = '${table}' and ${contains('term', term, bind)}`)})`,
        `r.user_id = any(${find(`select id from users where ${person('')}`)})`,
      )
    }
  }
  either.push(`r.id = any(${lookups.find(`select id from ${table} where reference = ${bind(q)}`)})`)
  return `(${either.join(' or ')})${range ? ` and ${range.ids('r.id')}` : ''}`
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
