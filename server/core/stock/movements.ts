import type { Movement } from '#contract/crud.ts'
import { SEARCH_TOTAL_CAP } from '#contract/limits.ts'
import { type Db, query } from '../../platform/db/connect.ts'
import { NotFound } from '../../platform/errors.ts'

const MOVEMENTS = `
  select m.id, m.at, m.before_value as "from", m.after_value as "to", m.after_value - m.before_value as change, m.cause,
    case when not is_hidden then m.order_id end as order_id,
    case when a.id is not null and not is_hidden
      then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name) end as "Admin"
  from stock_movements m
  left join orders o on o.id = m.order_id and m.kind = 'topup'
  left join product_orders r on r.id = m.order_id and m.kind = 'physical'
  left join admins a on a.id = coalesce(m.admin_id, case when m.cause in ('cancel', 'correction') then coalesce(o.completed_by, r.admin_id) end)
  cross join lateral (
    select $5::bigint[] is not null and (r.id is not null or o.id is not null and o.package_id <> all($5::bigint[])) as is_hidden
  ) as scope
  where m.kind = $1 and m.product_id = $2
  order by m.id desc
  limit $3 offset $4`

// Open forms poll, so the count stops at what an admin would page through.
const COUNT = `
  select count(*) as n
  from (select from stock_movements where kind = $1 and product_id = $2 limit ${SEARCH_TOTAL_CAP + 1}) as found`

const TABLES = { topup: 'topup_products', physical: 'physical_products' } as const

/** Newest first. Only orders of packages in `scope` are named; product orders only if it is null (all). Throws NotFound. */
export const readMovements = async (
  db: Db,
  kind: keyof typeof TABLES,
  scope: readonly number[] | null,
  { id, page, limit }: { id: number; page: number; limit: number },
): Promise<{ data: Movement[]; total: number; total_capped: boolean }> => {
  const product = db.selectFrom(TABLES[kind]).select('id').where('id', '=', id).where('deleted_at', 'is', null)
  if (!(await product.executeTakeFirst())) throw new NotFound()
  const rows = await query<Movement>(db, MOVEMENTS, [kind, id, limit, (page - 1) * limit, scope])
  const [counted] = await query<{ n: number }>(db, COUNT, [kind, id])
  const found = counted?.n ?? 0
  const total = Math.min(found, SEARCH_TOTAL_CAP)
  return { data: rows, total, total_capped: total < found }
}
