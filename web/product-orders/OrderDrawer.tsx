import { useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { type ProductOrderRow, productOrders } from '#contract/product-orders.ts'
import { useLivePoll, useLiveRefetch } from '../calls/live/live.ts'
import { useCan } from '../calls/session.ts'
import { useData } from '../calls/use-data.ts'
import { Fact, Facts } from '../desk/row-drawer/Facts.tsx'
import { DrawerBody, RowDrawer } from '../desk/row-drawer/RowDrawer.tsx'
import type { OpenRow } from '../desk/row-drawer/use-open-row.ts'
import { useOpened } from '../forms/use-record-form.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { dayAndTime, When } from '../lists/cells/When.tsx'
import { Loading, ReadError } from '../ui/states.tsx'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { isOpen } from './actions.ts'
import { OrderTimeline } from './OrderTimeline.tsx'
import { StatusForm } from './StatusForm.tsx'

interface OrderDrawerProps {
  readonly id: number
  /** Its row in the list, which is kept fresh; undefined if not listed. */
  readonly listed: ProductOrderRow | undefined
  readonly opened: OpenRow<ProductOrderRow>
  /** Number of saves on this screen outside the drawer. */
  readonly revisions: number
  readonly onSaved: (order: ProductOrderRow) => void
}

/** One product order with everything needed to ship it, beside the list. */
export function OrderDrawer({ id, listed, opened, revisions, onSaved }: OrderDrawerProps) {
  const t = useT()
  const canWork = useCan()('product_orders_work')
  const query = useData(productOrders.show, { id }, { refetchInterval: useLivePoll() })
  useLiveRefetch('product_orders', [productOrders.show.path, { id }])
  const read = useOpened(query, String(id))
  const order = listed ?? read
  const saved = (next: ProductOrderRow) => {
    onSaved(next)
    if (!isOpen(next)) opened.advance(next.id)
  }
  return (
    <RowDrawer
      id={id}
      title={t('Product order {{id}}', { id })}
      badge={order && <StatusBadge status={order.status} />}
      opened={opened}
      footer={canWork && order && isOpen(order) && <Decision key={`${id} ${revisions}`} order={order} onSaved={saved} />}
    >
      <ReadError query={query} />
      {!order && !query.error && <Loading rows={8} />}
      {order && (
        <DrawerBody key={id}>
          <OrderFacts order={order} />
          <OrderTimeline order={order} />
        </DrawerBody>
      )}
    </RowDrawer>
  )
}

/** Decides the order as shown. Other admins' changes are reported in the form; the next decision starts from the result. */
function Decision({ order, onSaved }: Pick<OrderDrawerProps, 'onSaved'> & { order: ProductOrderRow }) {
  const [seen, setSeen] = useState(order)
  return (
    <StatusForm
      order={seen}
      live={order}
      onSaved={(saved) => {
        setSeen(saved)
        onSaved(saved)
      }}
    />
  )
}

/** What the parcel needs, with copy buttons; empty fields are left out. */
function OrderFacts({ order }: { order: ProductOrderRow }) {
  const {
    id,
    name,
    quantity,
    price,
    amount,
    User,
    user_id,
    address,
    brief_note,
    reference,
    status,
    Admin,
    created_at,
    closed_at,
  } = order
  const phone = order.phone || User.phone
  return (
    <Facts id={id} lines={() => linesOf(order)}>
      <Fact label="Address" text={address} />
      <Fact label="Phone" text={phone} />
      <Fact label="Product" text={name} />
      <Fact label="Quantity" text={`${quantity}`} />
      <Fact label="Price" text={formatTk(price)} />
      <Fact label="Total" text={formatTk(amount)} />
      <Fact label="User" text={User.username} shown={`${User.username} #${user_id}`} />
      <Fact label="Email" text={User.email} />
      <Fact label="Note" text={brief_note} />
      <Fact label="Reference" text={reference} />
      <Fact label="Created" text={dayAndTime(created_at)} shown={<When instant={created_at} />} />
      {closed_at && <Fact label="Closed" text={dayAndTime(closed_at)} shown={<When instant={closed_at} />} />}
      <Fact label={BY[status]} text={nameOf(Admin)} />
    </Facts>
  )
}

const BY = {
  pending: 'Admin',
  in_progress: 'Admin',
  completed: 'Completed by',
  cancelled: 'Cancelled by',
} as const satisfies Record<ProductOrderRow['status'], string>

const linesOf = ({ id, name, quantity, amount, User, user_id, phone, address, created_at }: ProductOrderRow): string[] => [
  `Product order: ${id}`,
  `Product: ${name}`,
  `Quantity: ${quantity}`,
  `Total: ${formatTk(amount)}`,
  `User: ${User.username} #${user_id}`,
  ...(phone || User.phone ? [`Phone: ${phone || User.phone}`] : []),
  ...(address ? [`Address: ${address}`] : []),
  `Created: ${dayAndTime(created_at)}`,
]
