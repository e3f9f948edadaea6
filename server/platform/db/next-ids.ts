import { type Db, query } from './connect.ts'

/** New ids, ascending. Orders and vouchers need them before their rows: what is sealed in a row is bound to its id. */
export const nextIds = async (
  db: Db,
  table: 'orders' | 'vouchers' | 'webhooks' | 'campaign_numbers',
  count: number,
): Promise<number[]> => {
  // One text, because the driver would read a hundred thousand rows one by one.
  const sql = `select string_agg(nextval(pg_get_serial_sequence($1, 'id'))::text, ',') as ids from generate_series(1, $2)`
  const [row] = await query<{ ids: string | null }>(db, sql, [table, count])
  return row?.ids ? row.ids.split(',').map(Number) : []
}
