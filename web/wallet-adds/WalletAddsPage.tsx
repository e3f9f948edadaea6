import { useMemo, useRef } from 'react'
import type { CustomerMoneyRow, MoneyStatus } from '#contract/money-rows.ts'
import { walletAdds } from '#contract/wallet-adds.ts'
import { useCan, useProfile } from '../calls/session.ts'
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
  trxIdColumn,
} from '../money/columns.tsx'
import { MoneyDialogs, useMoneyDialogs } from '../money/MoneyDialogs.tsx'
import { MoneyList } from '../money/MoneyList.tsx'
import { walletAddSearch } from '../money/search.ts'
import type { Column } from '../ui/table/columns.ts'
import { selectColumn } from '../ui/table/SelectBox.tsx'
import { useKnownTicks, useSelection } from '../ui/table/selection.ts'
import { t } from '../ui/text/i18n.ts'
import { ApproveBar } from './ApproveBar.tsx'
import { EditWalletAdd, summary } from './EditWalletAdd.tsx'
import { walletAddEffects } from './effects.ts'

const SCREEN = {
  title: 'Add Wallet',
  table: 'add-wallet',
  placeholder: 'ID, user, phone or TrxID',
  moments: [
    ['created_at', 'Received'],
    ['completed_at', 'Completed'],
  ],
} as const

const isPending = ({ status }: CustomerMoneyRow) => status === 'pending'

export function WalletAddsPage() {
  const can = useCan()
  const { data: me } = useProfile()
  const address = useListSearch(walletAddSearch)
  const { search } = address
  const list = useList(walletAdds.list, listInputOf(search), {
    rowsOf: (reply) => reply.transactions,
    live: 'wallet_adds',
  })
  const selection = useSelection<CustomerMoneyRow>(
    JSON.stringify([search.q, search.status, search.user_id, search.from, search.to, search.day_of]),
  )
  useKnownTicks(selection, list, isPending)
  const page = useRef<readonly CustomerMoneyRow[]>([])
  page.current = list.isPlaceholder ? [] : (list.rows ?? [])

  const may = {
    approve: can('wallet_adds_approve'),
    edit: can('wallet_adds_edit'),
    seeCustomers: can('users_view'),
  }
  const dialogs = useMoneyDialogs<CustomerMoneyRow>(may.approve, may.edit)
  const columns = useMemo(
    (): Column<CustomerMoneyRow>[] => [
      ...(may.approve
        ? [
            selectColumn<CustomerMoneyRow>({
              selection,
              page: () => page.current,
              canTick: isPending,
              nameOf: ({ id }) => t('Select wallet add {{id}}', { id }),
            }),
          ]
        : []),
      idColumn(),
      customerColumn(may.seeCustomers),
      amountColumn(),
      statusColumn(),
      methodColumn(),
      numberColumn(),
      trxIdColumn,
      createdColumn(96, 'when'),
      flagsColumn(104),
      ...changedColumns<CustomerMoneyRow>(),
      ...dialogs.column,
    ],
    [selection, dialogs.column, may.approve, may.seeCustomers],
  )
  const effects = walletAddEffects({ id: me?.id ?? 0, isSuper: me?.role === 'super', mayDecide: may.approve })
  return (
    <MoneyList
      screen={SCREEN}
      address={address}
      list={list}
      columns={columns}
      more={can('wallet_adds_export') && <ExportButton endpoint={walletAdds.exportCsv} input={exportInputOf(search)} />}
      actions={
        can('wallet_adds_cancel_all') && (
          <CancelAll pending={walletAdds.pending} cancelAll={walletAdds.cancelAll} about={CANCEL_ALL_QUESTION} />
        )
      }
    >
      {may.approve && <ApproveBar selection={selection} />}
      <MoneyDialogs
        list={list}
        dialogs={dialogs}
        effects={effects}
        decision={DECISION}
        summary={summary}
        editForm={(row, close) => (
          <EditWalletAdd
            key={row.id}
            row={row}
            effects={effects}
            mayDecide={may.approve}
            mayCorrect={me?.role === 'super'}
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
