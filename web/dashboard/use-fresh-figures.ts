import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dashboard } from '#contract/dashboard.ts'
import { orders } from '#contract/orders.ts'
import { type LiveEvent, onLiveEvent } from '../calls/live/live.ts'
import { refetchActive } from '../calls/refetch-active.ts'

/** The figures are read again at most this often; those aggregated from many rows less often. */
const FIGURES_MS = 1_000
const REST_MS = 5_000
const TOP_MS = 60_000

const RELEVANT_EVENTS = new Set<LiveEvent['type']>(['order', 'lists', 'stale', 'access'])

/** Reads the figures again when orders, money or the admin's own permissions change. */
export function useFreshFigures(): void {
  const figures = useRefetch([dashboard.stats, dashboard.figures], FIGURES_MS)
  const rest = useRefetch([orders.counts, dashboard.ordersChart, dashboard.performance], REST_MS)
  const top = useRefetch([dashboard.topCustomers], TOP_MS)
  useEffect(
    () =>
      onLiveEvent(({ type }) => {
        if (!RELEVANT_EVENTS.has(type)) return
        figures()
        if (type === 'lists') return
        rest()
        top()
      }),
    [figures, rest, top],
  )
}

function useRefetch(calls: readonly { readonly path: string }[], mostOftenMs: number) {
  const client = useQueryClient()
  return useThrottledCallback(() => {
    for (const { path } of calls) void refetchActive(client, [path])
  }, mostOftenMs)
}
