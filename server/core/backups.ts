import { type Db, query } from '../platform/db/connect.ts'

const DAYS_WITHOUT = `
  select extract(day from now() - coalesce(
    (select max(moment) from backups where moment <= now()), (select min(created_at) from admins)))::int8 as days`

/** Whole days since the last backup; without one, since the shop began. */
export const daysWithoutBackup = async (db: Db): Promise<number> =>
  (await query<{ days: number | null }>(db, DAYS_WITHOUT))[0]?.days ?? 0
