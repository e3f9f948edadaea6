import type { Output } from '#contract/endpoint.ts'
import { type CustomerMoneyList, type CustomerMoneyRow, moneyFlow } from '#contract/money-rows.ts'
import type { MoneyQuery, walletAdds } from '#contract/wallet-adds.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import type { ExportPage } from '../exports/rows.ts'
import { hasDateRange } from '../lists/days.ts'
import type { List, Packages } from '../lists/list.ts'
import { exportList, findRow, readList } from '../lists/read.ts'
import { statusIs } from '../lists/statement.ts'
import { flagsOf } from './money-flags.ts'
import { matches } from './money-search.ts'
import type { MoneyTable } from './money-table.ts'

/** SQL of a wallet add `r` that no admin decided. */
export const IS_AUTOMATIC = 'r.is_automatic and r.admin_id is null'
const AUTOMATIC = `when ${IS_AUTOMATIC} then jsonb_build_object('first_name', 'Automatic', 'last_name', '')`

const PAYMENT = `
  (select jsonb_build_object('id', p.id, 'amount', p.amount) from payments p where p.wallet_add_id = r.id and r.status <> 'cancel')`
const PAID: Readonly<Record<NonNullable<MoneyQuery['payment']>, string>> = {
  paid: 'exists (select from payments p where p.wallet_add_id = r.id and p.amount = r.amount)',
  differs: 'exists (select from payments p where p.wallet_add_id = r.id and p.amount <> r.amount)',
  none: 'not exists (select from payments p where p.wallet_add_id = r.id)',
}

const columnsOf = (table: MoneyTable, scope: string) => `
  r.id, r.user_id, r.amount, r.number, ${table === 'wallet_adds' ? "coalesce(r.trx_id, '')" : "''"} as trx_id,
  coalesce(r.reference, '') as reference, r.status, r.admin_id,
  r.created_at, r.updated_at, ${flagsOf(table, scope)} as flags,
  case when m.id is not null then jsonb_build_object('id', m.id, 'name', m.name) end as payment_method,
  case when a.id is not null then jsonb_build_object('first_name', a.first_name, 'last_name', a.last_name)
    ${table === 'wallet_adds' ? AUTOMATIC : ''} end as "Admin",
  ${table === 'wallet_adds' ? PAYMENT : 'null::jsonb'} as payment,
  jsonb_build_object('username', u.username, 'phone', u.phone, 'email', u.email) as "User"`

const JOINS = `
  join users u on u.id = r.user_id
  left join payment_methods m on m.id = r.payment_method_id
  left join admins a on a.id = r.admin_id`

const moneyStatuses = (status: MoneyQuery['status']) =>
  (status ? [status] : moneyFlow.statuses).map((each) => `'${each}'`).join(', ')

const listOf = (table: MoneyTable): List<MoneyQuery, CustomerMoneyRow> => ({
  table,
  as: 'r',
  scope: 'columns',
  columns: (scope) => columnsOf(table, scope.sql),
  joins: JOINS,
  filters: {
    // Only what is completed has a day of completion.
    status: (status, { query }) =>
      hasDateRange(query) && query.day_of === 'completed_at' && status !== 'completed' ? 'false' : statusIs('r.status', status),
    user_id: (id, { bind }) => `r.user_id = ${bind(id)}`,
    payment: (paid) => (table === 'wallet_adds' ? PAID[paid] : 'false'),
    q: (q, terms) => matches(table, q, terms),
  },
  sorts: {
    amount: {
      by: 'r.amount',
      index: `${table}_amount`,
      strands: {
        from: ({ query: { status } }) => `unnest(array[${moneyStatuses(status)}]) as strand (status)`,
        where: 'r.status = strand.status',
      },
    },
  },
  first: ({ sort, status }) => (sort === undefined && status === undefined ? `r.status = 'pending'` : undefined),
  counters: {
    filters: ['status'],
    blocks: (condition) => `select r.block, r.n from money_tally as r where r.list = '${table}' and ${condition}`,
  },
  moments: {
    completed_at: {
      perDay: ({ query: { status = 'completed' } }) =>
        status === 'completed' ? `select day, n from money_figure_tally where kind = 'wallet_adds'` : undefined,
    },
  },
})

export const MONEY_LISTS = { wallet_adds: listOf('wallet_adds'), withdrawals: listOf('withdrawals') }

/** One row, or undefined; `packages` are those whose orders a flag may name. */
export const findMoneyRow = (db: Db, table: MoneyTable, packages: Packages, id: number): Promise<CustomerMoneyRow | undefined> =>
  findRow(db, MONEY_LISTS[table], packages, id)

export const listMoney = async (db: Db, table: MoneyTable, packages: Packages, query: MoneyQuery): Promise<CustomerMoneyList> => {
  const { rows, ...list } = await readList(db, MONEY_LISTS[table], packages, query)
  return { transactions: rows, ...list }
}

export const exportPage = (db: Db, table: MoneyTable, search: Partial<MoneyQuery>): Promise<ExportPage> =>
  exportList(db, MONEY_LISTS[table], null, search)

type PendingSum = Output<typeof walletAdds.pending>

/** What waits: how many, how much, the newest one's id, and what tells these from rows that were just being written. */
export const sumPending = async (db: Db, table: MoneyTable): Promise<PendingSum> => {
  const sql = `
    select count(*) as count, coalesce(sum(amount), 0) as sum, max(id) as up_to_id,
      -- Also where a clock was ahead then. A millisecond later, because readers get no microseconds.
      greatest(now(), max(updated_at)) + interval '1 millisecond' as as_of,
      array(select pg_snapshot_xip(pg_current_snapshot())::text::bigint)
        || pg_snapshot_xmax(pg_current_snapshot())::text::bigint as unseen
    from ${table} where status = 'pending'`
  const rows = await run<PendingSum>(db, sql)
  if (!rows[0]) throw new Error('An aggregate answers one row')
  return rows[0]
}
