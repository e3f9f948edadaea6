import { rolesThatMay } from '#contract/roles.ts'
import type { Context } from '../../platform/context.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import { Forbidden } from '../../platform/errors.ts'

/** Packages whose orders the caller may see; null means all. Every access to an order starts here. */
export const ordersVisibleTo = (ctx: Context): readonly number[] | null => ctx.admin.package_ids

/** For a sub-admin their own packages. Throws Forbidden if a sub-admin asks for another's. */
export const adminOrdersVisibleTo = async (ctx: Context, admin: number | undefined): Promise<readonly number[]> => {
  const scope = ordersVisibleTo(ctx)
  if (scope === null) return packagesOfSubAdmins(ctx.db, admin)
  if (admin !== undefined && admin !== ctx.admin.id) throw new Forbidden('admin')
  return scope
}

const SUB_ADMINS = `
  select id from admins where role <> all('{${rolesThatMay('hold_all_modules')}}') and deleted_at is null and ($1::bigint is null or id = $1)`

const packagesOfSubAdmins = async (db: Db, admin: number | undefined): Promise<number[]> => {
  const rows = await run<{ id: number }>(
    db,
    `select topup_package_id as id from admin_packages where admin_id in (${SUB_ADMINS})
       union
       select p.id from admin_products g
       join topup_packages p on p.product_id = g.topup_product_id
       where g.admin_id in (${SUB_ADMINS})`,
    [admin ?? null],
  )
  return rows.map((row) => row.id)
}
