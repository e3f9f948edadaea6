import { type RefObject, useEffect, useRef } from 'react'
import { focusableOf } from './row-cursor.ts'

/** What has the focus, and where it stood, in case that it goes. */
interface Focused {
  readonly element: HTMLElement
  /** Its ancestors, the nearest first. */
  readonly path: readonly HTMLElement[]
  /** Its row's place in the table; undefined outside of rows. */
  readonly row: number | undefined
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
      refuge(place, area)?.focus({ preventScroll: place.row === undefined })
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
  return { element, path, row: element.closest<HTMLTableRowElement>('tr[data-id]')?.sectionRowIndex }
}

function refuge({ path, row }: Focused, area: HTMLElement): HTMLElement | null {
  const around = path.find((element) => element.isConnected && element.hasAttribute('tabindex') && !element.matches('section'))
  if (around) return around
  const rows = row === undefined ? [] : [...area.querySelectorAll<HTMLElement>('tr[data-id]')]
  const next = rows[Math.min(row ?? 0, rows.length - 1)]
  return (next && focusableOf(next)) ?? area.querySelector('h1') ?? area.closest('[role="dialog"]')
}
