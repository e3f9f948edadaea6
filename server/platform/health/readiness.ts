import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { type PlainCode, worded } from '#contract/messages.ts'
import { type Applied, isApplied, neededParts } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { type Refusal, Unavailable } from '../errors.ts'

/** A check this recent answers the next caller too, because anyone may ask. */
const FRESH_MS = 1_000
const ANSWER_WITHIN_MS = 2_000
/** Below this free space the server is not ready, and refuses changes: what is left is for sign-ins and the database's own files. */
const MIN_FREE_BYTES = 100_000_000

const CHECK = `
  select name, checksum, current_setting('transaction_read_only') = 'on' as is_read_only from migrations;
  select take_room()`

const SQL_STATE = /^[0-9A-Z]{5}$/
/** By PostgreSQL's code. */
const REASONS: Readonly<Record<string, PlainCode>> = {
  25006: 'database_read_only',
  53100: 'database_disk_full',
  53300: 'database_has_no_connection',
  '42P01': 'database_empty',
  42883: 'database_outdated',
}

/** Bytes of the disk that holds the data folder. */
interface Disk {
  readonly free: number
  readonly total: number
}

/** Whether calls can be served. */
export interface Readiness {
  /** Throws Unavailable with the reason. */
  check(): Promise<void>
  disk(): Promise<Disk>
  /** Throws Unavailable if the disk has no room for changes. */
  requireRoom(): Promise<void>
  /** From now on it is not ready, so that proxies send the next requests elsewhere. */
  leave(): void
  stop(): Promise<void>
}

/** Uses a separate connection, so that a busy pool does not count as a lost database. */
export const openReadiness = (url: string, dataDir: string): Readiness => {
  const needed = neededParts()
  const pool = openPool(url, 1, { connectWithinMs: ANSWER_WITHIN_MS })
  const disk = async (): Promise<Disk> => {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    return { free: bavail * bsize, total: blocks * bsize }
  }
  const look = async (): Promise<Refusal | undefined> => {
    const { free } = await disk()
    if (free < MIN_FREE_BYTES) return worded('data_disk_full', { free: Math.floor(free / 1_000_000) })
    return databaseReason(pool, needed)
  }
  const reason = keepFresh(look)
  // Where the folder cannot be asked, the change itself shows what is wrong.
  const hasRoom = keepFresh(() =>
    disk().then(
      ({ free }) => free >= MIN_FREE_BYTES,
      () => true,
    ),
  )
  let isLeaving = false
  return {
    disk,
    leave() {
      isLeaving = true
    },
    async check() {
      if (isLeaving) throw new Unavailable('server_stopping')
      const why = await reason()
      if (why !== undefined) throw new Unavailable(why)
    },
    async requireRoom() {
      if (!(await hasRoom())) throw new Unavailable('disk_full')
    },
    stop: () => pool.end(),
  }
}

const keepFresh = <T>(ask: () => Promise<T>): (() => Promise<T>) => {
  let last: { at: number; answer: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > FRESH_MS) last = { at: performance.now(), answer: ask() }
    return last.answer
  }
}

const databaseReason = async (pool: pg.Pool, needed: readonly Applied[]): Promise<Refusal | undefined> => {
  try {
    // One answer per statement; the driver's types know neither that nor the time limit.
    const answers: unknown = await pool.query({ text: CHECK, query_timeout: ANSWER_WITHIN_MS } as pg.QueryConfig)
    const { rows = [] } = (answers as pg.QueryResult<Applied & { is_read_only: boolean }>[])[0] ?? {}
    if (needed.some((part) => !isApplied(part, rows))) return 'database_outdated'
    return rows[0]?.is_read_only ? 'database_read_only' : undefined
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return REASONS[code] ?? (SQL_STATE.test(code) ? worded('database_refuses', { code }) : 'database_silent')
  }
}
