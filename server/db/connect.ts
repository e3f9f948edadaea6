import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

/** The database as handlers use it: inside a write it is the transaction, else each statement runs by itself. */
export type Db = Kysely<DB>

const STATEMENT_TIMEOUT_MS = 30_000
const LOCK_TIMEOUT_MS = 8_000
const IDLE_IN_TRANSACTION_MS = 15_000

/** Per connection. Generic plans: our statements are planned once, not at each call. Parallel workers cost more than they give. */
const SESSION_SETTINGS = [
  'plan_cache_mode=force_generic_plan',
  'max_parallel_workers_per_gather=0',
  'jit=off',
  'timezone=UTC',
  `statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  `lock_timeout=${LOCK_TIMEOUT_MS}`,
  `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
]

const { builtins } = pg.types
const INT8_ARRAY = 1016

/** '2026-01-31 08:05:00.5+00' (the session runs in UTC) as ISO 8601. */
const isoInstant = (value: string) => `${value.slice(0, 10)}T${value.slice(11).replace(/\+00$/, '')}Z`

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.INT8, Number],
  // The one place where numeric text becomes a number: at most 2 decimals below 10^12, which a double holds exactly enough.
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, isoInstant],
  [builtins.DATE, (value) => value],
  [INT8_ARRAY, (value) => (value === '{}' ? [] : value.slice(1, -1).split(',').map(Number))],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** Opens the pool. Lost idle connections are reported and replaced; without a listener they would end the process. */
export const openPool = (url: string, size: number, onIdleError: (error: Error) => void = () => {}): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    types,
    pipeline: true,
    connectionTimeoutMillis: 5_000,
    options: SESSION_SETTINGS.map((setting) => `-c ${setting}`).join(' '),
  })
  pool.on('error', (error) => {
    if (!pool.ending) onIdleError(error)
  })
  return pool
}

const names = new Map<string, string>()

/** A statement's name, so that the server plans it once per connection. */
const nameOf = (text: string): string => {
  let name = names.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
  }
  return name
}

interface Connection extends DatabaseConnection {
  readonly client: pg.PoolClient
  /** 'wanted' until the first statement, which is preceded by BEGIN. */
  transaction: 'none' | 'wanted' | 'open'
  /** What the transaction ends with. */
  readonly last: CompiledQuery[]
}

const endings = new WeakSet<CompiledQuery>()

/**
 * Keeps a statement for the end of the transaction: nobody waits for its result, and if it fails nothing of the transaction is
 * saved. All such are sent as one statement, so they must not rely on each other; all but the first must be INSERTs.
 */
export const endWith = async (db: Db, text: string, parameters: readonly unknown[]): Promise<void> => {
  const ending = CompiledQuery.raw(text, [...parameters])
  endings.add(ending)
  await db.executeQuery(ending)
}

/** Independent statements as one: the first with the others, all INSERTs, as its CTEs. */
const merge = (queries: readonly CompiledQuery[]): CompiledQuery | undefined => {
  const [first, ...others] = queries
  if (!first || others.length === 0) return first
  const parameters = [...first.parameters]
  const texts = others.map(({ sql, parameters: own }, at) => {
    // A SELECT as a CTE that nobody reads is not run.
    if (!/^\s*insert\b/.test(sql)) throw new Error(`Only INSERTs may follow at the end of a transaction: ${sql}`)
    const moved = sql.replace(/\$(\d+)/g, (_, place) => `$${Number(place) + parameters.length}`)
    parameters.push(...own)
    return `also_${at} as (${moved})`
  })
  return CompiledQuery.raw(`with ${texts.join(', ')} ${first.sql}`, parameters)
}

const send = (client: pg.PoolClient, { sql, parameters }: CompiledQuery) =>
  client.query({ name: nameOf(sql), text: sql, values: parameters as unknown[] })

/** What is sent meanwhile leaves in one packet: each write costs more than the bytes in it. */
const inOnePacket = <R>(client: pg.PoolClient, sendAll: () => R): R => {
  const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
  stream.cork()
  try {
    return sendAll()
  } finally {
    stream.uncork()
  }
}

