import { type CSSProperties, memo } from 'react'
import { readLanguage, t, useT } from '../text/i18n.ts'
import { hasLeft, type Listed, metaOf, type ShownColumn, type TableModel } from './columns.ts'
import { HeaderCell } from './HeaderCell.tsx'
import { LeftNote } from './LeftNote.tsx'
import { moveByArrow, openers, scrollClear } from './row-cursor.ts'
import classes from './table.module.css'
import type { TableView } from './use-table-view.ts'

export interface DataTableProps<R extends Listed> {
  /** The table's name, translated. */
  readonly label: string
  readonly model: TableModel<R>
  readonly density: TableView['density']
  readonly skeletons: number
  /** Rows of the previous request are still shown. */
  readonly isStale: boolean
  readonly rows?: RowCursor<R>
}

/** Rows that open and can be walked by keyboard. */
interface RowCursor<R extends Listed> {
  readonly onOpen: (record: R) => void
  readonly current: number | undefined
}

/** Rows under a sticky header, with a sticky action column; below 768 px each row is a card. */
export function DataTable<R extends Listed>({ label, model, density, skeletons, isStale, rows: cursor }: DataTableProps<R>) {
  useT()
  const columns = model.getVisibleLeafColumns()
  const language = readLanguage()
  const width = columns.reduce((sum, shown) => sum + metaOf(shown).widthPx, 0)
  return (
    <div className={classes.frame} data-stale={isStale || undefined}>
      {isStale && <div className={classes.bar} />}
      <section
        className={classes.scroll}
        data-scroll-restoration-id="table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways by keyboard
        tabIndex={0}
        aria-label={label}
        onFocus={scrollClear}
        onKeyDown={cursor && moveByArrow}
      >
        <table
          className={classes.table}
          aria-label={label}
          aria-busy={isStale || skeletons > 0}
          data-density={density}
          data-cards={columns.some((shown) => metaOf(shown).card) || undefined}
          style={{ '--width': `${width}px` } as CSSProperties}
        >
          <colgroup>
            {columns.map((shown) => (
              <col key={shown.id} data-column={shown.id} style={{ width: metaOf(shown).widthPx }} />
            ))}
          </colgroup>
          <thead>
            <tr>
              {columns.map((shown) => (
                <HeaderCell key={shown.id} column={shown} sorted={shown.getIsSorted()} />
              ))}
            </tr>
          </thead>
          <tbody data-opens={cursor ? true : undefined} {...(cursor && openers(model, cursor))}>
            {model.getRowModel().rows.map((row) => (
              <Row
                key={row.id}
                record={row.original}
                columns={columns}
                language={language}
                isCurrent={cursor && cursor.current === row.original.id}
              />
            ))}
            {Array.from({ length: skeletons }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
              <SkeletonRow key={row} columns={columns.length} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

interface RowProps<R extends Listed> {
  readonly record: R
  readonly columns: ShownColumn<R>[]
  /** Only rerenders the row in another language. */
  readonly language: string
  /** Undefined if rows do not open. */
  readonly isCurrent: boolean | undefined
}

function PlainRow<R extends Listed>({ record, columns, isCurrent }: RowProps<R>) {
  return (
    <tr
      data-id={record.id}
      tabIndex={isCurrent === undefined ? undefined : -1}
      data-current={isCurrent || undefined}
      data-left={hasLeft(record) || undefined}
    >
      {columns.map((shown) => {
        const { label, isAction, isNumber, card, head, show } = metaOf(shown)
        // Only checkbox columns have a custom header; a phone's card keeps the line.
        if (hasLeft(record) && head) return <td key={shown.id} data-card={card} />
        const hasNote = hasLeft(record) && isAction
        return (
          <td
            key={shown.id}
            data-column={shown.id}
            data-label={t(label)}
            data-action={isAction || undefined}
            data-number={isNumber || undefined}
            data-card={card}
            // Takes the focus of the removed button, so that a late key press does not hit another row.
            tabIndex={hasNote ? -1 : undefined}
          >
            {hasNote ? <LeftNote row={record} /> : show(record)}
          </td>
        )
      })}
    </tr>
  )
}

/** Memoized by record, columns and language: a poll rerenders only what has changed. */
const Row = memo(PlainRow) as typeof PlainRow

const SkeletonRow = memo(({ columns }: { columns: number }) => (
  <tr aria-hidden>
    {Array.from({ length: columns }, (_, cell) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <td key={cell}>
        <span className={classes.skeleton} />
      </td>
    ))}
  </tr>
))
