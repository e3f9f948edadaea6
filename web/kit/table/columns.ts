import {
  type ColumnDef,
  type Column as ColumnModel,
  columnVisibilityFeature,
  createColumnHelper,
  rowSortingFeature,
  type Table,
  tableFeatures,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'

/** A row of a list has an id. One that has `left` keeps its place on screen for a while, but nothing can be done with it. */
export type Listed = { id: number; left?: Left }

/** What has become of a row that has left: its record as it is by now; undefined of one that is gone. */
interface Left {
  readonly now: object | undefined
}

/** Whether a colleague took the row out of the list since it came onto the screen. */
export const hasLeft = ({ left }: Listed): boolean => left !== undefined

interface Meta {
  /** The cell of a record. Rows are remembered by record and columns, so that a cell may depend on nothing else. */
  readonly show: (record: never) => ReactNode
  /** English text; names the column in its header, in the Columns menu and on a phone's card. */
  readonly label: string
  readonly widthPx: number
  readonly isAction: boolean
  /** What the header shows instead of the label. */
  readonly head: (() => ReactNode) | undefined
  readonly wordOf: ((record: never) => string) | undefined
}

/** The parts of the table library that our lists use; the server filters, sorts and pages. */
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, columnMeta: {} as Meta })
type Features = typeof features
export type Column<R extends Listed> = ColumnDef<Features, R, unknown>
export type TableModel<R extends Listed> = Table<Features, R>
export type ShownColumn<R extends Listed> = ColumnModel<Features, R, unknown>

interface ColumnOptions<R extends Listed> {
  readonly show: (record: R) => ReactNode
  readonly widthPx: number
  /** The server sorts by it, under the column's id. */
  readonly sorts?: boolean
  /** Stays in sight and cannot be hidden. */
  readonly isAction?: boolean
  /** What the header shows instead of the label; such a column cannot be hidden. */
  readonly head?: () => ReactNode
  /** English text of a cell, where the record holds something else for it: a local table is searched by what it says. */
  readonly wordOf?: (record: R) => string
}

/** One column: `id` is the field's name, `label` its English heading. */
export function column<R extends Listed>(id: string, label: string, options: ColumnOptions<R>): Column<R> {
  const { show, widthPx, sorts = false, isAction = false, head, wordOf } = options
  return createColumnHelper<Features, R>().accessor((record: R) => record as unknown, {
    id,
    enableSorting: sorts,
    enableHiding: !isAction && !head,
    sortDescFirst: false,
    meta: { show, label, widthPx, isAction, head, wordOf },
  })
}

/** The shown columns' part in the page: translated heading and what a cell shows. */
export const metaOf = <R extends Listed>(shown: ShownColumn<R>) =>
  shown.columnDef.meta as Meta & { show: (record: R) => ReactNode }
