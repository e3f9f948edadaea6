import { useEffect } from 'react'
import { desk } from '#contract/desk.ts'
import { CLAIM_RENEW_MS } from '#contract/limits.ts'
import { type ApiError, call } from '../calls/api.ts'
import { broadcastOrder, broadcastToTabs, onLiveEvent } from '../calls/live/live.ts'
import { inOneTab } from '../calls/live/one-tab.ts'
import { useHasAccess, useSession } from '../calls/session.ts'
import { readStoredList, writeStored } from '../ui/stored.ts'

/** Renews the admin's claims while a dashboard is open, hidden or not. One tab of the browser does it for all tabs. */
export function useClaimRenewal(): void {
  const userId = useSession()?.user.id
  const maySee = useHasAccess('orders_view')
  const mayWork = useHasAccess('orders_work')
  const mayRenew = maySee && mayWork
  useEffect(() => {
    if (userId === undefined || mayRenew === undefined) return
    if (!mayRenew) return announceClosed(userId)
    return inOneTab(`claims:${userId}`, (signal) => renewRegularly(userId, signal))
  }, [userId, mayRenew])
}

const keyOf = (userId: number) => `held-orders:${userId}`
/** Delay before missed events are read, so that many of them cause one read. */
const RENEW_DELAY_MS = 500

/** The admin lost access: announces each held order as closed once. After this nothing is renewed or read. */
function announceClosed(userId: number): void {
  const key = keyOf(userId)
  for (const id of readStoredList<number>(localStorage, key)) broadcastToTabs({ type: 'closed', id })
  writeStored(localStorage, key, [])
}

const renewRegularly = (userId: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const key = keyOf(userId)
    /** Held orders as last known in this browser. They survive a reload, also while the server cannot be reached. */
    const heldIds = new Set(readStoredList<number>(localStorage, key))
    const save = () => writeStored(localStorage, key, [...heldIds])
    if (heldIds.size > 0) broadcastToTabs({ type: 'held', ids: [...heldIds] })
    const announce = (id: number) =>
      call(desk.details, { id }, { signal }).then(
        ({ data }) => broadcastOrder(data.order),
        ({ status }: ApiError) => {
          // Orders that cannot be read now stay known and are read again.
          if (status === 403 || status === 404) broadcastToTabs({ type: 'closed', id })
        },
      )
    /** For each renewal in flight, the orders released meanwhile: its reply may still name them. */
    const renewals = new Set<Set<number>>()
    // A failed renewal is not retried: the lease outlasts several intervals.
    const renew = () => {
      const left = new Set<number>()
      renewals.add(left)
      void call(desk.renewClaims, {}, { signal })
        .then(({ data }) => {
          const ids = new Set(data.held.map(({ id }) => id).filter((id) => !left.has(id)))
          broadcastToTabs({ type: 'held', ids: [...ids] })
          // Without a stream, or in a gap of it, no event has said what became of these.
          const missing = [...heldIds].filter((id) => !ids.has(id))
          for (const id of ids) heldIds.add(id)
          save()
          return Promise.all(missing.map(announce))
        })
        .catch(() => undefined)
        .finally(() => renewals.delete(left))
    }
    const leave = (id: number) => {
      heldIds.delete(id)
      for (const left of renewals) left.add(id)
    }
    let renewTimer: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent((event) => {
      // If another admin has taken the order over, this admin must not deliver it: check soon.
      if (event.type === 'stale' && heldIds.size > 0 && renewTimer === undefined) {
        renewTimer = setTimeout(() => {
          renewTimer = undefined
          renew()
        }, RENEW_DELAY_MS)
      }
      if (event.type === 'order' && event.order.holder_id === userId) heldIds.add(event.order.id)
      else if (event.type === 'order') leave(event.order.id)
      else if (event.type === 'released' || event.type === 'closed') leave(event.id)
      else return
      save()
    })
    renew()
    const timer = setInterval(renew, CLAIM_RENEW_MS)
    signal.addEventListener('abort', () => {
      stop()
      clearInterval(timer)
      resolve()
    })
  })
