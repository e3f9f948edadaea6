import type { FastifyBaseLogger } from 'fastify'
import { CompiledQuery } from 'kysely'
import type { SYSTEM_ACTS } from '#contract/effects.ts'
import { FAILED_SIGN_INS_KEPT_DAYS, IDEMPOTENCY_DAYS, KNOWN_BROWSER_DAYS, WEBHOOKS_KEPT_DAYS } from '#contract/limits.ts'
import { releaseLostClaims } from '../claims.ts'
import { inSystemAct } from '../core/acts.ts'
import { CHECK_LIMIT_MS, checkBooksInTurn } from '../core/ledger/reconcile.ts'
import { isDatabaseAway } from '../errors.ts'
import type { Db } from '../platform/db/connect.ts'
import { reasonOf } from '../platform/db/pool.ts'
import { createRepeats } from '../platform/jobs/repeats.ts'
import { forgetJob, recordJob, recordLate, recordRun, recordStart } from '../platform/jobs/runs.ts'
import { readFacts } from '../settings/shop-facts.ts'

export interface Job {
  readonly name: string
  readonly everyMs: number
  /** A run that takes longer is late: it is asked to stop, and System status shows it. JOB_LIMIT_MS by default. */
  readonly limitMs?: number
  /** Long work stops early when `stopping` aborts, possibly by throwing its reason. */
  run(db: Db, stopping?: AbortSignal): Promise<unknown>
}

type Sql = Omit<Job, 'run'> & {
  readonly sql: string
  /** Where it changes what needs one. */
  readonly act?: keyof typeof SYSTEM_ACTS
}

const JOBS: readonly Sql[] = [
  { name: 'fold order counts', everyMs: 1_000, sql: 'select fold_order_counts()' },
  { name: 'fold voucher counts', everyMs: 1_000, sql: 'select fold_voucher_counts()' },
  { name: 'note low stock', everyMs: 5_000, sql: 'select note_low_stock((select low_stock_codes from settings))' },
  { name: 'fold money counts', everyMs: 1_000, sql: 'select fold_money_counts()' },
  { name: 'number events', everyMs: 500, sql: 'select number_events()' },
  { name: 'fold campaign counts', everyMs: 1_000, sql: 'select fold_campaign_counts()' },
  {
    name: 'forget ended sessions',
    everyMs: 600_000,
    act: 'jobs.forgetSignIns',
    sql: 'delete from sessions where expires_at < now()',
  },
  {
    name: 'forget used challenges',
    everyMs: 600_000,
    act: 'jobs.forgetSignIns',
    sql: 'delete from used_challenges where expires_at < now()',
  },
]

const BATCH_ROWS = 5_000

/** Far longer than any statement may take. */
const JOB_LIMIT_MS = 300_000

/** Batches: a backlog in one statement would time out on every run and save nothing. Skips rows that another server holds. */
const batch = (chosen: string) => `any(array(${chosen} limit ${BATCH_ROWS} for update skip locked))`

const BATCHES: readonly Sql[] = [
  {
    name: 'forget failed sign-ins',
    everyMs: 600_000,
    act: 'jobs.forgetSignIns',
    sql: `delete from login_attempts where ctid = ${batch(`
      select ctid from login_attempts
      where coalesce(failed_at[cardinality(failed_at)], '-infinity') not between now() - interval '1 day' and now() + interval '1 day'
        and (locked_until is null or locked_until not between now() and now() + interval '1 day')`)}`,
  },
  {
    name: 'forget counted failures',
    everyMs: 3_600_000,
    act: 'jobs.forgetSignIns',
    sql: `delete from failed_sign_ins where id = ${batch(`
      select id from failed_sign_ins
      where is_logged and quarter < now() - interval '${FAILED_SIGN_INS_KEPT_DAYS} days'`)}`,
  },
  {
    name: 'forget unused browsers',
    everyMs: 3_600_000,
    act: 'jobs.forgetSignIns',
    sql: `delete from known_browsers where ctid = ${batch(`
      select ctid from known_browsers where last_used_at < now() - interval '${KNOWN_BROWSER_DAYS} days'`)}`,
  },
  {
    name: 'forget deliveries to the store',
    everyMs: 3_600_000,
    sql: `delete from webhooks where id = ${batch(`
      select id from webhooks
      where created_at < now() - interval '${WEBHOOKS_KEPT_DAYS} days'
      order by created_at`)}`,
  },
  {
    name: 'erase in-game secrets',
    everyMs: 600_000,
    sql: `update orders set ingamepassword_sealed = null, securitycode_sealed = null where id = ${batch(`
      select id from orders
      where closed_at < now() - make_interval(days => (select secrets_kept_days from settings))
        and (ingamepassword_sealed is not null or securitycode_sealed is not null)
      order by closed_at`)}`,
  },
  {
    name: 'forget idempotency keys',
    everyMs: 3_600_000,
    act: 'jobs.forgetKeys',
    sql: `delete from idempotency_keys where ctid = ${batch(`
      select ctid from idempotency_keys where created_at < now() - interval '${IDEMPOTENCY_DAYS} days'`)}`,
  },
]

