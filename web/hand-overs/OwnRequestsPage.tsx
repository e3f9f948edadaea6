import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { type HandOverRow, handOvers } from '#contract/hand-overs.ts'
import { createdColumn } from '../lists/cells/When.tsx'
import { declareList } from '../lists/declare-list.ts'
import { useListScreen } from '../lists/use-list-screen.ts'
import { amountColumn, changedColumn, idColumn, numberColumn, statusColumn } from '../money/columns.tsx'
import { MONEY_LIST, MoneyList } from '../money/MoneyList.tsx'
import classes from '../money/money.module.css'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { type Column, column } from '../ui/table/columns.ts'
import { t, useT } from '../ui/text/i18n.ts'
import { kindColumns } from './columns.tsx'
import { OwnHandOver } from './dialogs.tsx'

const OWN_REQUESTS = declareList(handOvers.own, {
  table: 'my-wallet-request',
  title: 'Add Wallet',
  context: 'own',
  subtitle: 'My hand-overs',
  rows: (reply) => reply.transactions,
  live: 'hand_overs',
  news: MONEY_LIST.news,
  search: { placeholder: 'ID or phone', hasClear: true },
  filters: { status: MONEY_LIST.status },
})

export function OwnRequestsPage() {
  const translate = useT()
  const shown = useListScreen(OWN_REQUESTS)
  const dialog = useRef<RowDialogHandle<HandOverRow>>(null)
  const create = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      renderRoot={(props) => <Link to="/admin-wallet-request" {...props} />}
    >
      {translate('Create Transaction')}
    </Button>
  )
  const isEmpty = shown.list.rows?.length === 0 && !OWN_REQUESTS.isFiltered(shown.search)
  const columns = useMemo(
    (): Column<HandOverRow>[] => [
      idColumn(),
      amountColumn(),
      numberColumn(),
      statusColumn(),
      ...kindColumns,
      createdColumn(98, 'title'),
      changedColumn<HandOverRow>(),
      column('action', 'Action', { card: 'action', widthPx: 84, isAction: true, show: (row) => show(row, dialog) }),
    ],
    [],
  )
  return (
    <MoneyList shown={shown} columns={columns} actions={!isEmpty && create} first={create}>
      <RowDialog ref={dialog} rows={shown.list.rows} title={({ id }) => t('Request {{id}}', { id })}>
        {(row, close, live) => <OwnHandOver key={row.id} row={row} live={live} onClose={close} />}
      </RowDialog>
    </MoneyList>
  )
}

const show = (row: HandOverRow, dialog: React.RefObject<RowDialogHandle<HandOverRow> | null>) => (
  <span className={classes.actions}>
    <button
      type="button"
      className={classes.action}
      data-act
      aria-label={t('Open request {{id}}', { id: row.id })}
      onClick={() => dialog.current?.open(row)}
    >
      {t('Open')}
    </button>
  </span>
)
