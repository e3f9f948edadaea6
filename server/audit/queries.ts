import type { AuditQuery, AuditRow } from '#contract/audit.ts'
import { api } from '#contract/index.ts'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type Db, query as run } from '../db/connect.ts'
import { isOnDays, startOf } from '../db/days.ts'
import { readSearch } from '../db/search.ts'
import { type Bind, containing, statement } from '../db/statement.ts'

/** Every change that can be made, with what its success says. */
const ACTIONS = Object.entries(api).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).map(([verb, endpoint]) => ({
    action: `${feature}.${verb}`,
    done: 'done' in endpoint ? ((endpoint.done as string | undefined) ?? '') : '',
  })),
)
const DONE = new Map(ACTIONS.map(({ action, done }) => [action, done]))

const ROW = `
  t.id, t.at, t.actor, t.admin_id, coalesce(a.first_name || ' ' || a.last_name, '') as admin, t.address, t.action, t.subject,
  t.subject_id, t.facts`

/** '#12' is the row; digits are the subject's id; other text is a part of an action, or of an admin's name. */
const matches = (q: string, bind: Bind): string => {
  const { only, id, text } = readSearch(q)
  if (only !== undefined) return `t.id = ${bind(only)}`
  if (text === undefined) return `t.subject_id = ${bind(id ?? null)}`
  const sought = text.toLowerCase()
  const actions = ACTIONS.filter(({ action, done }) => `${action} ${done}`.toLowerCase().includes(sought))
  const admins = `lower(first_name || ' ' || last_name || ' ' || username || ' ' || email) like ${bind(containing(text))}`
  return `(t.action = any(${bind(actions.map(({ action }) => action))})
    or t.admin_id = any(array(select id from admins where ${admins})))`
}

/** Days as ids, by the seals that touch them: `at` itself has no index, which each change would pay for. */
const within = ({ from, to }: AuditQuery, bind: Bind): string[] => {
  const conditions: string[] = []
  if (!isOnDays({ from, to })) return conditions
  if (from !== undefined) {
    const day = startOf(bind(from))
    conditions.push(
      `t.at >= ${day}`,
      `t.id > coalesce((select min(from_id) from audit_seals where last_at >= ${day}), (select max(to_id) from audit_seals), 0)`,
    )
  }
  if (to !== undefined) {
    const day = startOf(bind(to), 1)
    // After the newest stretch there may be more that is not sealed yet; where no stretch began before, there is nothing.
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

/** One page of the changes, newest first. The total of all is the seals', a filtered one is counted up to a cap. */
export const listChanges = async (db: Db, query: AuditQuery) => {
  const { parameters, bind } = statement()
  const conditions = within(query, bind)
  if (query.subject !== undefined) conditions.push(`t.subject = ${bind(query.subject)}`)
  if (query.subject_id !== undefined) conditions.push(`t.subject_id = ${bind(query.subject_id)}`)
  if (query.admin_id !== undefined) conditions.push(`t.admin_id = ${bind(query.admin_id)}`)
  if (query.q !== undefined) conditions.push(matches(query.q, bind))
  const where = conditions.join(' and ') || 'true'
  const counted = conditions.length > 0 ? await countUpToCap(db, where, [...parameters]) : (await readState(db)).rows
  const page = `
    select ${ROW}
    from audit t
    left join admins a on a.id = t.admin_id
    where ${where}
    order by t.id ${query.order ?? 'desc'}
    limit ${query.limit} offset ${bind((query.page - 1) * query.limit)}`
  const rows = await run<Omit<AuditRow, 'done'>>(db, page, parameters)
  return {
    data: rows.map((row) => ({ ...row, done: DONE.get(row.action) ?? '' })),
    total: Math.min(counted, conditions.length > 0 ? SEARCH_TOTAL_CAP : counted),
    total_capped: conditions.length > 0 && counted > SEARCH_TOTAL_CAP,
  }
}

const countUpToCap = async (db: Db, where: string, parameters: unknown[]): Promise<number> => {
  const sql = `select count(*) as n from (select from audit t where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as found`
  return (await run<{ n: number }>(db, sql, parameters))[0]?.n ?? 0
}

/** Sealing takes a minute at most, unless somebody writes a change all that time. */
const BEHIND_MINUTES = 10

const STATE = `
  with last as (select to_id, total, sealed_at from audit_seals order by id desc limit 1)
  select coalesce((select total from last), 0) as sealed, (select sealed_at from last) as sealed_at,
    (select count(*) from audit_seals) as seals,
    coalesce((select at from audit where id > coalesce((select to_id from last), 0) order by id limit 1)
      < now() - interval '${BEHIND_MINUTES} minutes', false) as is_behind,
    coalesce((select total from last), 0) + (select count(*) from audit where id > coalesce((select to_id from last), 0)) as rows`

interface State {
  rows: number
  sealed: number
  seals: number
  sealed_at: string | null
  is_behind: boolean
}

/** How many changes there are, and how many of them are sealed. */
export const readState = async (db: Db): Promise<State> => {
  const [state] = await run<State>(db, STATE)
  if (!state) throw new Error('the audit log has no state')
  return state
}