const run = async (db: Db, { act, sql }: Pick<Sql, 'act' | 'sql'>): Promise<bigint> => {
  const change = (own: Db) => own.executeQuery(CompiledQuery.raw(sql))
  return (await (act ? inSystemAct(db, act, change) : change(db))).numAffectedRows ?? 0n
}

const repeat =
  (job: Pick<Sql, 'act' | 'sql'>): Job['run'] =>
  async (db, stopping) => {
    let changed = BigInt(BATCH_ROWS)
    while (changed >= BATCH_ROWS && !stopping?.aborted) changed = await run(db, job)
  }

export const maintenanceJobs: readonly Job[] = [
  ...JOBS.map(({ sql, act, ...job }) => ({ ...job, run: (db: Db) => run(db, act ? { act, sql } : { sql }) })),
  ...BATCHES.map(({ sql, act, ...job }) => ({ ...job, run: repeat(act ? { act, sql } : { sql }) })),
  // Catches claims made while the right to them was being revoked.
  { name: 'end lost claims', everyMs: 60_000, run: (db) => releaseLostClaims(db) },
  { name: 'read what is set for the shop', everyMs: 5_000, run: readFacts },
  // Checks often whether a minute has passed, so that only one of several servers runs it.
  { name: 'check the books', everyMs: 5_000, limitMs: CHECK_LIMIT_MS, run: checkBooksInTurn },
]

/** Each job must be safe on several servers at once. `onError` reports a lasting failure once an hour, and a database that is away once,
 * however many jobs fail for it. `stop` waits for jobs. */
export const startJobs = (
  db: Db,
  jobs: readonly Job[],
  onError: (name: string, error: unknown) => void,
): { stop: () => Promise<void> } => {
  const inFlight = new Map<string, Promise<void>>()
  const repeats = new Map<string, ReturnType<typeof createRepeats>>()
  const waiting = new Set<string>()
  const stopping = new AbortController()
  const run = (job: Job) => {
    if (inFlight.has(job.name)) return
    recordStart(job.name)
    const limitMs = job.limitMs ?? JOB_LIMIT_MS
    const late = new AbortController()
    const timer = setTimeout(() => {
      const error = new Error(`It has not ended after ${limitMs / 60_000} minutes`)
      recordLate(job.name)
      onError(job.name, error)
      late.abort(error)
    }, limitMs)
    const work = job
      .run(db, AbortSignal.any([stopping.signal, late.signal]))
      .then(
        () => {
          recordRun(job.name, false)
          repeats.delete(job.name)
          waiting.delete(job.name)
        },
        (error: unknown) => {
          if (error === stopping.signal.reason) return
          recordRun(job.name, true)
          if (isDatabaseAway(error)) {
            if (waiting.size === 0) onError(job.name, error)
            waiting.add(job.name)
            return
          }
          const shouldLog = repeats.get(job.name) ?? createRepeats()
          repeats.set(job.name, shouldLog)
          if (shouldLog(error)) onError(job.name, error)
        },
      )
      .finally(() => {
        clearTimeout(timer)
        inFlight.delete(job.name)
      })
    inFlight.set(job.name, work)
  }
  for (const { name, everyMs } of jobs) recordJob(name, everyMs)
  const timers = jobs.map((job) => setInterval(() => run(job), job.everyMs))
  return {
    stop: async () => {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all(inFlight.values())
      for (const { name } of jobs) forgetJob(name)
    },
  }
}

/** A database that is away needs no stack: what failed is not the job. */
export const logFailures =
  (log: Pick<FastifyBaseLogger, 'warn' | 'error'>) =>
  (name: string, error: unknown): void => {
    if (isDatabaseAway(error)) log.warn({ reason: reasonOf(error) }, 'jobs wait for the database')
    else log.error({ err: error, job: name }, 'a job failed')
  }
