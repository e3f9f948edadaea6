import { useMemo } from 'react'
import type { CustomerMoneyRow, MoneyStatus } from '#contract/money-rows.ts'
import { withdrawals } from '#contract/withdrawals.ts'
import { useCan } from '../calls/session.ts'
import { createdColumn } from '../lists/cells/When.tsx'
import { declareList } from '../lists/declare-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { CancelAll } from '../money/CancelAll.tsx'
import {
  amountColumn,
  changedColumn,
  customerColumn,
  flagsColumn,
  idColumn,
  methodColumn,
  numberColumn,
  statusColumn,
} from '../money/columns.tsx'
import { MoneyDialogs, useMoneyDialogs } from '../money/MoneyDialogs.tsx'
import { MONEY_LIST, MoneyList } from '../money/MoneyList.tsx'
import type { Column } from '../ui/table/columns.ts'
import { EditWithdrawal, summary } from './dialogs.tsx'
import { withdrawalEffects } from './effects.ts'

const WITHDRAWALS = declareList(withdrawals.list, {
  table: 'withdraw-earn-wallet',
  title: 'Withdraw Earn Wallet',
  rows: (reply) => reply.transactions,
  live: 'withdrawals',
  news: MONEY_LIST.news,
  isFilledByStore: true,
  search: { placeholder: 'ID, user or phone', hasClear: true },
  filters: { status: MONEY_LIST.status, user_id: { label: 'User ID', place: 'elsewhere' } },
  days: { created_at: 'Received' },
  exports: { call: withdrawals.exportRows },
})

export function WithdrawalsPage() {
  const can = useCan()
  const shown = useListScreen(WITHDRAWALS)
  const mayDecide = can('withdrawals_approve')
  const mayEdit = can('withdrawals_edit')
  const seesCustomers = can('users_view')
  const dialogs = useMoneyDialogs<CustomerMoneyRow>(shown.list, mayDecide, mayEdit)
  const columns = useMemo(
    (): Column<CustomerMoneyRow>[] => [
      idColumn(),
      customerColumn(seesCustomers),
      amountColumn(),
      statusColumn(),
      methodColumn(),
      numberColumn(),
      createdColumn(96, 'when'),
      flagsColumn(110),
      changedColumn<CustomerMoneyRow>(),
      ...dialogs.column,
    ],
    [dialogs.column, seesCustomers],
  )
  return (
    <MoneyList
      shown={shown}
      columns={columns}
      dialogs={dialogs}
      actions={
        can('withdrawals_cancel_all') && (
          <CancelAll pending={withdrawals.pending} cancelAll={withdrawals.cancelAll} about={CANCEL_ALL_QUESTION} />
        )
      }
    >
      <MoneyDialogs
        list={shown.list}
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
