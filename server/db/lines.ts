import pg from 'pg'
import { addressOf, type Db } from './connect.ts'
import { copyOut, type Piece } from './copy.ts'
import { hangUp, KEEP_ALIVE, surviveLostConnections } from './pool.ts'

/** So many read at the same time; others wait for their turn. */
const READERS = 2
const IDLE_MS = 1_000
/** For a connection, new or one that others read by. */
const WAIT_MS = 30_000
const SETTINGS = ['timezone=UTC', 'datestyle=ISO', 'jit=off', 'max_parallel_workers_per_gather=0', 'statement_timeout=30000']
/** A little more than that: a database that has not answered by then is out of reach. */
const ANSWERED_WITHIN_MS = 35_000

/** Beside the pool of the shop's work: its connections are pipelined, and on such the driver copies nothing. */
const readers = new WeakMap<Db, pg.Pool>()

const readersOf = (db: Db): pg.Pool => {
  let pool = readers.get(db)
  if (!pool) {
    pool = new pg.Pool({
      connectionString: addressOf(db),
      max: READERS,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: WAIT_MS,
      allowExitOnIdle: true,
      ...KEEP_ALIVE,
      options: SETTINGS.map((setting) => `-c ${setting}`).join(' '),
    })
    readers.set(db, surviveLostConnections(pool))
  }
  return pool
}

/**
 * What a SELECT gives as CSV with the line ends of RFC 4180, whole: the database writes the lines, which no process of ours does as
 * fast. COPY takes no parameters; `literal` writes them into its text.
 */
export const readCsv = async (db: Db, select: string): Promise<Piece[]> => {
  const line = await readersOf(db).connect()
  const giveUp = setTimeout(() => hangUp(line), ANSWERED_WITHIN_MS)
  try {
    const pieces: Piece[] = []
    for await (const piece of copyOut(line, `copy (${select}) to stdout (format csv)`, '\r\n')) pieces.push(piece)
    line.release()
    return pieces
  } catch (error) {
    line.release(true)
    throw error
  } finally {
    clearTimeout(giveUp)
  }
}
