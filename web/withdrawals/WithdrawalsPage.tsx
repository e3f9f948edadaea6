import { useMemo, useRef } from 'react'
import type { CustomerMoneyRow } from '#contract/money-rows.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { useCan } from '../calls/session.ts'
import { ExportButton } from '../lists/ExportButton.tsx'
import { exportInputOf, useList, useListSearch } from '../lists/use-list.ts'
import { CancelAll } from '../money/CancelAll.tsx'
import {
  actionColumn,
  amountColumn,
  changedColumns,
  createdColumn,
  customerColumn,
  flagsColumn,
  idColumn,
  methodColumn,
  numberColumn,
  statusColumn,
} from '../money/columns.tsx'
import { MoneyList } from '../money/MoneyList.tsx'
import { customerMoneySearch, inputOf } from '../money/search.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import type { Column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { EditStatus, EditWithdrawal } from './dialogs.tsx'

const SCREEN = {
  title: 'Withdraw Earn Wallet',
  table: 'withdraw-earn-wallet',
  placeholder: 'ID, user or phone',
  moments: [['created_at', 'Received']],
} as const

export function WithdrawalsPage() {
  const can = useCan()
  const address = useListSearch(customerMoneySearch)
  const { search } = address
  const list = useList(withdrawals.list, inputOf(search), {
    rowsOf: (reply) => reply.transactions,
    live: 'withdrawals',
  })
  const status = useRef<RowDialogHandle<CustomerMoneyRow>>(null)
  const edit = useRef<RowDialogHandle<CustomerMoneyRow>>(null)
  const mayDecide = can('withdrawals_approve')
  const mayEdit = can('withdrawals_edit')
  const seesCustomers = can('users_view')
  const columns = useMemo(
    (): Column<CustomerMoneyRow>[] => [
      idColumn(),
      customerColumn(seesCustomers),
      amountColumn(),
      statusColumn(),
      methodColumn(),
      numberColumn(),
      createdColumn(),
      flagsColumn(),
      ...changedColumns<CustomerMoneyRow>(),
      ...actionColumn<CustomerMoneyRow>(
        mayDecide ? (row, from) => status.current?.open(row, from) : undefined,
        mayEdit ? (row, from) => edit.current?.open(row, from) : undefined,
      ),
    ],
    [mayDecide, mayEdit, seesCustomers],
  )
  return (
    <MoneyList
      screen={SCREEN}
      address={address}
      list={list}
      columns={columns}
      more={can('withdrawals_export') && <ExportButton endpoint={withdrawals.exportCsv} input={exportInputOf(search)} />}
      actions={
        can('withdrawals_cancel_all') && (
          <CancelAll pending={withdrawals.pending} cancelAll={withdrawals.cancelAll} about={CANCEL_ALL_QUESTION} />
        )
      }
    >
      <RowDialog ref={status} rows={list.rows} title={() => t('Edit Status')}>
        {(row, close, live) => <EditStatus key={row.id} row={row} live={live} onClose={close} />}
      </RowDialog>
      <RowDialog ref={edit} title={() => t('Edit transaction')}>
        {(row, close) => (
          <EditWithdrawal
            key={row.id}
            row={row}
            mayDecide={mayDecide}
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

const CANCEL_ALL_QUESTION =
  'All pending withdrawals ({{count}}, total {{sum}}) will be cancelled, whatever the search shows. Every amount returns to its earn wallet. Those after #{{id}} stay pending.'
