import { useMemo } from 'react'
import { type HandOverRow, handOvers } from '#contract/hand-overs.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { createdColumn } from '../lists/cells/When.tsx'
import { listInputOf, useList, useListSearch } from '../lists/use-list.ts'
import { amountColumn, changedColumns, idColumn, numberColumn, statusColumn } from '../money/columns.tsx'
import { MoneyDialogs, useMoneyDialogs } from '../money/MoneyDialogs.tsx'
import { MoneyList } from '../money/MoneyList.tsx'
import { handOverSearch } from '../money/search.ts'
import type { Column } from '../ui/table/columns.ts'
import { kindColumns, ownerColumn } from './columns.tsx'
import { EditHandOver, summary } from './dialogs.tsx'
import { handOverEffects } from './effects.ts'
import { RecordHandOver } from './RecordHandOver.tsx'

const SCREEN = {
  title: 'Add Wallet',
  context: 'admins',
  subtitle: 'Cash handed over by admins',
  table: 'admin-wallet',
  placeholder: 'ID, admin or phone',
} as const

export function HandOversPage() {
  const can = useCan()
  const { data: me } = useProfile()
  const address = useListSearch(handOverSearch)
  const { search } = address
  const list = useList(handOvers.list, listInputOf(search), {
    rowsOf: (reply) => reply.transactions,
    live: 'hand_overs',
  })
  const mayDecide = can('hand_overs_approve')
  const seesStatements = can('statements_view')
  const dialogs = useMoneyDialogs<HandOverRow>(mayDecide, mayDecide)
  const columns = useMemo(
    (): Column<HandOverRow>[] => [
      idColumn(),
      ownerColumn(seesStatements),
      amountColumn(),
      statusColumn(),
      numberColumn(),
      createdColumn(98, 'when'),
      ...changedColumns<HandOverRow>(),
      ...kindColumns,
      ...dialogs.column,
    ],
    [dialogs.column, seesStatements],
  )
  return (
    <MoneyList
      screen={SCREEN}
      address={address}
      list={list}
      columns={columns}
      actions={me?.role === 'super' && <RecordHandOver />}
    >
      <MoneyDialogs
        list={list}
        dialogs={dialogs}
        effects={handOverEffects(me)}
        decision={DECISION}
        summary={summary}
        editForm={(row, close) => <EditHandOver key={row.id} row={row} onClose={close} />}
      />
    </MoneyList>
  )
}

const DECISION = {
  call: handOvers.setStatus,
  inputOf: (status: MoneyStatus, { id, amount }: HandOverRow) => ({ transaction_id: id, status, expected_amount: amount }),
}
