import { sql } from 'kysely'
import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { isMethodShown } from '../shown-payment-methods.ts'

type Catalog = Output<typeof store.catalog>

const PRODUCTS = `
  select p.id, p.name, p.logo, p.rules, p.isactivefortopup, s.availability,
    coalesce(jsonb_agg(
      jsonb_build_object('id', k.id, 'name', k.name, 'price', k.price, 'logo', k.logo, 'serial', k.serial) order by k.serial, k.id
    ) filter (where k.id is not null), '[]') as packages
  from topup_products p
  join product_states s on s.id = p.id
  left join (topup_packages k join package_states a on a.id = k.id and a.availability = 'on_sale') on k.product_id = p.id
  where p.is_active = 1
  group by p.id, s.availability
  order by p.id`

export const readCatalog = async (db: Db): Promise<Catalog> => {
  const products = await query<Catalog['products'][number]>(db, PRODUCTS)
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
    .where(sql<boolean>`${sql.raw(isMethodShown('status'))}`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  const banners = await db
    .selectFrom('banners')
    .select(['id', 'note', 'link', 'banner'])
    .where('isactive', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  const notices = await db
    .selectFrom('notices')
    .select(['id', 'notice', 'link', 'image'])
    .where('is_active', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  return { products: products, physical_products, payment_methods, banners, notices }
}
