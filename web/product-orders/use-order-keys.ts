import type { ProductOrderRow } from '#contract/product-orders.ts'
import { useCan } from '../calls/session.ts'
import { actOn, orderKeys } from '../desk/row-drawer/order-keys.ts'
import type { OpenRow } from '../desk/row-drawer/use-open-row.ts'
import { useShortcuts } from '../ui/keys.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { isOpen } from './actions.ts'

/** The desk's shortcuts that apply to parcels, for the open order or the focused row. */
export function useOrderKeys(opened: OpenRow<ProductOrderRow>, complete: (order: ProductOrderRow) => void): void {
  const canWork = useCan()('product_orders_work')
  const completeOpen = (order: ProductOrderRow) =>
    isOpen(order) ? complete(order) : toastFailed(t('The order is now {{status}}.', { status: order.status }))
  const run = () => actOn(opened, completeOpen)
  useShortcuts([...(canWork ? [{ code: 'Shift+Enter', label: 'Complete the order', run }] : []), ...orderKeys(opened)], 'Orders')
}
