import { CompiledQuery } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import type { Db } from '../db/connect.ts'

type Catalog = Output<typeof store.catalog>

// A package that sells vouchers is on sale while its ready codes exceed its open orders; with tracked stock, while the credit lasts.
const PRODUCTS = `
  select p.id, p.name, p.logo, p.rules, p.isactivefortopup,
    case
      when count(k.id) > 0 then 'on_sale'
      when exists (select from topup_packages a where a.product_id = p.id and a.deleted_at is null) then 'stock_out'
      else 'no_packages'
    end as availability,
    coalesce(jsonb_agg(
      jsonb_build_object('id', k.id, 'name', k.name, 'price', k.price, 'logo', k.logo, 'serial', k.serial) order by k.serial, k.id
    ) filter (where k.id is not null), '[]') as packages
  from topup_products p
  left join topup_packages k on k.product_id = p.id and k.deleted_at is null and k.in_stock = 1
    and (p.track_stock = 0 or p.price >= k.bprice)
    and (not k.sells_vouchers or
      (select count(*) from vouchers v where v.package_id = k.id and v.status = 1 and v.deleted_at is null) >
      (select count(*) from orders o where o.package_id = k.id and o.status in ('pending', 'in_progress')))
  where p.is_active = 1 and p.deleted_at is null
  group by p.id
  order by p.id`

/** What customers are offered and shown at this moment. */
export const readCatalog = async (db: Db): Promise<Catalog> => {
  const products = await db.executeQuery<Catalog['products'][number]>(CompiledQuery.raw(PRODUCTS, []))
  const physical_products = await db
    .selectFrom('physical_products')
    .select(['id', 'name', 'image', 'sale_price', 'regular_price', 'quantity', 'description'])
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('quantity', '>', 0)
    .orderBy('id')
    .execute()
  const payment_methods = await db
    .selectFrom('payment_methods')
    .select(['id', 'name', 'logo', 'info'])
    .where('status', 'in', ['1', 'active'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const banners = await db
    .selectFrom('banners')
    .select(['id', 'note', 'link', 'banner'])
    .where('isactive', '=', 1)
    .orderBy('id', 'desc')
    .execute()
  const notices = await db
    .selectFrom('notices')
    .select(['id', 'notice', 'link', 'image'])
    .where('is_active', '=', 1)
    .orderBy('id', 'desc')
    .execute()
  return { products: products.rows, physical_products, payment_methods, banners, notices }
}
