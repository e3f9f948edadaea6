import type { Recipient, RecipientQuery } from '#contract/campaigns.ts'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { pageById } from '../core/lists/far-page.ts'
import { candidates, customersFound, LIVING_CUSTOMERS } from '../core/lists/search.ts'
import { statement } from '../core/lists/statement.ts'
import { type Db, query as run } from '../platform/db/connect.ts'

/** From an index that holds only these few. */
const UNREACHABLE = `select count(*) from users where deleted_at is null and sms_number(phone_digits) is null`

type Row = Recipient & { rows: number; living: number; unreachable: number; is_cut: boolean }

export const listRecipients = async (db: Db, { page, limit, q, order = 'desc' }: RecipientQuery) => {
  const { parameters, bind } = statement()
  const lookups = candidates()
  const where = `u.deleted_at is null and ${q === undefined ? 'true' : customersFound(q, bind, lookups)}`
  const list = { tally: q === undefined ? LIVING_CUSTOMERS : undefined, from: 'users u', where, id: 'u.id', direction: order }
  const found = pageById({ ...list, offset: (page - 1) * limit, limit }, bind)
  const rows =
    q === undefined
      ? 'select null::bigint as rows'
      : `select count(*) as rows from (select from users u where ${where} limit ${SEARCH_TOTAL_CAP + 1}) as counted`
  const sql = `
    with ${lookups.ctes()} page as (${found}), total as (${rows}),
      living as (select coalesce(sum(n), 0)::bigint as n from (${LIVING_CUSTOMERS}) as parts)
    select coalesce(total.rows, living.n) as rows, living.n as living, (${UNREACHABLE}) as unreachable, ${lookups.isCut()} as is_cut,
      u.id, u.username, u.first_name, u.last_name, u.phone, sms_number(u.phone_digits) as number, u.is_phone_verify
    from total
    cross join living
    left join (page join users u on u.id = page.id) on true
    order by page.place`
  const replied = await run<Row>(db, sql, parameters)
  const { rows: count = 0, living = 0, unreachable = 0, is_cut = false } = replied[0] ?? {}
  const total = q === undefined ? count : Math.min(count, SEARCH_TOTAL_CAP)
  return {
    data: replied.filter((row) => row.id !== null),
    total,
    total_capped: is_cut || total < count,
    reachable: living - unreachable,
    unreachable,
  }
}
