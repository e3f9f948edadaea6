import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { hasLeft, type Listed, type TableModel } from './columns.ts'

const ROWS = 'tbody[data-opens] > tr[data-id]'
/** Clicks on these do not open the row. */
const INTERACTIVE = 'button, a, input, label, select, textarea'

/** The row that has or contains the focus. The cursor is the browser's focus, so moving it renders nothing. */
export const rowWithFocus = (): HTMLElement | null => rowAround(document.activeElement)

export const rowAround = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(ROWS) ?? null

export const idOfRow = (row: HTMLElement | null | undefined): number | undefined =>
  row?.dataset.id === undefined ? undefined : Number(row.dataset.id)

const isLive = (row: Element | null): row is HTMLElement => row instanceof HTMLElement && row.isConnected && !row.dataset.left

/** Where the focus goes when its element in a row is removed, nearest first: the row itself if still in place, rows below,
 * rows above, any row. Excludes rows that have left, which disappear with the next page. */
export function rowsAround(row: HTMLElement): () => HTMLElement[] {
  const body = row.parentElement
  const rows = [...(body?.children ?? [])]
  const at = rows.indexOf(row)
  const [above, below] = [rows.slice(0, at).reverse(), rows.slice(at + 1)]
  return () => {
    const now = [...(body?.children ?? [])].filter(isLive)
    const own = now.indexOf(row)
    const isInPlace = own >= 0 && now[own + 1] === below.find(isLive)
    return [...new Set([...(isInPlace ? [row] : []), ...[...below, ...above].filter(isLive), ...now])]
  }
}

export const actionOf = (row: HTMLElement): HTMLElement | null => row.querySelector('[data-action] :is(button, a)')

/** The row itself if it opens something, else its first action. */
export const focusableOf = (row: HTMLElement): HTMLElement | null => (row.matches(ROWS) ? row : actionOf(row))

/** Moves the cursor by `by` rows, skipping rows that have left; to the first row if there is no cursor. */
export function moveCursor(by: number): void {
  const focused = rowWithFocus()
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row === focused || !row.dataset.left)
  const at = focused ? rows.indexOf(focused) : -1
  const next = at < 0 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, at + by))]
  next?.focus()
}

/** Focuses a row by id; false if it is not on screen. */
export function focusRow(id: number): boolean {
  const row = document.querySelector<HTMLElement>(`${ROWS}[data-id="${id}"]`)
  row?.focus()
  return row !== null
}

/** Arrow keys move the cursor, except in a row's input. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  moveCursor(by)
}

/** Browsers leave a control that is partly in view where it is, also under the sticky column. */
export function scrollClear({ currentTarget: scroller, target }: FocusEvent<HTMLElement>): void {
  if (target === scroller || target.matches(ROWS) || target.closest('[data-action]')) return
  const { left, right } = target.getBoundingClientRect()
  const frame = scroller.getBoundingClientRect()
  // Beside a drawer the actions are not pinned, and may be beyond the frame.
  const edge = Math.min(frame.right, scroller.querySelector('th[data-action]')?.getBoundingClientRect().left ?? frame.right)
  if (right > edge) scroller.scrollLeft += right - edge + 8
  else if (left < frame.left) scroller.scrollLeft -= frame.left - left + 8
}

interface Opens<R> {
  readonly onOpen: (record: R) => void
}

/** Opens a row on click, except on its controls or on selected text, or on Enter. */
export function openers<R extends Listed>(model: TableModel<R>, { onOpen }: Opens<R>) {
  const open = (target: EventTarget) => {
    const id = idOfRow((target as Element).closest<HTMLElement>('tr[data-id]'))
    const row = model.getRowModel().rows.find(({ original }) => original.id === id)
    if (row && !hasLeft(row.original)) onOpen(row.original)
  }
  return {
    onClick: ({ target }: MouseEvent) => {
      if ((target as Element).closest(INTERACTIVE) || String(getSelection()) !== '') return
      open(target)
    },
    onKeyDown: (event: KeyboardEvent) => {
      const isOnRow = (event.target as Element).matches(ROWS)
      if (!isOnRow || event.key !== 'Enter' || event.repeat || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey)
        return
      event.preventDefault()
      open(event.target)
    },
  }
}
