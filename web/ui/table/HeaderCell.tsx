import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import { useT } from '../text/i18n.ts'
import { type Listed, metaOf, type ShownColumn } from './columns.ts'
import classes from './table.module.css'

const SORT_LABELS = { asc: 'ascending', desc: 'descending' } as const
const ICONS = { asc: IconArrowUp, desc: IconArrowDown } as const

/** A column's heading; a button if the server sorts by it. */
export function HeaderCell<R extends Listed>({ column, sorted }: { column: ShownColumn<R>; sorted: 'asc' | 'desc' | false }) {
  const t = useT()
  const { label, isAction, isNumber, head } = metaOf(column)
  if (!column.getCanSort()) {
    return (
      <th
        scope="col"
        data-column={column.id}
        data-action={isAction || undefined}
        data-number={isNumber || undefined}
        data-head={head ? true : undefined}
      >
        {head ? head() : t(label)}
      </th>
    )
  }
  const Arrow = sorted ? ICONS[sorted] : IconArrowsSort
  return (
    <th
      scope="col"
      data-column={column.id}
      data-sorts
      data-number={isNumber || undefined}
      aria-sort={sorted ? SORT_LABELS[sorted] : 'none'}
    >
      <button type="button" className={classes.sort} onClick={column.getToggleSortingHandler()} data-sorted={sorted || undefined}>
        {t(label)}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}
