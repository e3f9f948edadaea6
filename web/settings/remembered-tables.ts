import { DENSITY, type Density, PREFIX, type Remembered, readTable, storageKey, writeTable } from '../ui/table/use-table-view.ts'

/** Sets the density of every table, overriding individual choices. */
export function setDensityOfAll(density: Density): void {
  localStorage.setItem(DENSITY, density)
  for (const { table, columns } of rememberedTables()) writeTable(table, { columns })
}

export const rememberedTables = (): ({ table: string } & Remembered)[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => key.slice(PREFIX.length))
    .sort()
    .map((table) => ({ table, ...readTable(table) }))

export const forgetTable = (table: string): void => localStorage.removeItem(storageKey(table))
