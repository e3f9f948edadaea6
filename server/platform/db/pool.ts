import type { Duplex } from 'node:stream'
import pg from 'pg'
import { followPrimary } from './hosts.ts'
import { types } from './types.ts'

const CONNECT_WITHIN_MS = 5_000
export const STATEMENT_TIMEOUT_MS = 30_000
export const LOCK_TIMEOUT_MS = 8_000
const IDLE_IN_TRANSACTION_MS = 15_000
/** Longer than the server's statement timeout. After a failover or a cable failure, nothing closes the connection. */
export const GRACE_MS = 5_000
export const ANSWER_WITHIN_MS = STATEMENT_TIMEOUT_MS + GRACE_MS
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const

/** Generic plans, because statements are planned once per connection. Parallel workers cost more than they save. */
const SESSION_SETTINGS = {
  // Servers may have other defaults. Read committed: after a lock wait, a statement must see the committed row.
  default_transaction_isolation: 'read committed',
  datestyle: 'ISO',
  plan_cache_mode: 'force_generic_plan',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  statement_timeout: String(STATEMENT_TIMEOUT_MS),
  lock_timeout: String(LOCK_TIMEOUT_MS),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
  // Releases the locks of a vanished client within a minute instead of two hours.
  tcp_keepalives_idle: '30',
  tcp_keepalives_interval: '10',
  tcp_keepalives_count: '3',
}

export type SessionSettings = Readonly<Record<string, string>>

/** Sets a new connection's settings. Poolers such as pgbouncer refuse settings in the start-up packet, or ignore them. */
export const applySettings = async (client: pg.ClientBase, settings: SessionSettings): Promise<void> => {
  const calls = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', false)`)
  await client.query(`select ${calls.join(', ')}`)
}

/** Handles lost connections, which would crash the process without a listener: each is passed to `onLost`, some twice, and an active
 * one fails its statements as well. Listens from the start, because the packet that opens a connection may also end it. */
export const surviveLostConnections = (pool: pg.Pool, onLost: (error: Error) => void = () => {}): pg.Pool => {
  const tell = (error: Error) => {
    if (!pool.ending) onLost(error)
  }
  // The pool tells of clients that are idle or being set up.
  return pool.on('connect', (client) => client.on('error', tell)).on('error', tell)
}

interface PoolOptions {
  readonly onLost?: (error: Error) => void
  readonly connectWithinMs?: number
  /** Limits the statements that set a new connection up, too. */
  readonly answerWithinMs?: number
}

export const openPool = (url: string, size: number, options: PoolOptions = {}): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    pipeline: true,
    connectionTimeoutMillis: options.connectWithinMs ?? CONNECT_WITHIN_MS,
    ...(options.answerWithinMs !== undefined && { query_timeout: options.answerWithinMs }),
    // A session caches every plan until it ends.
    maxLifetimeSeconds: 3_600,
    ...KEEP_ALIVE,
    onConnect: (client: pg.ClientBase) => applySettings(client, SESSION_SETTINGS),
  })
  return followPrimary(surviveLostConnections(pool, options.onLost), url, disconnect)
}

export type Ask = <R>(text: string, parameters?: readonly unknown[]) => Promise<R[]>

export const askOn =
  (client: { query(text: string, values?: unknown[]): Promise<pg.QueryResult> }): Ask =>
  async (text, parameters) =>
    (await client.query(text, parameters as unknown[])).rows

/** A name as SQL writes it. */
export const quoted = pg.escapeIdentifier

export const throwUnreachable = (error: Error): never => {
  throw new Error(`The database cannot be reached: ${reasonOf(error)}`, { cause: error })
}

/** With several addresses per host, the driver's message is empty. */
export const reasonOf = (error: Error & { code?: string }): string => error.message || error.code || error.name

export const socketOf = (client: Pick<pg.ClientBase, 'query'>): Duplex =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream

/** Without a goodbye, because the database does not answer. Running queries fail. */
export const disconnect = (client: Pick<pg.ClientBase, 'query'>): void => void socketOf(client).destroy()
