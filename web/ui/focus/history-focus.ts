import { onSessionChange } from '../../calls/session-store.ts'

/** A row, and the index of its control; -1 is the row itself. */
interface Focused {
  readonly id: string
  readonly control: number
}

/** A row that appears later than this no longer takes the focus. */
const WAIT_MS = 5_000

const focusByEntry = new Map<string, Focused>()

onSessionChange(() => focusByEntry.clear())

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button, input')]

/** Remembers which control of which row has the focus when a history entry is left. */
export function recordFocus(entry: string): void {
  const focused = document.activeElement as HTMLElement | null
  const row = focused?.closest<HTMLElement>('tr[data-id]')
  if (focused && row?.dataset.id) focusByEntry.set(entry, { id: row.dataset.id, control: controlsOf(row).indexOf(focused) })
  else focusByEntry.delete(entry)
}

/** Restores the focus of a history entry, once its row appears; until then `fallback` has it. */
export function restoreFocus(entry: string, fallback: HTMLElement | null): void {
  const target = focusByEntry.get(entry)
  if (target && focusControl(target)) return
  fallback?.focus()
  if (!target) return
  const observer = new MutationObserver(() => {
    // The admin has moved the focus meanwhile: leave it alone.
    if (document.activeElement !== fallback || focusControl(target)) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), WAIT_MS)
}

function focusControl({ id, control }: Focused): boolean {
  const row = document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)
  const target = row && (control < 0 ? row : controlsOf(row)[control])
  if (!target) return false
  // The router restores the scroll position; scroll only if the row has moved since.
  target.focus({ preventScroll: true })
  requestAnimationFrame(() => document.activeElement === target && target.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  return true
}
