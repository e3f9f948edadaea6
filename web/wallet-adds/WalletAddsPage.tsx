import { useMemo } from 'react'
import type { CustomerMoneyRow, MoneyStatus } from '#contract/money-rows.ts'
import { PAID_STATES, walletAdds } from '#contract/wallet-adds.ts'
import { useCan, useMay, useProfile } from '../calls/session.ts'
import { createdColumn } from '../lists/cells/When.tsx'
import { declareList } from '../lists/declare-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { useListSelection } from '../lists/use-list-selection.ts'
import { CancelAll } from '../money/CancelAll.tsx'
import {
  amountColumn,
  changedColumn,
  customerColumn,
  flagsColumn,
  idColumn,
  numberColumn,
  statusColumn,
  trxIdColumn,
} from '../money/columns.tsx'
import { MoneyDialogs, useMoneyDialogs } from '../money/MoneyDialogs.tsx'
import { MONEY_LIST, MoneyList } from '../money/MoneyList.tsx'
import type { Column } from '../ui/table/columns.ts'
import { t } from '../ui/text/i18n.ts'
import { ApproveBar } from './ApproveBar.tsx'
import { CreditPaid } from './CreditPaid.tsx'
import { EditWalletAdd, summary } from './EditWalletAdd.tsx'
import { walletAddEffects } from './effects.ts'
import { PAID_LABELS, Paid } from './Paid.tsx'
import { PastedMessage, usePastedMessage } from './PastedMessage.tsx'
import { useApprovePaid } from './use-approve-paid.ts'

const WALLET_ADDS = declareList(walletAdds.list, {
  table: 'add-wallet',
  title: 'Add Wallet',
  rows: (reply) => reply.transactions,
  live: 'wallet_adds',
  news: MONEY_LIST.news,
  isFilledByStore: true,
  search: { placeholder: 'ID, user, phone or TrxID', hasClear: true },
  filters: {
    status: MONEY_LIST.status,
    payment: { label: 'Payment', useChoices: () => PAID_STATES.map((state) => [state, t(PAID_LABELS[state])] as const) },
    user_id: { label: 'User ID', place: 'elsewhere' },
  },
  days: { created_at: 'Received', completed_at: 'Completed' },
  exports: { call: walletAdds.exportRows },
})

const SELECTING = {
  canTick: ({ status }: CustomerMoneyRow) => status === 'pending',
  nameOf: ({ id }: CustomerMoneyRow) => t('Select wallet add {{id}}', { id }),
}

export function WalletAddsPage() {
  const can = useCan()
  const { data: me } = useProfile()
  const shown = useListScreen(WALLET_ADDS)
  const { selection, column: selectColumn } = useListSelection(shown, SELECTING)
  const may = {
    approve: can('wallet_adds_approve'),
    edit: can('wallet_adds_edit'),
    seeCustomers: can('users_view'),
  }
  const mayCorrect = useMay('correct')
  const dialogs = useMoneyDialogs<CustomerMoneyRow>(shown.list, may.approve, may.edit)
  const columns = useMemo(
    (): Column<CustomerMoneyRow>[] => [
      ...(may.approve ? [selectColumn] : []),
      idColumn(),
      customerColumn(may.seeCustomers),
      amountColumn<CustomerMoneyRow>((row) => <Paid row={row} />),
      statusColumn(),
      numberColumn(),
      trxIdColumn,
      createdColumn(76, 'when'),
      flagsColumn(112),
      changedColumn<CustomerMoneyRow>(),
      ...dialogs.column,
    ],
    [selectColumn, dialogs.column, may.approve, may.seeCustomers],
  )
  const approve = useApprovePaid(shown.list.rows, may.approve)
  const pasted = usePastedMessage(shown)
  const effects = walletAddEffects({ id: me?.id ?? 0, isSuper: mayCorrect, mayDecide: may.approve })
  return (
    <MoneyList
      shown={shown}
      columns={columns}
      dialogs={dialogs}
      notice={
        pasted !== undefined && <PastedMessage text={pasted} list={shown.list} approve={may.approve ? approve : undefined} />
      }
      actions={
        can('wallet_adds_cancel_all') && (
          <CancelAll pending={walletAdds.pending} cancelAll={walletAdds.cancelAll} about={CANCEL_ALL_QUESTION} />
        )
      }
    >
      {may.approve && <ApproveBar selection={selection} />}
      <MoneyDialogs
        list={shown.list}
        dialogs={dialogs}
        effects={effects}
        decision={DECISION}
        summary={(row) => (
          <>
            {summary(row)}
            {may.approve && may.edit && <CreditPaid row={row} />}
          </>
        )}
        editForm={(row, close) => (
          <EditWalletAdd
            key={row.id}
            row={row}
            effects={effects}
            mayDecide={may.approve}
            mayCorrect={mayCorrect}
            onClose={close}
          />
        )}
      />
    </MoneyList>
  )
}

const DECISION = {
  call: walletAdds.setStatus,
  inputOf: (status: MoneyStatus, { id, amount, flags }: CustomerMoneyRow) => ({
    transaction_id: id,
    status,
    expected_amount: amount,
    expected_flags: flags,
  }),
}

const CANCEL_ALL_QUESTION =
  'All pending wallet adds ({{count}}, total {{sum}}) will be cancelled, whatever the search shows. No wallet will change. Those after #{{id}} stay pending.'
