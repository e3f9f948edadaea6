import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/connect.ts'
import { reasonOf } from '../db/pool.ts'
import { isDatabaseAway } from '../errors.ts'
import { runDaily } from './daily.ts'
import { createRepeats } from './repeats.ts'
import { forgetJob, recordJob, recordLate, recordRun, recordStart } from './runs.ts'

/** Repeated on every server; or once a day on one of them, at a time of day of the installation's zone. */
export type When = { readonly everyMs: number } | { readonly at: `${number}:${number}` }

export type Job = When & {
  readonly name: string
  /** A run that takes longer is late: it is asked to stop, and System status shows it. JOB_LIMIT_MS by default. */
  readonly limitMs?: number
  /** Long work stops early when `stopping` aborts, possibly by throwing its reason. */
  run(db: Db, stopping?: AbortSignal): Promise<unknown>
}

/** Far longer than any statement may take. */
const JOB_LIMIT_MS = 300_000
const DAY_MS = 86_400_000
/** What time it is, and how often that is compared with the jobs' times of day. */
const CLOCK = { now: () => new Date(), everyMs: 60_000 }

/** A repeated job must be safe on several servers at once. `onError` reports a lasting failure once an hour, and a database that is away once,
 * however many jobs fail for it. `stop` waits for jobs. */
export const startJobs = (
  db: Db,
  jobs: readonly Job[],
  onError: (name: string, error: unknown) => void,
  clock = CLOCK,
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
    const signal = AbortSignal.any([stopping.signal, late.signal])
    const toItsEnd = async (own: Db) => {
      await job.run(own, signal)
      return !signal.aborted
    }
    const ran = 'at' in job ? runDaily(db, job, clock.now(), toItsEnd) : toItsEnd(db).then(() => new Date().toISOString())
    const work = ran
      .then(
        (at) => {
          recordRun(job.name, false, at)
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
  for (const job of jobs) recordJob(job.name, 'at' in job ? DAY_MS : job.everyMs)
  const timers = jobs.map((job) => setInterval(() => run(job), 'at' in job ? clock.everyMs : job.everyMs))
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
