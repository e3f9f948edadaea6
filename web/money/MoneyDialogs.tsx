import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { z } from 'zod'
import { useOpenRow } from '../desk/row-drawer/use-open-row.ts'
import type { List } from '../lists/use-list.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { t } from '../ui/text/i18n.ts'
import { actionColumn } from './columns.tsx'
import type { Effects, MoneyRow } from './row.ts'
import { type Decision, StatusForm } from './StatusForm.tsx'

const MoneyDrawer = lazyComponent(
  () => import('./MoneyDrawer.tsx'),
  (code) => code.MoneyDrawer,
)

const isPending = ({ status }: MoneyRow) => status === 'pending'
const readNone = () => undefined

/** The column that opens a row's dialogs, what Enter or a click on a row opens, and the dialogs for `MoneyDialogs`. A split view
 * shows a pending row beside the list instead. */
export function useMoneyDialogs<R extends MoneyRow>(list: List<R>, mayDecide: boolean, mayEdit: boolean) {
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
  const [order, setOrder] = useState<number>()
  const change = useCallback((patch: { readonly order: number | undefined }) => setOrder(patch.order), [])
  const opened = useOpenRow<R>({ search: { order, page: 1 }, change }, mayDecide ? list.rows : undefined, {
    isOpen: isPending,
    read: readNone,
  })
  const { open } = opened
  const isSplit = opened.isSplit === true
  const onOpen = useCallback(
    (row: R) => {
      if (!mayDecide || !isPending(row)) {
        if (mayEdit) edit.current?.open(row)
      } else if (isSplit) open(row)
      else status.current?.open(row)
    },
    [mayDecide, mayEdit, isSplit, open],
  )
  // Closed by a window that became too narrow.
  const shown = isSplit ? opened : { ...opened, id: undefined }
  return { status, edit, column, opened: shown, onOpen: mayDecide || mayEdit ? onOpen : undefined }
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
  const { opened } = dialogs
  return (
    <>
      {opened.id !== undefined && opened.known && (
        <MoneyDrawer
          row={opened.known}
          opened={opened as never}
          effects={effects as Effects<MoneyRow>}
          decision={decision as never}
          summary={summary as (row: MoneyRow) => ReactNode}
          onClose={opened.close}
        />
      )}
      <RowDialog ref={dialogs.status} rows={list.rows} title={() => t('Edit Status')}>
        {(row, close, live) => (
          <StatusForm key={row.id} row={row} live={live} effects={effects} decision={decision} onClose={close} onDone={close}>
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
