import { useThrottledCallback } from '@mantine/hooks'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { desk, type OrderDetails } from '#contract/desk.ts'
import type { OrderList, OrderRow } from '#contract/orders.ts'
import { useLiveOrders } from '../calls/live/live.ts'
import { refetchActive } from '../calls/refetch-active.ts'
import { REFETCH_MS } from '../lists/use-list.ts'

interface LiveDesk {
  readonly list: string
  readonly counts: string
}

/** Updates rows and the open order in place as other admins work; refetches the list when orders come or go. */
export function useLiveDesk({ list, counts }: LiveDesk): void {
  const client = useQueryClient()
  const refetch = useThrottledCallback(() => {
    for (const path of [list, counts]) void refetchActive(client, [path])
  }, REFETCH_MS)
  useLiveOrders(
    (order) => {
      patch(client, list, order)
      refetch()
    },
    () => {
      void refetchActive(client, [desk.details.path])
      refetch()
    },
  )
}

function patch(client: QueryClient, list: string, order: OrderRow): void {
  const known = (rows: OrderRow[]) =>
    rows.some(({ id }) => id === order.id) ? rows.map((row) => (row.id === order.id ? order : row)) : rows
  const update = (reply: OrderList | undefined) =>
    reply && { ...reply, orders: known(reply.orders), elsewhere: known(reply.elsewhere), isPatched: true }
  for (const query of client.getQueryCache().findAll({ queryKey: [list] })) {
    // The list was not read: which rows belong to it is as old as before.
    const put = () => client.setQueryData<OrderList>(query.queryKey, update, { updatedAt: query.state.dataUpdatedAt })
    put()
    // A read that began before the event would restore the old row.
    if (query.state.fetchStatus !== 'idle') query.promise?.then(put, () => undefined)
  }
  client.setQueriesData<OrderDetails>({ queryKey: [desk.details.path] }, (details) =>
    details?.order.id === order.id ? { ...details, order } : details,
  )
  void client.invalidateQueries({ queryKey: [desk.details.path, { id: order.id }] })
}
