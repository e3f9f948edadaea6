import type { Output } from '#contract/endpoint.ts'
import type { store } from '#contract/store.ts'
import { CATALOG_LISTS, type CatalogList, type catalogChanges } from '#contract/store-catalog.ts'
import { isMethodShown } from '../core/shown-payment-methods.ts'
import { type Db, query } from '../platform/db/connect.ts'
import type { Job } from '../platform/jobs/jobs.ts'

type StoreCatalog = Output<typeof store.catalog>
type Catalog = Omit<StoreCatalog, keyof typeof catalogChanges>

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

const LISTS = Object.keys(CATALOG_LISTS) as CatalogList[]

const CHANGED = 'select kind, id, is_removed from catalog_items where changed_at > $1'

/** The whole, or what a comparison has found changed since then. */
export const readStoreCatalog = async (db: Db, since: string | undefined): Promise<StoreCatalog> => {
  // First, so that what changes in between is found changed the next time.
  const [last] = await query<{ as_of: string | null }>(db, 'select max(changed_at) as as_of from catalog_items')
  const as_of = last?.as_of ?? null
  const catalog = await readCatalog(db)
  if (since === undefined) return { ...catalog, as_of, removed: [] }
  const changed = await query<StoreCatalog['removed'][number] & { is_removed: boolean }>(db, CHANGED, [since])
  const keys = new Set(changed.map(({ kind, id }) => `${kind} ${id}`))
  const lists = LISTS.map((list) => [list, catalog[list].filter(({ id }) => keys.has(`${CATALOG_LISTS[list]} ${id}`))])
  const removed = changed.filter(({ is_removed }) => is_removed).map(({ kind, id }) => ({ kind, id }))
  return { ...(Object.fromEntries(lists) as Catalog), as_of: as_of ?? since, removed }
}

/** Finds what customers see otherwise than at the last comparison, dates it, and keeps an event of each. One server at a time compares. */
export const compareCatalog: Job = {
  name: 'compare the catalogue',
  everyMs: 2_000,
  async run(db) {
    const [look] = await query<{ at: string | null }>(db, 'select take_catalog_look() as at')
    if (!look?.at) return
    const catalog = await readCatalog(db)
    const shown = LISTS.flatMap((list) => catalog[list].map((item) => ({ kind: CATALOG_LISTS[list], id: item.id, item })))
    await query(db, 'select compare_catalog($1::jsonb, $2)', [JSON.stringify(shown), look.at])
  },
}
