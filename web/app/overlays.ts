import { useSyncExternalStore } from 'react'

/** What opens above every screen by a key, the header or the profile menu. */
export type Overlay = 'palette' | 'sheet'

let open: Overlay | null = null
const listeners = new Set<() => void>()

/** Opens one of them, instead of the other. */
export const showOverlay = (overlay: Overlay): void => change(overlay)

/** Closes it, if it is still the one that is open. */
export const hideOverlay = (overlay: Overlay): void => {
  if (open === overlay) change(null)
}

function change(next: Overlay | null): void {
  open = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one that is open. */
export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => open)
