import type { Answers } from '#contract/answers.ts'
import { type Db, query } from '../../platform/db/connect.ts'

/** The rhythm of a phone is that of these days before its newest message, hour by hour. */
const RHYTHM_DAYS = 14
/** Messages read of a phone: fewer days of a busy one say as much. */
const MOST_READ = 5_000
/** With fewer messages it has no rhythm yet. */
const LEAST_READ = 50
/** A phone is silent when so many messages would usually have come since: by chance none of them misses once in 3,000 times. */
const USUALLY = 8
/** What would have come in a longer time says no more. */
const MOST_HOURS = 72

const HOUR_OF = (at: string) => `extract(hour from ${at} at time zone (select time_zone from settings))`

const SILENT = `
  select f.id, f.name, newest.last_at, floor(missed.usual)::int8 as usual
  from payment_phones f
  cross join lateral (
    select created_at as last_at from payments p where p.phone_id = f.id order by p.id desc limit 1
  ) as newest
  cross join lateral (
    select array_agg(at) as times, count(*) as n, greatest(1, extract(epoch from newest.last_at - min(at)) / 86400) as days
    from (select created_at as at from payments p where p.phone_id = f.id order by p.id desc limit ${MOST_READ}) as read
    where at > newest.last_at - interval '${RHYTHM_DAYS} days'
  ) as rhythm
  cross join lateral (
    select sum(extract(epoch from least(now(), hour + interval '1 hour') - greatest(newest.last_at, hour)) / 3600 * per_hour.n / rhythm.days) as usual
    from generate_series(date_trunc('hour', newest.last_at), least(now(), newest.last_at + interval '${MOST_HOURS} hours'), '1 hour') as hour
    join (select ${HOUR_OF('at')} as of_day, count(*) as n from unnest(rhythm.times) as at group by 1) as per_hour
      on per_hour.of_day = ${HOUR_OF('hour')}
  ) as missed
  where f.revoked_at is null and rhythm.n >= ${LEAST_READ} and missed.usual >= ${USUALLY}
  order by f.id`

/** The phones whose messages are overdue by their own rhythm. */
export const silentPhones = (db: Db) => query<NonNullable<Answers['payment_phones']>[number]>(db, SILENT)
