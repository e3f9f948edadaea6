import type { Input } from '#contract/endpoint.ts'
import type { users } from '#contract/users.ts'
import { listExportHandler } from '../../core/exports/handlers.ts'
import type { Column } from '../../core/exports/rows.ts'
import { validateDateRange } from '../../core/lists/days.ts'
import { exportList } from '../../core/lists/read.ts'
import { USERS } from './queries.ts'

const COLUMNS: readonly Column[] = [
  ['User ID', 'u.id', 'id'],
  ['Registered', 'u.created_at', 'moment'],
  ['Username', 'u.username', 'text'],
  ['First name', 'u.first_name', 'text'],
  ['Last name', 'u.last_name', 'text'],
  ['Phone', 'u.phone', 'text'],
  ['Verified', `case when u.is_phone_verify = 1 then 'Yes' else 'No' end`, 'text'],
  ['Email', 'u.email', 'text'],
  ['Wallet', 'w.balance', 'amount'],
  ['Earn wallet', 'e.balance', 'amount'],
  ['Banned', `case when u.is_banned = 1 then 'Yes' else 'No' end`, 'text'],
  ['Address', 'u.address', 'text'],
  ['City', 'u.city', 'text'],
  ['Zip code', 'u.zip_code', 'text'],
]

/** No figure of orders: those are of the packages that the caller sees. */
export const exportUsers = listExportHandler<Input<typeof users.exportRows>>({
  name: 'customers',
  columns: COLUMNS,
  check: async (_, search) => validateDateRange(search),
  page: ({ db }, search) => exportList(db, USERS, null, search),
})
