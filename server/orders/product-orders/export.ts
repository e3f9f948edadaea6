import type { Input } from '#contract/endpoint.ts'
import type { productOrders } from '#contract/product-orders.ts'
import { listExportHandler } from '../../core/exports/handlers.ts'
import type { Column } from '../../core/exports/rows.ts'
import { exportList } from '../../core/lists/read.ts'
import { PRODUCT_ORDERS } from './queries.ts'

const COLUMNS: readonly Column[] = [
  ['Order ID', 'o.id', 'id'],
  ['Created', 'o.created_at', 'moment'],
  ['Status', 'o.status', 'text'],
  ['Product', 'o.name', 'text'],
  ['Price', 'o.price', 'amount'],
  ['Quantity', 'o.quantity', 'whole'],
  ['Amount', 'o.amount', 'amount'],
  ['User ID', 'o.user_id', 'id'],
  ['User', 'u.username', 'text'],
  ['User phone', 'u.phone', 'text'],
  ['Phone', 'o.phone', 'text'],
  ['Address', 'o.address', 'text'],
  ['Note', 'o.brief_note', 'text'],
  ['Reference', 'o.reference', 'text'],
  ['Closed by', `concat_ws(' ', a.first_name, a.last_name)`, 'text'],
  ['Closed', 'o.closed_at', 'moment'],
]

export const exportProductOrders = listExportHandler<Input<typeof productOrders.exportRows>>({
  name: 'product-orders',
  columns: COLUMNS,
  // Of a product or a customer, too, all are searched.
  page: ({ db }, search) => exportList(db, PRODUCT_ORDERS, null, { ...search, limit: Number.MAX_SAFE_INTEGER }),
})
