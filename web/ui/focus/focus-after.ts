import { actionOf, focusableOf, rowsAround } from '../table/row-cursor.ts'

const focusFirst = (rows: readonly HTMLElement[], within: typeof focusableOf, dialog?: HTMLElement | null) => {
  const title = () => (dialog?.isConnected ? dialog : document.querySelector<HTMLElement>('h1'))
  const target = rows.map(within).find((element) => element !== null) ?? title()
  target?.focus()
}

/** Returns a function that gives the focus back to the button; if its row is gone, to the row in its place. Without rows, to
 * the dialog that held the button, else to the title: never to the top of the page or behind the dialog. */
export function focusAfter(from: HTMLElement): () => void {
  const dialog = from.closest<HTMLElement>('[role="dialog"]')
  const row = from.closest('tr')
  const around = row ? rowsAround(row) : () => []
  return () => {
    if (from.isConnected) from.focus()
    else focusFirst(around(), actionOf, dialog)
  }
}

/** Back to a button for several rows, or, if it is gone, to the remaining rows. */
export function focusOrRows(from: HTMLElement | null): void {
  if (from?.isConnected) from.focus()
  else if (document.activeElement === document.body)
    focusFirst([...document.querySelectorAll<HTMLElement>('tr[data-id]')], focusableOf)
}
