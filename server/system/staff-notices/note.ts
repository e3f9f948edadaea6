import { BACKUP_WITHIN_DAYS } from '#contract/limits.ts'
import { formatTk, type Tk } from '#contract/money.ts'
import type { StaffEvent } from '#contract/staff-notices.ts'
import { daysWithoutBackup } from '../../core/backups.ts'
import { silentPhones } from '../../core/payments/silence.ts'
import { packageCodes } from '../../core/stock/package-codes.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { TEXTS } from './texts.ts'

const EVERY_MS = 20_000
/** In this quarter of an hour and the one before. */
const MANY_FAILED_SIGN_INS = 20
const MOST_COUNTED = 1_000

interface Receiver {
  readonly id: number
  readonly events: readonly StaffEvent[]
  readonly order_minutes: number
  readonly wallet_add_amount: Tk
  readonly language: 'en' | 'bn'
}

/** What there is to tell: which things, for not telling them again, and what the text names of them. No secret, code or whole number. */
interface Found {
  readonly about: string
  readonly values: Readonly<Record<string, string | number>>
}

type Find = (db: Db, receiver: Receiver) => Promise<Found | undefined>

const first = async <R>(db: Db, sql: string, parameters: unknown[] = []): Promise<R | undefined> =>
  (await query<R>(db, sql, parameters))[0]

const named = (rows: readonly { id: number; name: string }[]): Found | undefined =>
  rows.length === 0
    ? undefined
    : { about: rows.map(({ id }) => id).join(' '), values: { names: rows.map(({ name }) => name).join(', ') } }

/** An event without its question does not compile. */
const FIND: Readonly<Record<StaffEvent, Find>> = {
  async order_waiting(db, { order_minutes }) {
    const found = await first<{ newest: number | null; count: number }>(
      db,
      `select max(id) as newest, count(*) as count from (
         select id from orders
         where status = 'pending' and created_at < now() - make_interval(mins => $1)
         order by id limit ${MOST_COUNTED}
       ) as late`,
      [order_minutes],
    )
    return found?.newest ? { about: String(found.newest), values: { count: found.count, minutes: order_minutes } } : undefined
  },
  async wallet_add_large(db, { wallet_add_amount }) {
    const found = await first<{ id: number; amount: Tk }>(
      db,
      `select id, amount from wallet_adds where status = 'pending' and amount >= $1 order by id desc limit 1`,
      [wallet_add_amount],
    )
    return found && { about: String(found.id), values: { id: found.id, amount: formatTk(found.amount) } }
  },
  codes_low: async (db) =>
    named(
      await query(
        db,
        `select package_id as id, product_name || ' ' || name as name from (${packageCodes()}) as counted where is_low order by package_id`,
      ),
    ),
  phone_silent: async (db) => named(await silentPhones(db)),
  async failed_sign_ins(db) {
    const found = await first<{ quarter: string; count: number }>(
      db,
      `select max(quarter)::text as quarter, coalesce(sum(failed + refused), 0)::int8 as count
       from failed_sign_ins where quarter > now() - interval '30 minutes'`,
    )
    return found && found.count >= MANY_FAILED_SIGN_INS ? { about: found.quarter, values: { count: found.count } } : undefined
  },
  async books_wrong(db) {
    const found = await first<{ rules: string[]; frozen: number }>(
      db,
      `select array(select jsonb_object_keys(report) order by 1) as rules,
         (select count(*) from accounts where frozen_reason is not null) as frozen from books`,
    )
    if (!found || (found.rules.length === 0 && found.frozen === 0)) return undefined
    return { about: `${found.rules.join(' ')} ${found.frozen}`, values: { rules: found.rules.length, frozen: found.frozen } }
  },
  async backup_overdue(db) {
    const days = await daysWithoutBackup(db)
    return days >= BACKUP_WITHIN_DAYS ? { about: 'backup', values: { days } } : undefined
  },
}

/** Not those whose quiet hours these are. */
const AWAKE = `
  select id, events, order_minutes, wallet_add_amount, language
  from staff_receivers r
  cross join lateral (select to_char(now() at time zone (select time_zone from settings), 'HH24:MI') as time) as clock
  where quiet_from = quiet_to or not case when quiet_from < quiet_to then time >= quiet_from and time < quiet_to
    else time >= quiet_from or time < quiet_to end
  order by id`

/** One per event and quarter of an hour; the same things again after a day. */
const NOTE = `
  insert into staff_notices (receiver_id, event, about, text)
  select $1, $2, $3, $4
  where not exists (
    select from staff_notices o
    where o.receiver_id = $1 and o.event = $2 and o.about = $3 and o.created_at > now() - interval '1 day')
  on conflict on constraint staff_notices_once do nothing`

export const noteStaffNotices = async (db: Db): Promise<void> => {
  for (const receiver of await query<Receiver>(db, AWAKE)) {
    for (const event of receiver.events) {
      const found = await FIND[event](db, receiver)
      if (!found) continue
      await query(db, NOTE, [receiver.id, event, found.about, TEXTS[receiver.language][event](found.values)])
    }
  }
}

/** Each server looks; the database notes a thing once. */
export const staffNoticesJob: Job = { name: 'note what staff are told', everyMs: EVERY_MS, run: noteStaffNotices }
