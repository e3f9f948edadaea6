import { formatTk } from '#contract/money.ts'
import type { ProductOrderRow } from '#contract/product-orders.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Customer, EditOrder, Ordered } from '../lists/cells/order-cells.tsx'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { Waiting } from '../lists/cells/Waiting.tsx'
import { When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import classes from './product-orders.module.css'
import { isOpen } from './state.ts'

/** Ordered as staff read them while working; `onEdit` is omitted for read-only admins. */
export const productOrderColumns = (
  onEdit: ((order: ProductOrderRow, from: HTMLElement) => void) | undefined,
  seesCustomers: boolean,
  isClosedTab: boolean,
): Column<ProductOrderRow>[] => [
  column('id', 'Order ID', {
    widthPx: 82,
    sorts: true,
    card: 'id',
    show: ({ id }) => <CopyText text={String(id)} message={t('Copied Order ID:: {{id}}', { id })} />,
  }),
  ...(isClosedTab ? [] : [waitingColumn]),
  column('product', 'Product', { widthPx: 188, card: 'title', show: (order) => <Product order={order} /> }),
  column('quantity', 'Quantity', {
    widthPx: 74,
    isNumber: true,
    show: ({ quantity }) => <b className={classes.quantity}>{quantity}</b>,
  }),
  column('price', 'Price', { widthPx: 84, isNumber: true, show: ({ price }) => formatTk(price) }),
  column('amount', 'Total', { widthPx: 92, card: 'value', isNumber: true, show: ({ amount }) => <b>{formatTk(amount)}</b> }),
  column('status', 'Status', { widthPx: 112, card: 'state', show: ({ status }) => <StatusBadge status={status} /> }),
  column('user', 'User', {
    widthPx: 116,
    card: 'main',
    show: (order) => <Customer id={order.user_id} name={order.User.username} opens={seesCustomers} />,
  }),
  column('phone', 'Phone', {
    widthPx: 124,
    card: 'extra',
    show: ({ phone, User }) => {
      const number = phone || User.phone
      return <CopyText text={number} message={t('Copied Phone:: {{phone}}', { phone: number })} />
    },
  }),
  column('address', 'Address', { widthPx: 190, show: ({ address }) => <Words text={address} /> }),
  column('brief_note', 'Note', { widthPx: 150, show: ({ brief_note }) => <Words text={brief_note} /> }),
  column('Admin', 'Admin', { widthPx: 130, show: ({ Admin }) => <Words text={adminOf(Admin)} /> }),
  column('created_at', 'Created', { widthPx: 100, sorts: true, show: ({ created_at }) => <When instant={created_at} /> }),
  ...(onEdit
    ? [
        column<ProductOrderRow>('action', 'Action', {
          widthPx: 76,
          isAction: true,
          card: 'action',
          show: (order) => <EditOrder id={order.id} onEdit={isOpen(order) ? (from) => onEdit(order, from) : undefined} />,
        }),
      ]
    : []),
]

const waitingColumn = column<ProductOrderRow>('waiting', 'Waiting', {
  widthPx: 116,
  card: 'side',
  show: (order) => (isOpen(order) ? <Waiting since={order.created_at} /> : <Nothing />),
})

export const adminOf = (admin: ProductOrderRow['Admin']): string => (admin ? `${admin.first_name} ${admin.last_name}` : '')

const Product = ({ order: { Product, product_id } }: { order: ProductOrderRow }) => (
  <Ordered image={Product.image} name={Product.name}>
    <b title={Product.name}>{Product.name}</b>
    <CopyText text={`#${product_id}`} message={t('Copied Product ID:: {{id}}', { id: product_id })} />
  </Ordered>
)
