import { createHash } from 'node:crypto'
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
import type pg from 'pg'
import { addressOfPool } from './hosts.ts'
import { memoize } from './memoize.ts'
import { ANSWER_WITHIN_MS, GRACE_MS, STATEMENT_TIMEOUT_MS, socketOf } from './pool.ts'
import type { DB } from './schema.ts'
import { inStatementSpan } from './statement-span.ts'

/** The database as handlers use it: inside a write it is the transaction, else each statement runs by itself. */
export type Db = Kysely<DB>

const names = new Map<string, string>()

/** A statement's name, so that the server plans it once per connection. */
const nameOf = (text: string): string => memoize(names, text, () => createHash('sha1').update(text).digest('base64url'))

interface Connection extends DatabaseConnection {
  readonly client: pg.PoolClient
  /** An answer is waited for so long; 0 is for ever. */
  answerWithinMs: number
  /** The beginning of the transaction's act, sent but not waited for: its first statement does that. */
  beginning: Promise<unknown> | undefined
}

/** Who changes something, in one transaction. The database refuses the change of what is worth stealing without it. */
export interface Act {
  /** A name of the table `actions`. */
  readonly action: string
  readonly actor: 'admin' | 'store' | 'system'
  readonly adminId?: number | undefined
  readonly sessionId?: number | undefined
  readonly address?: string
  readonly requestId?: string
}

const BEGIN_ACT = 'select begin_act($1, $2, $3, $4, $5, $6, $7)'
const acts = new WeakMap<CompiledQuery, Act>()
const actKeys = new WeakMap<pg.Pool, Buffer>()

/** Statements after which others may take as long as this, where they worked. */
const limits = new WeakMap<CompiledQuery, number>()

const setLimit = async (db: Db, text: string, answerWithinMs: number): Promise<void> => {
  const statement = CompiledQuery.raw(text)
  limits.set(statement, answerWithinMs)
  await db.executeQuery(statement)
}

/** A statement as the driver's client takes it. It destroys a connection on which the answer to one is missing. */
const bounded = (answerWithinMs: number, statement: pg.QueryConfig): pg.QueryConfig =>
  ({ ...statement, query_timeout: answerWithinMs }) as pg.QueryConfig

const named = (text: string, values: readonly unknown[]): pg.QueryConfig => ({
  name: nameOf(text),
  text,
  values: values as unknown[],
})

const send = ({ client, answerWithinMs }: Connection, { sql, parameters }: CompiledQuery) =>
  inStatementSpan(sql, () => client.query(bounded(answerWithinMs, named(sql, parameters))))

const beginAct = (connection: Connection, pool: pg.Pool, { action, actor, adminId, sessionId, address, requestId }: Act) =>
  send(
    connection,
    CompiledQuery.raw(BEGIN_ACT, [
      actKeys.get(pool) ?? null,
      action,
      actor,
      adminId ?? null,
      sessionId ?? null,
      address ?? '',
      requestId ?? '',
    ]),
  )

/** Throws why the act was refused. */
const hasBegun = async (connection: Connection): Promise<void> => {
  const { beginning } = connection
  connection.beginning = undefined
  await beginning
}

/** `begin` and its ends. */
const say = ({ client, answerWithinMs }: Connection, text: string) =>
  inStatementSpan(text, () => client.query(bounded(answerWithinMs, { text })))

const connectionOn = (pool: pg.Pool, client: pg.PoolClient, answerWithinMs: number): Connection => ({
  client,
  answerWithinMs,
  beginning: undefined,
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const act = acts.get(query)
    if (act) {
      this.beginning = beginAct(this, pool, act)
      this.beginning.catch(() => {})
      return { rows: [] }
    }
    const sent = send(this, query)
    // An act that was refused fails this too, and is the reason.
    sent.catch(() => {})
    await hasBegun(this)
    const result = await sent
    this.answerWithinMs = limits.get(query) ?? this.answerWithinMs
    if (result.command === 'SELECT') return { rows: result.rows as R[] }
    return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
  },
  streamQuery() {
    throw new Error('Streams use their own cursor')
  },
})

// One Connection per client, for good: Kysely remembers each that it has seen, and fresh ones would burden every garbage collection.
const connections = new WeakMap<pg.PoolClient, Connection>()

const acquire = async (pool: pg.Pool, answerWithinMs: number): Promise<Connection> => {
  const client = await pool.connect()
  let connection = connections.get(client)
  if (!connection) {
    connection = connectionOn(pool, client, answerWithinMs)
    connections.set(client, connection)
  }
  return connection
}

