import type { AdminQuery, AdminRow } from '#contract/admins.ts'
import type { List, Terms } from '../../core/lists/list.ts'
import { findRow, readList } from '../../core/lists/read.ts'
import { adminsFound, readSearch } from '../../core/lists/search.ts'
import { containing } from '../../core/lists/statement.ts'
import type { Db } from '../../platform/db/connect.ts'

const ROW = `
  a.id, a.first_name, a.last_name, a.username, a.gender, a.date_of_birth, a.image, a.email, a.phone, a.role, a.version,
  a.must_change_password, has_second_factor(a.id), a.created_at, w.balance as wallet,
  (select count(*) from admin_modules g join auth_modules m on m.id = g.auth_module_id and m.status = 1
    where g.admin_id = a.id) as auth_count,
  (select count(*) from admin_packages g join topup_packages k on k.id = g.topup_package_id and k.deleted_at is null
      join topup_products p on p.id = k.product_id and p.deleted_at is null
    where g.admin_id = a.id) as package_count,
  (select count(*) from admin_products g join topup_products p on p.id = g.topup_product_id and p.deleted_at is null
    where g.admin_id = a.id) as product_count,
  (select max(s.last_used_at) from sessions s where s.admin_id = a.id and s.expires_at > now()) as last_seen_at`

const WALLET = `join accounts w on w.admin_id = a.id and w.kind = 'admin_wallet'`

const matches = (q: string, { bind }: Terms<AdminQuery>): string => {
  const { only, id, digits, text } = readSearch(q)
  if (only !== undefined) return `a.id = ${bind(only)}`
  if (text !== undefined) return adminsFound(text, bind)
  const either = id === undefined ? [] : [`a.id = ${bind(id)}`]
  if (digits !== undefined) either.push(`phone_key(a.phone) like ${bind(containing(digits))}`)
  return `(${either.join(' or ')})`
}

export const ADMINS: List<AdminQuery, AdminRow> = {
  table: 'admins',
  as: 'a',
  scope: 'none',
  columns: ROW,
  joins: WALLET,
  always: 'a.deleted_at is null',
  filters: { q: matches },
  sorts: {
    first_name: { by: 'lower(a.first_name)', few: true },
    username: { by: 'lower(a.username)', few: true },
    email: { by: 'lower(a.email)', few: true },
    wallet: { by: 'w.balance', join: WALLET, few: true },
  },
  isAscending: () => true,
  isCountedInFull: true,
}

export const findAdminRow = (db: Db, id: number): Promise<AdminRow | undefined> => findRow(db, ADMINS, null, id)

export const listAdmins = async (db: Db, query: AdminQuery) => {
  const { rows, total } = await readList(db, ADMINS, null, query)
  return { data: rows, total }
}
