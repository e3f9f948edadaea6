import { type Updater, useTable } from '@tanstack/react-table'
import { type Column, features, type Listed, type TableModel } from './columns.ts'
import type { TableView } from './use-table-view.ts'

interface Sorting {
  readonly by: string
  readonly direction: 'asc' | 'desc'
  readonly onChange: (by: string, direction: 'asc' | 'desc') => void
}

interface ModelOptions<R extends Listed> {
  readonly columns: Column<R>[]
  readonly rows: R[] | undefined
  readonly view: TableView
  /** Omitted if the order is fixed. */
  readonly sorting?: Sorting
}

// One shared empty list: a new one on each render would rebuild the row model.
const NONE: never[] = []

/** The table library's model of a list sorted by the server; the view holds the visible columns. */
export function useTableModel<R extends Listed>({ columns, rows, view, sorting }: ModelOptions<R>): TableModel<R> {
  const sorted = sorting ? [{ id: sorting.by, desc: sorting.direction === 'desc' }] : NONE
  return useTable<typeof features, R>({
    features,
    columns,
    data: rows ?? NONE,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    enableSortingRemoval: false,
    state: { columnVisibility: view.columns, sorting: sorted },
    onColumnVisibilityChange: (change) => view.setColumns(applied(change, view.columns)),
    onSortingChange: (change) => {
      const next = applied(change, sorted)[0]
      if (next) sorting?.onChange(next.id, next.desc ? 'desc' : 'asc')
    },
  })
}

const applied = <S>(change: Updater<S>, before: S): S => (change instanceof Function ? change(before) : change)
