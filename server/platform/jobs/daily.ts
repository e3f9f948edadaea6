import { alone } from '../db/alone.ts'
import { type Db, query } from '../db/connect.ts'
import { installation } from '../installation.ts'

interface Daily {
  readonly name: string
  /** A time of day in the installation's zone. */
  readonly at: string
}

/** A run further ahead than a day was recorded before the clock was set back. */
const DUE = `
  select ran_at, coalesce(ran_at not between due and $4::timestamptz + interval '1 day', true) as is_due
  from (
    select (today + $2::time - case when today + $2::time > local then interval '1 day' else interval '0' end) at time zone $3 as due
    from (select local, date_trunc('day', local) as today from (select $4::timestamptz at time zone $3 as local) as clock) as day
  ) as last
  left join job_runs on name = $1`

const RECORD = `
  insert into job_runs (name, ran_at) values ($1, $2)
  on conflict (name) do update set ran_at = excluded.ran_at`

const readLast = async (db: Db, { name, at }: Daily, now: Date) =>
  (await query<{ ran_at: string | null; is_due: boolean }>(db, DUE, [name, at, installation().time_zone, now.toISOString()]))[0]

/** Runs a job if its time of day has passed since it last ran to its end, on any server: also later, if none was running then.
 * It has one connection for all, or jobs of the same time could wait for each other's. Answers when it last ran. */
export const runDaily = async (db: Db, job: Daily, now: Date, run: (own: Db) => Promise<boolean>): Promise<string | null> => {
  const last = await readLast(db, job, now)
  if (!last?.is_due) return last?.ran_at ?? null
  return db.connection().execute(async (own) => {
    await alone(own, `job ${job.name}`, async () => {
      // Another server may have run it meanwhile. What was stopped begins again.
      if ((await readLast(own, job, now))?.is_due && (await run(own))) await query(own, RECORD, [job.name, now.toISOString()])
    })
    return (await readLast(own, job, now))?.ran_at ?? null
  })
}
