import { type MouseEvent as ReactMouseEvent, useEffect, useRef } from 'react'
import { isSamePlace, useUnmovedPointer } from './unmoved-pointer.ts'

/** Of the person: measured between the times of their clicks, however late the page handles them. */
const SECOND_CLICK_MS = 500
const SECOND_ENTER_MS = 400

/** Until then an Enter counts as key bounce: it would answer what has just opened, unread. */
let ignoreEnterUntil = 0

/** Ignores a further click by the pointer that opened a dialog, before it has moved: it lands on the overlay and would close it.
 * Pass `overlayProps` to the dialog, and call `isIntended` once for each attempt to close it. A second Enter is ignored too. */
export function useSecondClick(opened: boolean) {
  const isUnmoved = useUnmovedPointer(opened)
  const isSecond = useRef(false)
  useEffect(() => {
    if (opened) ignoreEnterUntil = performance.now() + SECOND_ENTER_MS
  }, [opened])
  return {
    overlayProps: {
      onClick: (event: ReactMouseEvent) => {
        isSecond.current = isUnmoved(event)
      },
    },
    isIntended: () => {
      const was = !isSecond.current
      isSecond.current = false
      return was
    },
  }
}

/** Elements that close, or make way for the next row, when used; rows included. */
const CLOSING_ELEMENTS = '[role="dialog"], [role="alertdialog"], [data-beside], tr[data-id]'

let first: { readonly target: Element; readonly at: MouseEvent } | undefined

/** The second click of a double click on something that has closed: it would land on another customer's row. */
const isStrayClick = (event: MouseEvent): boolean =>
  first !== undefined &&
  !first.target.isConnected &&
  event.timeStamp - first.at.timeStamp < SECOND_CLICK_MS &&
  isSamePlace(event, first.at)

const isText = (target: EventTarget | null): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'radio' && target.type !== 'checkbox')

window.addEventListener(
  'keydown',
  (event) => {
    if (performance.now() > ignoreEnterUntil) return
    // Another key shows that the admin has seen the dialog. In a text box, Enter confirms nothing unread.
    if (event.key !== 'Enter') ignoreEnterUntil = 0
    else if (!isText(event.target)) {
      event.preventDefault()
      event.stopImmediatePropagation()
    }
  },
  { capture: true },
)

// In the window's capture phase, before any other handler.
for (const type of ['mousedown', 'click'] as const) {
  window.addEventListener(
    type,
    (event) => {
      if (type === 'mousedown') ignoreEnterUntil = 0
      // Clicks by keyboard have no position.
      if (event.detail === 0 || !(event.target instanceof Element)) return
      if (isStrayClick(event)) {
        event.preventDefault()
        event.stopImmediatePropagation()
      } else if (type === 'click')
        first = event.target.closest(CLOSING_ELEMENTS) ? { target: event.target, at: event } : undefined
    },
    { capture: true },
  )
}
