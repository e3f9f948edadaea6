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

/** Rows that are not deleted. */
const rowsOf = <R>(db: Db, table: string, columns: string, isShown: string, order: string) =>
  query<R>(db, `select id, ${columns} from ${table} where deleted_at is null and ${isShown} order by ${order}`)

export const readCatalog = async (db: Db): Promise<Catalog> => ({
  products: await query(db, PRODUCTS),
  physical_products: await rowsOf(
    db,
    'physical_products',
    'name, image, sale_price, regular_price, quantity, description',
    'is_active = 1 and quantity > 0',
    'id',
  ),
  payment_methods: await rowsOf(db, 'payment_methods', 'name, logo, info', isMethodShown('status'), 'id'),
  banners: await rowsOf(db, 'banners', 'note, link, banner', 'isactive = 1', 'id desc'),
  notices: await rowsOf(db, 'notices', 'notice, link, image', 'is_active = 1', 'id desc'),
})
