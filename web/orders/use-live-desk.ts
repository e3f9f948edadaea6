import { useThrottledCallback } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { desk, type OrderDetails } from '#contract/desk.ts'
import type { OrderList, OrderRow } from '#contract/orders.ts'
import { t } from '../kit/i18n.ts'
import { useLiveOrders } from '../kit/live.ts'
import { useSession } from '../kit/session.ts'
import { toastFailed } from '../kit/toasts.ts'

/** A list is read again at most so often, however many orders change. */
const REREAD_MS = 1_000

interface LiveDesk {
  /** Paths of the list and its counts. */
  readonly list: string
  readonly counts: string
  readonly rows: readonly OrderRow[] | undefined
}

/** Patches rows and the open order in place as colleagues work; what came or went makes the list read itself again. */
export function useLiveDesk({ list, counts, rows }: LiveDesk): void {
  const client = useQueryClient()
  const warn = useTakenOverWarning(rows)
  const reread = useThrottledCallback(() => {
    for (const path of [list, counts]) void client.invalidateQueries({ queryKey: [path] })
  }, REREAD_MS)
  useLiveOrders(
    (order) => {
      patch(client, list, order)
      warn(order)
      reread()
    },
    () => {
      void client.invalidateQueries({ queryKey: [desk.details.path] })
      reread()
    },
  )
}

function patch(client: QueryClient, list: string, order: OrderRow): void {
  client.setQueriesData<OrderList>({ queryKey: [list] }, (reply) => {
    if (!reply?.orders.some(({ id }) => id === order.id)) return reply
    return { ...reply, orders: reply.orders.map((row) => (row.id === order.id ? order : row)) }
  })
  client.setQueriesData<OrderDetails>({ queryKey: [desk.details.path] }, (details) =>
    details?.order.id === order.id ? { ...details, order } : details,
  )
  void client.invalidateQueries({ queryKey: [desk.details.path, { id: order.id }] })
}

/** Tells the admin at once when somebody takes an order out of his hands. */
function useTakenOverWarning(rows: readonly OrderRow[] | undefined) {
  const user = useSession()?.user
  const held = useRef(new Set<number>())
  useEffect(() => {
    for (const row of rows ?? []) if (row.holder_id === user?.id) held.current.add(row.id)
  }, [rows, user])
  return ({ id, holder_id, held_by, status, completed_by }: OrderRow) => {
    if (holder_id === user?.id) held.current.add(id)
    else if (held.current.delete(id)) {
      const mine = `${user?.first_name} ${user?.last_name}`
      if (held_by) toastFailed(t('{{name}} has taken over order {{id}}: do not deliver it', { name: held_by, id }))
      else if (completed_by !== '' && completed_by !== mine)
        toastFailed(t('{{name}} has decided order {{id}} ({{status}}): do not deliver it', { name: completed_by, id, status }))
    }
  }
}
