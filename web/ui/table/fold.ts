import { type Column, type Listed, metaIn } from './columns.ts'

/** In fewer rows, equal cells are chance. */
const LEAST_ROWS = 5
/** Places of a phone's card that tell one row from another. */
const KEPT = ['title', 'main', 'value', 'id']

export interface Folded {
  readonly id: string
  readonly label: string
  /** What all cells say; empty where none says anything. */
  readonly text: string
}

/** Columns that say the same in every row of the page. They come back with the first row that differs. */
export function foldedIn<R extends Listed>(columns: readonly Column<R>[], rows: readonly R[] = []): Folded[] {
  const [first] = rows
  if (!first || rows.length < LEAST_ROWS) return []
  return columns.flatMap((one) => {
    const { id = '', enableSorting } = one
    const { label, isAction, isNumber, head, card = '', textOf } = metaIn(one)
    if (isAction || isNumber || head || enableSorting || KEPT.includes(card)) return []
    const say = (row: R): unknown => (textOf ? textOf(row) : row[id as keyof R])
    const text = say(first)
    // Other cells show more than the record's field.
    if (text !== null && typeof text !== 'string') return []
    return rows.every((row) => say(row) === text) ? [{ id, label, text: text ?? '' }] : []
  })
}
