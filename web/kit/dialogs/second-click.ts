import { useEffect, useRef } from 'react'

const SECOND_CLICK_MS = 500
const SECOND_ENTER_MS = 400

/** Until when an Enter is the second one of a key that bounces: it would answer what has just opened, unread. */
let opensUntil = 0

/**
 * Notices the second click of a double click on what opened a dialog: it falls beside the dialog and would close it. `overlayProps` are
 * the dialog's; `wasMeant` is asked once whenever it is about to close. A second Enter does nothing.
 */
export function useSecondClick(opened: boolean) {
  const since = useRef(0)
  const isSecond = useRef(false)
  useEffect(() => {
    if (!opened) return
    since.current = performance.now()
    opensUntil = since.current + SECOND_ENTER_MS
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

/** What closes, or gives way to the next row, once it was used; a row itself, too. */
const CLOSES = '[role="dialog"], [role="alertdialog"], [data-beside], tr[data-id]'
const SAME_PLACE_PX = 10

let first: { readonly target: Element; readonly at: MouseEvent } | undefined

/** The second click of a double click on what has closed upon the first: it would fall on another row, and be about another customer. */
const isLeftOver = (event: MouseEvent): boolean =>
  first !== undefined &&
  !first.target.isConnected &&
  event.timeStamp - first.at.timeStamp < SECOND_CLICK_MS &&
  Math.hypot(event.clientX - first.at.clientX, event.clientY - first.at.clientY) < SAME_PLACE_PX

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')

window.addEventListener(
  'keydown',
  (event) => {
    if (performance.now() > opensUntil) return
    // Whoever has pressed something else is at the dialog. In a text an Enter answers nothing that was not typed.
    if (event.key !== 'Enter') opensUntil = 0
    else if (!isText(event.target)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  },
  { capture: true },
)

// In the capture phase of the window, before whatever lies there hears of it.
for (const type of ['mousedown', 'click'] as const) {
  window.addEventListener(
    type,
    (event) => {
      if (type === 'mousedown') opensUntil = 0
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
