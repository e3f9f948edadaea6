import type { ReactNode } from 'react'
import around from '../ui/list.module.css'
import { Empty } from '../ui/states.tsx'
import type { Column, Listed } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import { SearchBox } from './filters/SearchBox.tsx'
import { ListPages, ListRows } from './ListRows.tsx'
import { StoreStep } from './StoreStep.tsx'
import type { List, ListSearch } from './use-list.ts'

type Searched<S extends string> = {
  page: number
  limit: number
  q?: string | undefined
  sort?: S | undefined
  dir?: 'asc' | 'desc' | undefined
}

interface SearchedListProps<R extends Listed, S extends string> {
  /** English; also the table's name in storage. */
  readonly label: string
  readonly columns: Column<R>[]
  readonly list: List<R>
  readonly address: ListSearch<Searched<S>>
  /** English hint on what can be found. */
  readonly placeholder: string
  readonly filter?: ReactNode
  readonly children?: ReactNode
}

/** Parts of the URL that filter nothing. */
const NO_FILTER: readonly string[] = ['page', 'limit', 'sort', 'dir']

/** A list searched, sorted and paginated by the server: search box, table and pagination. */
export function SearchedList<R extends Listed, S extends string>(props: SearchedListProps<R, S>) {
  const { label, columns, list, address, placeholder, filter, children } = props
  const t = useT()
  const { search, change } = address
  const filters = Object.entries(search).flatMap(([name, value]) => (value === undefined || NO_FILTER.includes(name) ? [] : name))
  const { model, view } = useTableModel(label.toLowerCase(), columns, list.rows, address)
  return (
    <>
      <div className={around.toolbar}>
        <SearchBox value={search.q} placeholder={placeholder} onSearch={(q) => change({ q })} />
        {filter}
        <TableTools model={model} view={view} onRefresh={list.refresh} />
      </div>
      {children}
      <ListRows
        list={list}
        limit={search.limit}
        table={{ label: t(label), model, density: view.density }}
        none={
          <Empty
            filtered={filters.length > 0}
            onClear={() => change(Object.fromEntries(filters.map((name) => [name, undefined])))}
            first={<StoreStep />}
          />
        }
      />
      <ListPages list={list} {...address} />
    </>
  )
}
