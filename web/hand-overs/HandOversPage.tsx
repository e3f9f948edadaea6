import { useMemo, useRef } from 'react'
import { type HandOverRow, handOvers } from '#contract/hand-overs.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { useList, useListSearch } from '../lists/use-list.ts'
import {
  actionColumn,
  amountColumn,
  changedColumns,
  createdColumn,
  idColumn,
  numberColumn,
  statusColumn,
} from '../money/columns.tsx'
import { MoneyList } from '../money/MoneyList.tsx'
import { handOverSearch, inputOf } from '../money/search.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import type { Column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { kindColumns, ownerColumn } from './columns.tsx'
import { EditHandOver, EditStatus } from './dialogs.tsx'
import { RecordHandOver } from './RecordHandOver.tsx'

const SCREEN = {
  title: 'Add Wallet',
  subtitle: 'Cash handed over by admins',
  table: 'admin-wallet',
  placeholder: 'ID, admin or phone',
} as const

export function HandOversPage() {
  const can = useCan()
  const { data: me } = useProfile()
  const address = useListSearch(handOverSearch)
  const { search } = address
  const list = useList(handOvers.list, inputOf(search), {
    rowsOf: (reply) => reply.transactions,
    live: 'hand_overs',
  })
  const status = useRef<RowDialogHandle<HandOverRow>>(null)
  const edit = useRef<RowDialogHandle<HandOverRow>>(null)
  const mayDecide = can('hand_overs_approve')
  const seesStatements = can('statements_view')
  const columns = useMemo(
    (): Column<HandOverRow>[] => [
      idColumn(),
      ownerColumn(seesStatements),
      amountColumn(),
      statusColumn(),
      numberColumn(),
      createdColumn(),
      ...kindColumns,
      ...changedColumns<HandOverRow>(),
      ...actionColumn<HandOverRow>(
        mayDecide ? (row, from) => status.current?.open(row, from) : undefined,
        mayDecide ? (row, from) => edit.current?.open(row, from) : undefined,
      ),
    ],
    [mayDecide, seesStatements],
  )
  return (
    <MoneyList
      screen={SCREEN}
      address={address}
      list={list}
      columns={columns}
      actions={me?.role === 'super' && <RecordHandOver />}
    >
      <RowDialog ref={status} rows={list.rows} title={() => t('Edit Status')}>
        {(row, close, live) => <EditStatus key={row.id} row={row} live={live} onClose={close} />}
      </RowDialog>
      <RowDialog ref={edit} title={() => t('Edit transaction')}>
        {(row, close) => (
          <EditHandOver
            key={row.id}
            row={row}
            onClose={(saved) => {
              if (saved) list.patch(saved)
              close()
            }}
          />
        )}
      </RowDialog>
    </MoneyList>
  )
}
