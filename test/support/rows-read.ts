import { type Db, query } from '../../server/platform/db/connect.ts'

const ROWS = 'select coalesce(idx_tup_fetch, 0) + seq_tup_read as n from pg_stat_xact_user_tables where relname = $1'
const ENTRIES = 'select sum(pg_stat_get_xact_tuples_returned(indexrelid)) as n from pg_index where indrelid = $1::regclass'

const counted =
  (sql: string) =>
  (db: Db, table: string, work: (own: Db) => Promise<unknown>): Promise<number> =>
    db.transaction().execute(async (own) => {
      const count = async () => Number((await query<{ n: string }>(own, sql, [table]))[0]?.n)
      const before = await count()
      await work(own)
      return (await count()) - before
    })

/** How many rows of a table `work` fetches by its indexes or scans, as PostgreSQL counts them. */
export const rowsRead = counted(ROWS)

/** How many entries of a table's indexes `work` reads, also where it fetches no row. */
export const entriesRead = counted(ENTRIES)
