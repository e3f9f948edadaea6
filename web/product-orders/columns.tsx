import { formatTk } from '#contract/money.ts'
import type { ProductOrderRow, ProductOrderStatus } from '#contract/product-orders.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Customer, EditOrder, Ordered, OrderPhone, orderIdColumn, phoneOf } from '../lists/cells/order-cells.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { Waiting } from '../lists/cells/Waiting.tsx'
import { createdColumn } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { isOpen } from './actions.ts'
import classes from './product-orders.module.css'

type Tab = ProductOrderStatus | 'all'

/** Columns of a tab in the order of its work, first those that it cannot do without. */
const OPEN = 'id waiting product quantity amount user phone address created_at brief_note status price Admin'
const CLOSED = 'id product quantity amount status Admin created_at user phone address brief_note price'
const IN_TAB = {
  pending: OPEN,
  in_progress: OPEN,
  completed: CLOSED,
  cancelled: CLOSED,
  all: 'id product quantity amount status user phone address created_at waiting brief_note price Admin',
} as const satisfies Record<Tab, string>

/** `onEdit` is omitted for read-only admins. */
export function productOrderColumns(
  onEdit: ((order: ProductOrderRow) => void) | undefined,
  seesCustomers: boolean,
  tab: Tab,
): Column<ProductOrderRow>[] {
  const columns = columnsOf(seesCustomers)
  const inOrder = IN_TAB[tab].split(' ').flatMap((id) => columns.find((one) => one.id === id) ?? [])
  return [...inOrder, ...(onEdit ? [actionColumn(onEdit)] : [])]
}

const actionColumn = (onEdit: (order: ProductOrderRow) => void) =>
  column<ProductOrderRow>('action', 'Action', {
    widthPx: 72,
    isAction: true,
    card: 'action',
    show: (order) => <EditOrder id={order.id} onEdit={isOpen(order) ? () => onEdit(order) : undefined} />,
  })

const columnsOf = (seesCustomers: boolean): Column<ProductOrderRow>[] => [
  orderIdColumn(),
  waitingColumn,
  column('product', 'Product', { widthPx: 214, card: 'title', show: (order) => <Product order={order} /> }),
  column('quantity', 'Quantity', {
    widthPx: 66,
    isNumber: true,
    show: ({ quantity }) => <b className={classes.quantity}>{quantity}</b>,
  }),
  column('price', 'Price', { widthPx: 84, isNumber: true, show: ({ price }) => formatTk(price) }),
  column('amount', 'Total', { widthPx: 90, card: 'value', isNumber: true, show: ({ amount }) => <b>{formatTk(amount)}</b> }),
  column('status', 'Status', { widthPx: 116, card: 'state', show: ({ status }) => <StatusBadge status={status} /> }),
  column('user', 'User', {
    widthPx: 142,
    card: 'main',
    show: (order) => <Customer id={order.user_id} name={order.User.username} opens={seesCustomers} />,
  }),
  column('phone', 'Phone', {
    widthPx: 136,
    card: 'extra',
    textOf: (order) => phoneOf(order),
    show: (order) => <OrderPhone {...order} />,
  }),
  column('address', 'Address', { widthPx: 166, show: ({ address }) => <Words text={address} /> }),
  column('brief_note', 'Note', { widthPx: 150, show: ({ brief_note }) => <Words text={brief_note} /> }),
  column('Admin', 'Admin', {
    widthPx: 112,
    textOf: ({ Admin }) => nameOf(Admin),
    show: ({ Admin }) => <Words text={nameOf(Admin)} />,
  }),
  createdColumn(78),
]

const waitingColumn = column<ProductOrderRow>('waiting', 'Waiting', {
  widthPx: 94,
  card: 'side',
  show: (order) => (isOpen(order) ? <Waiting since={order.created_at} /> : <Nothing />),
})

const Product = ({ order: { Product, product_id } }: { order: ProductOrderRow }) => (
  <Ordered image={Product.image} name={Product.name}>
    <b title={Product.name}>{Product.name}</b>
    <CopyText text={`#${product_id}`} message={t('Copied Product ID:: {{id}}', { id: product_id })} />
  </Ordered>
)
