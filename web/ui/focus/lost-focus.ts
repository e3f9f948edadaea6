import { type RefObject, useEffect } from 'react'
import { actionOf, focusableOf, rowsAround } from '../table/row-cursor.ts'

type Place = Element | null | undefined

/** Focuses the first of these that is on the page, else the title: never the top of the page. */
export function focusFirst(places: readonly Place[], options?: FocusOptions): void {
  const isThere = (place: Place): place is HTMLElement => place instanceof HTMLElement && place.isConnected
  const target = places.find(isThere) ?? document.querySelector<HTMLElement>('h1')
  target?.focus(options)
}

/** As `focusFirst`, if the element with the focus was removed. */
export function focusIfLost(places: readonly Place[], options?: FocusOptions): void {
  if (document.activeElement === document.body) focusFirst(places, options)
}

/** Returns a function that gives the focus back to the button; if its row is gone, to the row in its place. Without rows, to the
 * dialog that held the button, never behind it. */
export function focusAfter(from: HTMLElement): () => void {
  const dialog = from.closest('[role="dialog"]')
  const row = from.closest('tr')
  const around = row ? rowsAround(row) : () => []
  return () => focusFirst([from, ...(from.isConnected ? [] : around().map(actionOf)), dialog])
}

/** Back to a button for several rows, or, if it is gone, to the remaining rows. */
export function focusOrRows(from: HTMLElement | null): void {
  if (from?.isConnected) from.focus()
  else focusIfLost([...document.querySelectorAll<HTMLElement>('tr[data-id]')].map(focusableOf))
}

/** Ref for a button that its own click removes: the focus moves to `next`, else to its dialog. */
export function focusNext(button: HTMLElement | null, next?: HTMLElement | null) {
  const dialog = button?.closest('[role="dialog"]')
  return () => {
    if (document.activeElement !== button) return
    // Waits until the replacement, with its own title, is mounted.
    setTimeout(() => focusIfLost([next, dialog], { preventScroll: true }))
  }
}

/** When nothing is left to decide, the focused control is removed: moves the focus to `next`, such as Close. */
export function useFocusOnceClosed(isClosed: boolean, next: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (isClosed && next.current) focusIfLost([next.current])
  }, [isClosed, next])
}
