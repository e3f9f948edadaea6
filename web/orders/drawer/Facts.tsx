import type { OrderDetails } from '#contract/desk.ts'
import { formatTk } from '#contract/money.ts'
import type { OrderRow } from '#contract/orders.ts'
import { useCan } from '../../calls/session.ts'
import { Fact, Facts } from '../../desk/row-drawer/Facts.tsx'
import { CustomerLink } from '../../lists/cells/CustomerLink.tsx'
import { dayAndTime, When } from '../../lists/cells/When.tsx'
import { breakable } from '../../ui/text/breakable.tsx'
import type { useSecrets } from '../use-secrets.ts'
import { SecretRow } from './SecretRow.tsx'
import { VoucherRow } from './VoucherRow.tsx'

interface OrderFactsProps {
  readonly order: OrderRow
  readonly secrets: ReturnType<typeof useSecrets>
  readonly mayRead: boolean
  readonly details: OrderDetails | undefined
}

/** What the customer sent, with copy buttons; empty fields are left out. */
export function OrderFacts({ order, secrets, mayRead, details }: OrderFactsProps) {
  const { User, Product } = order
  const seesCustomers = useCan()('users_view')
  const vouchers = details?.vouchers ?? []
  const phone = order.phone || User.phone
  const secretsOf = { order, secrets, mayRead }
  return (
    <Facts id={order.id} lines={() => linesOf(order)}>
      <Fact label="Player ID" text={order.playerid} shown={breakable(order.playerid)} isLarge />
      <Fact label="Product" text={Product.name} />
      <Fact label="Package" text={order.name} />
      <Fact label="Price" text={formatTk(order.amount)} />
      <Fact label="Refunded in part" text={order.refunded > 0 ? formatTk(order.refunded) : ''} />
      <Fact label="Account type" text={order.accounttype} />
      <SecretRow field="ingamepassword" {...secretsOf} />
      <SecretRow field="securitycode" {...secretsOf} />
      {vouchers.map((voucher) => (
        <VoucherRow key={voucher.id} voucher={voucher} isOneOfMany={vouchers.length > 1} />
      ))}
      <Fact
        label="User"
        text={User.username}
        shown={
          <>
            <CustomerLink id={order.user_id} name={User.username} opens={seesCustomers} /> #{order.user_id}
          </>
        }
      />
      <Fact label="Phone" text={phone} />
      <Fact label="Email" text={User.email} shown={breakable(User.email)} />
      <Fact label="Note" text={order.brief_note} />
      <Fact label="Reference" text={details?.reference ?? ''} />
      <Fact label="Created" text={dayAndTime(order.created_at)} shown={<When instant={order.created_at} />} />
      {order.closed_at && <Fact label="Closed" text={dayAndTime(order.closed_at)} shown={<When instant={order.closed_at} />} />}
      <Fact label={order.status === 'cancel' ? 'Cancelled by' : 'Completed by'} text={order.completed_by} />
    </Facts>
  )
}

/** For pasting into a chat with the supplier: never include a secret. */
const linesOf = (order: OrderRow): string[] => [
  `Order ID: ${order.id}`,
  `Product: ${order.Product.name}`,
  `Package: ${order.name}`,
  `Price: ${formatTk(order.amount)}`,
  `Player ID: ${order.playerid}`,
  ...(order.accounttype ? [`Account type: ${order.accounttype}`] : []),
  `User: ${order.User.username} #${order.user_id}`,
  ...(order.phone || order.User.phone ? [`Phone: ${order.phone || order.User.phone}`] : []),
  `Created: ${dayAndTime(order.created_at)}`,
]
