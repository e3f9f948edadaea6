import { onSessionChange } from '../calls/session-store.ts'

/** A row, and which of its controls; -1 is the row itself. */
interface Focused {
  readonly id: string
  readonly control: number
}

/** A row that is not there within this time does not take the focus any more. */
const WAIT_MS = 5_000

/** By the key of the entry in the browser's history. */
const left = new Map<string, Focused>()

onSessionChange(() => left.clear())

const controlsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('a, button, input')]

/** Remembers what of which row has the focus while one leaves an entry of the history. */
export function noteFocus(entry: string): void {
  const focused = document.activeElement as HTMLElement | null
  const row = focused?.closest<HTMLElement>('tr[data-id]')
  if (focused && row?.dataset.id) left.set(entry, { id: row.dataset.id, control: controlsOf(row).indexOf(focused) })
  else left.delete(entry)
}

/** Gives the focus back to what had it when one left the entry, at once or as soon as its row is there; until then `meanwhile` has it. */
export function focusLeft(entry: string, meanwhile: HTMLElement | null): void {
  const wanted = left.get(entry)
  if (wanted && focusAgain(wanted)) return
  meanwhile?.focus()
  if (!wanted) return
  const observer = new MutationObserver(() => {
    // Whoever has gone on by now is not called back.
    if (document.activeElement !== meanwhile || focusAgain(wanted)) observer.disconnect()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), WAIT_MS)
}

function focusAgain({ id, control }: Focused): boolean {
  const row = document.querySelector<HTMLElement>(`tr[data-id="${id}"]`)
  const target = row && (control < 0 ? row : controlsOf(row)[control])
  if (!target) return false
  // The page is put back to where it was; only a row that has moved since needs more.
  target.focus({ preventScroll: true })
  requestAnimationFrame(() => document.activeElement === target && target.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  return true
}
