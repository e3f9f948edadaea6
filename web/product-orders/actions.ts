import { formatTk } from '#contract/money.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { type ProductOrderRow, type ProductOrderStatus, productOrderFlow, productOrders } from '#contract/product-orders.ts'
import type { Actions } from '../desk/actions.ts'
import { readyNotes } from '../desk/ready-notes.ts'
import { MONEY_READS } from '../money/stale.ts'
import { t } from '../ui/text/i18n.ts'

export const PRODUCT_ORDER_ACTIONS: Actions<ProductOrderStatus, ProductOrderRow> = {
  pending: { effect: () => t('Back to the queue; no money moves') },
  in_progress: {
    effect: () => t('Being packed or on its way; no money moves'),
  },
  completed: {
    effect: (order) => t('Delivered: {{amount}} goes to the store’s sales', valuesOf(order)),
    question: (order) => ({
      about: t('Order {{id}} will be completed: {{amount}} counts as sold.', valuesOf(order)),
      yes: t('Complete'),
    }),
  },
  cancelled: {
    effect: (order) => t('Refunds {{amount}} to {{username}} and puts {{count}} back in stock', valuesOf(order)),
    question: (order) => ({
      about: t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', valuesOf(order)),
      yes: t('Cancel the order'),
      isDestructive: true,
    }),
    needs: 'product_orders_cancel',
  },
}

export const productOrderNotes = (status: ProductOrderStatus, order: ProductOrderRow): string[] =>
  readyNotes(`product_order_notes_${status}`, valuesOf(order))

const valuesOf = ({ id, amount, name, quantity, User }: ProductOrderRow) => ({
  id,
  order: id,
  product: name,
  amount: formatTk(amount),
  username: User.username,
  count: quantity,
})

export const isOpen = ({ status }: Pick<ProductOrderRow, 'status'>): boolean => productOrderFlow.next(status).length > 0

/** Draft key of an order's form; the fast path sends that draft too. */
export const noteOf = (order: number): string => `note to the customer of product order ${order}`

export const decisionOf = ({ id, status: expected_status }: ProductOrderRow, status: ProductOrderStatus, order_note: string) => ({
  id,
  status,
  order_note,
  expected_status,
})

/** Options of commands on one order. */
export const ONE_ORDER = {
  pending: 'Updating order...',
  stale: [
    productOrders.list,
    productOrders.counts,
    productOrders.show,
    productOrders.timeline,
    physicalProducts.list,
    ...MONEY_READS,
  ],
}
