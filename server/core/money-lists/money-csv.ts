import type { walletAdds } from '#contract/wallet-adds.ts'
import type { Streamed } from '../../platform/context.ts'
import { CSV_TYPE, csvName } from '../csv/csv.ts'
import { type Column, csvNewestFirst } from '../csv/export.ts'
import { validateDateRange } from '../lists/days.ts'
import { exportPage, IS_AUTOMATIC } from './money-rows.ts'
import type { MoneyTable } from './money-table.ts'

const NAME = `concat_ws(' ', a.first_name, a.last_name)`

const columnsOf = (table: MoneyTable): readonly Column[] => [
  ['Transaction ID', 'r.id', 'whole'],
  ['Created', 'r.created_at', 'moment'],
  ['Status', 'r.status', 'text'],
  ['Amount', 'r.amount', 'amount'],
  ['Number', 'r.number', 'text'],
  ['TrxID', table === 'wallet_adds' ? 'r.trx_id' : `''`, 'text'],
  ['Payment method', 'm.name', 'text'],
  ['User ID', 'r.user_id', 'whole'],
  ['User', 'u.username', 'text'],
  ['User phone', 'u.phone', 'text'],
  ['Admin', table === 'wallet_adds' ? `case when ${IS_AUTOMATIC} then 'Automatic' else ${NAME} end` : NAME, 'text'],
  ['Updated', 'r.updated_at', 'moment'],
]

export const moneyExport = (table: MoneyTable): Streamed<typeof walletAdds.exportCsv> => ({
  type: CSV_TYPE,
  check: async (_ctx, search) => validateDateRange(search),
  fileName: () => csvName(table.replace('_', '-')),
  async *stream({ db }, search) {
    yield* csvNewestFirst(db, columnsOf(table), await exportPage(db, table, search))
  },
})
