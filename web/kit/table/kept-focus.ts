import { type RefObject, useEffect, useRef } from 'react'
import { focusableOf, rowsAround } from './row-cursor.ts'

/** What has the focus, and where it stood, in case that it goes. */
interface Focused {
  readonly element: HTMLElement
  /** Its ancestors, the nearest first. */
  readonly path: readonly HTMLElement[]
  /** The rows that it may go on to; undefined outside of rows. */
  readonly rows: (() => HTMLElement[]) | undefined
}

/**
 * The focus never falls to the body because what had it is gone (a colleague took the order of that row, a button did its work):
 * it goes to what is around it, else to the row that took its place, else to the screen's title, or to the dialog.
 */
export function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = root.current
    if (!area) return
    let focused: Focused | undefined
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) focused = placeOf(target, area)
    }
    const forget = () =>
      setTimeout(() => {
        // What is gone has not been left, and leaving the window is no leaving of the element.
        if (focused?.element.isConnected && document.hasFocus() && isElsewhere(focused)) focused = undefined
      })
    const restore = () => {
      if (!focused || focused.element.isConnected || document.activeElement !== document.body) return
      const place = focused
      focused = undefined
      const around = place.path.find(takesFocus)
      if (around) around.focus({ preventScroll: true })
      else refuge(place, area)?.focus({ preventScroll: place.rows === undefined })
    }
    const observer = new MutationObserver(restore)
    observer.observe(area, { childList: true, subtree: true })
    area.addEventListener('focusin', note)
    area.addEventListener('focusout', forget)
    return () => {
      observer.disconnect()
      area.removeEventListener('focusin', note)
      area.removeEventListener('focusout', forget)
    }
  }, [])
  return root
}

const isElsewhere = ({ element }: Focused) => document.activeElement !== element

function placeOf(element: HTMLElement, area: HTMLElement): Focused {
  const path: HTMLElement[] = []
  for (let around = element.parentElement; around && around !== area; around = around.parentElement) path.push(around)
  const row = element.closest<HTMLElement>('tr[data-id]')
  return { element, path, rows: row ? rowsAround(row) : undefined }
}

/** A drawer keeps what it had; a table that scrolls is a section too, and no place to go on from. */
const takesFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.matches('[tabindex]:not(section), [data-beside]')

function refuge({ rows }: Focused, area: HTMLElement): HTMLElement | null {
  const [next] = rows?.() ?? []
  return (next && focusableOf(next)) ?? area.querySelector('h1') ?? area.closest('[role="dialog"]')
}
