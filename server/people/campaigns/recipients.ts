import type { Recipient, RecipientQuery } from '#contract/campaigns.ts'
import { sumOf } from '../../core/lists/days.ts'
import type { List } from '../../core/lists/list.ts'
import { readList } from '../../core/lists/read.ts'
import { customersFound, LIVING_CUSTOMERS } from '../../core/lists/search.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'

export const RECIPIENTS: List<RecipientQuery, Recipient> = {
  table: 'users',
  as: 'u',
  scope: 'none',
  columns: 'u.id, u.username, u.first_name, u.last_name, u.phone, sms_number(u.phone_digits) as number, u.is_phone_verify',
  joins: '',
  always: 'u.deleted_at is null',
  filters: { q: (q, { bind, lookups }) => customersFound(q, bind, lookups) },
  sorts: {},
  counters: { filters: [], blocks: () => LIVING_CUSTOMERS },
}

/** The unreachable are counted by an index that holds only these few. */
const REACH = `
  select (${sumOf(LIVING_CUSTOMERS)}) as living,
    (select count(*) from users where deleted_at is null and sms_number(phone_digits) is null) as unreachable`

export const listRecipients = async (db: Db, query: RecipientQuery) => {
  const [reach] = await run<{ living: number; unreachable: number }>(db, REACH)
  const { living, unreachable } = reach ?? { living: 0, unreachable: 0 }
  const { rows, total, total_capped } = await readList(db, RECIPIENTS, null, query)
  return { data: rows, total, total_capped, reachable: living - unreachable, unreachable }
}
