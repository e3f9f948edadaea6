import { formatTk } from '#contract/money.ts'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { Choices } from '../desk/Choices.tsx'
import { type T, useT } from '../ui/text/i18n.ts'
import { readShop } from '../ui/text/shop.ts'

interface StatusChoicesProps {
  readonly order: OrderRow
  readonly offered: readonly OrderStatus[]
  readonly chosen: OrderStatus | undefined
  readonly error: string | undefined
  readonly onChange: (status: OrderStatus) => void
}

/** The possible next statuses, and the current one for a note alone, each with its effect on money. */
export function StatusChoices({ order, offered, ...more }: StatusChoicesProps) {
  const t = useT()
  const choices = offered.map((value) => ({ value, about: effectOf(value, order, t) }))
  return <Choices legend="Order status" required choices={choices} {...more} />
}

function effectOf(status: OrderStatus, order: OrderRow, t: T): string {
  const amount = formatTk(order.amount)
  if (status === order.status) return t('Unchanged; only a note is saved')
  if (status === 'cancel') return t('Refunds {{amount}} to {{username}}', { amount, username: order.User.username })
  if (status === 'completed') return t('Delivered: {{amount}} counts as sold', { amount })
  if (status === 'pending') return t('Back to the queue; no money moves')
  return t('Reserved for you for {{count}} minutes', { count: readShop().claim_minutes })
}
