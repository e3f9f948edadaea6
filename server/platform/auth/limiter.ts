import { createHash } from 'node:crypto'
import {
  ACCOUNT_FAILURES_ALLOWED,
  CODE_MISSES_ALLOWED,
  CODE_MISSES_MINUTES,
  FAILURES_MINUTES,
  LOGIN_FAILURES_ALLOWED,
  LOGIN_LOCK_MINUTES,
  LOGIN_WINDOW_MINUTES,
  NETWORK_FAILURES_ALLOWED,
  SLOWED_SIGN_IN_SECONDS,
} from '#contract/limits.ts'
import { worded } from '#contract/messages.ts'
import { type Act, type Db, inAct, query } from '../db/connect.ts'
import { TooMany } from '../errors.ts'
import { installation } from '../installation.ts'
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
const isRecent = (minutes: number) =>
  `moment > now() - interval '${minutes} minutes' and moment < now() + interval '${minutes} minutes'`
const recentOf = (minutes: number) => `array(select moment from unnest(known.failed_at) as moment where ${isRecent(minutes)})`
const countOf = (limit: Limit) => `
  insert into login_attempts as known (key, failed_at)
  values ($1, array[now()])
  on conflict (key) do update set
    failed_at = ${recentOf(limit.minutes)} || now(),
    locked_until = case when cardinality(${recentOf(limit.minutes)}) + 1 >= ${limit.allowed}
      then now() + interval '${limit.lockMinutes} minutes' end
  where known.locked_until is null or known.locked_until <= now()
    or known.locked_until > now() + interval '${2 * limit.lockMinutes} minutes'
  returning key`

const keyOf = (account: string, place: string): Buffer => createHash('sha256').update(`${account}\n${place}`).digest()

/** Rounds up to the minute: a lock until 14:05:50 is not over at 14:05. */
const clock = (moment: Date) =>
  new Date(Math.ceil(moment.getTime() / MINUTE_MS) * MINUTE_MS).toLocaleTimeString('en-GB', {
    timeZone: installation().time_zone,
    hour: '2-digit',
    minute: '2-digit',
  })

/** Counts one attempt for an account from one place: a network, or a known browser. Throws TooMany. */
export const countAttempt = (db: Db, account: string, place: string): Promise<void> => count(db, SIGN_INS, keyOf(account, place))

const count = async (db: Db, limit: Limit, key: Buffer): Promise<void> => {
  const rows = await query(db, countOf(limit), [key])
  if (rows.length > 0) return
  const lock = await db.selectFrom('login_attempts').select('locked_until').where('key', '=', key).executeTakeFirst()
  throw locked(lock?.locked_until ? new Date(lock.locked_until) : new Date())
}

export const clearAttempts = async (db: Db, account: string, place: string): Promise<void> => {
  await db.deleteFrom('login_attempts').where('key', '=', keyOf(account, place)).execute()
}

const RECENT_FAILURES = recentOf(FAILURES_MINUTES)
const PAUSE = `interval '${SLOWED_SIGN_IN_SECONDS} seconds'`
const slowedAfter = (allowed: number) => `
  insert into login_attempts as known (key, failed_at)
  values ($1, array[now()])
  on conflict (key) do update set failed_at = ${RECENT_FAILURES} || now()
  where cardinality(${RECENT_FAILURES}) < ${allowed}
    or (select max(moment) from unnest(${RECENT_FAILURES}) as moment) <= now() - ${PAUSE}
  returning key`
const TAKE_BACK_LAST = 'update login_attempts set failed_at = failed_at[:cardinality(failed_at) - 1] where key = $1'

const slowedUntil = (key: string, allowed: number) => `
  select false as is_locked, max(moment) + ${PAUSE} as until
  from login_attempts, unnest(failed_at) as moment
  where key = ${key} and ${isRecent(FAILURES_MINUTES)}
  having count(*) >= ${allowed} and max(moment) > now() - ${PAUSE}`
const REFUSAL = `
  select true as is_locked, locked_until as until
  from login_attempts
  where key = $3 and locked_until > now() and locked_until <= now() + interval '${2 * LOGIN_LOCK_MINUTES} minutes'
  union all ${slowedUntil('$1', ACCOUNT_FAILURES_ALLOWED)}
  union all ${slowedUntil('$2', NETWORK_FAILURES_ALLOWED)}`

/** In the order in which they are locked, so that no two sign-ins wait for each other. */
const countsOf = (account: string, network: string) => [
  { sql: slowedAfter(ACCOUNT_FAILURES_ALLOWED), key: keyOf(account, 'from anywhere') },
  { sql: slowedAfter(NETWORK_FAILURES_ALLOWED), key: keyOf('of anybody', network) },
  { sql: countOf(SIGN_INS), key: keyOf(account, network) },
]

/** Counts a sign-in before its password is checked. A known browser has its own count. All others count per account and
 * network, and also per account over all networks and per network over all accounts: beyond those, one attempt per 30 s.
 * Throws TooMany; nothing is counted then. */
export const countSignIn = async (db: Db, account: string, address: string, browser: string | undefined): Promise<void> => {
  if (browser) return countAttempt(db, account, browser)
  const counts = countsOf(account, networkOf(address))
  const keys = counts.map(({ key }) => key)
  // Looked up first without a lock: the guesses of a flood would wait for each other and take every connection.
  const refusal = await findRefusal(db, keys)
  if (refusal) throw refusal
  const counted: Buffer[] = []
  for (const { sql, key } of counts) {
    if ((await query(db, sql, [key])).length > 0) {
      counted.push(key)
      continue
    }
    for (const before of counted) await query(db, TAKE_BACK_LAST, [before])
    throw (await findRefusal(db, keys)) ?? slowed(new Date())
  }
}

const findRefusal = async (db: Db, keys: readonly Buffer[]): Promise<TooMany | undefined> => {
  const [found] = await query<{ is_locked: boolean; until: string }>(db, REFUSAL, keys)
  if (!found) return undefined
  const until = new Date(found.until)
  return found.is_locked ? locked(until) : slowed(until)
}

const slowed = (until: Date) => {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1_000))
  return new TooMany(worded('too_many_failures', { seconds }), until)
}

const locked = (until: Date) => new TooMany(worded('too_many_attempts', { time: clock(until) }), until)

/** A correct password was no failure. Those before it still count for other browsers. */
export const clearSignIn = async (db: Db, account: string, address: string, browser: string | undefined): Promise<void> => {
  if (browser) return clearAttempts(db, account, browser)
  const network = networkOf(address)
  for (const { key } of countsOf(account, network).slice(0, 2)) await query(db, TAKE_BACK_LAST, [key])
  await clearAttempts(db, account, network)
}

const CODE_ATTEMPTS = `select from login_attempts where key = $1 and failed_at[1] > now() - interval '${CODE_MISSES_MINUTES} minutes'`
const RECORD_CODE_ATTEMPT = `
  insert into login_attempts (key, failed_at) values ($1, array[now()])
  on conflict (key) do update set failed_at = excluded.failed_at`

// A search is a read, which has no act.
const LOOKUP: Act = { action: 'vouchers.countLookup', actor: 'system' }

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
  await inAct(db, LOOKUP, async (own) => {
    await count(own, CODES, every)
    await query(own, RECORD_CODE_ATTEMPT, [same])
  })
  const found = await look()
  if (found.total > 0) await inAct(db, LOOKUP, (own) => query(own, TAKE_BACK, [every]))
  return found
}
