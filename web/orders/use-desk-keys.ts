import type { OrderRow } from '#contract/orders.ts'
import { actOn, orderKeys } from '../desk/row-drawer/order-keys.ts'
import { type Shortcut, useShortcuts } from '../ui/keys.ts'
import { t } from '../ui/text/i18n.ts'
import { toastFailed } from '../ui/toasts.ts'
import { copyPlayerId } from './copy-player-id.ts'
import { isOpen } from './state.ts'
import { useDeskPermissions } from './use-desk-permissions.ts'
import type { OpenOrder } from './use-open-order.ts'

interface DeskKeys {
  readonly opened: OpenOrder
  readonly takeNext: () => void
  /** Shortcuts pressed while an order is being taken wait for it, and do nothing if taking it fails. */
  readonly settled: () => Promise<boolean>
  readonly copyPassword: (order: OrderRow) => void
  readonly complete: (order: OrderRow) => void
}

/** Shortcuts for the open order, or the focused row. */
export function useDeskKeys({ opened, takeNext, settled, copyPassword, complete }: DeskKeys): void {
  const canWork = useDeskPermissions()('orders_work')
  const act = (what: (order: OrderRow) => void) => async () => {
    if (await settled()) actOn(opened, what)
  }
  const copyOpen = (order: OrderRow) =>
    order.playerid === '' ? toastFailed(t('Order {{id}} has no player ID', { id: order.id })) : void copyPlayerId(order)
  const completeOpen = (order: OrderRow) =>
    isOpen(order) ? complete(order) : toastFailed(t('The order is now {{status}}.', { status: order.status }))
  const work: Shortcut[] = [
    { code: 'KeyT', label: 'Take the next order and copy its player ID', run: takeNext },
    { code: 'KeyP', label: 'Copy the in-game password without showing', run: act(copyPassword) },
    { code: 'Shift+Enter', label: 'Complete the order', run: act(completeOpen) },
  ]
  useShortcuts(
    [...(canWork ? work : []), { code: 'KeyC', label: 'Copy the player ID', run: act(copyOpen) }, ...orderKeys(opened)],
    'Orders',
  )
}
