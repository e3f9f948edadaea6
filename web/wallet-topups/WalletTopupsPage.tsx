import { useMemo, useRef } from 'react'
import type { TransactionRow } from '#contract/money-rows.ts'
import { walletTopups } from '#contract/wallet-topups.ts'
import { useCan, useProfile } from '../kit/calls/session.ts'
import { RowDialog, type RowDialogHandle } from '../kit/dialogs/RowDialog.tsx'
import { ExportButton } from '../kit/list/ExportButton.tsx'
import { exportInputOf, useList, useListSearch } from '../kit/list/use-list.ts'
import { CancelAll } from '../kit/money/CancelAll.tsx'
import {
  actionColumn,
  amountColumns,
  customerColumn,
  flagsColumn,
  historyColumns,
  idColumn,
  methodColumn,
  statusColumn,
  trxIdColumn,
} from '../kit/money/columns.tsx'
import { MoneyList } from '../kit/money/MoneyList.tsx'
import { inputOf, topupSearch } from '../kit/money/search.ts'
import type { Column } from '../kit/table/columns.ts'
import { selectColumn } from '../kit/table/SelectBox.tsx'
import { useKnownTicks, useSelection } from '../kit/table/selection.ts'
import { t } from '../kit/text/i18n.ts'
import { ApproveBar } from './ApproveBar.tsx'
import { EditStatus } from './EditStatus.tsx'
import { EditTransaction } from './EditTransaction.tsx'
import { topupEffects } from './effects.ts'

const SCREEN = {
  title: 'Add Wallet',
  table: 'add-wallet',
  placeholder: 'ID, user, phone or TrxID',
  moments: [
    ['created_at', 'Came in'],
    ['completed_at', 'Completed'],
  ],
} as const

const isPending = ({ status }: TransactionRow) => status === 'pending'

/** /add-wallet */
export function WalletTopupsPage() {
  const can = useCan()
  const { data: me } = useProfile()
  const address = useListSearch(topupSearch)
  const { search } = address
  const list = useList(walletTopups.list, inputOf(search), {
    rowsOf: (reply) => reply.transactions,
    live: 'transactions',
  })
  const selection = useSelection<TransactionRow>(
    JSON.stringify([search.q, search.status, search.user_id, search.from, search.to, search.day_of]),
  )
  useKnownTicks(selection, list, isPending)
  const status = useRef<RowDialogHandle<TransactionRow>>(null)
  const edit = useRef<RowDialogHandle<TransactionRow>>(null)
  const page = useRef<readonly TransactionRow[]>([])
  page.current = list.isPlaceholder ? [] : (list.rows ?? [])

  const may = {
    approve: can('wallet_adds_approve'),
    edit: can('wallet_adds_edit'),
    seeCustomers: can('users_view'),
  }
  const columns = useMemo(
    (): Column<TransactionRow>[] => [
      ...(may.approve
        ? [
            selectColumn<TransactionRow>({
              selection,
              page: () => page.current,
              canTick: isPending,
              nameOf: ({ id }) => t('Select transaction {{id}}', { id }),
            }),
          ]
        : []),
      idColumn(),
      customerColumn(may.seeCustomers),
      ...amountColumns<TransactionRow>(),
      trxIdColumn,
      flagsColumn(),
      statusColumn(),
      methodColumn(),
      ...historyColumns<TransactionRow>(),
      ...actionColumn<TransactionRow>(
        may.approve ? (row, from) => status.current?.open(row, from) : undefined,
        may.edit ? (row, from) => edit.current?.open(row, from) : undefined,
      ),
    ],
    [selection, may.approve, may.edit, may.seeCustomers],
  )
  const effects = topupEffects({ id: me?.id ?? 0, isSuper: me?.role === 'super', mayDecide: may.approve })
  return (
    <MoneyList
      screen={SCREEN}
      address={address}
      list={list}
      columns={columns}
      actions={
        <>
          {can('wallet_adds_export') && <ExportButton endpoint={walletTopups.exportCsv} input={exportInputOf(search)} />}
          {can('wallet_adds_cancel_all') && (
            <CancelAll pending={walletTopups.pending} cancelAll={walletTopups.cancelAll} about={ABOUT_CANCEL_ALL} />
          )}
        </>
      }
    >
      {may.approve && <ApproveBar selection={selection} />}
      <RowDialog ref={status} rows={list.rows} title={() => t('Edit Status')}>
        {(row, close, live) => <EditStatus key={row.id} row={row} live={live} effects={effects} onClose={close} />}
      </RowDialog>
      <RowDialog ref={edit} title={() => t('Edit transaction')}>
        {(row, close) => (
          <EditTransaction
            key={row.id}
            row={row}
            effects={effects}
            mayDecide={may.approve}
            mayCorrect={me?.role === 'super'}
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

const ABOUT_CANCEL_ALL =
  'All pending transactions ({{count}}, with a sum of {{sum}}) will be cancelled, whatever the search shows. No wallet will change. What comes in after #{{id}} stays pending.'
