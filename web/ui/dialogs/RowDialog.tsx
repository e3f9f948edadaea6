import { type ReactNode, type Ref, useEffect, useImperativeHandle, useState } from 'react'
import { preloadWhenIdle } from '../../calls/lazy-import.ts'
import { lazyComponent } from '../lazy-component.tsx'
import type { Listed } from '../table/columns.ts'

const Dialog = lazyComponent(
  () => import('./Dialog.tsx'),
  (code) => code.Dialog,
)

/** Opens a dialog for one row. */
export interface RowDialogHandle<R> {
  readonly open: (row: R) => void
}

interface RowDialogProps<R extends Listed> {
  readonly ref: Ref<RowDialogHandle<R>>
  /** Already translated. */
  readonly title: (row: R) => string
  /** The list's rows, if the dialog is to show what happens to its row meanwhile. */
  readonly rows?: readonly R[] | undefined
  /** `present` is the row's current state in the list; without `rows`, its state at opening. */
  readonly children: (row: R, close: () => void, present: R) => ReactNode
}

/** A dialog about one row of a list. It holds its own state, so that opening it does not render the table. */
export function RowDialog<R extends Listed>({ ref, title, rows, children }: RowDialogProps<R>) {
  const [row, setRow] = useState<R | null>(null)
  // The last known state, kept when the row leaves the list.
  const [known, setKnown] = useState<R | null>(null)
  const live = row && rows?.find(({ id }) => id === row.id)
  if (live && live !== known) setKnown(live)
  // A connection lost before the click must not stop the work.
  useEffect(() => preloadWhenIdle([Dialog.preload]), [])
  useImperativeHandle(ref, () => ({
    open: (next) => {
      setKnown(next)
      setRow(next)
    },
  }))
  // A late reply closes only its own dialog, not one opened meanwhile.
  const close = () => setRow((now) => (now?.id === row?.id ? null : now))
  return (
    <Dialog opened={row !== null} onClose={close} title={row && title(row)}>
      {row && children(row, close, known ?? row)}
    </Dialog>
  )
}
