import { useSyncExternalStore } from 'react'
import { useT } from '../text/i18n.ts'
import { type Column, column, hasLeft, type Listed } from './columns.ts'
import classes from './select.module.css'
import { type Selection, useTicked } from './selection.ts'

interface SelectColumnOptions<R extends Listed> {
  readonly selection: Selection<R>
  /** The rows on screen; empty for placeholder rows of another request. */
  readonly page: () => readonly R[]
  readonly canTick: (row: R) => boolean
  /** Accessible name of a row's checkbox, translated: 'Select wallet add 7'. */
  readonly nameOf: (row: R) => string
}

/** A checkbox column. Shift selects the range since the last one; the header's checkbox selects the page. */
export const selectColumn = <R extends Listed>(options: SelectColumnOptions<R>): Column<R> =>
  column('select', 'Select', {
    widthPx: 36,
    card: 'select',
    head: () => <PageBox {...options} />,
    show: (row) => (options.canTick(row) ? <RowBox row={row} options={options} /> : <span data-empty />),
  })

function RowBox<R extends Listed>({ row, options }: { row: R; options: SelectColumnOptions<R> }) {
  const { selection, nameOf } = options
  const isTicked = useSyncExternalStore(selection.subscribe, () => selection.has(row.id))
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={nameOf(row)}
      checked={isTicked}
      onChange={(event) => {
        const page = tickable(options)
        if (!page.some(({ id }) => id === row.id)) return
        selection.toggle(row, page, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)
      }}
    />
  )
}

/** Selects all selectable rows of the page, or none; indeterminate while some are selected. */
function PageBox<R extends Listed>(options: SelectColumnOptions<R>) {
  const { selection } = options
  const translate = useT()
  const ids = new Set(useTicked(selection).map(({ id }) => id))
  const rows = tickable(options)
  const count = rows.filter(({ id }) => ids.has(id)).length
  const isAll = count > 0 && count === rows.length
  return (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={translate('Select all on this page')}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      checked={isAll}
      disabled={rows.length === 0}
      onChange={() => selection.set(tickable(options), !isAll)}
    />
  )
}

const tickable = <R extends Listed>({ page, canTick }: SelectColumnOptions<R>) =>
  page().filter((row) => !hasLeft(row) && canTick(row))