const driverOn = (pool: pg.Pool, answerWithinMs: number): Driver => ({
  init: async () => {},
  destroy: () => pool.end(),
  acquireConnection: () => acquire(pool, answerWithinMs),
  releaseConnection: async (connection) => {
    const { client } = connection as Connection
    // The pool would hand out one that was given up just now, and has not noticed yet.
    client.release(socketOf(client).destroyed)
  },
  beginTransaction: async (connection) => {
    await say(connection as Connection, 'begin')
  },
  commitTransaction: async (given) => {
    const connection = given as Connection
    await hasBegun(connection)
    const { command } = await say(connection, 'commit')
    if (command !== 'COMMIT') throw new Error('The transaction had failed; nothing was saved')
    connection.answerWithinMs = answerWithinMs
  },
  rollbackTransaction: async (given) => {
    const connection = given as Connection
    connection.beginning = undefined
    // A connection that broke has rolled back already; the pool drops it at release.
    await say(connection, 'rollback').catch(() => {})
    connection.answerWithinMs = answerWithinMs
  },
})

interface Opened {
  readonly pool: pg.Pool
  readonly answerWithinMs: number
  /** Reads that wait for a connection, by what they ask. */
  readonly waiting: Map<string, Promise<readonly unknown[]>>
}
const opened = new WeakMap<Db, Opened>()

/** Kysely over the pool, each statement named, so that typed queries cost what plain prepared ones do. */
export const openDatabase = (pool: pg.Pool, answerWithinMs = ANSWER_WITHIN_MS): Db => {
  const db: Db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOn(pool, answerWithinMs),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  opened.set(db, { pool, answerWithinMs, waiting: new Map() })
  return db
}

/** The key with which this process begins acts on the pool of `db`. */
export const setActKey = (db: Db, key: Buffer): void => {
  const { pool } = opened.get(db) ?? {}
  if (pool) actKeys.set(pool, key)
}

/** Does a change in a transaction of its act; within a transaction, in that one. */
export const inAct = <R>(db: Db, act: Act, work: (own: Db) => Promise<R>): Promise<R> => {
  if (db.isTransaction) return work(db)
  return db.transaction().execute(async (own) => {
    const statement = CompiledQuery.raw(BEGIN_ACT)
    acts.set(statement, act)
    await own.executeQuery(statement)
    return work(own)
  })
}

/** Does a part of a transaction, of which that part alone is undone if it throws. */
export const inPart = async <R>(own: Db, work: () => Promise<R>): Promise<R> => {
  await own.executeQuery(CompiledQuery.raw('savepoint part'))
  try {
    return await work()
  } catch (error) {
    await own.executeQuery(CompiledQuery.raw('rollback to savepoint part'))
    throw error
  }
}

/** Runs SQL text and answers its rows. Outside a transaction it goes straight to the pool, which the busiest reads are faster by. */
export const query = async <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<R[]> => {
  const own = opened.get(db)
  if (!own) return (await db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))).rows
  const ask = () => own.pool.query(bounded(own.answerWithinMs, named(text, parameters)))
  return (await inStatementSpan(text, ask)).rows as R[]
}

/**
 * As `query`, for reads that many ask at once, as each open page does when told of a change: while no connection is free, those that
 * ask the same share the answer to one, which is sent after the last of them has asked.
 */
export const queryCoalesced = <R>(db: Db, text: string, parameters: readonly unknown[] = []): Promise<readonly R[]> => {
  const { pool, waiting } = opened.get(db) ?? {}
  if (!waiting || !pool?.waitingCount) return query<R>(db, text, parameters)
  const asked = `${nameOf(text)} ${JSON.stringify(parameters)}`
  const same = waiting.get(asked) as Promise<readonly R[]> | undefined
  if (same) return same
  const answer = db.connection().execute((own) => {
    waiting.delete(asked)
    return query<R>(own, text, parameters)
  })
  waiting.set(asked, answer)
  // Where no connection was to be had.
  answer.catch(() => waiting.delete(asked))
  return answer
}

export const addressOf = (db: Db): string => {
  const pool = opened.get(db)?.pool
  const address = pool && addressOfPool(pool)
  if (!address) throw new Error('This is a transaction, one connection, or a database opened without an address')
  return address
}

/** Lets each of a transaction's statements from here on take so long. */
export const extendTimeLimit = (own: Db, limitMs: number): Promise<void> =>
  setLimit(own, `set local statement_timeout = ${limitMs}`, limitMs + GRACE_MS)

/** Runs statements that may each take as long as they need, or `limitMs`, on one connection; within a transaction up to its end. */
export const withoutTimeLimit = async <R>(db: Db, work: (own: Db) => Promise<R>, limitMs = 0): Promise<R> => {
  const within = limitMs && limitMs + GRACE_MS
  if (db.isTransaction) {
    await setLimit(db, `set local statement_timeout = ${limitMs}`, within)
    return work(db)
  }
  const answerWithinMs = opened.get(db)?.answerWithinMs ?? ANSWER_WITHIN_MS
  return db.connection().execute(async (own) => {
    await setLimit(own, `set statement_timeout = ${limitMs}`, within)
    try {
      return await work(own)
    } finally {
      // Where it is lost there is nothing to reset, and the work has told why.
      await setLimit(own, `set statement_timeout = ${STATEMENT_TIMEOUT_MS}`, answerWithinMs).catch(() => {})
    }
  })
}
