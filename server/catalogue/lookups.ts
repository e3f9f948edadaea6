import type { Choice, lookups } from '#contract/lookups.ts'
import type { Handlers } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'

const PRODUCTS = 'select id, name, logo as image from topup_products where deleted_at is null order by id'

const PACKAGES = `
  select k.id, k.name, k.logo as image, k.product_id, p.name as product_name, k.price
  from topup_packages k
  join topup_products p on p.id = k.product_id and p.deleted_at is null
  where k.deleted_at is null and ($1::bigint is null or k.product_id = $1)
  order by p.id, k.serial, k.id`

const METHODS = `
  select m.id, m.name, m.logo as image, r.wallet
  from payment_methods m
  left join payment_rules r on r.payment_method_id = m.id
  where m.deleted_at is null
  order by m.id`

const choices = async <C extends Choice>(db: Db, sql: string, values: unknown[] = []) => {
  const rows = await query<C>(db, sql, values)
  return { data: rows, total: rows.length }
}

export const lookupHandlers: Handlers<typeof lookups> = {
  topupProducts: (ctx) => choices(ctx.db, PRODUCTS),
  topupPackages: (ctx, { product_id }) => choices(ctx.db, PACKAGES, [product_id ?? null]),
  paymentMethods: (ctx) => choices(ctx.db, METHODS),
}
