import type { TransactionRow } from '#contract/wallet-topups.ts'
import { csvLine, shopTime, timeTitle } from '../csv/csv.ts'
import type { Db } from '../db/connect.ts'
import { type MoneyTable, walkMoney } from './money-rows.ts'

const BATCH = 1_000

const COLUMNS = [
  'Transaction ID',
  timeTitle('Created'),
  'Status',
  'Amount',
  'Number',
  'TrxID',
  'Payment method',
  'User ID',
  'User',
  'User phone',
  'Admin',
  timeTitle('Updated'),
]

const nameOf = (person: TransactionRow['Admin']) => (person ? `${person.first_name} ${person.last_name}` : '')

const line = (row: TransactionRow) =>
  csvLine([
    row.id,
    shopTime(row.created_at),
    row.status,
    row.amount,
    row.number,
    row.trx_id,
    row.payment_method?.name ?? '',
    row.user_id,
    row.User.username,
    row.User.phone,
    nameOf(row.Admin),
    shopTime(row.updated_at),
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
