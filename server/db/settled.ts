import { type Db, query } from './connect.ts'

/** SQL of who is writing rows of a table now. Locks are seen whatever role a connection has. */
export const writersOf = (table: string): string => `
  from pg_locks
  where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
    and relation = '${table}'::regclass and mode = 'RowExclusiveLock'`

/** How far a table's ids had been given out, and who was still writing by then. */
export interface Mark {
  readonly id: number
  readonly writers: string[]
}

/**
 * Marks how far a table's ids have come. Once all writers of the mark have ended, no further row with an id up to it appears.
 * Undefined where no id was ever given out.
 */
export const markIds = async (db: Db, table: string): Promise<Mark | undefined> => {
  // The id is read first: whoever was given one up to it holds his lock on the table until he ends.
  const sql = `
    with given as materialized (select last_value as id from ${table}_id_seq where is_called)
    select id, array(select virtualtransaction ${writersOf(table)} and given.id is not null) as writers
    from given`
  return (await query<Mark>(db, sql))[0]
}
