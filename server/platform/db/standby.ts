import { setTimeout as sleep } from 'node:timers/promises'
import type { StandbyState } from '#contract/status.ts'
import { AppError } from '../errors.ts'
import { type Db, openDatabase, query } from './connect.ts'
import { ANSWER_WITHIN_MS, type Ask, openPool } from './pool.ts'

const PROBE_EVERY_MS = 1_000
const PROBE_ANSWER_WITHIN_MS = 1_000
const CONNECT_WITHIN_MS = 500
const CHECK_WITHIN_MS = 250
/** Replay is some milliseconds behind under load, which is worth a wait. The probe finds what is further behind. */
const CATCH_UP_WITHIN_MS = 50
const CATCH_UP_POLL_MS = 5
const GOODBYE_MS = 500
const QUERY_CANCELED = '57014'
const SQL_STATE = /^[0-9A-Z]{5}$/

/** SQL: the position in the primary's log up to which everything confirmed is written; null while it is itself a standby. */
export const WRITTEN_LSN = `
  case
    when pg_is_in_recovery() then null
    when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn()
  end`

const HAS_REPLAYED = 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as has_replayed'

// $1 is what the primary has written so far, $2 what it had written at an earlier probe.
const PROBE = `
  select pg_is_in_recovery() as is_standby, pg_last_wal_replay_lsn() >= $2::pg_lsn as has_replayed,
    greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint as behind_bytes`

class Behind extends Error {}

/** A streaming standby that serves reads. Whatever happens to it, the primary serves them instead. */
export interface Standby {
  /** Runs a read on one connection of the standby that has replayed `lsn`, else on the primary. */
  read<R>(lsn: string, work: (db: Db) => Promise<R>): Promise<R>
  /** The same for work with separate connections, on which it calls `requireReplayed` first. */
  attempt<R>(onStandby: (db: Db) => Promise<R>, onPrimary: () => Promise<R>): Promise<R>
  state(): StandbyState
  stop(): Promise<void>
}

const standbys = new WeakMap<Db, Standby>()

/** The standby that serves reads of this database. */
export const standbyOf = (primary: Db): Standby | undefined => standbys.get(primary)

/** Throws unless the connection that `ask` asks has replayed `lsn`, for which it waits a moment. */
export const requireReplayed = async (ask: Ask, lsn: string): Promise<void> => {
  const until = performance.now() + CATCH_UP_WITHIN_MS
  while (!(await withinLimit(ask<{ has_replayed: boolean | null }>(HAS_REPLAYED, [lsn])))[0]?.has_replayed) {
    if (performance.now() > until) throw new Behind()
    await sleep(CATCH_UP_POLL_MS)
  }
}

const withinLimit = async <R>(answer: Promise<R>): Promise<R> => {
  const given = new AbortController()
  const tooLate = sleep(CHECK_WITHIN_MS, undefined, given).then(() => {
    throw new Error('The standby does not answer')
  })
  return Promise.race([answer, tooLate]).finally(() => given.abort())
}

export const openStandby = (url: string, size: number, primary: Db): Standby => {
  const db = openDatabase(openPool(url, size, { connectWithinMs: CONNECT_WITHIN_MS, answerWithinMs: ANSWER_WITHIN_MS }))
  const probe = startProbe(url, primary)
  const reads = { standby: 0, primary: 0 }
  let pausedUntil = 0

  const attempt: Standby['attempt'] = async (onStandby, onPrimary) => {
    if (probe.isUsable() && performance.now() > pausedUntil) {
      try {
        const result = await probe.untilSilent(onStandby(db))
        reads.standby += 1
        return result
      } catch (error) {
        // A refusal is an answer. A statement that took too long would do so on the primary as well.
        if (error instanceof AppError || (error as { code?: string }).code === QUERY_CANCELED) {
          reads.standby += 1
          throw error
        }
        pausedUntil = performance.now() + pauseAfter(error as Error & { code?: string })
      }
    }
    reads.primary += 1
    return onPrimary()
  }
  const standby: Standby = {
    attempt,
    read: (lsn, work) =>
      attempt(
        () =>
          db.connection().execute(async (own) => {
            await requireReplayed((text, parameters) => query(own, text, parameters), lsn)
            return work(own)
          }),
        () => work(primary),
      ),
    state: () => ({ ...probe.state(), reads_of_standby: reads.standby, reads_of_primary: reads.primary }),
    stop: async () => {
      standbys.delete(primary)
      // Reads that were given up may still hold connections of a standby that is silent.
      await Promise.race([Promise.all([probe.stop(), db.destroy()]), sleep(GOODBYE_MS, undefined, { ref: false })])
    },
  }
  standbys.set(primary, standby)
  return standby
}

/** A statement that replay cancelled says nothing about the next one; a lost connection does. */
const pauseAfter = (error: Error & { code?: string }): number =>
  error instanceof Behind || SQL_STATE.test(error.code ?? '') ? 0 : PROBE_EVERY_MS

type Seen = Pick<StandbyState, 'state' | 'behind_bytes' | 'behind_s'>

const SILENT: Seen = { state: 'not_answering', behind_bytes: null, behind_s: null }

/** Asks the standby every second, on a separate connection, whether it answers and how far it is behind. */
const startProbe = (url: string, primary: Db) => {
  const pool = openPool(url, 1, { connectWithinMs: PROBE_ANSWER_WITHIN_MS, answerWithinMs: PROBE_ANSWER_WITHIN_MS })
  const waiting = new Set<(error: Error) => void>()
  let seen = SILENT
  let mark: { readonly lsn: string; readonly at: number } | undefined
  let timer: NodeJS.Timeout | undefined

  const look = async (): Promise<Seen> => {
    const at = performance.now()
    const [now] = await query<{ lsn: string | null }>(primary, `select ${WRITTEN_LSN} as lsn`)
    if (!now?.lsn) return seen
    mark ??= { lsn: now.lsn, at }
    const { rows } = await pool.query<{ is_standby: boolean; has_replayed: boolean | null; behind_bytes: number | null }>(PROBE, [
      now.lsn,
      mark.lsn,
    ])
    const [row] = rows
    if (!row?.is_standby) return { ...SILENT, state: 'not_a_standby' }
    const behind_s = row.has_replayed ? 0 : Math.round((at - mark.at) / 1_000)
    if (row.has_replayed) mark = { lsn: now.lsn, at }
    return { state: row.has_replayed ? 'in_use' : 'behind', behind_bytes: row.behind_bytes, behind_s }
  }
  const run = async () => {
    seen = await look().catch(() => SILENT)
    if (seen.state === 'not_answering') for (const giveUp of waiting) giveUp(new Error('The standby does not answer'))
    timer = setTimeout(() => {
      running = run()
    }, PROBE_EVERY_MS).unref()
  }
  let running = run()
  return {
    state: () => seen,
    isUsable: () => seen.state === 'in_use',
    /** Gives up once the standby is found silent: its statement would wait for its own limit. */
    untilSilent: <R>(work: Promise<R>): Promise<R> =>
      new Promise((resolve, reject) => {
        waiting.add(reject)
        work.then(resolve, reject).finally(() => waiting.delete(reject))
      }),
    stop: async () => {
      await running
      clearTimeout(timer)
      await pool.end()
    },
  }
}
