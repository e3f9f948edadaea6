import { IDEMPOTENCY_DAYS, LOW_STOCK_CODES, SECRETS_KEPT_DAYS, WEBHOOKS_KEPT_DAYS } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'
import { checkBooksInTurn } from '../ledger/reconcile.ts'

/** Upkeep that recurs: one statement, or work of its own. */
export interface Job {
  readonly name: string
  readonly everyMs: number
  run(db: Db): Promise<unknown>
}

const JOBS: readonly (Omit<Job, 'run'> & { readonly sql: string })[] = [
  { name: 'fold order counts', everyMs: 1_000, sql: 'select fold_order_counts()' },
  { name: 'fold voucher counts', everyMs: 1_000, sql: 'select fold_voucher_counts()' },
  { name: 'note low stock', everyMs: 5_000, sql: `select note_low_stock(${LOW_STOCK_CODES})` },
  { name: 'fold money counts', everyMs: 1_000, sql: 'select fold_money_counts()' },
  {
    name: 'forget deliveries to the store',
    everyMs: 3_600_000,
    sql: `delete from webhooks where state = 'delivered' and delivered_at < now() - interval '${WEBHOOKS_KEPT_DAYS} days'`,
  },
  {
    name: 'erase in-game secrets',
    everyMs: 600_000,
    sql: `update orders set ingamepassword_sealed = null, securitycode_sealed = null
      where closed_at < now() - interval '${SECRETS_KEPT_DAYS} days'
        and (ingamepassword_sealed is not null or securitycode_sealed is not null)`,
  },
  { name: 'forget ended sessions', everyMs: 600_000, sql: 'delete from admin_sessions where expires_at < now()' },
  {
    name: 'forget failed sign-ins',
    everyMs: 600_000,
    sql: `delete from login_attempts
      where window_started_at < now() - interval '1 day' and (locked_until is null or locked_until < now())`,
  },
  {
    name: 'forget idempotency keys',
    everyMs: 3_600_000,
    sql: `delete from idempotency_keys where created_at < now() - interval '${IDEMPOTENCY_DAYS} days'`,
  },
]

const upkeep: readonly Job[] = [
  ...JOBS.map(({ sql, ...job }) => ({ ...job, run: (db: Db) => query(db, sql) })),
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
  const run = (job: Job) => {
    if (underWay.has(job.name)) return
    const work = job
      .run(db)
      .then(
        () => {},
        (error: unknown) => onError(job.name, error),
      )
      .finally(() => underWay.delete(job.name))
    underWay.set(job.name, work)
  }
  const timers = [...upkeep, ...more].map((job) => setInterval(() => run(job), job.everyMs))
  return {
    stop: async () => {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}
