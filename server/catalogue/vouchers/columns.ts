import type { ColumnField } from '#contract/voucher-imports.ts'
import { codeFault, plainLine } from '#contract/voucher-lines.ts'
import { readDay } from '../../core/tables/days-in-text.ts'
import type { TableRow } from '../../core/tables/read-table.ts'

/** Titles as suppliers write them, the most exact first: 'PIN code' is a PIN, 'Serial number' no list number. */
const TITLES: readonly (readonly [ColumnField, RegExp])[] = [
  ['pin', /\bpin\b|password|পিন/i],
  ['serial', /\bserials?\b|^s\/?n$|সিরিয়াল/i],
  ['expiry', /\bexp|valid|মেয়াদ/i],
  ['cost', /\bcost|\bbuy|\bprice|\brate|\bamount|দাম|মূল্য/i],
  ['code', /\bcodes?\b|\bvouchers?\b|\bkeys?\b|\bcards?\b|কোড/i],
  ['skip', /^(sl|s|no|#|id|date|status|product|name|type|package|quantity|qty|note)\.?( no\.?)?$/i],
]

/** Titles can stand below a heading. */
const HEADER_WITHIN = 5
const ROWS_SEEN = 200

interface Columns {
  readonly fields: readonly ColumnField[]
  readonly header: TableRow | undefined
}

/** What each column holds: by its title, or without titles by what most of its cells are. */
export const recogniseColumns = (rows: readonly TableRow[]): Columns => {
  const header = rows.slice(0, HEADER_WITHIN).find(isHeader)
  const width = Math.max(0, ...rows.slice(0, ROWS_SEEN).map(({ cells }) => cells.length))
  const below = rows.filter((row) => row !== header).slice(0, ROWS_SEEN)
  const columns = Array.from({ length: width }, (_, at) => below.map(({ cells }) => plainLine(cells[at] ?? '')).filter(Boolean))
  const titled = columns.map((_, at) => titleOf(header?.cells[at] ?? ''))
  return { fields: header ? withCode(titled.map((field) => field ?? 'skip')) : guess(columns), header }
}

const titleOf = (cell: string): ColumnField | undefined => {
  const title = plainLine(cell)
  return /\d{3}|[:!?]$/.test(title) || title.length > 40 ? undefined : TITLES.find(([, words]) => words.test(title))?.[0]
}

/** A cell that says what is below it, and no cell that could be a code. */
const isHeader = ({ cells }: TableRow): boolean => {
  const written = cells.map(plainLine).filter(Boolean)
  const fields = written.map(titleOf)
  return fields.some((field) => field && field !== 'skip') && written.every((cell, at) => fields[at] || !/\d/.test(cell))
}

/** Where a supplier has no column of codes, the PIN is the code, or at last the serial. */
const withCode = (fields: ColumnField[]): ColumnField[] => {
  if (fields.includes('code')) return fields
  const at = fields.indexOf(fields.includes('pin') ? 'pin' : 'serial')
  return fields.map((field, index) => (index === at ? 'code' : field))
}

const guess = (columns: readonly (readonly string[])[]): ColumnField[] => {
  const kinds = columns.map(kindOf)
  // Where nothing is a code, one column still shows why.
  if (!kinds.includes('code') && kinds.includes('skip')) kinds[kinds.indexOf('skip')] = 'code'
  const [first, second, ...more] = kinds.flatMap((kind, at) => (kind === 'code' ? at : []))
  // Two columns that look alike are both codes; a serial and its code do not.
  if (first !== undefined && second !== undefined && more.length === 0 && !areAlike(columns[first], columns[second])) {
    return kinds.map((kind, at) => (at === first ? 'serial' : kind))
  }
  return kinds
}

const kindOf = (cells: readonly string[]): ColumnField => {
  const most = (is: (cell: string, at: number) => unknown) => cells.length > 0 && cells.filter(is).length >= 0.8 * cells.length
  if (most((cell) => readDay(cell) ?? readDay(cell, false))) return 'expiry'
  // 1, 2, 3: numbers of a list. 100, 100, 95.5: prices.
  if (cells.length > 1 && most((cell, at) => Number(cell) === Number(cells[0]) + at)) return 'skip'
  if (cells.length > 1 && most((cell) => /^\d{1,5}(\.\d{1,2})?$/.test(cell)) && new Set(cells).size <= cells.length / 2)
    return 'cost'
  if (cells.length > 2 && new Set(cells).size === 1) return 'skip'
  return cells.some((cell) => codeFault(cell) === undefined) ? 'code' : 'skip'
}

const areAlike = (one: readonly string[] = [], other: readonly string[] = []): boolean => shapeOf(one) === shapeOf(other)

/** The shape of most cells: 'AAAA-9999'. */
const shapeOf = (cells: readonly string[]): string | undefined => {
  const times = new Map<string, number>()
  for (const cell of cells) {
    const shape = cell.replace(/\d/g, '9').replace(/\p{L}/gu, 'A')
    times.set(shape, (times.get(shape) ?? 0) + 1)
  }
  return [...times].toSorted((a, b) => b[1] - a[1])[0]?.[0]
}
