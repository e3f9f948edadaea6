import { formatTk } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { CopyText } from '../lists/cells/CopyText.tsx'
import { Nothing } from '../lists/cells/Nothing.tsx'
import { Customer, EditOrder, Ordered, OrderPhone, orderIdColumn, phoneOf } from '../lists/cells/order-cells.tsx'
import { Waiting } from '../lists/cells/Waiting.tsx'
import { createdColumn, When } from '../lists/cells/When.tsx'
import { Words } from '../lists/cells/Words.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { DuplicateBadge } from './DuplicateBadge.tsx'
import type { Tab } from './desks.tsx'
import { SecretCell } from './SecretCell.tsx'
import { StatusCell } from './StatusCell.tsx'
import { isOpen } from './state.ts'
import type { SecretField } from './use-secrets.ts'

/** Actions of a row; omitted in read-only lists. */
interface RowWork {
  readonly onEdit: (order: OrderRow) => void
  readonly onCopySecret: (order: OrderRow, field: SecretField) => void
  readonly mayReadSecret: (order: OrderRow) => boolean
}

const secretOf = (field: SecretField, order: OrderRow, work: RowWork | undefined) => (
  <SecretCell field={field} order={order} onCopy={work?.mayReadSecret(order) ? work.onCopySecret : undefined} />
)

/** Columns of a tab in the order of its work, first those that it cannot do without; a column that no tab names is never shown.
 * A closed tab says by whom and when; it has nothing that waits and nothing to do. */
const OPEN = 'id waiting product amount playerid accounttype ingamepassword securitycode user status phone brief_note created_at'
const CLOSED = 'id product amount playerid status completed_by closed_at user phone brief_note created_at accounttype'
const IN_TAB = {
  pending: OPEN,
  in_progress: OPEN,
  completed: CLOSED,
  cancel: CLOSED,
  all: 'id waiting product amount playerid status completed_by created_at user phone brief_note closed_at accounttype ingamepassword securitycode',
} as const satisfies Record<Tab, string>

export const isClosedTab = (tab: Tab): boolean => IN_TAB[tab] === CLOSED

export const orderColumns = (work: RowWork | undefined, seesCustomers: boolean, tab: Tab): Column<OrderRow>[] => {
  const columns = columnsOf(work, seesCustomers)
  const shown = IN_TAB[tab].split(' ')
  const inOrder = shown.flatMap((id) => columns.find((one) => one.id === id) ?? [])
  return [...inOrder, ...(work && !isClosedTab(tab) ? [actionColumn(work)] : [])]
}

const actionColumn = (work: RowWork): Column<OrderRow> =>
  column('action', 'Action', {
    widthPx: 72,
    isAction: true,
    card: 'action',
    show: (order) => <EditOrder id={order.id} onEdit={isOpen(order) ? () => work.onEdit(order) : undefined} />,
  })

const columnsOf = (work: RowWork | undefined, seesCustomers: boolean): Column<OrderRow>[] => [
  orderIdColumn(),
  column('waiting', 'Waiting', {
    widthPx: 86,
    card: 'side',
    show: (order) => (isOpen(order) ? <Waiting since={order.created_at} /> : <Nothing />),
  }),
  column('product', 'Product', { widthPx: 146, card: 'title', show: (order) => <Product order={order} /> }),
  column('amount', 'Price', { widthPx: 78, sorts: true, isNumber: true, card: 'value', show: ({ amount }) => formatTk(amount) }),
  column('playerid', 'Player ID', {
    widthPx: 108,
    card: 'main',
    show: (order) => (
      // One element: a phone's card spreads a cell's children apart.
      <span>
        <CopyText text={order.playerid} message={t('Copied Player ID:: {{playerid}}', { playerid: order.playerid })} isLarge />
        <DuplicateBadge order={order} />
      </span>
    ),
  }),
  column('accounttype', 'Account type', { widthPx: 64, show: ({ accounttype }) => <Words text={accounttype} /> }),
  column('ingamepassword', 'In-game password', {
    widthPx: 76,
    card: 'extra',
    textOf: ({ id, ingamepassword }) => ingamepassword && String(id),
    show: (order) => secretOf('ingamepassword', order, work),
  }),
  column('securitycode', 'Security code', {
    widthPx: 76,
    textOf: ({ id, securitycode }) => securitycode && String(id),
    show: (order) => secretOf('securitycode', order, work),
  }),
  column('user', 'User', {
    widthPx: 142,
    show: (order) => <Customer id={order.user_id} name={order.User.username} opens={seesCustomers} />,
  }),
  column('phone', 'Phone', {
    widthPx: 116,
    textOf: (order) => phoneOf(order),
    show: (order) => <OrderPhone {...order} />,
  }),
  column('brief_note', 'Note', { widthPx: 140, show: ({ brief_note }) => <Words text={brief_note} /> }),
  column('completed_by', 'Completed by', {
    widthPx: 102,
    card: 'extra',
    show: ({ completed_by }) => <Words text={completed_by} />,
  }),
  createdColumn(74),
  column('closed_at', 'Closed', { widthPx: 74, card: 'when', show: ({ closed_at }) => <When instant={closed_at} isShort /> }),
  column('status', 'Status', {
    widthPx: 102,
    card: 'state',
    // How long each is still held differs.
    textOf: ({ id, status, held_by }) => (held_by ? String(id) : status),
    show: (order) => <StatusCell order={order} />,
  }),
]

const Product = ({ order }: { order: OrderRow }) => (
  <Ordered image={order.Product.image} name={order.Product.name}>
    <span title={order.Product.name}>{order.Product.name}</span>
    <b title={order.name}>{order.name}</b>
  </Ordered>
)
