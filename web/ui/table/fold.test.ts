import { expect, test } from 'vitest'
import { type Column, column } from './columns.ts'
import { foldedIn } from './fold.ts'

interface Row {
  readonly id: number
  readonly status: string
  readonly note: string | null
  readonly amount: number
}

const show = () => ''
const COLUMNS: Column<Row>[] = [
  column('id', 'ID', { widthPx: 1, sorts: true, show }),
  column('status', 'Status', { widthPx: 1, card: 'side', show }),
  column('note', 'Note', { widthPx: 1, show }),
  column('amount', 'Amount', { widthPx: 1, isNumber: true, show }),
  column('name', 'Name', { widthPx: 1, show }),
  column('admin', 'Admin', { widthPx: 1, textOf: () => 'Rahim', show }),
  column('phone', 'Phone', { widthPx: 1, card: 'main', textOf: () => '017', show }),
  column('action', 'Action', { widthPx: 1, isAction: true, textOf: () => 'Edit', show }),
]
const rows = (count: number, change: Partial<Row> = {}) =>
  Array.from({ length: count }, (_, at) => ({
    ...{ id: at, status: 'pending', note: null, amount: 5 },
    ...(at === count - 1 && change),
  }))
const folded = (count: number, change?: Partial<Row>) =>
  foldedIn(COLUMNS, rows(count, change)).map(({ label, text }) => `${label}: ${text}`)

test('columns that are the same in every row fold; numbers, acts and names never do', () => {
  expect(folded(5)).toEqual(['Status: pending', 'Note: ', 'Admin: Rahim'])
})

test('one row that differs brings its column back', () => {
  expect(folded(9, { status: 'completed' })).toEqual(['Note: ', 'Admin: Rahim'])
  expect(folded(9, { note: 'Call first' })).toEqual(['Status: pending', 'Admin: Rahim'])
})

test('few rows, and none, fold nothing', () => {
  expect(folded(4)).toEqual([])
  expect(foldedIn(COLUMNS, undefined)).toEqual([])
})
