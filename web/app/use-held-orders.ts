import { useEffect } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { t } from '../kit/i18n.ts'
import { onNews, tellTabs } from '../kit/live.ts'
import { useSession } from '../kit/session.ts'
import { showToast } from '../kit/toasts.ts'

/** Tells the admin at once, on whatever screen he is, when somebody takes an order out of his hands or decides it. */
export function useHeldOrders(): void {
  const userId = useSession()?.user.id
  useEffect(() => {
    const held = new Set<number>()
    return onNews((news) => {
      if (news.type === 'held') for (const id of news.ids) held.add(id)
      if (news.type === 'hello' && held.size > 0) tellTabs({ type: 'held', ids: [...held] })
      if (news.type !== 'order') return
      const { order } = news
      if (order.holder_id === userId) held.add(order.id)
      else if (held.delete(order.id)) warn(order, userId)
    })
  }, [userId])
}

function warn({ id, held_by, status, completed_by, completed_by_id }: OrderRow, me: number | undefined): void {
  if (held_by) sayUntilSeen(t('{{name}} has taken over order {{id}}: do not deliver it', { name: held_by, id }))
  else if (completed_by_id !== null && completed_by_id !== me)
    sayUntilSeen(t('{{name}} has decided order {{id}} ({{status}}): do not deliver it', { name: completed_by, id, status }))
}

/** Whoever delivers looks at another tab: it stays until he dismisses it, and what else is said has its place before it. */
const sayUntilSeen = (message: string) => showToast({ message, color: 'red', autoClose: false, priority: -1 })
