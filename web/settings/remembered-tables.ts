import { DENSITY, type Density, PREFIX, type Remembered, readTable, storageKey, writeTable } from '../kit/table/use-table-view.ts'

/** Sets the density of every table, those included for which another was chosen. */
export function setDensityOfAll(density: Density): void {
  localStorage.setItem(DENSITY, density)
  for (const { table, columns } of rememberedTables()) writeTable(table, { columns })
}

/** The tables that are remembered in this browser, with what was chosen for each. */
export const rememberedTables = (): ({ table: string } & Remembered)[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .sort()
    .map((table) => ({ table, ...readTable(table) }))

/** Forgets what was chosen for a table. */
export const forgetTable = (table: string): void => localStorage.removeItem(storageKey(table))
