import { actionOf, focusableOf, rowsAround } from './table/row-cursor.ts'

const focusFirst = (rows: readonly HTMLElement[], within: typeof focusableOf, dialog?: HTMLElement | null) => {
  const title = () => (dialog?.isConnected ? dialog : document.querySelector<HTMLElement>('h1'))
  const target = rows.map(within).find((element) => element !== null) ?? title()
  target?.focus()
}

/** Back to the button, or, where its row has left the list, to the row that took its place: never to the page's beginning, nor behind the dialog that it was in. */
export function focusAfter(from: HTMLElement): () => void {
  const dialog = from.closest<HTMLElement>('[role="dialog"]')
  const row = from.closest('tr')
  const around = row ? rowsAround(row) : () => []
  return () => {
    if (from.isConnected) from.focus()
    else focusFirst(around(), actionOf, dialog)
  }
}

/** Back to a button that stands for many rows, or, where it went with them, to the rows that are left. */
export function focusOrRows(from: HTMLElement | null): void {
  if (from?.isConnected) from.focus()
  else if (document.activeElement === document.body)
    focusFirst([...document.querySelectorAll<HTMLElement>('tr[data-id]')], focusableOf)
}
