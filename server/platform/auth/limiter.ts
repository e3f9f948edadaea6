import { createHash } from 'node:crypto'
import {
  CODE_MISSES_ALLOWED,
  CODE_MISSES_MINUTES,
  LOGIN_FAILURES_ALLOWED,
  LOGIN_LOCK_MINUTES,
  LOGIN_WINDOW_MINUTES,
} from '#contract/limits.ts'
import { TooMany } from '../../errors.ts'
import { shopZone } from '../../settings/shop-facts.ts'
import { type Db, query } from '../db/connect.ts'
import { networkOf } from './network.ts'

interface Limit {
  /** Failures within any window of `minutes`. */
  readonly allowed: number
  readonly minutes: number
  readonly lockMinutes: number
}
const MINUTE_MS = 60_000
const SIGN_INS: Limit = { allowed: LOGIN_FAILURES_ALLOWED, minutes: LOGIN_WINDOW_MINUTES, lockMinutes: LOGIN_LOCK_MINUTES }
const CODES: Limit = { allowed: CODE_MISSES_ALLOWED, minutes: CODE_MISSES_MINUTES, lockMinutes: CODE_MISSES_MINUTES }

// Counts before the password is checked, so that parallel guesses cannot slip past. The last allowed failure in a window sets the
// lock; a correct password clears it. While locked, nothing is counted and the lock does not grow. Moments outside the window are
// dropped. Moments far ahead come from a clock that was ahead; moments slightly ahead come from concurrent attempts.
const recentOf = ({ minutes }: Limit) => `array(
  select moment from unnest(known.failed_at) as moment
  where moment > now() - interval '${minutes} minutes' and moment < now() + interval '${minutes} minutes'
)`
const countOf = (limit: Limit) => `
  insert into login_attempts as known (key, failed_at)
  values ($1, array[now()])
  on conflict (key) do update set
    failed_at = ${recentOf(limit)} || now(),
    locked_until = case when cardinality(${recentOf(limit)}) + 1 >= ${limit.allowed}
      then now() + interval '${limit.lockMinutes} minutes' end
  where known.locked_until is null or known.locked_until <= now()
    or known.locked_until > now() + interval '${2 * limit.lockMinutes} minutes'
  returning key`

const keyOf = (account: string, place: string): Buffer => createHash('sha256').update(`${account}\n${place}`).digest()

/** Rounds up to the minute: a lock until 14:05:50 is not over at 14:05. */
const clock = (moment: Date) =>
  new Date(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS).toLocaleTimeString('en-GB', {
    timeZone: shopZone(),
    hour: '2-digit',
    minute: '2-digit',
  })

export const countAttempt = (db: Db, account: string, address: string): Promise<void> =>
  count(db, SIGN_INS, keyOf(account, networkOf(address)))

const count = async (db: Db, limit: Limit, key: Buffer): Promise<void> => {
  const rows = await query(db, countOf(limit), [key])
  if (rows.length > 0) return
  const lock = await db.selectFrom('login_attempts').select('locked_until').where('key', '=', key).executeTakeFirst()
  const until = lock?.locked_until ? new Date(lock.locked_until) : new Date()
  throw new TooMany(`Too many failed attempts. Try again after ${clock(until)}.`, until)
}

export const clearAttempts = (db: Db, account: string, address: string) =>
  db
    .deleteFrom('login_attempts')
    .where('key', '=', keyOf(account, networkOf(address)))
    .execute()

const CODE_ATTEMPTS = `select from login_attempts where key = $1 and failed_at[1] > now() - interval '${CODE_MISSES_MINUTES} minutes'`
const RECORD_CODE_ATTEMPT = `
  insert into login_attempts (key, failed_at) values ($1, array[now()])
  on conflict (key) do update set failed_at = excluded.failed_at`

const TAKE_BACK = `
  update login_attempts
  set failed_at = failed_at[:cardinality(failed_at) - 1],
    locked_until = case when cardinality(failed_at) > ${CODE_MISSES_ALLOWED} then locked_until end
  where key = $1`

/** Searches for a code (`code` is its keyed hash) and counts misses, because short codes could be guessed. Counts first, like a
 * sign-in, and undoes it on a hit. Repeating the same code, as open lists do, is not counted. Throws TooMany. */
export const limitCodeLookups = async <R extends { readonly total: number }>(
  db: Db,
  adminId: number,
  code: Buffer,
  look: () => Promise<R>,
): Promise<R> => {
  const [every, same] = [keyOf(`codes of ${adminId}`, ''), keyOf(`code of ${adminId}`, code.toString('hex'))]
  if ((await query(db, CODE_ATTEMPTS, [same])).length > 0) return look()
  await count(db, CODES, every)
  await query(db, RECORD_CODE_ATTEMPT, [same])
  const found = await look()
  if (found.total > 0) await query(db, TAKE_BACK, [every])
  return found
}
