import { CLAIM_MINUTES_MAX } from '#contract/limits.ts'
import { rolesThatMay } from '#contract/roles.ts'
import { type Db, query } from '../platform/db/connect.ts'

// Like SIGNED_IN, for every holder. A claim longer than any lease comes from a clock that was ahead. Compared with
// clock_timestamp(), because now() is this transaction's start and leases given since then would look too long.
const RELEASE = `
  update orders o set held_until = now()
  where o.status = 'in_progress' and o.held_until > now()
    and ($1::bigint is null or o.holder_id = $1)
    and ($2::bigint is null or o.package_id = $2)
    and (o.held_until > clock_timestamp() + make_interval(mins => ${CLAIM_MINUTES_MAX}) or not exists (
    select from admins a
    where a.id = o.holder_id and a.deleted_at is null and (a.role = any('{${rolesThatMay('hold_all_modules')}}') or (
      (select count(*) from admin_modules g join auth_modules m on m.id = g.auth_module_id and m.status = 1
       where g.admin_id = a.id and m.key in ('orders_view', 'orders_work')) = 2
      and (
        exists (select from admin_packages g where g.admin_id = a.id and g.topup_package_id = o.package_id)
        or exists (
          select from admin_products g join topup_packages p on p.product_id = g.topup_product_id
          where g.admin_id = a.id and p.id = o.package_id))))))
  returning o.id`

interface Claims {
  readonly holder_id?: number
  readonly package_id?: number
}

/** Ends claims whose holders lost the right to them, or that no lease explains. Returns their orders. The next holder is warned
 * to check first, because the order may have been delivered. */
export const releaseLostClaims = async (
  db: Db,
  { holder_id, package_id }: Claims = {},
): Promise<{ released_orders?: number[] }> => {
  const rows = await query<{ id: number }>(db, RELEASE, [holder_id ?? null, package_id ?? null])
  return rows.length > 0 ? { released_orders: rows.map(({ id }) => id) } : {}
}
