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
  if (rows.length < LEAST_ROWS) return []
  return columns.flatMap((one) => {
    const { id = '', enableSorting } = one
    const { label, isAction, isNumber, head, card = '', textOf } = metaIn(one)
    if (isAction || isNumber || head || enableSorting || KEPT.includes(card)) return []
    const say = (row: R): unknown => (textOf ? textOf(row) : row[id as keyof R])
    const [text, ...others] = rows.map(say)
    // Other cells show more than the record's field.
    const isText = text === null || typeof text === 'string'
    return isText && others.every((other) => other === text) ? [{ id, label, text: text ?? '' }] : []
  })
}
