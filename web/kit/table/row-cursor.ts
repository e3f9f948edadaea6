import type { KeyboardEvent, MouseEvent } from 'react'
import { hasLeft, type Listed, type TableModel } from './columns.ts'

const ROWS = 'tbody[data-opens] > tr[data-id]'
/** A click on these is theirs, not the row's. */
const OWN_CLICKS = 'button, a, input, label, select, textarea'

/** The row that has the focus, or in which it is: the cursor is the browser's own focus, so that moving it renders nothing. */
export const rowWithFocus = (): HTMLElement | null => rowAround(document.activeElement)

/** The row that something stands in. */
export const rowAround = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>(ROWS) ?? null

/** The id of a row element. */
export const idOfRow = (row: HTMLElement | null | undefined): number | undefined =>
  row?.dataset.id === undefined ? undefined : Number(row.dataset.id)

const isLive = (row: Element | null): row is HTMLElement => row instanceof HTMLElement && row.isConnected && !row.dataset.left

/**
 * Where the focus of a row goes when what had it is gone, the nearest first: the row itself if it has kept its place, those that
 * stood below it, those above, whatever is in the table. Rows that have left are none of them: they go with the next page.
 */
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

/** The first thing that can be done with a row. */
export const actionOf = (row: HTMLElement): HTMLElement | null => row.querySelector('[data-action] :is(button, a)')

/** What of a row takes the focus: itself where it opens something, else its first action. */
export const focusableOf = (row: HTMLElement): HTMLElement | null => (row.matches(ROWS) ? row : actionOf(row))

/** Moves the cursor by so many rows, past those that have left; where it is in none, to the first. */
export function moveCursor(by: number): void {
  const focused = rowWithFocus()
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter((row) => row === focused || !row.dataset.left)
  const at = focused ? rows.indexOf(focused) : -1
  const next = at < 0 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, at + by))]
  next?.focus()
}

/** Puts the cursor on the row of an id; false where it is not on screen. */
export function focusRow(id: number): boolean {
  const row = document.querySelector<HTMLElement>(`${ROWS}[data-id="${id}"]`)
  row?.focus()
  return row !== null
}

/** Arrows move the cursor; within a field of a row they are the field's. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (by === 0 || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  moveCursor(by)
}

interface Opens<R> {
  readonly onOpen: (record: R) => void
}

/** Opens a row by a click beside its buttons and selected text, or by Enter on it. */
export function openers<R extends Listed>(model: TableModel<R>, { onOpen }: Opens<R>) {
  const open = (target: EventTarget) => {
    const id = idOfRow((target as Element).closest<HTMLElement>('tr[data-id]'))
    const row = model.getRowModel().rows.find(({ original }) => original.id === id)
    if (row && !hasLeft(row.original)) onOpen(row.original)
  }
  return {
    onClick: ({ target }: MouseEvent) => {
      if ((target as Element).closest(OWN_CLICKS) || String(getSelection()) !== '') return
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
