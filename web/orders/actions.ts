import { formatTk } from '#contract/money.ts'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import type { Actions } from '../desk/actions.ts'
import { readyNotes } from '../desk/ready-notes.ts'
import { t } from '../ui/text/i18n.ts'
import { readShop } from '../ui/text/shop.ts'

export const ORDER_ACTIONS: Actions<OrderStatus, OrderRow> = {
  pending: { effect: () => t('Back to the queue; no money moves') },
  in_progress: {
    effect: () => t('Reserved for you for {{count}} minutes', { count: readShop().claim_minutes }),
  },
  completed: {
    effect: (order) => t('Delivered: {{amount}} counts as sold', valuesOf(order)),
    question: (order) => ({
      about: t('Order {{id}} for {{playerid}} will be completed: {{amount}} counts as sold.', valuesOf(order)),
      yes: t('Complete'),
    }),
  },
  cancel: {
    effect: (order) => t('Refunds {{amount}} to {{username}}', valuesOf(order)),
    question: (order) => ({
      about: t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', valuesOf(order)),
      yes: t('Cancel the order'),
      isDestructive: true,
    }),
    needs: 'orders_cancel',
  },
}

/** Without an order: those for many at once. */
export const orderNotes = (status: OrderStatus, order?: OrderRow): string[] =>
  readyNotes(`order_notes_${status}`, order && valuesOf(order))

const valuesOf = ({ id, amount, name, playerid, User }: OrderRow) => ({
  id,
  order: id,
  package: name,
  amount: formatTk(amount),
  playerid,
  username: User.username,
})
