import { useThrottledCallback } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { COUNTS_POLL_MS } from '#contract/limits.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { profile } from '#contract/sessions.ts'
import { onLiveEvent, openLive, useConnection } from '../calls/live/live.ts'
import { clearUnseen, countUnseenOrders, recordCountChange, recordOrder } from '../calls/live/new-orders.ts'
import { notifyNewOrders } from '../calls/live/notify.ts'
import { soundNewOrder } from '../calls/live/sound.ts'
import { refetchActive } from '../calls/refetch-active.ts'
import { useSession } from '../calls/session.ts'
import { onSessionChange } from '../calls/session-store.ts'
import { useData } from '../calls/use-data.ts'
import { t } from '../ui/text/i18n.ts'
import { toastDone } from '../ui/toasts.ts'

/** Pending counts are read again at most this often. */
const COUNTS_MS = 1_000

// The next admin to sign in has missed nothing.
onSessionChange(clearUnseen)

const ONE_MISSED = '{{count}} new order came while you were away'
const MANY_MISSED = '{{count}} new orders came while you were away'

const announce = () => {
  void soundNewOrder()
  notifyNewOrders()
}

/** Keeps the live stream open; updates grants, pending counts, title and sound. */
export function useLiveStream(): void {
  const userId = useSession()?.user.id
  const client = useQueryClient()
  const recount = useThrottledCallback(() => void refetchActive(client, [pendingCounts.show.path]), COUNTS_MS)
  useEffect(() => (userId === undefined ? undefined : openLive(userId)), [userId])
  useEffect(
    () =>
      onLiveEvent((event) => {
        // Grants may have changed while the stream was down.
        if (event.type === 'access' || event.type === 'stale') void refetchActive(client, [profile.show.path])
        if (event.type === 'order' || event.type === 'lists' || event.type === 'stale') recount()
        if (event.type === 'order' && recordOrder(event.order, !document.hidden)) announce()
      }),
    [client, recount],
  )
  useCountedOrders()
  useEffect(() => {
    const look = () => {
      if (document.hidden) return
      const count = countUnseenOrders()
      if (count > 0) toastDone(t(count === 1 ? ONE_MISSED : MANY_MISSED, { count }))
      clearUnseen()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
}

/** Without a stream (cut, or plain http off localhost), title and sound follow the polled counts of pending orders. */
function useCountedOrders(): void {
  const isCut = useConnection() !== 'live'
  const { data } = useData(pendingCounts.show, {}, { refetchInterval: COUNTS_POLL_MS, refetchWhileHidden: isCut })
  const last = useRef<{ data: typeof data; orders: number; newest: number; isCut: boolean }>(undefined)
  useEffect(() => {
    if (typeof data?.orders !== 'number') return
    const { orders, newest_order } = data
    const before = last.current
    const newest = Math.max(before?.newest ?? 0, newest_order ?? 0)
    // Also compare the first counts after reconnecting: the stream sent no events for what came before.
    last.current = { data, orders, newest, isCut: isCut || (before?.isCut === true && before.data === data) }
    if (!before?.isCut) return
    const rise = orders - before.orders
    const by = newest > before.newest ? Math.max(1, rise) : Math.min(0, rise)
    if (recordCountChange(by, newest, !document.hidden)) announce()
  }, [data, isCut])
}
