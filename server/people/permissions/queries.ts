import type { AuthModule, AuthQuery, PackageGrants } from '#contract/permissions.ts'
import type { List } from '../../core/lists/list.ts'
import { readList } from '../../core/lists/read.ts'
import { readSearch } from '../../core/lists/search.ts'
import { contains } from '../../core/lists/statement.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'

const ROW = 'm.id, m.key, m.name, m.slug, m.description, m.auth_url, m.status'

export const lockModule = async (db: Db, id: number): Promise<AuthModule | undefined> =>
  (await run<AuthModule>(db, `select ${ROW} from auth_modules m where m.id = $1 for update`, [id]))[0]

export const MODULE_LIST: List<AuthQuery, AuthModule> = {
  table: 'auth_modules',
  as: 'm',
  scope: 'none',
  columns: ROW,
  joins: '',
  filters: {
    q: (q, { bind }) => {
      const { only, id = only, text } = readSearch(q)
      if (text === undefined) return `m.id = ${bind(id)}`
      return contains(`text_key(m.name || ' ' || m.slug || ' ' || m.description || ' ' || m.auth_url)`, text, bind)
    },
  },
  sorts: {
    name: { by: 'lower(m.name)', few: true },
    slug: { by: 'm.slug', few: true },
    auth_url: { by: 'm.auth_url', few: true },
    status: { by: 'm.status', few: true },
  },
  isAscending: () => true,
  first: ({ sort }) => (sort === undefined ? 'm.status = 0' : undefined),
  isCountedInFull: true,
}

export const listModules = async (db: Db, query: AuthQuery) => {
  const { rows, total } = await readList(db, MODULE_LIST, null, query)
  return { data: rows, total }
}

const idsOf = async (db: Db, sql: string, values: unknown[]): Promise<number[]> =>
  (await run<{ id: number }>(db, sql, values)).map(({ id }) => id)

interface GrantSet {
  readonly what: string
  readonly grantable: string
  /** A subquery of the ids that can be granted. */
  readonly present: string
  readonly granted: string
  readonly table: string
  readonly column: string
}

const setOf = (what: string, table: string, column: string, rows: string, grantable: string): GrantSet => ({
  what,
  table,
  column,
  present: `select t.id from ${rows} t where ${grantable}`,
  grantable: `select t.id from ${rows} t where ${grantable} and t.id = any($1::bigint[])`,
  granted: `
    select t.id from ${table} g join ${rows} t on t.id = g.${column} and ${grantable}
    where g.admin_id = $1 order by t.id`,
})

export const MODULES = setOf('auth module', 'admin_modules', 'auth_module_id', 'auth_modules', 't.status = 1')
export const PRODUCTS = setOf('product', 'admin_products', 'topup_product_id', 'topup_products', 't.deleted_at is null')
export const PACKAGES = setOf(
  'package',
  'admin_packages',
  'topup_package_id',
  'topup_packages',
  't.deleted_at is null and exists (select from topup_products p where p.id = t.product_id and p.deleted_at is null)',
)

export const grantedTo = (db: Db, set: GrantSet, adminId: number): Promise<number[]> => idsOf(db, set.granted, [adminId])

export const ungrantable = async (db: Db, set: GrantSet, ids: readonly number[]): Promise<number[]> => {
  const known = new Set(await idsOf(db, set.grantable, [ids]))
  return ids.filter((id) => !known.has(id))
}

/** Writes only the difference, for true change events. Keeps grants of deleted packages, which are not shown and may have orders. */
export const replaceGrants = async (db: Db, { table, column, present }: GrantSet, adminId: number, ids: readonly number[]) => {
  await run(db, `delete from ${table} where admin_id = $1 and ${column} <> all($2::bigint[]) and ${column} in (${present})`, [
    adminId,
    ids,
  ])
  await run(
    db,
    `insert into ${table} (admin_id, ${column})
     select $1, id from unnest($2::bigint[]) as id
     where id not in (select ${column} from ${table} where admin_id = $1)`,
    [adminId, ids],
  )
}

const COVERED = `${PACKAGES.present} and t.product_id = any($1::bigint[])`

/** The packages of products. */
export const packagesOf = (db: Db, productIds: readonly number[]): Promise<number[]> => idsOf(db, COVERED, [productIds])

export const packagesGrantedTo = async (db: Db, adminId: number): Promise<PackageGrants> => {
  const topup_product_id = await grantedTo(db, PRODUCTS, adminId)
  const ids = new Set([...(await grantedTo(db, PACKAGES, adminId)), ...(await packagesOf(db, topup_product_id))])
  return { topup_package_id: [...ids].sort((one, other) => one - other), topup_product_id }
}

/** Of granted products those of which `packageIds` names every package. */
export const wholeProducts = (db: Db, productIds: readonly number[], packageIds: readonly number[]): Promise<number[]> =>
  idsOf(
    db,
    `select granted.id from unnest($1::bigint[]) as granted (id)
     where not exists (${PACKAGES.present} and t.product_id = granted.id and t.id <> all($2::bigint[]))`,
    [productIds, packageIds],
  )

export const roleOf = async (db: Db, adminId: number, lock = false): Promise<string | undefined> => {
  const sql = `select role from admins where id = $1 and deleted_at is null ${lock ? 'for no key update' : ''}`
  return (await run<{ role: string }>(db, sql, [adminId]))[0]?.role
}
