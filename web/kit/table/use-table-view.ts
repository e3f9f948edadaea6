import { useDebouncedCallback } from '@mantine/hooks'
import type { ColumnVisibilityState } from '@tanstack/react-table'
import { useState } from 'react'
import { z } from 'zod'
import { COLUMNS_SAVE_DEBOUNCE_MS } from '#contract/limits.ts'

/** How close a table's rows are to each other. */
export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]

const Remembered = z.object({
  /** Column id -> shown; a column that is not named is shown. */
  columns: z.record(z.string(), z.boolean()).catch({}),
  /** Chosen for this table alone. */
  density: z.enum(DENSITIES).optional().catch(undefined),
})
type Remembered = z.output<typeof Remembered>
type View = Remembered & { density: Density }

/** What an admin chose for one table. */
export interface TableView extends View {
  readonly setColumns: (columns: ColumnVisibilityState) => void
  readonly setDensity: (density: Density) => void
}

const PREFIX = 'table:'
const DENSITY = 'density'

/** Where a table's columns and density are remembered in this browser. */
export const storageKey = (table: string) => `${PREFIX}${table}`

/** Shown columns and density of a table, remembered in this browser. */
export function useTableView(table: string): TableView {
  const [view, setView] = useState(() => read(table))
  const save = useDebouncedCallback((next: Remembered) => write(table, next), {
    delay: COLUMNS_SAVE_DEBOUNCE_MS,
    flushOnUnmount: true,
  })
  const change = (next: Remembered) => {
    setView(next)
    save(next)
  }
  return {
    columns: view.columns,
    density: view.density ?? readDensity(),
    setColumns: (columns) => change({ ...view, columns }),
    setDensity: (density) => change({ ...view, density }),
  }
}

function read(table: string): Remembered {
  try {
    return Remembered.parse(JSON.parse(localStorage.getItem(storageKey(table)) ?? '{}'))
  } catch {
    return Remembered.parse({})
  }
}

function write(table: string, view: Remembered): void {
  try {
    localStorage.setItem(storageKey(table), JSON.stringify(view))
  } catch {
    // A full or closed storage only means that the choice is not remembered.
  }
}

/** The density of tables for which none was chosen. */
export const readDensity = (): Density => (localStorage.getItem(DENSITY) === 'compact' ? 'compact' : 'comfortable')

/** Sets the density of every table, those included for which another was chosen. */
export function setDensityOfAll(density: Density): void {
  localStorage.setItem(DENSITY, density)
  for (const { table, columns } of rememberedTables()) write(table, { columns })
}

/** The tables that are remembered in this browser, with what was chosen for each. */
export const rememberedTables = (): ({ table: string } & Remembered)[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .sort()
    .map((table) => ({ table, ...read(table) }))

/** Forgets what was chosen for a table. */
export const forgetTable = (table: string): void => localStorage.removeItem(storageKey(table))
