import type { Input } from '#contract/endpoint.ts'
import type { vouchers } from '#contract/vouchers.ts'
import { listExportHandler } from '../../core/exports/handlers.ts'
import type { Column } from '../../core/exports/rows.ts'
import { exportList } from '../../core/lists/read.ts'
import { ordersSeen } from '../../platform/context.ts'
import { lookUp } from './look-up.ts'
import { livingVouchers, VOUCHERS } from './queries.ts'

const COLUMNS: readonly Column[] = [
  ['Voucher ID', 'v.id', 'id'],
  ['Added', 'v.created_at', 'moment'],
  ['Status', `case v.status when 1 then 'Ready' when 2 then 'Used' else 'Hide' end`, 'text'],
  ['Product', 'p.name', 'text'],
  ['Package', 'k.name', 'text'],
  ['Batch', 'b.name', 'text'],
  ['Expires', 'v.expires_on', 'day'],
  ['User ID', 'v.user_id', 'id'],
  ['User', 'u.username', 'text'],
  ['Order ID', 'o.id', 'id'],
  ['Used', 'v.used_at', 'moment'],
]

/** No code, PIN or serial, not even in part. */
export const exportVouchers = listExportHandler<Input<typeof vouchers.exportRows>>({
  name: 'vouchers',
  columns: COLUMNS,
  check: (ctx, query) => lookUp(ctx, { ...query, page: 1, limit: 1 }),
  page: (ctx, query) => exportList(ctx.db, VOUCHERS, ordersSeen(ctx.admin), livingVouchers(ctx, query)),
})
