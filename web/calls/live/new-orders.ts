import { useSyncExternalStore } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { createSignal } from '../../ui/signal.ts'
import { serverNow } from '../clock.ts'

type OrderState = Pick<OrderRow, 'id' | 'status' | 'created_at'>

/** Older orders are not new, even if never seen here: they were released. */
const NEW_MS = 60_000

const unseen = new Set<number>()
const { subscribe, notify } = createSignal()
let newest = 0
/** Unseen orders of which only the number is known. */
let unseenByCount = 0

/** Records an order from the live stream and returns whether it is new and pending. While the tab is hidden, new orders count
 * as unseen until it is shown, or until another admin takes them. */
export function recordOrder({ id, status, created_at }: OrderState, isVisible: boolean): boolean {
  const isNew = id > newest && status === 'pending' && serverNow() - Date.parse(created_at) < NEW_MS
  newest = Math.max(newest, id)
  const had = unseen.size
  if (status !== 'pending') unseen.delete(id)
  else if (isNew && !isVisible) unseen.add(id)
  if (unseen.size !== had) notify()
  return isNew
}

/** Without a stream, only counts are known: `by` more (or fewer) are pending than before, and `id` is the newest. Returns
 * whether there is a new order that the stream has not announced. */
export function recordCountChange(by: number, id: number, isVisible: boolean): boolean {
  const isNew = by > 0 && id > newest
  newest = Math.max(newest, id)
  const had = unseenByCount
  if (by < 0 || (isNew && !isVisible)) unseenByCount = Math.max(0, unseenByCount + by)
  if (unseenByCount !== had) notify()
  return isNew
}

export function clearUnseen(): void {
  if (unseen.size + unseenByCount === 0) return
  unseen.clear()
  unseenByCount = 0
  notify()
}

/** Unseen orders that are still pending: '(3)' in the tab's title. */
export const countUnseenOrders = (): number => unseen.size + unseenByCount

export const useUnseenOrders = (): number => useSyncExternalStore(subscribe, countUnseenOrders)
