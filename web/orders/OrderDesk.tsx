import { Group, Stack } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { OrderRow } from '#contract/orders.ts'
import { preloadWhenIdle } from '../calls/lazy-import.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan, useMay } from '../calls/session.ts'
import type { CompletionHandle } from '../desk/Completion.tsx'
import beside from '../desk/row-drawer/beside.module.css'
import { ListScreen } from '../lists/ListScreen.tsx'
import { type ListSearch, useList } from '../lists/use-list.ts'
import { useListSelection } from '../lists/use-list-selection.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { MenuButton } from '../ui/MenuButton.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import type { Column } from '../ui/table/columns.ts'
import { useTicked } from '../ui/table/selection.ts'
import { t } from '../ui/text/i18n.ts'
import type { BulkBarProps } from './bulk/BulkBar.tsx'
import { isClosedTab, orderColumns } from './columns.tsx'
import { DESKS, type DeskKind, type OrderSearch, type Tab } from './desks.tsx'
import { FastPath } from './FastPath.tsx'
import classes from './orders.module.css'
import { isOpen } from './state.ts'
import { TakeNext } from './TakeNext.tsx'
import { useDeskKeys } from './use-desk-keys.ts'
import { useDeskPermissions } from './use-desk-permissions.ts'
import { useLiveDesk } from './use-live-desk.ts'
import { useOpenOrder } from './use-open-order.ts'
import { type SecretField, useSecrets } from './use-secrets.ts'
import { useTakeNext } from './use-take-next.ts'

const OrderDrawer = lazyComponent(
  () => import('./drawer/OrderDrawer.tsx'),
  (code) => code.OrderDrawer,
)
const ViewsList = lazyComponent(
  () => import('./views/ViewsList.tsx'),
  (code) => code.ViewsList,
)
const StatusForm = lazyComponent(
  () => import('./StatusForm.tsx'),
  (code) => code.StatusForm,
)
const NewsOffer = lazyComponent(
  () => import('./NewsOffer.tsx'),
  (code) => code.NewsOffer,
)
const BulkBar = lazyComponent(
  () => import('./bulk/BulkBar.tsx'),
  (code) => code.BulkBar,
)

interface OrderDeskProps {
  readonly kind: DeskKind
  readonly address: ListSearch<OrderSearch>
}

/** A list of orders to work through: tabs, search, filters, table, drawer and shortcuts. */
export function OrderDesk({ kind, address }: OrderDeskProps) {
  const { search, change } = address
  // The other list accepts everything but `admin`, which its URL never contains.
  const declared = DESKS[kind] as typeof DESKS.admin
  const { call, rows: rowsOf, choices, tabs } = declared
  const canWork = useDeskPermissions()('orders_work')
  const list = useList(call, declared.inputOf(search), { rowsOf, pollMs: useLivePoll() })
  const shown = { declared, search, change, list }
  useLiveDesk({ list: call.path, counts: tabs?.counts.path ?? '' })
  const selected = useListSelection<OrderRow>(shown, SELECTING)
  const opened = useOpenOrder(address, list.rows)
  const dialog = useRef<RowDialogHandle<OrderRow>>(null)
  const completion = useRef<CompletionHandle<OrderRow>>(null)
  const secrets = useSecrets(opened)
  const take = useTakeNext(kind, opened.open)
  const takeNext = () => {
    void OrderDrawer.preload().catch(() => undefined)
    take.run()
  }
  useDeskKeys({
    opened,
    takeNext,
    settled: take.settled,
    copyPassword: (order) => void secrets.copyHidden(order, 'ingamepassword'),
    complete: (order) => completion.current?.ask(order),
  })
  const columns = useColumns(canWork, search.status, dialog, selected.column, secrets)
  usePreloadedParts(list.rows !== undefined)
  return (
    <div className={beside.desk} data-drawer={opened.id !== undefined || undefined}>
      <Stack gap={8} className={beside.list}>
        <div className={classes.title}>
          <PageTitle title={declared.title}>
            <Group gap="xs">
              <NewsOffer />
              {canWork && <TakeNext onTake={takeNext} selection={selected.selection} />}
            </Group>
          </PageTitle>
        </div>
        <ListScreen
          shown={shown}
          columns={columns}
          opened={{ onOpen: ({ id }) => opened.open(id), current: opened.id }}
          tools={
            <MenuButton name="Views" Icon={IconBookmark}>
              {(close) => <ViewsList {...shown} onChosen={close} onClose={close} />}
            </MenuButton>
          }
        />
        {canWork && <BulkGate selection={selected.selection} kind={kind} shown={shown} />}
      </Stack>
      {opened.id !== undefined && (
        <OrderDrawer
          id={opened.id}
          opened={opened}
          secrets={secrets}
          choices={choices}
          onComplete={(order) => completion.current?.ask(order)}
          onSaved={list.patch}
          onClose={opened.close}
        />
      )}
      <RowDialog ref={dialog} rows={list.rows} title={({ id }) => t('Order {{id}}', { id })}>
        {({ id }, close, present) => (
          <StatusForm
            key={id}
            order={present}
            choices={choices}
            onClose={close}
            onSaved={(order) => {
              list.patch(order)
              close()
            }}
          />
        )}
      </RowDialog>
      <FastPath
        ref={completion}
        onDone={(order) => {
          list.patch(order)
          opened.advance(order.id)
        }}
      />
    </div>
  )
}

/** Preloads what a click needs: a connection lost by then must not stop the work. */
function usePreloadedParts(isListHere: boolean): void {
  useEffect(() => {
    if (!isListHere) return
    return preloadWhenIdle([OrderDrawer.preload, StatusForm.preload, BulkBar.preload, ViewsList.preload])
  }, [isListHere])
}

/** The dialog opens through a handle, so that typing in it does not render the table. */
function useColumns(
  canWork: boolean,
  tab: Tab,
  dialog: RefObject<RowDialogHandle<OrderRow> | null>,
  selectColumn: Column<OrderRow>,
  secrets: ReturnType<typeof useSecrets>,
) {
  const seesCustomers = useCan()('users_view')
  const isSuper = useMay('run_the_shop')
  const copyHidden = useRef(secrets.copyHidden)
  useEffect(() => {
    copyHidden.current = secrets.copyHidden
  })
  return useMemo(() => {
    const work = {
      onEdit: (order: OrderRow) => dialog.current?.open(order),
      onCopySecret: (order: OrderRow, field: SecretField) => void copyHidden.current(order, field),
      mayReadSecret: (order: OrderRow) => isOpen(order) || isSuper,
    }
    const columns = orderColumns(canWork ? work : undefined, seesCustomers, tab)
    if (!canWork || isClosedTab(tab)) return columns
    return [selectColumn, ...columns]
  }, [canWork, tab, seesCustomers, isSuper, dialog, selectColumn])
}

const SELECTING = { canTick: () => true, nameOf: ({ id }: OrderRow) => t('Select order {{id}}', { id }) }

function BulkGate(bulk: BulkBarProps) {
  return useTicked(bulk.selection).length > 0 && <BulkBar {...bulk} onClose={bulk.selection.clear} />
}
