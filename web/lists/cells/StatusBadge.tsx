import type { MoneyStatus } from '#contract/money-rows.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { ProductOrderStatus } from '#contract/product-orders.ts'
import type { WebhookRow } from '#contract/webhooks.ts'
import classes from './cells.module.css'

type Status = OrderStatus | ProductOrderStatus | MoneyStatus | WebhookRow['state']
/** Words of the specification that a customer's account may have. */
type AccountWord = 'open' | 'ended' | 'running'

/** The specification's colours, plus our own for `delivered` and `failed`; gray where there is none. */
const COLOURS: Readonly<Record<Status | AccountWord, 'green' | 'red' | 'yellow' | undefined>> = {
  pending: undefined,
  waiting: undefined,
  completed: 'green',
  delivered: 'green',
  open: 'green',
  cancel: 'red',
  cancelled: 'red',
  ended: 'red',
  failed: 'red',
  in_progress: 'yellow',
  running: 'yellow',
}

/** Shows the API's word for a status, which is not translated. */
export const StatusBadge = ({ status }: { status: string }) => (
  <span className={classes.badge} data-colour={COLOURS[status as Status] ?? 'gray'}>
    {status}
  </span>
)
