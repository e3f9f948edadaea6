import pg from 'pg'
import { addressOf, type Db, query } from './connect.ts'
import { copyOut, type Piece } from './copy.ts'
import { followPrimary } from './hosts.ts'
import { applySettings, askOn, disconnect, KEEP_ALIVE, type SessionSettings, surviveLostConnections } from './pool.ts'
import { requireReplayed, standbyOf, WRITTEN_LSN } from './standby.ts'

const READERS = 2
const IDLE_MS = 1_000
const WAIT_MS = 30_000
const SETTINGS: SessionSettings = {
  timezone: 'UTC',
  datestyle: 'ISO',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  statement_timeout: '30000',
}
/** Longer than the statement timeout: the database is unreachable. */
const ANSWERED_WITHIN_MS = 35_000

/** A separate pool, because the driver cannot COPY on pipelined connections. */
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
      onConnect: (client: pg.ClientBase) => applySettings(client, SETTINGS),
    })
    readers.set(db, followPrimary(surviveLostConnections(pool), addressOf(db), disconnect))
  }
  return pool
}

/** The CSV of a SELECT (RFC 4180), formatted by the database, which is faster. COPY takes no parameters: `literal` inlines them. */
export const readCsv = async (db: Db, select: string): Promise<Piece[]> => {
  const standby = standbyOf(db)
  const [now] = standby ? await query<{ lsn: string | null }>(db, `select ${WRITTEN_LSN} as lsn`) : []
  const onPrimary = () => readLines(db, select)
  const lsn = now?.lsn
  return standby && lsn ? standby.attempt((other) => readLines(other, select, lsn), onPrimary) : onPrimary()
}

const readLines = async (db: Db, select: string, since?: string): Promise<Piece[]> => {
  const line = await readersOf(db).connect()
  const giveUp = setTimeout(() => disconnect(line), ANSWERED_WITHIN_MS)
  try {
    if (since !== undefined) await requireReplayed(askOn(line), since)
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
