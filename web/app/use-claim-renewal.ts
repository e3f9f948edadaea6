import { useEffect } from 'react'
import { desk } from '#contract/desk.ts'
import { CLAIM_RENEW_MS } from '#contract/limits.ts'
import { type ApiError, call } from '../kit/calls/api.ts'
import { useMay, useSession } from '../kit/calls/session.ts'
import { broadcastOrder, broadcastToTabs, onLiveEvent } from '../kit/live/live.ts'
import { inOneTab } from '../kit/live/one-tab.ts'
import { keepStored, readStoredList } from '../kit/stored.ts'

/** Renews the admin's claims while a dashboard is open, hidden or not. One tab of the browser does it for all tabs. */
export function useClaimRenewal(): void {
  const userId = useSession()?.user.id
  const maySee = useMay('orders_view')
  const mayWork = useMay('orders_work')
  const may = maySee && mayWork
  useEffect(() => {
    if (userId === undefined || may === undefined) return
    if (!may) return tellClosed(userId)
    return inOneTab(`claims:${userId}`, (signal) => keepRenewing(userId, signal))
  }, [userId, may])
}

const keyOf = (userId: number) => `held-orders:${userId}`
/** Delay before missed events are read, so that many of them cause one read. */
const MISSED_MS = 500

/** The admin lost access: announces each held order as closed once. After this nothing is renewed or read. */
function tellClosed(userId: number): void {
  const key = keyOf(userId)
  for (const id of readStoredList<number>(localStorage, key)) broadcastToTabs({ type: 'closed', id })
  keepStored(localStorage, key, [])
}

const keepRenewing = (userId: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const key = keyOf(userId)
    /** Held orders as last known in this browser. They survive a reload, also while the server cannot be reached. */
    const known = new Set(readStoredList<number>(localStorage, key))
    const keep = () => keepStored(localStorage, key, [...known])
    if (known.size > 0) broadcastToTabs({ type: 'held', ids: [...known] })
    const tell = (id: number) =>
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
          const gone = [...known].filter((id) => !ids.has(id))
          for (const id of ids) known.add(id)
          keep()
          return Promise.all(gone.map(tell))
        })
        .catch(() => undefined)
        .finally(() => renewals.delete(left))
    }
    const leave = (id: number) => {
      known.delete(id)
      for (const left of renewals) left.add(id)
    }
    let soon: ReturnType<typeof setTimeout> | undefined
    const stop = onLiveEvent((news) => {
      // If another admin has taken the order over, this admin must not deliver it: check soon.
      if (news.type === 'stale' && known.size > 0 && soon === undefined) {
        soon = setTimeout(() => {
          soon = undefined
          renew()
        }, MISSED_MS)
      }
      if (news.type === 'order' && news.order.holder_id === userId) known.add(news.order.id)
      else if (news.type === 'order') leave(news.order.id)
      else if (news.type === 'released' || news.type === 'closed') leave(news.id)
      else return
      keep()
    })
    renew()
    const timer = setInterval(renew, CLAIM_RENEW_MS)
    signal.addEventListener('abort', () => {
      stop()
      clearInterval(timer)
      resolve()
    })
  })
