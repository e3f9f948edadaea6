import { type ReactNode, useMemo, useRef } from 'react'
import type { z } from 'zod'
import type { List } from '../lists/use-list.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { t } from '../ui/text/i18n.ts'
import { actionColumn } from './columns.tsx'
import type { Effects, MoneyRow } from './row.ts'
import { type Decision, StatusForm } from './StatusForm.tsx'

/** The column that opens a row's dialogs, what Enter or a click on a row opens, and the dialogs for `MoneyDialogs`. */
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
  const rows = useMemo(() => {
    const onOpen = (row: R) => {
      if (mayDecide && row.status === 'pending') status.current?.open(row)
      else if (mayEdit) edit.current?.open(row)
    }
    return mayDecide || mayEdit ? { onOpen, current: undefined } : undefined
  }, [mayDecide, mayEdit])
  return { status, edit, column, rows }
}

interface MoneyDialogsProps<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType> {
  readonly list: List<R>
  readonly dialogs: ReturnType<typeof useMoneyDialogs<R>>
  readonly effects: Effects<R>
  readonly decision: Decision<R, I, O>
  readonly summary: (row: R) => ReactNode
  readonly editForm: (row: R, close: (saved?: R) => void) => ReactNode
}

/** 'Edit Status' and 'Edit transaction' of a row. */
export function MoneyDialogs<R extends MoneyRow, I extends z.ZodType, O extends z.ZodType>(props: MoneyDialogsProps<R, I, O>) {
  const { list, dialogs, effects, decision, summary, editForm } = props
  return (
    <>
      <RowDialog ref={dialogs.status} rows={list.rows} title={() => t('Edit Status')}>
        {(row, close, live) => (
          <StatusForm key={row.id} row={row} live={live} effects={effects} decision={decision} onClose={close}>
            {summary}
          </StatusForm>
        )}
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
