import { type Db, query } from '../../server/platform/db/connect.ts'
import { everyEndpoint, fieldsOf } from '../support/samples.ts'

/** The tables that hold what people write, by the subject under which the audit log names their rows. */
const TABLES: Readonly<Record<string, string>> = {
  admin: 'admins',
  hand_over: 'hand_overs',
  auth_module: 'auth_modules',
  banner: 'banners',
  notice: 'notices',
  order: 'orders',
  payment_method: 'payment_methods',
  physical_product: 'physical_products',
  product_order: 'product_orders',
  campaign: 'campaigns',
  topup_package: 'topup_packages',
  topup_product: 'topup_products',
  user: 'users',
  view: 'saved_views',
  voucher: 'vouchers',
  wallet_add: 'wallet_adds',
  withdrawal: 'withdrawals',
}
const COMPARED = Object.values(TABLES)

/** What the database writes by itself whenever a row is made or changed. */
const BY_ITSELF = ['id', 'created_at', 'updated_at', 'version', 'moves']

const DECIDED = 'status brief_note completed_by closed_at holder_id held_until voucher_id recipe_id'
const CODE = 'code_sealed code_index code_last4'

/** What a call changes of its row beside the columns that are named like its fields. */
const MORE: Readonly<Record<string, string>> = {
  'handOvers.cancelOwn': 'status admin_id',
  'handOvers.editRow': 'edits reopens admin_id',
  'handOvers.record': 'owner_id status',
  'handOvers.request': 'owner_id',
  'handOvers.setStatus': 'admin_id',
  'admins.create': 'password_hash must_change_password',
  'admins.remove': 'deleted_at',
  'admins.resetPassword': 'password_hash must_change_password password_is_one_time',
  'banners.remove': 'deleted_at',
  'desk.claim': 'status holder_id held_until',
  'desk.decideMany': DECIDED,
  'desk.saveView': 'admin_id',
  'desk.takeNext': 'status holder_id held_until',
  'notices.remove': 'deleted_at',
  'orders.correct': 'status completed_by closed_at corrected_at',
  'orders.setStatus': DECIDED,
  'paymentMethods.remove': 'deleted_at',
  'permissions.activate': 'status',
  'productOrders.setStatus': 'brief_note admin_id closed_at',
  'physicalProducts.remove': 'deleted_at',
  'sessions.changePassword': 'password_hash must_change_password password_is_one_time',
  'campaigns.send': 'admin_id is_to_all meant_for gateways planned excepted add_until added_to',
  'campaigns.stop': 'stopped_at',
  'store.addUser': 'phone_digits search password_hash',
  'store.placeOrder': `product_id product_name name amount bprice cost phone_digits ingamepassword_sealed securitycode_sealed
    credit_taken ${DECIDED}`,
  'store.placeProductOrder': 'name price amount',
  'store.setPassword': 'password_hash',
  'topupPackages.remove': 'deleted_at',
  'topupPackages.stopVouchers': 'sells_vouchers recipe_id automatic',
  'topupPackages.update': 'sells_vouchers recipe_id',
  'topupProducts.remove': 'deleted_at',
  'users.remove': 'deleted_at',
  'users.update': 'phone_digits search password_hash',
  'users.writeNote': 'search',
  'vouchers.remove': 'deleted_at',
  'vouchers.restore': 'deleted_at',
  'vouchers.update': `${CODE} used_at`,
  'walletAdds.approveMany': 'status admin_id completed_at',
  'walletAdds.correct': 'status corrections admin_id completed_at',
  'walletAdds.creditPaid': 'status amount asked raised_by admin_id completed_at',
  'walletAdds.editRow': 'edits admin_id completed_at',
  'walletAdds.setStatus': 'admin_id completed_at',
  'withdrawals.editRow': 'edits reopens admin_id number_changed_by',
  'withdrawals.setStatus': 'admin_id',
}

