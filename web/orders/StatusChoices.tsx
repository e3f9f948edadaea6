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

const EFFECTS: Readonly<Record<OrderStatus, (order: OrderRow, t: T) => string>> = {
  pending: (_, t) => t('Back to the queue; no money moves'),
  in_progress: (_, t) => t('Reserved for you for {{count}} minutes', { count: readShop().claim_minutes }),
  completed: ({ amount }, t) => t('Delivered: {{amount}} counts as sold', { amount: formatTk(amount) }),
  cancel: ({ amount, User }, t) => t('Refunds {{amount}} to {{username}}', { amount: formatTk(amount), username: User.username }),
}

const effectOf = (status: OrderStatus, order: OrderRow, t: T): string =>
  status === order.status ? t('Unchanged; only a note is saved') : EFFECTS[status](order, t)
