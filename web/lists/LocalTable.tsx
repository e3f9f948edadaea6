import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LOCAL_PAGE_SIZES } from '#contract/limits.ts'
import type { ApiError } from '../calls/api.ts'
import { useRefresh } from '../calls/use-data.ts'
import { Empty } from '../ui/Empty.tsx'
import around from '../ui/list.module.css'
import type { Column, Listed } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { LocalSearchBox } from './filters/LocalSearchBox.tsx'
import { ListRows } from './ListRows.tsx'
import { type LocalSearch, useLocalRows } from './local-rows.ts'
import { Pager } from './Pager.tsx'
import type { ListSearch } from './use-list.ts'

interface LocalTableProps<R extends Listed> {
  /** `label` is translated; `table` is its name in storage. */
  readonly label: string
  readonly table: string
  readonly columns: Column<R>[]
  /** Undefined until they have loaded. */
  readonly rows: R[] | undefined
  readonly query: Pick<UseQueryResult<unknown, ApiError>, 'error' | 'refetch'>
  /** What fills the table while it is empty. */
  readonly first?: ReactNode
  readonly state: { readonly search: LocalSearch; readonly change: ListSearch<LocalSearch>['change'] }
}

/** A table of fully loaded rows: searched, sorted and paginated in the browser, with selectable columns. */
export function LocalTable<R extends Listed>({ label, table, columns, rows, query, state, first }: LocalTableProps<R>) {
  const { search, change } = state
  const { isRefreshing, refresh } = useRefresh(query.refetch)
  const local = useLocalRows(rows, search, columns)
  const { model, view } = useTableModel(table, columns, local.rows, state)
  return (
    <>
      <div className={around.toolbar}>
        <LocalSearchBox
          value={search.q}
          // A search is one history entry, however often typing pauses.
          onSearch={(q) => change({ q }, { replace: search.q !== undefined && q !== undefined })}
        />
        <TableTools model={model} view={view} onRefresh={refresh} />
      </div>
      <ListRows
        list={{ rows: local.rows, isStale: isRefreshing && rows !== undefined, error: query.error, refresh }}
        limit={5}
        table={{ label, model, density: view.density }}
        none={<Empty filtered={search.q !== undefined} onClear={() => change({ q: undefined })} first={first} />}
      />
      {local.total > LOCAL_PAGE_SIZES[0] && (
        <Pager page={local.page} limit={search.limit} total={local.total} sizes={LOCAL_PAGE_SIZES} onChange={change} />
      )}
    </>
  )
}
