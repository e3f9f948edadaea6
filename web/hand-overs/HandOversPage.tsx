import { useMemo } from 'react'
import { type HandOverRow, handOvers } from '#contract/hand-overs.ts'
import type { MoneyStatus } from '#contract/money-rows.ts'
import { may } from '#contract/roles.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { createdColumn } from '../lists/cells/When.tsx'
import { declareList } from '../lists/declare-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { amountColumn, changedColumn, idColumn, numberColumn, statusColumn } from '../money/columns.tsx'
import { MoneyDialogs, useMoneyDialogs } from '../money/MoneyDialogs.tsx'
import { MONEY_LIST, MoneyList } from '../money/MoneyList.tsx'
import type { Column } from '../ui/table/columns.ts'
import { kindColumns, ownerColumn } from './columns.tsx'
import { EditHandOver, summary } from './dialogs.tsx'
import { handOverEffects } from './effects.ts'
import { RecordHandOver } from './RecordHandOver.tsx'

const HAND_OVERS = declareList(handOvers.list, {
  table: 'admin-wallet',
  title: 'Add Wallet',
  context: 'admins',
  subtitle: 'Cash handed over by admins',
  rows: (reply) => reply.transactions,
  live: 'hand_overs',
  news: MONEY_LIST.news,
  search: { placeholder: 'ID, admin or phone', hasClear: true },
  exports: { call: handOvers.exportRows },
  filters: { status: MONEY_LIST.status, owner_id: { label: 'Admin ID', place: 'elsewhere' } },
})

export function HandOversPage() {
  const can = useCan()
  const { data: me } = useProfile()
  const shown = useListScreen(HAND_OVERS)
  const mayDecide = can('hand_overs_approve')
  const seesStatements = can('statements_view')
  const dialogs = useMoneyDialogs<HandOverRow>(shown.list, mayDecide, mayDecide)
  const columns = useMemo(
    (): Column<HandOverRow>[] => [
      idColumn(),
      ownerColumn(seesStatements),
      amountColumn(),
      statusColumn(),
      numberColumn(),
      createdColumn(98, 'when'),
      changedColumn<HandOverRow>(),
      ...kindColumns,
      ...dialogs.column,
    ],
    [dialogs.column, seesStatements],
  )
  return (
    <MoneyList shown={shown} columns={columns} dialogs={dialogs} actions={may(me, 'run_the_shop') && <RecordHandOver />}>
      <MoneyDialogs
        list={shown.list}
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
