import type { desk } from '#contract/desk.ts'
import type { OrderRow } from '#contract/orders.ts'
import type { Streamed } from '../context.ts'
import { csvLine, csvName, shopTime, timeTitle } from '../csv/csv.ts'
import { exportPage } from './list.ts'
import { adminOrdersVisibleTo, ordersVisibleTo } from './queries.ts'

const ROWS_AT_ONCE = 2_000

const COLUMNS: readonly [string, (order: OrderRow) => string | number | null][] = [
  ['Order ID', (order) => order.id],
  [timeTitle('Created'), (order) => shopTime(order.created_at)],
  ['Status', (order) => order.status],
  ['Product', (order) => order.Product.name],
  ['Package', (order) => order.name],
  ['Price', (order) => order.amount],
  ['Player ID', (order) => order.playerid],
  ['Account type', (order) => order.accounttype],
  ['User ID', (order) => order.user_id],
  ['User', (order) => order.User.username],
  ['User phone', (order) => order.User.phone],
  ['Phone', (order) => order.phone],
  ['Note', (order) => order.brief_note],
  ['Completed by', (order) => order.completed_by],
  [timeTitle('Closed'), (order) => shopTime(order.closed_at)],
]

/** The filtered orders as CSV, page after page along the ids; a spreadsheet takes nothing in it for a formula. */
export const exportOrders: Streamed<typeof desk.exportCsv> = {
  type: 'text/csv; charset=utf-8',
  check: async (ctx, query) => query.list === 'admin' && adminOrdersVisibleTo(ctx, query.admin),
  fileName: () => csvName('orders'),
  async *stream(ctx, query) {
    const scope = query.list === 'admin' ? await adminOrdersVisibleTo(ctx, query.admin) : ordersVisibleTo(ctx)
    yield csvLine(COLUMNS.map(([title]) => title))
    let before: number | null = null
    while (!ctx.gone.aborted) {
      const page: OrderRow[] = await exportPage(ctx.db, scope, query, before, ROWS_AT_ONCE)
      if (page.length > 0) yield page.map((order) => csvLine(COLUMNS.map(([, read]) => read(order)))).join('')
      const last = page.at(-1)
      if (!last || page.length < ROWS_AT_ONCE) return
      before = last.id
    }
  },
}
