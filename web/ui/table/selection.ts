import { useEffect, useState, useSyncExternalStore } from 'react'
import { createSignal } from '../signal.ts'
import { hasLeft, type Listed } from './columns.ts'

/** Selected rows. They survive pagination, so it stores rows, not only ids. */
export interface Selection<R extends Listed> {
  readonly rows: () => readonly R[]
  readonly has: (id: number) => boolean
  /** Toggles a row; with `reach`, all rows of `page` between the last toggled one and this one. */
  readonly toggle: (row: R, page: readonly R[], reach: boolean) => void
  readonly set: (rows: readonly R[], isTicked: boolean) => void
  readonly clear: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Kept outside React's state: a tick renders its checkbox and the bar, not the table. */
function createSelection<R extends Listed>(): Selection<R> {
  let ticked = new Map<number, R>()
  let rows: readonly R[] = []
  let anchor: number | undefined
  const { subscribe, notify } = createSignal()
  const change = (next: Map<number, R>) => {
    ticked = next
    rows = [...next.values()]
    notify()
  }
  const set = (some: readonly R[], isTicked: boolean) => {
    const next = new Map(ticked)
    for (const row of some) {
      if (isTicked) next.set(row.id, row)
      else next.delete(row.id)
    }
    change(next)
  }
  return {
    rows: () => rows,
    has: (id) => ticked.has(id),
    set,
    clear: () => change(new Map()),
    toggle: (row, page, reach) => {
      const isTicked = !ticked.has(row.id)
      const from = page.findIndex(({ id }) => id === anchor)
      const to = page.findIndex(({ id }) => id === row.id)
      const isRange = reach && from >= 0 && to >= 0
      set(isRange ? page.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], isTicked)
      anchor = row.id
    },
    subscribe,
  }
}

/** A selection that lives as long as the screen; another `key` (search or filter) clears it. */
export function useSelection<R extends Listed>(key: string): Selection<R> {
  const [held, setHeld] = useState(() => ({ key, selection: createSelection<R>() }))
  if (held.key === key) return held.selection
  const next = { key, selection: createSelection<R>() }
  setHeld(next)
  return next.selection
}

/** Updates selected rows. Deselects those that left the list or fail `canTick`, unless a dialog is asking about them. */
export function useKnownTicks<R extends Listed>(
  selection: Selection<R>,
  { movedRows, rows }: Readonly<Record<'movedRows' | 'rows', readonly R[] | undefined>>,
  canTick?: (row: R) => boolean,
): void {
  useEffect(() => {
    const known = [...(movedRows ?? []), ...(rows ?? [])].filter(({ id }) => selection.has(id))
    if (known.length > 0) selection.set(known, true)
    // Includes rows that left the screen while a dialog was open.
    const over = selection.rows().filter((row) => hasLeft(row) || canTick?.(row) === false)
    if (over.length === 0) return
    const forget = () => {
      if (isDialogOpen()) return
      clearInterval(again)
      selection.set(over, false)
    }
    const again = setInterval(forget, DESELECT_MS)
    forget()
    return () => clearInterval(again)
  }, [movedRows, rows, selection, canTick])
}

/** Delay after the dialog has closed. */
const DESELECT_MS = 250

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

export const useTicked = <R extends Listed>(selection: Selection<R>): readonly R[] =>
  useSyncExternalStore(selection.subscribe, selection.rows)