const connectionOn = (client: pg.PoolClient): Connection => ({
  client,
  transaction: 'none',
  last: [],
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (endings.has(query)) {
      if (this.transaction === 'none') throw new Error('There is no transaction that could end with this')
      this.last.push(query)
      return { rows: [] }
    }
    if (this.transaction === 'wanted') {
      // Awaited: behind a BEGIN that failed, a statement would be saved by itself.
      await client.query('begin')
      this.transaction = 'open'
    }
    const result = await send(client, query)
    if (result.command === 'SELECT') return { rows: result.rows as R[] }
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  },
  streamQuery() {
    throw new Error('Streams use their own cursor')
  },
})

// One Connection per client, for good: Kysely remembers each that it has seen, and fresh ones would burden every garbage collection.
const connections = new WeakMap<pg.PoolClient, Connection>()

const acquire = async (pool: pg.Pool): Promise<Connection> => {
  const client = await pool.connect()
  let connection = connections.get(client)
  if (!connection) {
    connection = connectionOn(client)
    connections.set(client, connection)
    // The pool listens to idle clients alone: without a listener, one that is lost while it works would end the process. Its
    // statements fail, and so does their call.
    client.on('error', () => {})
  }
  return connection
}

const driverOn = (pool: pg.Pool): Driver => ({
  init: async () => {},
  destroy: () => pool.end(),
  acquireConnection: () => acquire(pool),
  releaseConnection: async (connection) => (connection as Connection).client.release(),
  beginTransaction: async (connection) => {
    ;(connection as Connection).transaction = 'wanted'
  },
  commitTransaction: async (given) => {
    const connection = given as Connection
    const { client, last } = connection
    const ending = merge(last.splice(0))
    // Nothing else was asked for: a statement is a transaction of its own.
    if (connection.transaction === 'wanted') {
      if (ending) await send(client, ending)
      connection.transaction = 'none'
      return
    }
    const ended = await Promise.allSettled(
      inOnePacket(client, () => [...(ending ? [send(client, ending)] : []), client.query('commit')]),
    )
    // The first failure says why: all that came after it were refused because of it.
    const failed = ended.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
    const commit = ended.at(-1)
    if (commit?.status !== 'fulfilled' || commit.value.command !== 'COMMIT') {
      throw new Error('The transaction had failed; nothing was saved')
    }
    // Only now: what failed until here is rolled back.
    connection.transaction = 'none'
  },
  rollbackTransaction: async (given) => {
    const connection = given as Connection
    connection.last.length = 0
    // A connection that broke has rolled back already; the pool drops it at release.
    if (connection.transaction === 'open') await connection.client.query('rollback').catch(() => {})
    connection.transaction = 'none'
  },
})

const pools = new WeakMap<Db, pg.Pool>()

/** Kysely over the pool, each statement named, so that typed queries cost what plain prepared ones do. */
export const openDatabase = (pool: pg.Pool): Db => {
  const db: Db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOn(pool),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  pools.set(db, pool)
  return db
}

/** Runs SQL text and answers its rows. Outside a transaction it goes straight to the pool, which the busiest reads are faster by. */
export const query = async <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> => {
  const pool = pools.get(db)
  if (!pool) return (await db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
  return (await pool.query({ name: nameOf(text), text, values: parameters as unknown[] })).rows as R[]
}

/** Where an opened database is. */
export const addressOf = (db: Db): string => {
  const address = pools.get(db)?.options.connectionString
  if (!address) throw new Error('A transaction has no address')
  return address
}

/** Runs statements that may each take as long as they need, on one connection; within a transaction up to its end. */
export const withoutTimeLimit = async <R>(db: Db, work: (own: Db) => Promise<R>): Promise<R> => {
  if (db.isTransaction) {
    await query(db, 'set local statement_timeout = 0')
    return work(db)
  }
  return db.connection().execute(async (own) => {
    await query(own, 'set statement_timeout = 0')
    try {
      return await work(own)
    } finally {
      await query(own, 'reset statement_timeout')
    }
  })
}
