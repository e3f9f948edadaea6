import { actionOf, focusableOf, rowsAround } from '../table/row-cursor.ts'

const focusFirst = (rows: readonly HTMLElement[], within: typeof focusableOf, dialog?: HTMLElement | null) => {
  const title = () => (dialog?.isConnected ? dialog : document.querySelector<HTMLElement>('h1'))
  const target = rows.map(within).find((element) => element !== null) ?? title()
  target?.focus()
}

/**
 * Answers what puts the focus back to the button; where its row has left the list, to the row that took its place. Without any
 * row the focus goes to the dialog that the button was in, else to the screen's title: never to the page's beginning, nor behind
 * the dialog.
 */
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
