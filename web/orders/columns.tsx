import { formatTk } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Customer, EditOrder, Ordered } from '../lists/cells/order-cells.tsx'
import { Waiting } from '../lists/cells/Waiting.tsx'
import { When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { DuplicateBadge } from './DuplicateBadge.tsx'
import { SecretCell } from './SecretCell.tsx'
import { StatusCell } from './StatusCell.tsx'
import { isOpen } from './state.ts'
import type { SecretField } from './use-secrets.ts'

/** Actions of a row; omitted in read-only lists. */
interface RowWork {
  readonly onEdit: (order: OrderRow, from: HTMLElement) => void
  readonly onCopySecret: (order: OrderRow, field: SecretField) => void
  readonly mayReadSecret: (order: OrderRow) => boolean
}

const secretOf = (field: SecretField, order: OrderRow, work: RowWork | undefined) => (
  <SecretCell field={field} order={order} onCopy={work?.mayReadSecret(order) ? work.onCopySecret : undefined} />
)

/** Ordered as staff read them while working. */
export const orderColumns = (work: RowWork | undefined, seesCustomers: boolean): Column<OrderRow>[] => [
  column('id', 'Order ID', {
    widthPx: 96,
    sorts: true,
    show: ({ id }) => <CopyText text={String(id)} message={t('Copied Order ID:: {{id}}', { id })} />,
  }),
  column('waiting', 'Waiting', {
    // In Bangla, '23 h 59 min' is twice as long.
    widthPx: 146,
    show: (order) => (isOpen(order) ? <Waiting since={order.created_at} /> : <Nothing />),
  }),
  column('product', 'Product', { widthPx: 210, show: (order) => <Product order={order} /> }),
  column('amount', 'Price', { widthPx: 92, sorts: true, show: ({ amount }) => formatTk(amount) }),
  column('playerid', 'Player ID', {
    widthPx: 216,
    show: (order) => (
      // One element: a phone's card spreads a cell's children apart.
      <span>
        <CopyText text={order.playerid} message={t('Copied Player ID:: {{playerid}}', { playerid: order.playerid })} isLarge />
        <DuplicateBadge order={order} />
      </span>
    ),
  }),
  column('accounttype', 'Account type', { widthPx: 110, show: ({ accounttype }) => <Words text={accounttype} /> }),
  column('ingamepassword', 'In-game password', { widthPx: 134, show: (order) => secretOf('ingamepassword', order, work) }),
  column('securitycode', 'Security code', { widthPx: 134, show: (order) => secretOf('securitycode', order, work) }),
  column('user', 'User', {
    widthPx: 150,
    show: (order) => <Customer id={order.user_id} name={order.User.username} opens={seesCustomers} />,
  }),
  column('phone', 'Phone', {
    widthPx: 156,
    show: ({ phone, User }) => {
      const number = phone || User.phone
      return <CopyText text={number} message={t('Copied Phone:: {{phone}}', { phone: number })} />
    },
  }),
  column('brief_note', 'Note', { widthPx: 150, show: ({ brief_note }) => <Words text={brief_note} /> }),
  column('completed_by', 'Completed by', { widthPx: 130, show: ({ completed_by }) => <Words text={completed_by} /> }),
  column('created_at', 'Created', { widthPx: 120, sorts: true, show: ({ created_at }) => <When instant={created_at} /> }),
  column('status', 'Status', { widthPx: 160, show: (order) => <StatusCell order={order} /> }),
  ...(work
    ? [
        column<OrderRow>('action', 'Action', {
          widthPx: 92,
          isAction: true,
          show: (order) => <EditOrder id={order.id} onEdit={isOpen(order) ? (from) => work.onEdit(order, from) : undefined} />,
        }),
      ]
    : []),
]

const Product = ({ order }: { order: OrderRow }) => (
  <Ordered image={order.Product.image} name={order.Product.name}>
    <span title={order.Product.name}>{order.Product.name}</span>
    <b title={order.name}>{order.name}</b>
  </Ordered>
)
