import { IDEMPOTENCY_DAYS, WEBHOOKS_KEPT_DAYS } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'
import { checkBooksInTurn } from '../ledger/reconcile.ts'
import { readFacts } from '../shop/facts.ts'
import { noteJob, noteRun } from './runs.ts'

/** Upkeep that recurs: one statement, or work of its own. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  /** Work that goes on and on ends early once `stopping` is aborted. */
  run(db: Db, stopping?: AbortSignal): Promise<unknown>
}

const JOBS: readonly (Omit<Job, 'run'> & { readonly sql: string })[] = [
  { name: 'fold order counts', everyMs: 1_000, sql: 'select fold_order_counts()' },
  { name: 'fold voucher counts', everyMs: 1_000, sql: 'select fold_voucher_counts()' },
  { name: 'note low stock', everyMs: 5_000, sql: 'select note_low_stock((select low_stock_codes from settings))' },
  { name: 'fold money counts', everyMs: 1_000, sql: 'select fold_money_counts()' },
  { name: 'fold sms counts', everyMs: 1_000, sql: 'select fold_sms_counts()' },
  {
    name: 'forget deliveries to the store',
    everyMs: 3_600_000,
    sql: `delete from webhooks where state = 'delivered' and delivered_at < now() - interval '${WEBHOOKS_KEPT_DAYS} days'`,
  },
  {
    name: 'erase in-game secrets',
    everyMs: 600_000,
    sql: `update orders set ingamepassword_sealed = null, securitycode_sealed = null
      where closed_at < now() - make_interval(days => (select secrets_kept_days from settings))
        and (ingamepassword_sealed is not null or securitycode_sealed is not null)`,
  },
  { name: 'forget ended sessions', everyMs: 600_000, sql: 'delete from admin_sessions where expires_at < now()' },
  {
    name: 'forget failed sign-ins',
    everyMs: 600_000,
    sql: `delete from login_attempts
      where failed_at[cardinality(failed_at)] < now() - interval '1 day' and (locked_until is null or locked_until < now())`,
  },
  {
    name: 'forget idempotency keys',
    everyMs: 3_600_000,
    sql: `delete from idempotency_keys where created_at < now() - interval '${IDEMPOTENCY_DAYS} days'`,
  },
]

/** What every server does again and again, beside what it is given. */
export const upkeep: readonly Job[] = [
  ...JOBS.map(({ sql, ...job }) => ({ ...job, run: (db: Db) => query(db, sql) })),
  { name: 'read what is set for the shop', everyMs: 5_000, run: readFacts },
  // Looks often whether the minute is over, so that several servers check once.
  { name: 'check the books', everyMs: 5_000, run: checkBooksInTurn },
]

/** Runs the recurring upkeep. Each job is safe to run on several servers at once. `stop` waits for the ones under way. */
export const startJobs = (
  db: Db,
  more: readonly Job[],
  onError: (name: string, error: unknown) => void,
): { stop: () => Promise<void> } => {
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const run = (job: Job) => {
    if (underWay.has(job.name)) return
    const startedAt = performance.now()
    const work = job
      .run(db, stopping.signal)
      .then(
        () => noteRun(job.name, startedAt, false),
        (error: unknown) => {
          noteRun(job.name, startedAt, true)
          onError(job.name, error)
        },
      )
      .finally(() => underWay.delete(job.name))
    underWay.set(job.name, work)
  }
  const all = [...upkeep, ...more]
  for (const { name, everyMs } of all) noteJob(name, everyMs)
  const timers = all.map((job) => setInterval(() => run(job), job.everyMs))
  return {
    stop: async () => {
      stopping.abort()
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
