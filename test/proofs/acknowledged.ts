import type pg from 'pg'
import { type Result, SIGN_IN } from './load.ts'

/** The change was confirmed. */
export const isDone = ({ outcome }: Result) => outcome.kind === 'answered' && outcome.status === 200

/** The acknowledged changes that the database does not know. */
export const findLost = async (pool: pg.Pool, results: Result[]) => {
  const keys = results.filter(isDone).map(({ call }) => call.key)
  const { rows } = await pool.query<{ key: string }>(
    'select key from idempotency_keys where key = any($1) and reply is not null',
    [keys],
  )
  const known = new Set(rows.map((row) => row.key))
  return keys.filter((key) => !known.has(key))
}

/** Changes that were refused with 'Nothing was changed', or as a bug of ours, while the database went away. */
export const findWrongReplies = async (pool: pg.Pool, results: Result[]) => {
  const refused = results.filter(({ outcome }) => outcome.kind === 'answered' && outcome.status >= 500)
  const bugs = refused.filter(({ outcome }) => outcome.kind === 'answered' && outcome.status === 500)
  const unchanged = refused.filter(
    ({ outcome }) => outcome.kind === 'answered' && outcome.message.includes('Nothing was changed'),
  )
  const { rows } = await pool.query<{ key: string }>('select key from idempotency_keys where key = any($1)', [
    unchanged.map(({ call }) => call.key),
  ])
  return [...bugs.map(({ call }) => `500: ${call.path}`), ...rows.map((row) => `saved, though refused: ${row.key}`)]
}

/** Each order, wallet add and customer once, whatever was asked for again. */
export const findDoubled = async (pool: pg.Pool) => {
  const { rows } = await pool.query<{ what: string }>(`
    select playerid as what from orders where length(playerid) = 36 group by playerid having count(*) > 1
    union all select trx_id from wallet_adds group by trx_id having count(*) > 1
    union all select username from users group by username having count(*) > 1`)
  return rows.map((row) => row.what)
}

/** Whether these were done, their callers do not know: they ask again with the same key. A refused connection carried nothing, and
 * a sign-in that fails changes nothing. */
export const findUnknown = (results: Result[]): Result[] =>
  results.filter(
    ({ call, outcome }) =>
      call.path !== SIGN_IN &&
      (outcome.kind === 'answered'
        ? outcome.message.startsWith('The database connection was lost')
        : outcome.reason !== 'ECONNREFUSED'),
  )
