import { type Updater, useTable } from '@tanstack/react-table'
import { useMemo } from 'react'
import { type Column, features, type Listed, type TableModel } from './columns.ts'
import { type Folded, foldedIn } from './fold.ts'
import { type TableView, useTableView } from './use-table-view.ts'

interface Sorting {
  readonly search: { readonly sort?: string | undefined; readonly dir?: 'asc' | 'desc' | undefined }
  readonly change: (patch: never) => void
}

// One shared empty list: a new one on each render would rebuild the row model.
const NONE: never[] = []

/**
 * The table library's model of a list sorted by the server, and the columns and density that this browser remembers for `table`.
 * `sorting` is the list's address, omitted if the order is fixed. Columns that `folds` are not shown while all rows agree.
 */
export function useTableModel<R extends Listed>(
  table: string,
  columns: Column<R>[],
  rows: R[] | undefined,
  sorting?: Sorting,
  folds = false,
): { model: TableModel<R>; view: TableView; folded: readonly Folded[] } {
  const view = useTableView(table)
  const sorted = sorting ? [{ id: sorting.search.sort ?? '', desc: sorting.search.dir === 'desc' }] : NONE
  const folded = folds ? foldedIn(columns, rows).filter(({ id }) => view.columns[id] !== false) : NONE
  const away = folded.map(({ id }) => id).join()
  // Rows are memoized by the shown columns.
  const columnVisibility = useMemo(
    () => ({ ...view.columns, ...Object.fromEntries(away.split(',').map((id) => [id, false])) }),
    [view.columns, away],
  )
  const model = useTable<typeof features, R>({
    features,
    columns,
    data: rows ?? NONE,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableSortingRemoval: false,
    state: { columnVisibility, sorting: sorted },
    onColumnVisibilityChange: (change) => view.setColumns(applied(change, view.columns)),
    onSortingChange: (change) => {
      const next = applied(change, sorted)[0]
      if (next) sorting?.change({ sort: next.id, dir: next.desc ? 'desc' : 'asc' } as never)
    },
  })
  return { model, view, folded }
}

const applied = <S>(change: Updater<S>, before: S): S => (change instanceof Function ? change(before) : change)
