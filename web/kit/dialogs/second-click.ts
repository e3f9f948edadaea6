import { useEffect, useRef } from 'react'

const SECOND_CLICK_MS = 500

/**
 * Notices the second click of a double click on what opened a dialog: it falls beside the dialog and would close it. `overlayProps` are
 * the dialog's; `wasMeant` is asked once whenever it is about to close.
 */
export function useSecondClick(opened: boolean) {
  const since = useRef(0)
  const isSecond = useRef(false)
  useEffect(() => {
    if (opened) since.current = performance.now()
  }, [opened])
  return {
    overlayProps: {
      onClick: () => {
        isSecond.current = performance.now() - since.current < SECOND_CLICK_MS
      },
    },
    wasMeant: () => {
      const was = !isSecond.current
      isSecond.current = false
      return was
    },
  }
}

/** What closes, or gives way to the next row, once it was used. */
const CLOSES = '[role="dialog"], [role="alertdialog"], [data-beside]'
const SAME_PLACE_PX = 10

let first: { readonly target: Element; readonly at: MouseEvent } | undefined

/** The second click of a double click on what has closed upon the first: it would fall on another row, and be about another customer. */
const isLeftOver = (event: MouseEvent): boolean =>
  first !== undefined &&
  !first.target.isConnected &&
  event.timeStamp - first.at.timeStamp < SECOND_CLICK_MS &&
  Math.hypot(event.clientX - first.at.clientX, event.clientY - first.at.clientY) < SAME_PLACE_PX

// In the capture phase of the window, before whatever lies there hears of it.
for (const type of ['mousedown', 'click'] as const) {
  window.addEventListener(
    type,
    (event) => {
      // A click by the keyboard has no place.
      if (event.detail === 0 || !(event.target instanceof Element)) return
      if (isLeftOver(event)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else if (type === 'click') first = event.target.closest(CLOSES) ? { target: event.target, at: event } : undefined
    },
    { capture: true },
  )
}
