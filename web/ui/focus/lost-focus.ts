import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { actionOf, focusableOf, rowsAround } from '../table/row-cursor.ts'

/** What had the focus, and where it was in case it is removed. */
interface Place {
  readonly element: HTMLElement
  readonly path: readonly HTMLElement[]
  readonly rows: () => HTMLElement[]
}

const DIALOG = '[role="dialog"], [role="alertdialog"]'
/** They give the focus back themselves. */
const PASSING = '[role="menu"], .mantine-Notifications-root'

/** By dialog, or the body for the screen; the latest is the last. */
const places = new Map<Element, Place>()
let last: Place | undefined

/** Keeps the focus on the page, wherever its element is removed (another admin took the order, a button did its work): it moves to
 * what surrounds it, else to the row in its place, else to the dialog or the title. Once a dialog closes, it returns to where
 * it was before. */
export function keepFocus(): void {
  addEventListener('focusin', note)
  // Not every browser focuses the button that is clicked.
  addEventListener('click', note, { capture: true })
  addEventListener('focusout', forgetBlurred)
  new MutationObserver(restore).observe(document.body, { childList: true, subtree: true })
}

function note({ target, type }: Event): void {
  const element = (target as Element).closest<HTMLElement>(type === 'click' ? 'button, a' : '*')
  if (!element || element.closest(PASSING)) return
  const region = element.closest(DIALOG) ?? document.body
  const path: HTMLElement[] = []
  for (let around = element.parentElement; around && around !== region; around = around.parentElement) path.push(around)
  const row = element.closest<HTMLElement>('tr[data-id]')
  const bar = element.closest('[data-at-bottom="bar"]')
  last = {
    element,
    path,
    rows: row ? rowsAround(row) : () => (bar ? [...document.querySelectorAll<HTMLElement>('tr[data-id]')] : []),
  }
  for (const known of places.keys()) if (known === region || !known.isConnected) places.delete(known)
  places.set(region, last)
}

function forgetBlurred(): void {
  setTimeout(() => {
    // A removed element was not left by the user, and neither was one in a window that lost the focus.
    if (last?.element.isConnected && document.hasFocus() && document.activeElement === document.body) last = undefined
  })
}

function restore(): void {
  if (!last || last.element.isConnected || document.activeElement !== document.body) return
  const lost = last
  last = undefined
  const [region, place] = [...places].findLast(([one]) => one.isConnected) ?? []
  if (!region || !place) return
  // A row that left under the focus keeps it: a late key must not hit the next. After a dialog about it, the work goes on there.
  const path = place.path.filter((one) => isFocusTarget(one) && (place === lost || !one.dataset.left))
  const around = [place.element, ...path].find(({ isConnected }) => isConnected)
  const isAction = place.path.some((one) => one.matches('[data-action]'))
  const row = around
    ? undefined
    : place
        .rows()
        .map((one) => (isAction && actionOf(one)) || focusableOf(one))
        .find(Boolean)
  focusFirst([around, row, region], { preventScroll: !row })
}

/** Drawers may take the focus; a scrolling table is a section too, but no useful place to continue. */
const isFocusTarget = (element: HTMLElement) => element.matches('[tabindex]:not(section, main), [data-beside]')

/** Focuses the first of these that is on the page and takes the focus, else the title: never the top of the page. */
export function focusFirst(from: readonly (Element | null | undefined)[], options?: FocusOptions): void {
  for (const place of [...from, document.querySelector('h1'), document.getElementById('content')]) {
    if (!(place instanceof HTMLElement) || place === document.body) continue
    place.focus(options)
    if (document.activeElement === place) return
  }
}

/** As `focusFirst`, if the element with the focus was removed. */
export function focusIfLost(from: readonly (Element | null | undefined)[], options?: FocusOptions): void {
  if (document.activeElement === document.body) focusFirst(from, options)
}

/** Ref for a button that its own click removes: the focus moves to `next`. */
export const focusNext = (button: HTMLElement | null, next: HTMLElement | null | undefined) => () => {
  // Waits until `next` can have it.
  if (document.activeElement === button) setTimeout(() => next?.focus({ preventScroll: true }))
}

/** When nothing is left to decide, the focused control is removed: moves the focus to `next`, such as Close. */
export function useFocusOnceClosed(isClosed: boolean, next: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (isClosed && next.current) focusIfLost([next.current])
  }, [isClosed, next])
}

/** After a refusal, focuses the first invalid field; without one, the button of the notice, or the submit button. */
export function useFocusOnFault() {
  const element = useRef<HTMLFormElement>(null)
  const [faults, setFaults] = useState(0)
  // Before the next key: it would go to what has the focus now.
  useLayoutEffect(() => {
    if (faults === 0) return
    const first = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    // The notice is above its form, so its button comes first.
    const target = first ?? element.current?.querySelector<HTMLElement>('[data-goes-on], button[type="submit"]')
    target?.focus()
  }, [faults])
  const [focusFault] = useState(() => () => setFaults((count) => count + 1))
  return { element, focusFault }
}
