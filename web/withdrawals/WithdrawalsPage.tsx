import { useMemo } from 'react'
import type { CustomerMoneyRow, MoneyStatus } from '#contract/money-rows.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { useCan } from '../calls/session.ts'
import { createdColumn } from '../lists/cells/When.tsx'
import { ExportButton } from '../lists/ExportButton.tsx'
import { exportInputOf, listInputOf, useList, useListSearch } from '../lists/use-list.ts'
import { CancelAll } from '../money/CancelAll.tsx'
import {
  amountColumn,
  changedColumns,
  customerColumn,
  flagsColumn,
  idColumn,
  methodColumn,
  numberColumn,
  statusColumn,
} from '../money/columns.tsx'
import { MoneyDialogs, useMoneyDialogs } from '../money/MoneyDialogs.tsx'
import { MoneyList } from '../money/MoneyList.tsx'
import { customerMoneySearch } from '../money/search.ts'
import type { Column } from '../ui/table/columns.ts'
import { EditWithdrawal, summary } from './dialogs.tsx'
import { withdrawalEffects } from './effects.ts'

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
  const list = useList(withdrawals.list, listInputOf(search), {
    rowsOf: (reply) => reply.transactions,
    live: 'withdrawals',
  })
  const mayDecide = can('withdrawals_approve')
  const mayEdit = can('withdrawals_edit')
  const seesCustomers = can('users_view')
  const dialogs = useMoneyDialogs<CustomerMoneyRow>(mayDecide, mayEdit)
  const columns = useMemo(
    (): Column<CustomerMoneyRow>[] => [
      idColumn(),
      customerColumn(seesCustomers),
      amountColumn(),
      statusColumn(),
      methodColumn(),
      numberColumn(),
      createdColumn(96, 'when'),
      flagsColumn(86),
      ...changedColumns<CustomerMoneyRow>(),
      ...dialogs.column,
    ],
    [dialogs.column, seesCustomers],
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
      <MoneyDialogs
        list={list}
        dialogs={dialogs}
        effects={withdrawalEffects}
        decision={DECISION}
        summary={summary}
        editForm={(row, close) => <EditWithdrawal key={row.id} row={row} mayDecide={mayDecide} onClose={close} />}
      />
    </MoneyList>
  )
}

const DECISION = {
  call: withdrawals.setStatus,
  inputOf: (status: MoneyStatus, { id, amount, number, flags }: CustomerMoneyRow) => ({
    withdraw_earn_wallet_id: id,
    status,
    expected_amount: amount,
    expected_number: number,
    expected_flags: flags,
  }),
}

const CANCEL_ALL_QUESTION =
  'All pending withdrawals ({{count}}, total {{sum}}) will be cancelled, whatever the search shows. Every amount returns to its earn wallet. Those after #{{id}} stay pending.'
