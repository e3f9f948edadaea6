import { createHash } from 'node:crypto'
import { LOGIN_FAILURES_ALLOWED, LOGIN_LOCK_MINUTES, LOGIN_WINDOW_MINUTES, SHOP_TIME_ZONE } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'
import { TooMany } from '../errors.ts'

// Counted before the password is looked at, so that parallel guesses cannot slip past. The last one allowed sets the lock; a right
// password clears it again. While locked, nothing is counted and the lock does not grow.
const COUNT = `
  insert into login_attempts as known (key, failures, window_started_at)
  values ($1, 1, now())
  on conflict (key) do update set
    failures = case when known.window_started_at < now() - interval '${LOGIN_WINDOW_MINUTES} minutes'
      then 1 else known.failures + 1 end,
    window_started_at = case when known.window_started_at < now() - interval '${LOGIN_WINDOW_MINUTES} minutes'
      then now() else known.window_started_at end,
    locked_until = case when known.window_started_at >= now() - interval '${LOGIN_WINDOW_MINUTES} minutes'
      and known.failures + 1 >= ${LOGIN_FAILURES_ALLOWED} then now() + interval '${LOGIN_LOCK_MINUTES} minutes' end
  where known.locked_until is null or known.locked_until <= now()
  returning failures`

const keyOf = (account: string, address: string): Buffer => createHash('sha256').update(`${account}\n${address}`).digest()

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: SHOP_TIME_ZONE, hour: '2-digit', minute: '2-digit' })

/** Counts one attempt to sign in. Throws TooMany, saying until when, while the account is locked for this address. */
export const countAttempt = async (db: Db, account: string, address: string): Promise<void> => {
  const key = keyOf(account, address)
  const rows = await query(db, COUNT, [key])
  if (rows.length > 0) return
  const lock = await db.selectFrom('login_attempts').select('locked_until').where('key', '=', key).executeTakeFirst()
  const until = lock?.locked_until ? new Date(lock.locked_until) : new Date()
  throw new TooMany(`Too many failed attempts. Try again after ${clock.format(until)}.`)
}

/** Forgets the failures: the password was right. */
export const clearAttempts = (db: Db, account: string, address: string) =>
  db.deleteFrom('login_attempts').where('key', '=', keyOf(account, address)).execute()
