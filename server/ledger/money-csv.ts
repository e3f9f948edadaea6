import type { TransactionRow } from '#contract/wallet-topups.ts'
import { csvLine } from '../csv/csv.ts'
import type { Db } from '../db/connect.ts'
import { type MoneyTable, walkMoney } from './money-rows.ts'

const BATCH = 1_000

const COLUMNS = [
  'id',
  'created_at',
  'status',
  'amount',
  'number',
  'trx_id',
  'payment_method',
  'user_id',
  'username',
  'user_phone',
  'admin',
  'updated_at',
]

const nameOf = (person: TransactionRow['Admin']) => (person ? `${person.first_name} ${person.last_name}` : '')

const line = (row: TransactionRow) =>
  csvLine([
    row.id,
    row.created_at,
    row.status,
    row.amount,
    row.number,
    row.trx_id,
    row.payment_method?.name ?? '',
    row.user_id,
    row.User.username,
    row.User.phone,
    nameOf(row.Admin),
    row.updated_at,
  ])

/** The rows of a filter as CSV, newest first. */
export const streamMoneyCsv = async function* (
  db: Db,
  table: MoneyTable,
  search: Parameters<typeof walkMoney>[2],
): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  for await (const rows of walkMoney(db, table, search, BATCH)) yield rows.map(line).join('')
}
