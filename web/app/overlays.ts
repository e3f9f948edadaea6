import { useSyncExternalStore } from 'react'
import { onSessionChange } from '../calls/session-store.ts'
import { focusFirst } from '../ui/focus/lost-focus.ts'
import { createSignal } from '../ui/signal.ts'

export type Overlay = 'palette' | 'sheet'

let open: Overlay | null = null
let opener: Element | null = null
const { subscribe, notify } = createSignal()

/** Opens an overlay, replacing the one that is open. */
export const showOverlay = (overlay: Overlay): void => {
  if (open === null) opener = document.activeElement
  change(overlay)
}

/** Closes the overlay if it is the open one. The focus returns to where it was, unless it `leaves` for another screen. */
export const hideOverlay = (overlay: Overlay, leaves = false): void => {
  if (open !== overlay) return
  change(null)
  if (!leaves) setTimeout(restoreFocus)
}

function restoreFocus(): void {
  const from = opener === document.body ? null : opener
  focusFirst([from, document.querySelector('h1'), document.getElementById('content')], { preventScroll: true })
}

function change(next: Overlay | null): void {
  open = next
  notify()
}

onSessionChange(() => change(null))

export const useOverlay = (): Overlay | null => useSyncExternalStore(subscribe, () => open)
