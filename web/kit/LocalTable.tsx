import { LOCAL_PAGE_SIZES } from '#contract/limits.ts'
import { useT } from './i18n.ts'
import { LocalSearchBox } from './LocalSearchBox.tsx'
import around from './list.module.css'
import { type LocalSearch, useLocalRows } from './local-rows.ts'
import { Pager } from './Pager.tsx'
import { Empty } from './states.tsx'
import type { Column, Listed } from './table/columns.ts'
import { DataTable } from './table/DataTable.tsx'
import { TableTools } from './table/TableTools.tsx'
import { useTableModel } from './table/use-table-model.ts'
import { useTableView } from './table/use-table-view.ts'

interface LocalTableProps<R extends Listed> {
  /** Names the table on screen, translated, and in storage. */
  readonly label: string
  readonly table: string
  readonly columns: Column<R>[]
  /** All rows; undefined until they are here. */
  readonly rows: R[] | undefined
  readonly state: { readonly search: LocalSearch; readonly change: (patch: Partial<LocalSearch>) => void }
  readonly onRefresh: () => void
}

/** A table whose rows are all here: local search, sorting, pages, and the columns that one wants to see. */
export function LocalTable<R extends Listed>({ label, table, columns, rows, state, onRefresh }: LocalTableProps<R>) {
  const _t = useT()
  const { search, change } = state
  const view = useTableView(table)
  const local = useLocalRows(rows, search)
  const model = useTableModel({
    columns,
    rows: local.rows,
    view,
    sorting: { by: search.sort, direction: search.dir, onChange: (sort, dir) => change({ sort, dir }) },
  })
  return (
    <>
      <div className={around.toolbar}>
        <LocalSearchBox value={search.q} placeholder="Search in this list" onSearch={(q) => change({ q })} />
        <TableTools model={model} view={view} onRefresh={onRefresh} />
      </div>
      {local.rows?.length === 0 ? (
        <div className={around.none}>
          <Empty filtered={search.q !== undefined} onClear={() => change({ q: undefined })} />
        </div>
      ) : (
        <div className={around.wideActions}>
          <DataTable label={label} model={model} density={view.density} skeletons={rows ? 0 : 5} isStale={false} />
        </div>
      )}
      {local.total > LOCAL_PAGE_SIZES[0] && (
        <Pager
          page={local.page}
          limit={search.limit}
          total={local.total}
          isCapped={false}
          sizes={LOCAL_PAGE_SIZES}
          onChange={change}
        />
      )}
    </>
  )
}
