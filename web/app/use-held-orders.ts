import { useEffect } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { t } from '../kit/i18n.ts'
import { onNews, tellTabs } from '../kit/live.ts'
import { useSession } from '../kit/session.ts'
import { toastFailed } from '../kit/toasts.ts'

/** Tells the admin at once, on whatever screen he is, when somebody takes an order out of his hands or decides it. */
export function useHeldOrders(): void {
  const user = useSession()?.user
  const userId = user?.id
  const name = `${user?.first_name} ${user?.last_name}`
  useEffect(() => {
    const held = new Set<number>()
    return onNews((news) => {
      if (news.type === 'held') for (const id of news.ids) held.add(id)
      if (news.type === 'hello' && held.size > 0) tellTabs({ type: 'held', ids: [...held] })
      if (news.type !== 'order') return
      const { order } = news
      if (order.holder_id === userId) held.add(order.id)
      else if (held.delete(order.id)) warn(order, name)
    })
  }, [userId, name])
}

function warn({ id, held_by, status, completed_by }: OrderRow, own: string): void {
  if (held_by) toastFailed(t('{{name}} has taken over order {{id}}: do not deliver it', { name: held_by, id }))
  else if (completed_by !== '' && completed_by !== own)
    toastFailed(t('{{name}} has decided order {{id}} ({{status}}): do not deliver it', { name: completed_by, id, status }))
}
