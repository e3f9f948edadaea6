import { type ReactNode, useMemo, useRef } from 'react'
import type { List } from '../lists/use-list.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { t } from '../ui/text/i18n.ts'
import { actionColumn } from './columns.tsx'
import type { MoneyRow } from './row.ts'

/** The column that opens a row's dialogs, and the dialogs for `MoneyDialogs`. */
export function useMoneyDialogs<R extends MoneyRow>(mayDecide: boolean, mayEdit: boolean) {
  const status = useRef<RowDialogHandle<R>>(null)
  const edit = useRef<RowDialogHandle<R>>(null)
  const column = useMemo(
    () =>
      actionColumn<R>(
        mayDecide ? (row) => status.current?.open(row) : undefined,
        mayEdit ? (row) => edit.current?.open(row) : undefined,
      ),
    [mayDecide, mayEdit],
  )
  return { status, edit, column }
}

interface MoneyDialogsProps<R extends MoneyRow> {
  readonly list: List<R>
  readonly dialogs: ReturnType<typeof useMoneyDialogs<R>>
  readonly statusForm: (row: R, live: R, close: () => void) => ReactNode
  readonly editForm: (row: R, close: (saved?: R) => void) => ReactNode
}

/** 'Edit Status' and 'Edit transaction' of a row. */
export function MoneyDialogs<R extends MoneyRow>({ list, dialogs, statusForm, editForm }: MoneyDialogsProps<R>) {
  return (
    <>
      <RowDialog ref={dialogs.status} rows={list.rows} title={() => t('Edit Status')}>
        {(row, close, live) => statusForm(row, live, close)}
      </RowDialog>
      <RowDialog ref={dialogs.edit} title={() => t('Edit transaction')}>
        {(row, close) =>
          editForm(row, (saved) => {
            if (saved) list.patch(saved)
            close()
          })
        }
      </RowDialog>
    </>
  )
}
