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

/** A row with `left` keeps its place on screen for a while, but nothing can be done with it. */
export type Listed = { id: number; left?: Left }

/** The current record of a row that has left the list; undefined if it no longer exists. */
interface Left {
  readonly now: object | undefined
}

/** Whether the row left the list after it was shown. */
export const hasLeft = ({ left }: Listed): boolean => left !== undefined

/** Where a phone's card shows a cell, a 'fact' with its label; a table without places lists all cells with their labels. */
type Place = 'select' | 'title' | 'side' | 'main' | 'value' | 'id' | 'when' | 'fact' | 'extra' | 'state' | 'action'

interface Meta {
  /** Must depend only on the record, since rows are memoized by record and columns. */
  readonly show: (record: never) => ReactNode
  /** English; shown in the header, in the Columns menu and on a phone's card. */
  readonly label: string
  readonly widthPx: number
  readonly isAction: boolean
  readonly isNumber: boolean
  readonly card: Place | undefined
  readonly head: (() => ReactNode) | undefined
  readonly textOf: ((record: never) => string) | undefined
}

/** The features of the table library that we use; the server filters, sorts and paginates. */
export const features = tableFeatures({ columnVisibilityFeature, rowSortingFeature, columnMeta: {} as Meta })
type Features = typeof features
export type Column<R extends Listed> = ColumnDef<Features, R, unknown>
export type TableModel<R extends Listed> = Table<Features, R>
export type ShownColumn<R extends Listed> = ColumnModel<Features, R, unknown>

interface ColumnOptions<R extends Listed> {
  readonly show: (record: R) => ReactNode
  readonly widthPx: number
  /** The server sorts by the column's id. */
  readonly sorts?: boolean
  /** Sticky, and cannot be hidden. */
  readonly isAction?: boolean
  /** An amount or a count: to the right, in tabular figures. */
  readonly isNumber?: boolean
  readonly card?: Place
  /** Replaces the label in the header; such a column cannot be hidden. */
  readonly head?: () => ReactNode
  /** English text of a cell that shows something else than the record holds: for the search of local tables, and to fold equal cells. */
  readonly textOf?: (record: R) => string
}

/** `id` is the field's name, `label` its English heading. */
export function column<R extends Listed>(id: string, label: string, options: ColumnOptions<R>): Column<R> {
  const { show, widthPx, sorts = false, isAction = false, isNumber = false, card, head, textOf } = options
  return createColumnHelper<Features, R>().accessor((record: R) => record as unknown, {
    id,
    enableSorting: sorts,
    enableHiding: !isAction && !head,
    sortDescFirst: false,
    meta: { show, label, widthPx, isAction, isNumber, card, head, textOf },
  })
}

type MetaOf<R extends Listed> = Meta & { show: (record: R) => ReactNode; textOf: ((record: R) => string) | undefined }
export const metaIn = <R extends Listed>(declared: Column<R>) => declared.meta as MetaOf<R>
export const metaOf = <R extends Listed>(shown: ShownColumn<R>) => metaIn(shown.columnDef as Column<R>)
