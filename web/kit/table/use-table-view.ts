import { useDebouncedCallback } from '@mantine/hooks'
import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { z } from 'zod'
import { COLUMNS_SAVE_DEBOUNCE_MS } from '#contract/limits.ts'

const View = z.object({
  /** Column id -> shown; a column that is not named is shown. */
  columns: z.record(z.string(), z.boolean()).catch({}),
  density: z.enum(['comfortable', 'compact']).catch('comfortable'),
})
type View = z.output<typeof View>

/** What an admin chose for one table. */
export interface TableView extends View {
  readonly setColumns: (columns: ColumnVisibilityState) => void
  readonly setDensity: (density: View['density']) => void
}

/** Where a table's columns and density are remembered in this browser. */
export const storageKey = (table: string) => `table:${table}`

/** Shown columns and density of a table, remembered in this browser. */
export function useTableView(table: string): TableView {
  const [view, setView] = useState(() => read(table))
  const save = useDebouncedCallback((next: View) => write(table, next), {
    delay: COLUMNS_SAVE_DEBOUNCE_MS,
    flushOnUnmount: true,
  })
  const change = (next: View) => {
    setView(next)
    save(next)
  }
  return {
    ...view,
    setColumns: (columns) => change({ ...view, columns }),
    setDensity: (density) => change({ ...view, density }),
  }
}

function read(table: string): View {
  try {
    return View.parse(JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}'))
  } catch {
    return View.parse({})
  }
}

function write(table: string, view: View): void {
  try {
    localStorage.setItem(storageKey(table), JSON.stringify(view))
  } catch {
    // A full or closed storage only means that the choice is not remembered.
  }
}
