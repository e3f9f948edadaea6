import type pg from 'pg'

const inTransactionMode = (variable: string) =>
  `${variable} leads to a pooler that shares connections per transaction, and Topdeck needs separate sessions: ` +
  'set pool_mode = session for its database, or connect directly.'
const STANDBY = 'The database of DATABASE_URL is a standby, which only reads: give the address of its primary.'

const BACKEND = 'select pg_backend_pid() as pid, pg_is_in_recovery() as is_standby'

/** Throws a message if connections share sessions, which loses settings, locks and prepared statements, or on a standby. */
export const requireOwnSessions = async (
  pool: pg.Pool,
  variable: 'DATABASE_URL' | 'DATABASE_READ_URL' = 'DATABASE_URL',
): Promise<void> => {
  const first = await pool.connect()
  const second = await pool.connect()
  try {
    // In this order, a pooler that takes turns cannot give each the same one by chance.
    const pids: number[] = []
    for (const client of [first, second, first, first, second]) {
      const { rows } = await client.query<{ pid: number; is_standby: boolean }>(BACKEND)
      if (rows[0]?.is_standby && variable === 'DATABASE_URL') throw new Error(STANDBY)
      pids.push(...rows.map(({ pid }) => pid))
    }
    const [one, other] = pids
    if (one === other || pids.join() !== [one, other, one, one, other].join()) throw new Error(inTransactionMode(variable))
  } finally {
    first.release(true)
    second.release(true)
  }
}
