import { useSyncExternalStore } from 'react'
import type { OrderRow } from '#contract/orders.ts'

type Seen = Pick<OrderRow, 'id' | 'status'>

const unseen = new Set<number>()
const listeners = new Set<() => void>()
let newest = 0

const tell = () => {
  for (const listener of listeners) listener()
}

/**
 * Takes an order of the live stream down: whether it is a new one that waits. Those that come while nobody looks at the tab are
 * unseen until somebody does, or until a colleague takes them.
 */
export function noteOrder({ id, status }: Seen, isLookedAt: boolean): boolean {
  const isNew = id > newest && status === 'pending'
  newest = Math.max(newest, id)
  const had = unseen.size
  if (status !== 'pending') unseen.delete(id)
  else if (isNew && !isLookedAt) unseen.add(id)
  if (unseen.size !== had) tell()
  return isNew
}

/** The tab is looked at. */
export function forgetUnseen(): void {
  if (unseen.size === 0) return
  unseen.clear()
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How many orders came in since the tab was last looked at and still wait: '(3)' in its title. */
export const useUnseenOrders = (): number => useSyncExternalStore(subscribe, () => unseen.size)
