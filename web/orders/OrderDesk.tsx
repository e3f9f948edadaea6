import { Button, Group, Stack } from '@mantine/core'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { OrderRow, orders } from '#contract/orders.ts'
import { preloadWhenIdle } from '../calls/lazy-import.ts'
import { useLivePoll } from '../calls/live/live.ts'
import { useCan, useProfile } from '../calls/session.ts'
import beside from '../desk/row-drawer/beside.module.css'
import { ListPages, ListRows } from '../lists/ListRows.tsx'
import { NewRows } from '../lists/NewRows.tsx'
import { StoreStep } from '../lists/StoreStep.tsx'
import { type List, type ListSearch, useList } from '../lists/use-list.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Empty } from '../ui/states.tsx'
import { selectColumn } from '../ui/table/SelectBox.tsx'
import { type Selection, useKnownTicks, useSelection, useTicked } from '../ui/table/selection.ts'
import { fetchTableMenu } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { t, useT } from '../ui/text/i18n.ts'
import { Completion, type CompletionHandle } from './Completion.tsx'
import { isClosedTab, orderColumns } from './columns.tsx'
import { DeskToolbar, fetchMenus } from './DeskToolbar.tsx'
import { DESKS, type DeskKind } from './desks.ts'
import classes from './orders.module.css'
import { fetchStatusDialog, StatusDialogGate, type StatusDialogHandle } from './StatusDialogGate.tsx'
import { filterKey, inputOf, isFiltered, NO_FILTERS, type OrderSearch, sortingOf, type Tab } from './search.ts'
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
const OrderChips = lazyComponent(
  () => import('./OrderChips.tsx'),
  (code) => code.OrderChips,
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
  const t = useT()
  const { title, table, list: endpoint, counts, choices } = DESKS[kind]
  const canWork = useDeskPermissions()('orders_work')
  const { search, change } = address
  // The other list accepts everything but `admin`, which its URL never contains.
  const list = useList(endpoint as typeof orders.adminList, inputOf(search), {
    rowsOf: (reply) => reply.orders,
    pollMs: useLivePoll(),
  })
  useLiveDesk({ list: endpoint.path, counts: counts.path })
  const selection = useSelection<OrderRow>(filterKey(search))
  const opened = useOpenOrder(address, list.rows)
  const dialog = useRef<StatusDialogHandle>(null)
  const completion = useRef<CompletionHandle>(null)
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
  const columns = useColumns(canWork, search.status, dialog, useShown(list), selection, secrets)
  const { model, view } = useTableModel(table, columns, list.rows, { search: sortingOf(search), change })
  usePreloadedParts(list.rows !== undefined)
  return (
    <div className={beside.desk} data-drawer={opened.id !== undefined || undefined}>
      <Stack gap={8} className={beside.list}>
        <div className={classes.title}>
          <PageTitle title={title}>
            <Group gap="xs">
              <NewsOffer />
              {canWork && <TakeNext onTake={takeNext} />}
            </Group>
          </PageTitle>
        </div>
        <DeskToolbar kind={kind} address={address} table={{ model, view, onRefresh: list.refresh }} />
        {isFiltered(search) && <OrderChips {...address} />}
        <ListRows
          list={list}
          limit={search.limit}
          table={{
            label: t(title),
            model,
            density: view.density,
            rows: { onOpen: ({ id }) => opened.open(id), current: opened.id },
          }}
          none={<NoOrders {...address} />}
        >
          <NewRows list={list} one="{{count}} new order" many="{{count}} new orders" />
        </ListRows>
        <ListPages list={list} {...address} />
        {canWork && <BulkGate selection={selection} list={list} />}
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
      <StatusDialogGate ref={dialog} choices={choices} rows={list.rows} onSaved={list.patch} />
      <Completion
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
    return preloadWhenIdle([OrderDrawer.preload, fetchStatusDialog, BulkBar.preload, fetchMenus, fetchTableMenu])
  }, [isListHere])
}

/** The dialog opens through a handle, so that typing in it does not render the table. */
function useColumns(
  canWork: boolean,
  tab: Tab,
  dialog: RefObject<StatusDialogHandle | null>,
  shown: () => readonly OrderRow[],
  selection: Selection<OrderRow>,
  secrets: ReturnType<typeof useSecrets>,
) {
  const seesCustomers = useCan()('users_view')
  const isSuper = useProfile().data?.role === 'super'
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
    const nameOf = ({ id }: OrderRow) => t('Select order {{id}}', { id })
    return [selectColumn({ selection, page: shown, canTick: () => true, nameOf }), ...columns]
  }, [canWork, tab, seesCustomers, isSuper, dialog, shown, selection])
}

/** Returns a stable getter of the rows on screen, empty while they are placeholders. */
function useShown({ rows, isPlaceholder }: List<OrderRow>) {
  const latest = useRef<readonly OrderRow[]>([])
  // During render, as the header's checkbox reads them in the same pass.
  latest.current = isPlaceholder ? [] : (rows ?? [])
  return useCallback(() => latest.current, [])
}

function BulkGate({ selection, list }: { selection: Selection<OrderRow>; list: List<OrderRow> }) {
  const isAny = useTicked(selection).length > 0
  useKnownTicks(selection, list)
  return isAny && <BulkBar selection={selection} onClose={selection.clear} />
}

/** An empty list. A search without results in one tab can be repeated in all. */
function NoOrders({ search, change }: ListSearch<OrderSearch>) {
  const t = useT()
  return (
    <>
      <Empty filtered={isFiltered(search)} onClear={() => change(NO_FILTERS)} first={<StoreStep />} />
      {isFiltered(search) && search.status !== 'all' && (
        <Button variant="subtle" onClick={() => change({ status: 'all' })}>
          {t('Search all orders')}
        </Button>
      )}
    </>
  )
}
