import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { ApiError } from '../calls/api.ts'
import around from '../ui/list.module.css'
import { LoadError } from '../ui/states.tsx'
import type { Listed } from '../ui/table/columns.ts'
import { DataTable, type DataTableProps } from '../ui/table/DataTable.tsx'
import { OldestTenthProvider, oldestTenthOf } from './cells/Waiting.tsx'
import { Pager } from './Pager.tsx'
import type { List, ListSearch } from './use-list.ts'

interface ListRowsProps<R extends Listed> {
  readonly list: Pick<List<R>, 'rows' | 'isStale' | 'error' | 'refresh'> & Partial<Pick<List<R>, 'total'>>
  /** Number of skeleton rows until the first reply. */
  readonly limit: number
  readonly table: Omit<DataTableProps<R>, 'skeletons' | 'isStale'>
  /** Shown when there are no rows. */
  readonly none: ReactNode
  /** Overlaps the table's upper edge. */
  readonly children?: ReactNode
}

/** Adapts a read with its own pagination to a list. */
export const asList = <R,>(
  query: Pick<UseQueryResult<unknown, ApiError>, 'isPlaceholderData' | 'error' | 'refetch'>,
  rows: R[] | undefined,
) => ({ rows, isStale: query.isPlaceholderData, error: query.error, refresh: () => void query.refetch() })

/** The rows, or why there are none. Loaded rows stay if they cannot be read again. */
export function ListRows<R extends Listed>({ list, limit, table, none, children }: ListRowsProps<R>) {
  const { rows, total = 0, isStale, error, refresh } = list
  // Rows exist, but not on this page: the last page is loading.
  const isLoading = rows === undefined || (rows.length === 0 && total > 0)
  return (
    <>
      {error && <LoadError error={error} onRetry={refresh} />}
      {(rows || !error) && (
        <div className={around.rows}>
          {children}
          {rows?.length === 0 && !isLoading ? (
            <div className={around.none}>{none}</div>
          ) : (
            <OldestTenthProvider value={oldestTenthOf(rows)}>
              <DataTable {...table} skeletons={isLoading ? limit : 0} isStale={isStale} />
            </OldestTenthProvider>
          )}
        </div>
      )}
    </>
  )
}

interface ListPagesProps extends ListSearch<{ page: number; limit: number }> {
  /** Beside the numbers of the rows. */
  readonly children?: ReactNode
  readonly list: Pick<List<unknown>, 'rows' | 'total' | 'isCapped' | 'isStale' | 'isRead'>
}

/** The pagination. A page beyond the last, for example after its last order was completed, changes to the last. */
export function ListPages({ list, search: { page, limit }, change, children }: ListPagesProps) {
  const { rows, total, isCapped, isStale, isRead } = list
  const last = Math.max(1, Math.ceil(total / limit))
  const isBeyond = rows?.length === 0 && isRead && !isStale && !isCapped && page > last
  useEffect(() => {
    if (isBeyond) change({ page: last }, { replace: true })
  }, [isBeyond, last, change])
  return (
    rows && (
      <Pager page={page} limit={limit} total={total} isCapped={isCapped} isStale={isStale} onChange={change}>
        {children}
      </Pager>
    )
  )
}
