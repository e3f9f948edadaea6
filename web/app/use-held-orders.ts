import { useEffect } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { broadcastToTabs, onLiveEvent } from '../calls/live/live.ts'
import { useSession } from '../calls/session.ts'
import { readStoredList, writeStored } from '../ui/stored.ts'
import { t } from '../ui/text/i18n.ts'
import { toastPersistent } from '../ui/toasts.ts'

const STORED_KEY = 'lost-orders'

/** Warns the admin on any screen when another admin takes over or decides an order they hold, or when they lose access to it.
 * They may be delivering in another tab, so the warning stays, across reloads too, until it is dismissed or they hold the
 * order again. */
export function useHeldOrders(): void {
  const userId = useSession()?.user.id
  useEffect(() => {
    const key = `${STORED_KEY}:${userId}`
    const held = new Set<number>()
    const lost = new Map(readStoredList<[number, string]>(sessionStorage, key))
    const save = () => writeStored(sessionStorage, key, [...lost])
    const showWarnings = () => {
      save()
      toastPersistent('lost-orders', [...lost.values()], () => {
        lost.clear()
        save()
      })
    }
    if (lost.size > 0) showWarnings()
    return onLiveEvent((event) => {
      if (event.type === 'held') for (const id of event.ids) held.add(id)
      if (event.type === 'hello' && held.size > 0) broadcastToTabs({ type: 'held', ids: [...held] })
      if (event.type === 'released') held.delete(event.id)
      if (event.type === 'closed') {
        held.delete(event.id)
        lost.set(event.id, t('Order {{id}} is no longer open to you: do not deliver it', { id: event.id }))
        showWarnings()
      }
      if (event.type !== 'order') return
      const { order } = event
      if (order.holder_id === userId) {
        held.add(order.id)
        if (lost.delete(order.id)) showWarnings()
      } else if (held.delete(order.id)) {
        const warning = warningOf(order, userId)
        if (!warning) return
        lost.set(order.id, warning)
        showWarnings()
      }
    })
  }, [userId])
}

function warningOf({ id, held_by, status, completed_by, completed_by_id }: OrderRow, me: number | undefined): string | undefined {
  if (held_by) return t('{{name}} has taken over order {{id}}: do not deliver it', { name: held_by, id })
  if (completed_by_id === null || completed_by_id === me) return
  return t('{{name}} has decided order {{id}} ({{status}}): do not deliver it', { name: completed_by, id, status })
}
