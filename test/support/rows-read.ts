import { type Db, query } from '../../server/platform/db/connect.ts'

/** How many rows of a table `work` fetches by its indexes or scans, as PostgreSQL counts them. */
export const rowsRead = (db: Db, table: string, work: (own: Db) => Promise<unknown>): Promise<number> =>
  db.transaction().execute(async (own) => {
    const sql = 'select coalesce(idx_tup_fetch, 0) + seq_tup_read as n from pg_stat_xact_user_tables where relname = $1'
    const count = async () => Number((await query<{ n: string }>(own, sql, [table]))[0]?.n)
    const before = await count()
    await work(own)
    return (await count()) - before
  })
