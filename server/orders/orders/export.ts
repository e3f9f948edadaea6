import type { desk } from '#contract/desk.ts'
import type { Input } from '#contract/endpoint.ts'
import { listExportHandler } from '../../core/exports/handlers.ts'
import type { Column } from '../../core/exports/rows.ts'
import { validateDateRange } from '../../core/lists/days.ts'
import type { Context } from '../../platform/context.ts'
import { exportPage } from './list.ts'
import { adminOrdersVisibleTo, ordersVisibleTo } from './queries.ts'

const COLUMNS: readonly Column[] = [
  ['Order ID', 'o.id', 'id'],
  ['Created', 'o.created_at', 'moment'],
  ['Status', 'o.status', 'text'],
  ['Product', 'o.product_name', 'text'],
  ['Package', 'o.name', 'text'],
  ['Price', 'o.amount', 'amount'],
  ['Refunded in part', 'o.refunded', 'amount'],
  ['Player ID', 'o.playerid', 'text'],
  ['Account type', 'o.accounttype', 'text'],
  ['User ID', 'o.user_id', 'id'],
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

type Asked = Input<typeof desk.exportRows>

export const exportOrders = listExportHandler<Asked>({
  name: 'orders',
  columns: COLUMNS,
  check: async (ctx, query) => {
    validateDateRange(query)
    if (query.list === 'admin') await adminOrdersVisibleTo(ctx, query.admin)
  },
  page: async (ctx, query) => exportPage(ctx.db, await scopeOf(ctx, query), query),
})

const scopeOf = (ctx: Context, { list, admin }: Pick<Asked, 'list' | 'admin'>) =>
  list === 'admin' ? adminOrdersVisibleTo(ctx, admin) : ordersVisibleTo(ctx)
