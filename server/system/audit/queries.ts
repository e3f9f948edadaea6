import {
  AUDIT_SUBJECTS,
  type AuditQuery,
  type AuditRow,
  type AuditTopic,
  type audit,
  FAILED_SIGN_INS,
  OWNER_ACTS,
  SELF_APPROVED,
} from '#contract/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { textKey } from '#contract/text.ts'
import { since } from '../../core/audit/since.ts'
import { MOVED_A_WALLET, TOPICS } from '../../core/audit/topics.ts'
import { hasDateRange, startOf } from '../../core/lists/days.ts'
import { FAR_OFFSET } from '../../core/lists/far-page.ts'
import { adminsFound, readSearch } from '../../core/lists/search.ts'
import { type Bind, statement } from '../../core/lists/statement.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'

const CALLS = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).map(([verb, endpoint]) => ({
    action: `${feature}.${verb}`,
    done: 'done' in endpoint ? ((endpoint.done as string | undefined) ?? '') : '',
  })),
)
const ACTIONS: readonly { readonly action: string; readonly done: string }[] = [
  ...CALLS,
  FAILED_SIGN_INS,
  ...Object.entries(OWNER_ACTS).map(([action, { done }]) => ({ action, done })),
]
const DONE = new Map(ACTIONS.map(({ action, done }) => [action, done]))

const ROW = `
  t.id, t.at, t.actor, t.admin_id, coalesce(a.first_name || ' ' || a.last_name, '') as admin, t.address, t.action, t.subject,
  t.subject_id, t.facts`

/** SQL of the actions and of the admins whose changes a text finds. */
const textMeans = (text: string, bind: Bind): { readonly actions: string; readonly admins: string } => {
  const term = textKey(text)
  const actions = ACTIONS.filter(({ action, done }) => `${action} ${done}`.toLowerCase().includes(term))
  return {
    actions: `${bind(actions.map(({ action }) => action))}::text[]`,
    admins: `array(select id from admins a where ${adminsFound(text, bind)})`,
  }
}

const matches = (q: string, bind: Bind): string => {
  const { only, id, text } = readSearch(q)
  if (only !== undefined) return `t.id = ${bind(only)}`
  // The index of subjects begins with their kind.
  if (text === undefined) return `t.subject = any(${bind(AUDIT_SUBJECTS)}::text[]) and t.subject_id = ${bind(id ?? null)}`
  if (text === SELF_APPROVED) return `t.facts ? '${SELF_APPROVED}'`
  const { actions, admins } = textMeans(text, bind)
  return `(t.action = any(${actions}) or t.admin_id = any(${admins}))`
}

/** SQL of the ids of a text's changes, to one beyond the cap of each action and admin. Each is walked by its own index: for a condition
 * that names both, the whole log would be read. */
const idsOfText = (text: string, others: string, order: Order, bind: Bind): string => {
  const { actions, admins } = textMeans(text, bind)
  return `select id from (${changesOf(actions, 'action', others, order)} union ${changesOf(admins, 'admin_id', others, order)}) as parts`
}

type Order = 'asc' | 'desc'

const changesOf = (values: string, column: 'action' | 'admin_id', others: string, order: Order) => `
  select t.id
  from unnest(${values}) as wanted (value)
  cross join lateral (
    select t.id from audit t
    where t.${column} = wanted.value and ${others}
    order by t.id ${order}
    limit ${SEARCH_TOTAL_CAP + 1}
  ) as t`

const within = ({ from, to }: AuditQuery, bind: Bind): string[] => {
  const conditions: string[] = []
  if (!hasDateRange({ from, to })) return conditions
  if (from !== undefined) {
    const day = startOf(bind(from))
    conditions.push(since(day))
  }
  if (to !== undefined) {
    const day = startOf(bind(to), 1)
    // The unsealed rows after the newest seal may match too.
    conditions.push(
      `t.at < ${day}`,
      `t.id <= (
        select case when max(to_id) filter (where first_at < ${day}) = max(to_id) or max(to_id) is null then ${Number.MAX_SAFE_INTEGER}
          else coalesce(max(to_id) filter (where first_at < ${day}), 0) end
        from audit_seals
      )`,
    )
  }
  return conditions
}

/** SQL of the filters but the search. */
const filtersOf = (query: AuditQuery, bind: Bind): string => {
  const conditions = within(query, bind)
  if (query.subject !== undefined) conditions.push(`t.subject = ${bind(query.subject)}`)
  if (query.subject_id !== undefined) conditions.push(`t.subject_id = ${bind(query.subject_id)}`)
  if (query.admin_id !== undefined) conditions.push(`t.admin_id = ${bind(query.admin_id)}`)
  if (query.store === 'hidden') conditions.push(`t.actor <> 'store'`)
  if (query.topic !== undefined) conditions.push(`t.action = any(${actionsOf(query.topic, bind)})`, MOVED_A_WALLET)
  return conditions.join(' and ') || 'true'
}

const actionsOf = (topic: AuditTopic, bind: Bind) => `${bind(TOPICS[topic])}::text[]`

const searched = (query: AuditQuery, bind: Bind): string =>
  query.q === undefined ? filtersOf(query, bind) : `${filtersOf(query, bind)} and ${matches(query.q, bind)}`

