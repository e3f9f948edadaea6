import { type Db, query } from './connect.ts'

/** SQL of the transactions writing to a table. Locks are visible to every role. */
export const writersOf = (table: string): string => `
  from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = '${table}'::regclass and mode = 'RowExclusiveLock'`

export interface Mark {
  readonly id: number
  readonly writers: string[]
}

/** Once all writers of the mark have ended, no new row with an id up to it can appear. Undefined if no id was ever assigned. */
export const markIds = async (db: Db, table: string): Promise<Mark | undefined> => {
  // Reads the id first: a transaction that got an id up to it holds its table lock until it ends.
  const sql = `
    with given as materialized (select last_value as id from ${table}_id_seq where is_called)
    select id, array(select virtualtransaction ${writersOf(table)} and given.id is not null) as writers
    from given`
  return (await query<Mark>(db, sql))[0]
}
