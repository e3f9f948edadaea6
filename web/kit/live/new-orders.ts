import { useSyncExternalStore } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { serverNow } from '../calls/clock.ts'
import { createSignal } from '../signal.ts'

type Seen = Pick<OrderRow, 'id' | 'status' | 'created_at'>

/** An order that came in longer ago is not new, also where nobody here has seen it: it was given back. */
const NEW_MS = 60_000

const unseen = new Set<number>()
const { subscribe, tell } = createSignal()
let newest = 0
/** Unseen ones of which only the number is known. */
let risen = 0

/**
 * Takes an order of the live stream down: whether it is a new one that waits. Those that come while nobody looks at the tab are
 * unseen until somebody does, or until a colleague takes them.
 */
export function noteOrder({ id, status, created_at }: Seen, isLookedAt: boolean): boolean {
  const isNew = id > newest && status === 'pending' && serverNow() - Date.parse(created_at) < NEW_MS
  newest = Math.max(newest, id)
  const had = unseen.size
  if (status !== 'pending') unseen.delete(id)
  else if (isNew && !isLookedAt) unseen.add(id)
  if (unseen.size !== had) tell()
  return isNew
}

/**
 * Without a stream nobody says which orders came: `by` more wait than at the last look, or fewer, and `id` is the newest of them.
 * Whether there is one that the stream has not told of.
 */
export function noteRise(by: number, id: number, isLookedAt: boolean): boolean {
  const isNew = by > 0 && id > newest
  newest = Math.max(newest, id)
  const had = risen
  if (by < 0 || (isNew && !isLookedAt)) risen = Math.max(0, risen + by)
  if (risen !== had) tell()
  return isNew
}

/** The tab is looked at. */
export function forgetUnseen(): void {
  if (unseen.size + risen === 0) return
  unseen.clear()
  risen = 0
  tell()
}

/** How many orders came in since the tab was last looked at and still wait: '(3)' in its title. */
export const unseenOrders = (): number => unseen.size + risen

export const useUnseenOrders = (): number => useSyncExternalStore(subscribe, unseenOrders)
