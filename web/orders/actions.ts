import { formatTk } from '#contract/money.ts'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import type { Actions } from '../desk/actions.ts'
import { t } from '../ui/text/i18n.ts'
import { readShop } from '../ui/text/shop.ts'

export const ORDER_ACTIONS: Actions<OrderStatus, OrderRow> = {
  pending: { effect: () => t('Back to the queue; no money moves'), notes: [] },
  in_progress: {
    effect: () => t('Reserved for you for {{count}} minutes', { count: readShop().claim_minutes }),
    notes: ['We are working on it'],
  },
  completed: {
    effect: (order) => t('Delivered: {{amount}} counts as sold', valuesOf(order)),
    question: (order) => ({
      about: t('Order {{id}} for {{playerid}} will be completed: {{amount}} counts as sold.', valuesOf(order)),
      yes: t('Complete'),
    }),
    notes: ['Delivered, thank you', 'Delivered. Please restart the game to see it'],
  },
  cancel: {
    effect: (order) => t('Refunds {{amount}} to {{username}}', valuesOf(order)),
    question: (order) => ({
      about: t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', valuesOf(order)),
      yes: t('Cancel the order'),
      isDestructive: true,
    }),
    notes: ['Wrong player ID: please check it and order again', 'Login failed: wrong password', 'Out of stock, refunded'],
    needs: 'orders_cancel',
  },
}

const valuesOf = ({ id, amount, playerid, User }: OrderRow) => ({
  id,
  amount: formatTk(amount),
  playerid,
  username: User.username,
})
