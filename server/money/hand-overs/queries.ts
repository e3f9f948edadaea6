import type { HandOverList, HandOverQuery, HandOverRow } from '#contract/hand-overs.ts'
import type { List, Terms } from '../../core/lists/list.ts'
import { findRow, readList } from '../../core/lists/read.ts'
import { adminsFound, readSearch } from '../../core/lists/search.ts'
import { containing, statusIs } from '../../core/lists/statement.ts'
import type { Db } from '../../platform/db/connect.ts'

const ROW = `
  h.id, h.kind, h.owner_id, h.amount, h.number, h.reason, h.status, h.admin_id, h.created_at, h.updated_at,
  jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) as "Owner",
  a.deleted_at is not null as owner_is_deleted,
  case when d.id is not null then jsonb_build_object('first_name', d.first_name, 'last_name', d.last_name) end as "Admin"`

const JOINS = `
  join admins a on a.id = h.owner_id
  left join admins d on d.id = h.admin_id`

/** Matches the id or phone of a hand-over, or the name or email of its owner. */
const matches = (q: string, { bind }: Terms<HandOverQuery>): string => {
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `h.id = ${bind(only)}`
  if (text !== undefined) return `h.owner_id in (select a.id from admins a where ${adminsFound(text, bind)})`
  const either = id === undefined ? [] : [`h.id = ${bind(id)}`]
  if (digits !== undefined) either.push(`phone_key(h.number) like ${bind(containing(digits))}`)
  return `(${either.join(' or ')})`
}

export const HAND_OVERS: List<HandOverQuery, HandOverRow> = {
  table: 'hand_overs',
  as: 'h',
  scope: 'none',
  columns: ROW,
  joins: JOINS,
  filters: {
    status: (status) => statusIs('h.status', status),
    owner_id: (id, { bind }) => `h.owner_id = ${bind(id)}`,
    q: matches,
  },
  sorts: { amount: { by: 'h.amount', few: true } },
  first: ({ sort, status }) => (sort === undefined && status === undefined ? `h.status = 'pending'` : undefined),
  isCountedInFull: true,
}

/** One hand-over, or undefined. */
export const findHandOver = (db: Db, id: number): Promise<HandOverRow | undefined> => findRow(db, HAND_OVERS, null, id)

/** One page of hand-overs, of all owners or of one: pending first, then newest. */
export const listHandOvers = async (db: Db, query: HandOverQuery): Promise<HandOverList> => {
  const { rows, elsewhere, ...list } = await readList(db, HAND_OVERS, null, query)
  const { owner_id } = query
  const isOwn = (row: HandOverRow) => owner_id === undefined || row.owner_id === owner_id
  return { transactions: rows, elsewhere: elsewhere.filter(isOwn), ...list }
}
