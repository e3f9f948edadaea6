import { type Db, query } from '../platform/db/connect.ts'
import type { Figure, ReadFigures } from '../platform/health/figures.ts'

const LISTS = ['orders', 'product_orders', 'wallet_adds', 'withdrawals'] as const

const oldest = (list: string) =>
  `(select extract(epoch from now() - created_at)::float8 from ${list} where status = 'pending' order by id limit 1)`

const PENDING = `
  select t.list, t.n, greatest(t.age, 0) as age
  from (
    ${LISTS.map((list) => {
      const tally =
        list === 'orders' ? `order_tally where status = 'pending'` : `money_tally where list = '${list}' and status = 'pending'`
      return `select '${list}' as list, (select coalesce(sum(n), 0)::bigint from ${tally}) as n, ${oldest(list)} as age`
    }).join('\n    union all ')}
  ) as t`

const seconds = (time: string) => `coalesce(extract(epoch from ${time})::float8, 0)`

const FIGURES = {
  claims: { help: 'Orders in progress', sql: `(select count(*) from orders where status = 'in_progress')` },
  webhooks_waiting: { help: 'Webhooks to be delivered', sql: `(select count(*) from webhooks where state = 'waiting')` },
  webhooks_failed: { help: 'Webhooks given up', sql: `(select count(*) from webhooks where state = 'failed')` },
  oldest_webhook_age_seconds: {
    help: 'Age of the oldest webhook to be delivered; 0 without one',
    sql: `(select greatest(${seconds('now() - min(created_at)')}, 0) from webhooks where state = 'waiting')`,
  },
  sms_waiting: {
    help: 'Text messages to be sent',
    sql: `(select coalesce(sum(n), 0)::bigint from campaign_tally where state = 'waiting')`,
  },
  sms_unclear: {
    help: 'Text messages without a clear answer of the gateway',
    sql: `(select coalesce(sum(n), 0)::bigint from campaign_tally where state = 'unclear')`,
  },
  unreconciled: {
    help: 'Rules of the books found broken by the last check',
    sql: `(select count(*) from books, jsonb_object_keys(report))`,
  },
  books_stopped: {
    help: '1 while no money moves, because a journal does not sum to zero',
    sql: `(select (stopped_reason is not null)::int from books)`,
  },
  books_checked_timestamp_seconds: {
    help: 'When the books were last checked; 0 before the first check',
    sql: `(select ${seconds('checked_at')} from books)`,
  },
  frozen_accounts: {
    help: 'Wallets and other accounts frozen by the check of the books',
    sql: `(select count(*) from accounts where frozen_reason is not null)`,
  },
  last_backup_timestamp_seconds: {
    help: 'Moment of the last backup; 0 without one',
    sql: `(select ${seconds('max(moment)')} from backups where moment <= now())`,
  },
  failed_sign_ins: {
    help: 'Sign-ins that failed or were refused in this quarter of an hour and the one before',
    sql: `(select coalesce(sum(failed + refused), 0)::bigint from failed_sign_ins where quarter > now() - interval '30 minutes')`,
  },
} as const
type Name = keyof typeof FIGURES

const ENTRIES = Object.entries(FIGURES) as [Name, (typeof FIGURES)[Name]][]
const STATEMENT = `select ${ENTRIES.map(([name, { sql }]) => `${sql} as ${name}`).join(',\n    ')}`

/** What the shop adds to /metrics. Every server of a shop answers the same, because all of it is the database's. */
export const readShopFigures: ReadFigures = async (db: Db): Promise<Figure[]> => {
  const pending = await query<{ list: string; n: number; age: number | null }>(db, PENDING)
  const [row] = await query<Record<Name, number>>(db, STATEMENT)
  return [
    {
      name: 'pending',
      help: 'Rows that wait for a decision',
      values: pending.map(({ list, n }) => ({ labels: { list }, value: n })),
    },
    {
      name: 'oldest_pending_age_seconds',
      help: 'Age of the oldest row that waits for a decision; 0 without one',
      values: pending.map(({ list, age }) => ({ labels: { list }, value: age ?? 0 })),
    },
    ...ENTRIES.map(([name, { help }]) => ({ name, help, values: row ? [{ labels: {}, value: row[name] }] : [] })),
  ]
}
