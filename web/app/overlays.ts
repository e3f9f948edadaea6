import { useSyncExternalStore } from 'react'
import { onSessionChange } from '../calls/session-store.ts'
import { createSignal } from '../ui/signal.ts'

export type Overlay = 'palette' | 'sheet'

let open: Overlay | null = null
const { subscribe, notify } = createSignal()

/** Opens an overlay, replacing the one that is open. */
export const showOverlay = (overlay: Overlay): void => change(overlay)

/** Closes the overlay if it is the open one. */
export const hideOverlay = (overlay: Overlay): void => {
  if (open === overlay) change(null)
}

function change(next: Overlay | null): void {
  open = next
  notify()
}

onSessionChange(() => change(null))

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => open)
