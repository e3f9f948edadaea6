import type pg from 'pg'

const inTransactionMode = (variable: string) =>
  `${variable} leads to a pooler that shares connections per transaction, and Topdeck needs separate sessions: ` +
  'set pool_mode = session for its database, or connect directly.'
const STANDBY = 'The database of DATABASE_URL is a standby, which only reads: give the address of its primary.'

interface Backend {
  readonly pid: number
  readonly is_standby: boolean
}

const askBackend = async (client: pg.PoolClient): Promise<Backend> => {
  const { rows } = await client.query<Backend>('select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby')
  const [backend] = rows
  if (!backend) throw new Error('The database says nothing of itself')
  return backend
}

/** Throws a message for the owner if connections share sessions, which would lose settings, locks and prepared statements, or if
 * the database only reads. */
export const requireOwnSessions = async (
  pool: pg.Pool,
  variable: 'DATABASE_URL' | 'DATABASE_READ_URL' = 'DATABASE_URL',
): Promise<void> => {
  const first = await pool.connect()
  const second = await pool.connect()
  try {
    // In this order, a pooler that takes turns cannot give each the same one by chance.
    const seen = new Map<pg.PoolClient, Set<number>>([first, second].map((client) => [client, new Set()]))
    for (const client of [first, second, first, first, second]) {
      const { pid, is_standby } = await askBackend(client)
      if (is_standby && variable === 'DATABASE_URL') throw new Error(STANDBY)
      seen.get(client)?.add(pid)
    }
    const pids = [...seen.values()].flatMap((own) => [...own])
    if (pids.length > seen.size || new Set(pids).size < seen.size) throw new Error(inTransactionMode(variable))
  } finally {
    first.release(true)
    second.release(true)
  }
}
