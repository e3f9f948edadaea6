import { createHash } from 'node:crypto'
import { LOGIN_FAILURES_ALLOWED, LOGIN_LOCK_MINUTES, LOGIN_WINDOW_MINUTES } from '#contract/limits.ts'
import { type Db, query } from '../db/connect.ts'
import { TooMany } from '../errors.ts'
import { shopZone } from '../shop/facts.ts'

// Counted before the password is looked at, so that parallel guesses cannot slip past. The last one allowed within any window sets the
// lock; a right password clears it again. While locked, nothing is counted and the lock does not grow. What has left the window is
// forgotten, so a row keeps no more moments than set the lock.
const RECENT = `array(
  select moment from unnest(known.failed_at) as moment where moment > now() - interval '${LOGIN_WINDOW_MINUTES} minutes'
)`
const COUNT = `
  insert into login_attempts as known (key, failed_at)
  values ($1, array[now()])
  on conflict (key) do update set
    failed_at = ${RECENT} || now(),
    locked_until = case when cardinality(${RECENT}) + 1 >= ${LOGIN_FAILURES_ALLOWED}
      then now() + interval '${LOGIN_LOCK_MINUTES} minutes' end
  where known.locked_until is null or known.locked_until <= now()
  returning key`

const keyOf = (account: string, address: string): Buffer => createHash('sha256').update(`${account}\n${address}`).digest()

const clock = (moment: Date) => moment.toLocaleTimeString('en-GB', { timeZone: shopZone(), hour: '2-digit', minute: '2-digit' })

/** Counts one attempt to sign in. Throws TooMany, saying until when, while the account is locked for this address. */
export const countAttempt = async (db: Db, account: string, address: string): Promise<void> => {
  const key = keyOf(account, address)
  const rows = await query(db, COUNT, [key])
  if (rows.length > 0) return
  const lock = await db.selectFrom('login_attempts').select('locked_until').where('key', '=', key).executeTakeFirst()
  const until = lock?.locked_until ? new Date(lock.locked_until) : new Date()
  throw new TooMany(`Too many failed attempts. Try again after ${clock(until)}.`)
}

/** Forgets the failures: the password was right. */
export const clearAttempts = (db: Db, account: string, address: string) =>
  db.deleteFrom('login_attempts').where('key', '=', keyOf(account, address)).execute()
