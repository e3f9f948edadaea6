import { DEFAULT_PAGE_SIZE } from '#contract/limits.ts'
import { hasLeft, type Listed } from '../ui/table/columns.ts'

export interface Page<R> {
  readonly rows: readonly R[]
  /** Rows on screen that have left the page; undefined for lists that do not keep rows in place. */
  readonly elsewhere: readonly R[] | undefined
}

export interface ShownRows<R> {
  readonly rows: R[]
  /** Status by id at the time the row was placed. */
  readonly statusById: ReadonlyMap<number, unknown>
  /** New rows that would push others away. */
  readonly waiting: number
  /** Rows that had left when the page was last reset. */
  readonly movedRows: readonly R[]
}

const statusOf = (row: object): unknown => (row as { status?: unknown }).status
const statusesOf = <R extends Listed>(rows: readonly R[]) => rows.map((row) => [row.id, statusOf(row)] as const)

/** The page as it is, without the `before` rows that had left. */
export const resetRows = <R extends Listed>(rows: readonly R[], before: readonly R[] = []): ShownRows<R> => ({
  rows: [...rows],
  statusById: new Map(statusesOf(rows)),
  waiting: 0,
  movedRows: before.filter(hasLeft),
})

/** Updates the rows on screen in place. A row is marked as left if its status changed and it would now be elsewhere. New rows
 * below fill the page; new rows above or between wait. Once all rows have left, the page is reset: there is nothing to
 * misclick. A page patched by row events (`isRead` = false) says nothing about places. */
export function updateInPlace<R extends Listed>(
  { rows: shown, statusById }: ShownRows<R>,
  page: Page<R>,
  isRead: boolean,
): ShownRows<R> {
  const now = new Map([...(page.elsewhere ?? []), ...page.rows].map((row) => [row.id, row]))
  const placeOf = new Map(page.rows.map(({ id }, place) => [id, place]))
  const isSame = (row: R | undefined) => row !== undefined && statusOf(row) === statusById.get(row.id)
  /** Unchanged rows as reference: place on screen and on the page. */
  const fixed = shown.flatMap(({ id }, at) => {
    const place = placeOf.get(id)
    return place !== undefined && isSame(now.get(id)) ? [{ at, place }] : []
  })
  const isInPlace = (at: number, place: number | undefined) =>
    place !== undefined && fixed.every((other) => other.at < at === other.place < place)
  const rows = shown.map((row, at) => {
    const next = now.get(row.id)
    if (!next) return { ...row, left: { now: undefined } }
    // An unchanged row is on another page only because others came or went.
    return isSame(next) || isInPlace(at, placeOf.get(row.id)) ? next : markMoved(row, next)
  })
  const live = rows.filter((row) => !hasLeft(row)).length
  const newRows = page.rows.filter(({ id }) => !statusById.has(id))
  const end = Math.max(-1, ...fixed.map(({ place }) => place))
  const below = newRows.filter(({ id }) => (placeOf.get(id) ?? 0) > end).slice(0, Math.max(0, page.rows.length - live))
  const hasRoom = rows.length + below.length <= 2 * Math.max(page.rows.length, DEFAULT_PAGE_SIZE)
  const added = hasRoom ? below : []
  if (live + added.length === 0) return resetRows(page.rows, rows)
  const above = end < 0 ? newRows.length - below.length : newRows.filter(({ id }) => (placeOf.get(id) ?? 0) < end).length
  return {
    rows: [...rows, ...added],
    statusById: new Map([...statusById, ...statusesOf([...(isRead ? rows.filter((row) => !hasLeft(row)) : []), ...added])]),
    waiting: above + below.length - added.length,
    movedRows: [],
  }
}

/** Only the status is updated: on a phone, a card that grows would push those below it away. */
const markMoved = <R extends Listed>(row: R, now: R): R => ({
  ...row,
  ...('status' in now && { status: now.status }),
  left: { now },
})

export const patchRow = <R extends Listed>(shown: ShownRows<R>, row: R): ShownRows<R> => ({
  ...shown,
  rows: shown.rows.map((old) => (old.id === row.id ? row : old)),
})
