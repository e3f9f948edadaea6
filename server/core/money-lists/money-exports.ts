import type { Input } from '#contract/endpoint.ts'
import type { walletAdds } from '#contract/wallet-adds.ts'
import { listExportHandler } from '../exports/handlers.ts'
import type { Column } from '../exports/rows.ts'
import { validateDateRange } from '../lists/days.ts'
import { exportPage, IS_AUTOMATIC } from './money-rows.ts'
import type { MoneyTable } from './money-table.ts'

const NAME = `concat_ws(' ', a.first_name, a.last_name)`

const columnsOf = (table: MoneyTable): readonly Column[] => [
  ['Transaction ID', 'r.id', 'id'],
  ['Created', 'r.created_at', 'moment'],
  ['Status', 'r.status', 'text'],
  ['Amount', 'r.amount', 'amount'],
  ['Number', 'r.number', 'text'],
  ['TrxID', table === 'wallet_adds' ? 'r.trx_id' : `''`, 'text'],
  ['Payment method', 'm.name', 'text'],
  ['User ID', 'r.user_id', 'id'],
  ['User', 'u.username', 'text'],
  ['User phone', 'u.phone', 'text'],
  ['Admin', table === 'wallet_adds' ? `case when ${IS_AUTOMATIC} then 'Automatic' else ${NAME} end` : NAME, 'text'],
  ['Updated', 'r.updated_at', 'moment'],
]

export const moneyExport = (table: MoneyTable) =>
  listExportHandler<Input<typeof walletAdds.exportRows>>({
    name: table.replace('_', '-'),
    columns: columnsOf(table),
    check: async (_, search) => validateDateRange(search),
    page: ({ db }, search) => exportPage(db, table, search),
  })
