import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { preloadWhenIdle } from '../calls/lazy-import.ts'
import { refetchActive } from '../calls/refetch-active.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import around from '../ui/list.module.css'
import type { Column, Listed } from '../ui/table/columns.ts'
import type { DataTableProps } from '../ui/table/DataTable.tsx'
import { fetchTableMenu, TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import type { ListParts, ListState } from './declare-list.ts'
import { FilterMenu, fetchFilterFields } from './filters/FilterMenu.tsx'
import { SearchBox } from './filters/SearchBox.tsx'
import { ListPages, ListRows } from './ListRows.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import type { List, ListSearch } from './use-list.ts'

const ListExport = lazyComponent(
  () => import('./ExportButtons.tsx'),
  (code) => code.ListExport,
)

const NewRows = lazyComponent(
  () => import('./NewRows.tsx'),
  (code) => code.NewRows,
)
const NoRows = lazyComponent(
  () => import('./NoRows.tsx'),
  (code) => code.NoRows,
)
const ListChips = lazyComponent(
  () => import('./filters/ListChips.tsx'),
  (code) => code.ListChips,
)

/** A declared list as a screen shows it. */
export interface ShownList<R, A extends ListState = ListState> extends ListSearch<A> {
  readonly declared: ListParts<A>
  readonly list: List<R>
}

interface ListScreenProps<R extends Listed> {
  readonly shown: ShownList<R>
  readonly columns: Column<R>[]
  readonly opened?: DataTableProps<R>['rows']
  /** Beside the search, in place of the menu 'Filter'. */
  readonly filters?: ReactNode
  /** Beside the menu '...'. */
  readonly tools?: ReactNode
  /** What fills a list that is empty without filters. */
  readonly first?: ReactNode
  /** Below the rows. */
  readonly children?: ReactNode
}

/** A list that the server searches, sorts and paginates: one line of tools, chips, rows and pages, as declared. */
export function ListScreen<R extends Listed>(props: ListScreenProps<R>) {
  const { shown, columns, opened, filters = <FilterMenu {...shown} />, tools, first, children } = props
  const t = useT()
  const client = useQueryClient()
  const { declared, list, search, change } = shown
  const { title, context, news, tabs } = declared
  const sorting = { search: tabs ? sortingOf(search) : search, change }
  const { model, view, folded } = useTableModel(declared.table, columns, list.rows, sorting, true)
  const alike = folded.map(({ label, text }) => `${t(label)}: ${text || '–'}`).join(' · ')
  const refresh = () => {
    list.refresh()
    if (tabs) void refetchActive(client, [tabs.counts.path])
  }
  const isFiltered = declared.isFiltered(search)
  const isHere = list.rows !== undefined
  // A connection lost before a click must not stop the work.
  useEffect(
    () =>
      isHere
        ? preloadWhenIdle([fetchFilterFields, fetchTableMenu, ListExport.preload, ListChips.preload, NoRows.preload])
        : undefined,
    [isHere],
  )
  return (
    <>
      <div className={around.toolbar}>
        {tabs && <StatusTabs {...shown} tabs={tabs} />}
        {declared.search && (
          <SearchBox {...declared.search} value={search.q} onSearch={(q) => change(declared.searched(q, search))} />
        )}
        {!tabs && filters}
        <TableTools model={model} view={view} onRefresh={refresh} more={declared.exports && <ListExport {...shown} />}>
          {tabs && filters}
          {tools}
        </TableTools>
      </div>
      {isFiltered && <ListChips {...shown} />}
      <ListRows
        list={list}
        limit={search.limit}
        table={{
          label: t(title, context === undefined ? undefined : { context }),
          model,
          density: view.density,
          ...(opened && { rows: opened }),
        }}
        none={<NoRows declared={declared} search={search} change={change} first={first} />}
      >
        {news && <NewRows list={list} one={news[0]} many={news[1]} />}
      </ListRows>
      {children}
      <ListPages list={list} search={search} change={change}>
        {alike && (
          <small className={around.alike} title={alike}>
            {alike}
          </small>
        )}
      </ListPages>
    </>
  )
}

/** The first tab oldest first, the others newest first; by days of another timestamp, last first. Ids follow arrival. */
const sortingOf = ({ sort, dir, status, from, to, day_of }: ListState) => ({
  sort: sort ?? (day_of !== undefined && (from ?? to) ? '' : 'id'),
  dir: dir ?? (sort || status === 'pending' ? ('asc' as const) : ('desc' as const)),
})
