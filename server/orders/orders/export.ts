import type { desk } from '#contract/desk.ts'
import { CSV_TYPE, csvName } from '../../core/csv/csv.ts'
import { type Column, csvNewestFirst } from '../../core/csv/export.ts'
import { validateDateRange } from '../../core/lists/days.ts'
import type { Streamed } from '../../platform/context.ts'
import { exportPage } from './list.ts'
import { adminOrdersVisibleTo, ordersVisibleTo } from './queries.ts'

const COLUMNS: readonly Column[] = [
  ['Order ID', 'o.id', 'whole'],
  ['Created', 'o.created_at', 'moment'],
  ['Status', 'o.status', 'text'],
  ['Product', 'o.product_name', 'text'],
  ['Package', 'o.name', 'text'],
  ['Price', 'o.amount', 'amount'],
  ['Player ID', 'o.playerid', 'text'],
  ['Account type', 'o.accounttype', 'text'],
  ['User ID', 'o.user_id', 'whole'],
  ['User', 'u.username', 'text'],
  ['User phone', 'u.phone', 'text'],
  ['Phone', 'o.phone', 'text'],
  ['Note', 'o.brief_note', 'text'],
  [
    'Completed by',
    `case when o.status = 'completed' and d.id is null then 'Automatic' else concat_ws(' ', d.first_name, d.last_name) end`,
    'text',
  ],
  ['Closed', 'o.closed_at', 'moment'],
]

export const exportOrders: Streamed<typeof desk.exportCsv> = {
  type: CSV_TYPE,
  check: async (ctx, query) => {
    validateDateRange(query)
    if (query.list === 'admin') await adminOrdersVisibleTo(ctx, query.admin)
  },
  fileName: () => csvName('orders'),
  async *stream(ctx, query) {
    const scope = query.list === 'admin' ? await adminOrdersVisibleTo(ctx, query.admin) : ordersVisibleTo(ctx)
    yield* csvNewestFirst(ctx.db, COLUMNS, await exportPage(ctx.db, scope, query))
  },
}
