import type { TopCustomer } from '#contract/dashboard.ts'
import { TOP_CUSTOMERS } from '#contract/limits.ts'
import type { Packages } from '../core/lists/list.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { BOUGHT_MOST_TEXT } from './figures.ts'
import { keepAMinute } from './keep-a-minute.ts'

/** Names, and who was deleted, are those of now. */
const LIVING = `
  select bought.user_id, u.username, bought.completed_orders, bought.amount
  from jsonb_to_recordset($1::jsonb) as bought (place bigint, user_id bigint, completed_orders bigint, amount numeric)
  join users u on u.id = bought.user_id and u.deleted_at is null
  order by bought.place
  limit ${TOP_CUSTOMERS}`

/** Those who bought most in 30 days, of some packages or all, up to a minute ago: all orders of 30 days grow with the shop, and a
 * counter of sliding days needs hardly fewer rows. */
export const readTopCustomers = async (db: Db, scope: Packages): Promise<TopCustomer[]> => {
  const rows = await keepAMinute(db, `bought most ${scope}`, () => query<{ user_id: number }>(db, BOUGHT_MOST_TEXT, [scope]))
  return query<TopCustomer>(db, LIVING, [JSON.stringify(rows.map((row, place) => ({ place, ...row })))])
}
