import { useDebouncedCallback } from '@mantine/hooks'
import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { COLUMNS_SAVE_DEBOUNCE_MS } from '#contract/limits.ts'
import { readStored, writeStored } from '../stored.ts'

const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const Remembered = z
  .object({
    /** Visibility by column id; columns not listed are visible. */
    columns: z.record(z.string(), z.boolean()).catch({}),
    density: z.enum(DENSITIES).optional().catch(undefined),
  })
  .catch({ columns: {} })
export type Remembered = z.output<typeof Remembered>
type View = Remembered & { density: Density }

export interface TableView extends View {
  readonly setColumns: (columns: ColumnVisibilityState) => void
  readonly setDensity: (density: Density) => void
}

export const PREFIX = 'table:'
export const DENSITY = 'density'

export const storageKey = (table: string) => `${PREFIX}${table}`

/** Visible columns and density of a table, stored in this browser. */
export function useTableView(table: string): TableView {
  const [view, setView] = useState(() => readTable(table))
  // A screen may show one table after another.
  const [shown, setShown] = useState(table)
  if (shown !== table) {
    setShown(table)
    setView(readTable(table))
  }
  const save = useDebouncedCallback(writeTable, { delay: COLUMNS_SAVE_DEBOUNCE_MS, flushOnUnmount: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves the view of one table before the next is shown
  useEffect(() => () => save.flush(), [table, save])
  const change = (next: Remembered) => {
    setView(next)
    save(table, next)
  }
  return {
    columns: view.columns,
    density: view.density ?? readDensity(),
    setColumns: (columns) => change({ ...view, columns }),
    setDensity: (density) => change({ ...view, density }),
  }
}

export const readTable = (table: string): Remembered => Remembered.parse(readStored(localStorage, storageKey(table)))

export const writeTable = (table: string, view: Remembered): void => writeStored(localStorage, storageKey(table), view)

/** The default density. */
export const readDensity = (): Density => (localStorage.getItem(DENSITY) === 'compact' ? 'compact' : 'comfortable')
