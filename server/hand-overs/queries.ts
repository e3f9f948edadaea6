import type { HandOverList, HandOverQuery, HandOverRow } from '#contract/hand-overs.ts'
import { rowsOffPage } from '../core/lists/rows-off-page.ts'
import { adminsFound, readSearch } from '../core/lists/search.ts'
import { type Bind, containing, statement, statusIs } from '../core/lists/statement.ts'
import { type Db, query as run } from '../platform/db/connect.ts'

const ROW = `
  h.id, h.kind, h.owner_id, h.amount, h.number, h.reason, h.status, h.admin_id, h.created_at, h.updated_at,
  jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) as "Owner",
  a.deleted_at is not null as owner_is_deleted,
  case when d.id is not null then jsonb_build_object('first_name', d.first_name, 'last_name', d.last_name) end as "Admin"`

const FROM = `
  from hand_overs h
  join admins a on a.id = h.owner_id
  left join admins d on d.id = h.admin_id`

/** One hand-over, or undefined. */
export const findHandOver = async (db: Db, id: number): Promise<HandOverRow | undefined> =>
  (await findHandOvers(db, null, [id]))[0]

const findHandOvers = (db: Db, owner: number | null, ids: readonly number[]) =>
  run<HandOverRow>(db, `select ${ROW} ${FROM} where h.id = any($1::bigint[]) and ($2::bigint is null or h.owner_id = $2)`, [
    ids,
    owner,
  ])

/** Matches the id or phone of a hand-over, or the name or email of its owner. */
const matches = (q: string, bind: Bind): string => {
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `h.id = ${bind(only)}`
  if (text !== undefined) return adminsFound(text, bind)
  const either = id === undefined ? [] : [`h.id = ${bind(id)}`]
  if (digits !== undefined) either.push(`phone_key(h.number) like ${bind(containing(digits))}`)
  return `(${either.join(' or ')})`
}

/** One page of hand-overs, of all owners or of one: pending first, then newest. */
export const listHandOvers = async (db: Db, query: HandOverQuery): Promise<HandOverList> => {
  const { parameters, bind } = statement()
  const conditions = [statusIs('h.status', query.status)]
  if (query.owner_id !== undefined) conditions.push(`h.owner_id = ${bind(query.owner_id)}`)
  if (query.q !== undefined) conditions.push(matches(query.q, bind))
  const where = conditions.join(' and ')
  const direction = query.order ?? 'desc'
  const first =
    query.sort === undefined ? "(h.status = 'pending') desc," : query.sort === 'amount' ? `h.amount ${direction},` : ''
  const [total] = await run<{ n: number }>(db, `select count(*) as n ${FROM} where ${where}`, [...parameters])
  const page = `select ${ROW} ${FROM} where ${where} order by ${first} h.id ${direction}
    limit ${query.limit} offset ${bind((query.page - 1) * query.limit)}`
  const rows = await run<HandOverRow>(db, page, parameters)
  return {
    transactions: rows,
    elsewhere: await rowsOffPage(query.shown, rows, (ids) => findHandOvers(db, query.owner_id ?? null, ids)),
    total: total?.n ?? 0,
    total_capped: false,
  }
}