/** SQL of the ids that a request finds. With a filter that an index knows, few rows are compared with the text. */
const idsFound = (query: AuditQuery, bind: Bind): string => {
  const text = query.q === undefined ? undefined : readSearch(query.q).text
  const isNarrow = query.subject !== undefined || query.admin_id !== undefined || text === SELF_APPROVED
  const order = query.order ?? 'desc'
  if (!isNarrow && text !== undefined) return idsOfText(text, filtersOf(query, bind), order, bind)
  const where = searched(query, bind)
  if (isNarrow || query.topic === undefined || query.q !== undefined) return `select t.id from audit t where ${where}`
  return changesOf(actionsOf(query.topic, bind), 'action', where, order)
}

/** The unfiltered total comes from the seals; a filtered one is counted up to a cap. */
export const listChanges = async (db: Db, query: AuditQuery) => {
  const offset = (query.page - 1) * query.limit
  const { parameters, bind } = statement()
  const where = searched(query, bind)
  if (where === 'true') {
    const total = await countRows(db)
    const start = offset < FAR_OFFSET ? { where: 'true', parameters: [], offset } : await startOfPage(db, query, offset, total)
    const data = await readPage(db, start.where, query, start.offset, start.parameters)
    return { data, total, total_capped: false }
  }
  const { n, ids } = await findUpToCap(db, query, offset)
  const isCapped = n > SEARCH_TOTAL_CAP
  const data = isCapped
    ? await readPage(db, where, query, offset, parameters)
    : await readPage(db, 't.id = any($1::bigint[])', query, 0, [ids])
  return { data, total: Math.min(n, SEARCH_TOTAL_CAP), total_capped: isCapped }
}

type Page = Pick<AuditQuery, 'limit' | 'order'>

interface Seal {
  from_id: number
  to_id: number
  rows: number
  total: number
}

/** The seals' running totals locate a far page, so only rows within one seal are skipped. */
const startOfPage = async (db: Db, { order = 'desc' }: Page, offset: number, total: number) => {
  const place = order === 'asc' ? offset + 1 : total - offset
  const columns = 'select from_id, to_id, rows, total from audit_seals'
  const [seal] = await run<Seal>(db, `${columns} where total >= $1 order by total limit 1`, [place])
  if (order === 'desc') {
    if (!seal) return { where: 'true', parameters: [], offset }
    return { where: 't.id <= $1', parameters: [seal.to_id], offset: seal.total - place }
  }
  if (seal) return { where: 't.id > $1', parameters: [seal.from_id], offset: place - 1 - (seal.total - seal.rows) }
  const [last] = await run<Seal>(db, `${columns} order by total desc limit 1`)
  return last
    ? { where: 't.id > $1', parameters: [last.to_id], offset: place - 1 - last.total }
    : { where: 'true', parameters: [], offset }
}

const readPage = async (db: Db, where: string, { limit, order = 'desc' }: Page, offset: number, parameters: unknown[]) => {
  const sql = `
    select ${ROW}
    from audit t
    left join admins a on a.id = t.admin_id
    where ${where}
    order by t.id ${order}
    limit ${limit} offset $${parameters.length + 1}`
  const rows = await run<Omit<AuditRow, 'done'>>(db, sql, [...parameters, offset])
  return rows.map((row) => ({ ...row, done: DONE.get(row.action) ?? '' }))
}

/** Finds count and page at once. An ordered index scan would be slow for rare rows. */
const findUpToCap = async (db: Db, query: AuditQuery, offset: number) => {
  const { limit, order = 'desc' } = query
  const { parameters, bind } = statement()
  const sql = `
    with found as materialized (${idsFound(query, bind)} limit ${SEARCH_TOTAL_CAP + 1})
    select (select count(*) from found) as n,
      array(select id from found order by id ${order} limit ${limit} offset ${bind(offset)}) as ids`
  const [found] = await run<{ n: number; ids: number[] }>(db, sql, parameters)
  return found ?? { n: 0, ids: [] }
}

/** Sealing takes a minute at most, unless a transaction that writes a change stays open. */
const BEHIND_MINUTES = 10

const LAST = 'last as (select to_id, total, sealed_at from audit_seals order by id desc limit 1)'

const COUNT = `
  coalesce((select total from last), 0) + (select count(*) from audit where id > coalesce((select to_id from last), 0))`

const countRows = async (db: Db): Promise<number> => {
  const [found] = await run<{ n: number }>(db, `with ${LAST} select ${COUNT} as n`)
  return found?.n ?? 0
}

const STATE = `
  with ${LAST}
  select coalesce((select total from last), 0) as sealed, (select sealed_at from last) as sealed_at,
    (select count(*) from audit_seals) as seals,
    coalesce((select at from audit where id > coalesce((select to_id from last), 0) order by id limit 1)
      < now() - interval '${BEHIND_MINUTES} minutes', false) as is_behind,
    ${COUNT} as rows`

export const readState = async (db: Db): Promise<Output<typeof audit.state>> => {
  const [state] = await run<Output<typeof audit.state>>(db, STATE)
  if (!state) throw new Error('the audit log has no state')
  return state
}