const DELIVERY = 'topup_products.price vouchers.status vouchers.user_id vouchers.used_at'

/** What a call changes of rows that its audit row does not name. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  'desk.decideMany': DELIVERY,
  'orders.correct': 'topup_products.price',
  'orders.setStatus': DELIVERY,
  'productOrders.setStatus': 'physical_products.quantity',
  'rates.revert': 'topup_packages.price',
  'rates.update': 'topup_packages.price',
  'store.placeOrder': 'topup_products.price',
  'store.placeProductOrder': 'physical_products.quantity',
  'vouchers.add': `${`package_id status added_by used_at ${CODE}`.replace(/\w+/g, 'vouchers.$&')} topup_packages.sells_vouchers`,
  'vouchers.update': 'topup_packages.sells_vouchers',
  'walletAdds.cancelAll': 'wallet_adds.status wallet_adds.admin_id',
  'withdrawals.cancelAll': 'withdrawals.status withdrawals.admin_id',
}

const words = (text: string | undefined): string[] => (text ?? '').split(/\s+/).filter((word) => word !== '')
const mayChange = new Map(
  everyEndpoint.map(({ name, endpoint }) => [name, [...fieldsOf(endpoint).map((field) => field.name), ...words(MORE[name])]]),
)

/** Keeps the rows as they are now, to compare with. */
export const keepRows = async (db: Db): Promise<void> => {
  await query(db, 'create schema kept')
  for (const table of COMPARED) await query(db, `create table kept.${table} as table ${table}`)
}

interface Changed {
  table: string
  id: number
  columns: string[]
}

/** The rows that differ from the kept ones, with the columns that do; of a new row those that are not what they are by default. */
const changedRows = async (db: Db, table: string): Promise<Changed[]> => {
  const columns = await query<{ name: string; value: string | null }>(
    db,
    `select column_name as name, column_default as value from information_schema.columns
     where table_schema = 'public' and table_name = $1 and column_default is not null and is_generated = 'NEVER'`,
    [table],
  )
  const defaults = columns.map(({ name, value }) => `'${name}', ${value}`).join(', ')
  return query<Changed>(
    db,
    `select '${table}' as "table", now.id, array(
         select c.key from jsonb_each(to_jsonb(now)) as c
         where c.value is distinct from coalesce(to_jsonb(kept) -> c.key, usual.row -> c.key, 'null')
       ) as columns
     from (select jsonb_build_object(${defaults}) as row) as usual, ${table} now
     left join kept.${table} as kept on kept.id = now.id
     where to_jsonb(now) is distinct from to_jsonb(kept)`,
  )
}

/** Every column that has changed although no call that succeeded, by what the audit log says, may change it in this row. */
export const unexpectedColumns = async (db: Db): Promise<string[]> => {
  const calls = await query<{ action: string; subject: string; subject_id: number | null }>(
    db,
    'select distinct action, subject, subject_id from audit',
  )
  const allowed = new Map<string, Set<string>>()
  const allow = (row: string, columns: string[]) => allowed.set(row, new Set([...(allowed.get(row) ?? []), ...columns]))
  // A heartbeat renews claims and leaves no audit row.
  allow('orders', ['held_until'])
  for (const { action, subject, subject_id } of calls) {
    allow(`${TABLES[subject]} ${subject_id}`, mayChange.get(action) ?? [])
    for (const elsewhere of words(ELSEWHERE[action])) {
      const [table = '', column = ''] = elsewhere.split('.')
      allow(table, [column])
    }
  }
  const found: string[] = []
  for (const table of COMPARED) {
    for (const { id, columns } of await changedRows(db, table)) {
      const known = [...BY_ITSELF, ...(allowed.get(`${table} ${id}`) ?? []), ...(allowed.get(table) ?? [])]
      found.push(...columns.filter((column) => !known.includes(column)).map((column) => `${table} ${id}: ${column}`))
    }
  }
  return found
}
