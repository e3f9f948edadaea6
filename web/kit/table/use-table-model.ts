import { type Updater, useTable } from '@tanstack/react-table'
import { type Column, features, type Listed, type TableModel } from './columns.ts'
import type { TableView } from './use-table-view.ts'

/** What the rows are sorted by now, and how to ask for another order. */
interface Sorting {
  readonly by: string
  readonly direction: 'asc' | 'desc'
  readonly onChange: (by: string, direction: 'asc' | 'desc') => void
}

interface ModelOptions<R extends Listed> {
  readonly columns: Column<R>[]
  readonly rows: R[] | undefined
  readonly view: TableView
  /** Left out where nobody chooses the order. */
  readonly sorting?: Sorting
}

// One empty list for all: a new one at each render would rebuild the row model.
const NONE: never[] = []

/** The table library's model of a list whose server sorts; the view holds which columns are shown. */
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
