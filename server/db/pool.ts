import type { Duplex } from 'node:stream'
import pg from 'pg'
import { types } from './types.ts'

const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 8_000
const IDLE_IN_TRANSACTION_MS = 15_000
/**
 * The server ends a statement at its own limit. Whoever has not answered so long after it is out of reach: after a failover or behind
 * a pulled cable nobody closes the connection.
 */
export const GRACE_MS = 5_000
/** How long an answer to a statement is waited for, where nothing else is said. */
export const ANSWER_WITHIN_MS = STATEMENT_TIMEOUT_MS + GRACE_MS
/** An idle connection is asked after this time whether it is still there. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** Per connection. Generic plans: our statements are planned once, not at each call. Parallel workers cost more than they give. */
const SESSION_SETTINGS = [
  // Whoever waited for a row reads what the one before him has left; and dates as they are parsed here. A server may have other defaults.
  'default_transaction_isolation=read\\ committed',
  'datestyle=ISO',
  'plan_cache_mode=force_generic_plan',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'timezone=UTC',
  `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  `lock_timeout=${LOCK_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  // So that locks of a server whose machine vanished are gone within a minute, not after two hours.
  ...['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'],
]

/**
 * Lets a pool survive the loss of its connections: without a listener any of them would end the process. Idle ones are reported. One at
 * work fails its statements; it is listened to from the start, because the packet that opens it may also end it.
 */
export const surviveLostConnections = (pool: pg.Pool, onIdleError: (error: Error) => void = () => {}): pg.Pool => {
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error)
  })
}

/** Opens the pool; lost connections are replaced. */
export const openPool = (url: string, size: number, onIdleError: (error: Error) => void = () => {}): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    // A session keeps every statement that it has planned until it ends.
    maxLifetimeSeconds: 3_600,
    ...KEEP_ALIVE,
    options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  })
  return surviveLostConnections(pool, onIdleError)
}

/** A sentence for whoever set the address. Of a host with several addresses the error itself has none. */
export const whyUnreachable = (error: Error & { code?: string }): Error =>
  new Error(`The database cannot be reached: ${reasonOf(error)}`, { cause: error })

/** The driver's own words; of a host with several addresses it has none. */
export const reasonOf = (error: Error & { code?: string }): string => error.message || error.code || error.name

/** The socket below a connection, which the driver keeps to itself. */
export const socketOf = (client: Pick<pg.ClientBase, 'query'>): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/** Cuts a connection whose database does not answer: who is out of reach answers no goodbye. What is under way on it fails. */
export const hangUp = (client: Pick<pg.ClientBase, 'query'>): void => void socketOf(client).destroy()
