import { actionOf, focusableOf } from './table/row-cursor.ts'

const focusFirst = (rows: readonly HTMLElement[], within: typeof focusableOf, dialog?: HTMLElement | null) => {
  const title = () => (dialog?.isConnected ? dialog : document.querySelector<HTMLElement>('h1'))
  const target = rows.map(within).find((element) => element !== null) ?? title()
  target?.focus()
}

/** Back to the button, or, where its row has left the list, to the row that took its place: never to the page's beginning, nor behind the dialog that it was in. */
export function focusAfter(from: HTMLElement): () => void {
  const body = from.closest('tbody')
  const dialog = from.closest<HTMLElement>('[role="dialog"]')
  const at = from.closest('tr')?.sectionRowIndex ?? 0
  return () => {
    if (from.isConnected) return from.focus()
    const rows = [...(body?.rows ?? [])]
    focusFirst([...rows.slice(at), ...rows.slice(0, at).reverse()], actionOf, dialog)
  }
}

/** Back to a button that stands for many rows, or, where it went with them, to the rows that are left. */
export function focusOrRows(from: HTMLElement | null): void {
  if (from?.isConnected) from.focus()
  else if (document.activeElement === document.body)
    focusFirst([...document.querySelectorAll<HTMLElement>('tr[data-id]')], focusableOf)
}
