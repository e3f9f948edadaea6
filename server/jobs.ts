import { CompiledQuery } from 'kysely'
import type { SYSTEM_ACTS } from '#contract/effects.ts'
import {
  FAILED_SIGN_INS_KEPT_DAYS,
  IDEMPOTENCY_DAYS,
  KNOWN_BROWSER_DAYS,
  STAFF_NOTICES_KEPT_DAYS,
  WEBHOOKS_KEPT_DAYS,
} from '#contract/limits.ts'
import { inSystemAct } from './core/acts.ts'
import { releaseLostClaims } from './core/claims.ts'
import { CHECK_LIMIT_MS, checkBooksInTurn } from './core/ledger/reconcile.ts'
import { readFacts } from './core/settings/shop-facts.ts'
import type { Db } from './platform/db/connect.ts'
import type { Job, When } from './platform/jobs/jobs.ts'

type Sql = When & {
  readonly name: string
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
/** When a shop has the least to do. */
const NIGHT = '04:30'

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
    at: NIGHT,
    act: 'jobs.forgetSignIns',
    sql: `delete from failed_sign_ins where id = ${batch(`
      select id from failed_sign_ins
      where is_logged and quarter < now() - interval '${FAILED_SIGN_INS_KEPT_DAYS} days'`)}`,
  },
  {
    name: 'forget unused browsers',
    at: NIGHT,
    act: 'jobs.forgetSignIns',
    sql: `delete from known_browsers where ctid = ${batch(`
      select ctid from known_browsers where last_used_at < now() - interval '${KNOWN_BROWSER_DAYS} days'`)}`,
  },
  {
    name: 'forget deliveries to the store',
    at: NIGHT,
    sql: `delete from webhooks where id = ${batch(`
      select id from webhooks
      where created_at < now() - interval '${WEBHOOKS_KEPT_DAYS} days'
      order by created_at`)}`,
  },
  {
    name: 'forget staff notices',
    at: NIGHT,
    sql: `delete from staff_notices where id = ${batch(`
      select id from staff_notices where created_at < now() - interval '${STAFF_NOTICES_KEPT_DAYS} days' order by id`)}`,
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
    at: NIGHT,
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
