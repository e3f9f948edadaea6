import { alone } from '../../platform/db/alone.ts'
import { type Db, query, withoutTimeLimit } from '../../platform/db/connect.ts'
import { inSystemAct } from '../acts.ts'
import { type CheckKind, findBreaks, REPORTED_PER_RULE } from './invariants.ts'

/** At least so many times what a full check took passes before the next: it works for a hundredth of the time, and large books
 * are read whole once a day. */
const REST_PER_WORK = 100
/** The same while something is broken, so that what was repaired is free again sooner. */
const BROKEN_REST_PER_WORK = 10
/** Of each rule: one that takes longer, perhaps by a plan of tables that were empty a moment ago, is begun again. */
const RULE_LIMIT_MS = 900_000
/** Of a whole check. */
export const CHECK_LIMIT_MS = 3_600_000
/** After a check that failed. */
const FAILED_REST_MS = 50_000
/** A check is due each minute. */
const BEHIND_MINUTES = 10

/** Checks the books and keeps what was found: accounts that break a rule are frozen, mended ones freed by a full check, and all
 * money stops while a journal does not sum to zero. Answers false while another check is under way, of any server. */
export const checkBooks = (db: Db, stopping?: AbortSignal, kind: CheckKind = 'full'): Promise<boolean> => {
  const checkAlone = (own: Db) => alone(own, 'check_books', () => check(own, stopping, kind))
  return withoutTimeLimit(db, checkAlone, RULE_LIMIT_MS)
}

const check = async (own: Db, stopping: AbortSignal | undefined, kind: CheckKind): Promise<void> => {
  const started = performance.now()
  const [clock] = await query<{ seen_until: string }>(own, 'select clock_timestamp() as seen_until')
  const breaks = await findBreaks(own, stopping, kind)
  const report: Record<string, string[]> = {}
  const frozen: Record<string, string> = {}
  for (const { rule, sentence, accountId } of breaks) {
    const reported = report[rule.name] ?? []
    if (reported.length < REPORTED_PER_RULE) report[rule.name] = [...reported, sentence]
    if (accountId !== null) frozen[accountId] ??= sentence
  }
  const stopped = breaks.find(({ rule }) => rule.stops)?.sentence ?? null
  const tookMs = kind === 'full' ? Math.round(performance.now() - started) : null
  const parameters = [JSON.stringify(report), JSON.stringify(frozen), stopped, clock?.seen_until, tookMs]
  await inSystemAct(own, 'jobs.checkBooks', (act) =>
    query(act, 'select keep_check($1::jsonb, $2::jsonb, $3, $4, $5)', parameters),
  )
}

/** Whether no check has come to its end for so long that what the last one found says little of now. */
export const isCheckOverdue = async (db: Db): Promise<boolean> => {
  const rows = await query<{ is_behind: boolean }>(
    db,
    // In the future: the clock was set back, and a check comes at once.
    `select coalesce(checked_at < now() - greatest(interval '${BEHIND_MINUTES} minutes', $1 * took_ms * interval '1 millisecond')
         or checked_at > now() + interval '${BEHIND_MINUTES} minutes', false) as is_behind
     from books`,
    [2 * BROKEN_REST_PER_WORK],
  )
  return rows[0]?.is_behind ?? false
}

/** Checked in the future: the clock was set back, and would not come to an end of the minute for as long. */
const DUE = `
  select case
    when coalesce(greatest(checked_at, full_at) > now() or full_at < now() - case report
        when '{}' then least(interval '1 day', greatest(interval '50 seconds', $1 * took_ms * interval '1 millisecond'))
        else greatest(interval '50 seconds', $2 * took_ms * interval '1 millisecond') end, true) then 'full'
    when report = '{}' and checked_at < now() - interval '50 seconds' then 'incremental' end as due
  from books`

/** Until when, by this process's own clock in ms, nobody checks after a check that failed. */
const restsUntil = new WeakMap<Db, number>()

/** Checks the books each minute, unless they were checked just now, as by another server: all of them where that does not take long, and
 * otherwise what has changed. While something is broken all of them are. After a check that failed it rests as after one that
 * did not: what filled the disk would fill it again and again. */
export const checkBooksInTurn = async (db: Db, stopping?: AbortSignal): Promise<void> => {
  const started = performance.now()
  if (started < (restsUntil.get(db) ?? 0)) return
  const [books] = await query<{ due: CheckKind | null }>(db, DUE, [REST_PER_WORK, BROKEN_REST_PER_WORK])
  if (!books?.due) return
  await checkBooks(db, stopping, books.due).catch((error) => {
    const now = performance.now()
    restsUntil.set(db, now + Math.max(FAILED_REST_MS, REST_PER_WORK * (now - started)))
    throw error
  })
}
