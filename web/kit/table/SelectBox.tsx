import { useSyncExternalStore } from 'react'
import { t, useT } from '../i18n.ts'
import { type Column, column, type Listed } from './columns.ts'
import classes from './select.module.css'
import { type Selection, useTicked } from './selection.ts'

interface SelectColumnOptions<R extends Listed> {
  readonly selection: Selection<R>
  /** The rows on screen that can be ticked. */
  readonly page: () => readonly R[]
  readonly canTick: (row: R) => boolean
  /** Translated; names a row's box: 'Select transaction 7'. */
  readonly nameOf: (row: R) => string
}

/** A column of boxes; Shift ticks the range since the last one. */
export const selectColumn = <R extends Listed>(options: SelectColumnOptions<R>): Column<R> =>
  column('select', 'Select', {
    widthPx: 68,
    show: (row) => (options.canTick(row) ? <RowBox row={row} options={options} /> : <span data-empty />),
  })

function RowBox<R extends Listed>({ row, options }: { row: R; options: SelectColumnOptions<R> }) {
  const { selection, page, nameOf } = options
  const isTicked = useSyncExternalStore(selection.subscribe, () => selection.has(row.id))
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={nameOf(row)}
      checked={isTicked}
      onChange={(event) => selection.toggle(row, page(), (event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
    />
  )
}

interface SelectPageProps<R extends Listed> {
  readonly selection: Selection<R>
  /** Rows on screen that can be ticked. */
  readonly rows: readonly R[]
}

/** Ticks all rows of the page, or none; half ticked while some are. */
export function SelectPage<R extends Listed>({ selection, rows }: SelectPageProps<R>) {
  useT()
  const ticked = useTicked(selection)
  const count = rows.filter((row) => ticked.some(({ id }) => id === row.id)).length
  const isAll = count > 0 && count === rows.length
  return (
    <label className={classes.all} data-off={rows.length === 0 || undefined}>
      <input
        type="checkbox"
        className={classes.box}
        ref={(box) => {
          if (box) box.indeterminate = count > 0 && !isAll
        }}
        checked={isAll}
        disabled={rows.length === 0}
        onChange={() => selection.set(rows, !isAll)}
      />
      {t('Select all {{count}} on this page', { count: rows.length })}
    </label>
  )
}
