import { type RefObject, useEffect, useRef } from 'react'
import { focusableOf, rowsAround } from './row-cursor.ts'

/** The focused element, and where it was in case it is removed. */
interface Focused {
  readonly element: HTMLElement
  readonly path: readonly HTMLElement[]
  /** Rows that may take the focus next; undefined outside rows. */
  readonly rows: (() => HTMLElement[]) | undefined
}

/** Keeps the focus when its element is removed (another admin took the order, a button did its work): it moves to the
 * surrounding row, else to the row in its place, else to the title or the dialog. It never falls to the body. */
export function usePreservedFocus(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = root.current
    if (!area) return
    let focused: Focused | undefined
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused = placeOf(target, area)
    }
    const clearFocused = () =>
      setTimeout(() => {
        // A removed element was not left by the user, and neither was one in a window that lost the focus.
        if (focused?.element.isConnected && document.hasFocus() && isBlurred(focused)) focused = undefined
      })
    const restore = () => {
      if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
      const place = focused
      focused = undefined
      const around = place.path.find(isFocusTarget)
      if (around) around.focus({ preventScroll: true })
      else fallbackTarget(place, area)?.focus({ preventScroll: place.rows === undefined })
    }
    const observer = new MutationObserver(restore)
    observer.observe(area, { childList: true, subtree: true })
    area.addEventListener('focusin', note)
    area.addEventListener('focusout', clearFocused)
    return () => {
      observer.disconnect()
      area.removeEventListener('focusin', note)
      area.removeEventListener('focusout', clearFocused)
    }
  }, [])
  return root
}

const isBlurred = ({ element }: Focused) => document.activeElement !== element

function placeOf(element: HTMLElement, area: HTMLElement): Focused {
  const path: HTMLElement[] = []
  for (let around = element.parentElement; around && around !== area; around = around.parentElement) path.push(around)
  const row = element.closest<HTMLElement>('tr[data-id]')
  return { element, path, rows: row ? rowsAround(row) : undefined }
}

/** Drawers may take the focus; a scrolling table is a section too, but no useful place to continue. */
const isFocusTarget = (element: HTMLElement): boolean =>
  element.isConnected && element.matches('[tabindex]:not(section), [data-beside]')

function fallbackTarget({ rows }: Focused, area: HTMLElement): HTMLElement | null {
  const [next] = rows?.() ?? []
  return (next && focusableOf(next)) ?? area.querySelector('h1') ?? area.closest('[role="dialog"]')
}
