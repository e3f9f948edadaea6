import type { OrderRow } from '#contract/orders.ts'
import { t, useT } from '../kit/i18n.ts'
import { type Column, column, hasLeft } from '../kit/table/columns.ts'
import { selectColumn } from '../kit/table/SelectBox.tsx'
import select from '../kit/table/select.module.css'
import { type Selection, useTicked } from '../kit/table/selection.ts'

/** Boxes at the left of the rows; the one in the header ticks the page, and is half ticked while some are. */
export function orderSelectColumn(selection: Selection<OrderRow>, page: () => readonly OrderRow[]): Column<OrderRow> {
  const { meta } = selectColumn<OrderRow>({
    selection,
    page,
    canTick: () => true,
    nameOf: ({ id }) => t('Select order {{id}}', { id }),
  })
  const show = meta?.show as ((order: OrderRow) => React.ReactNode) | undefined
  return column('select', 'Select', {
    widthPx: 46,
    show: (order) => show?.(order),
    head: () => <PageBox selection={selection} page={page} />,
  })
}

interface PageBoxProps {
  readonly selection: Selection<OrderRow>
  readonly page: () => readonly OrderRow[]
}

function PageBox({ selection, page }: PageBoxProps) {
  useT()
  const ids = new Set(useTicked(selection).map(({ id }) => id))
  const live = () => page().filter((row) => !hasLeft(row))
  const rows = live()
  const count = rows.filter(({ id }) => ids.has(id)).length
  const isAll = count > 0 && count === rows.length
  return (
    <input
      type="checkbox"
      className={select.box}
      aria-label={t('Select all orders of this page')}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !isAll
      }}
      checked={isAll}
      onChange={() => selection.set(live(), !isAll)}
    />
  )
}
