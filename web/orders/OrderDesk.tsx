import { ActionIcon, Button, Stack } from '@mantine/core'
import { IconArrowUp, IconRefresh } from '@tabler/icons-react'
import { useCallback, useMemo, useRef } from 'react'
import type { OrderListEndpoint, OrderRow, OrderStatus, orders } from '#contract/orders.ts'
import { useT } from '../kit/i18n.ts'
import { Pager } from '../kit/Pager.tsx'
import { PageTitle } from '../kit/PageTitle.tsx'
import { SearchBox } from '../kit/SearchBox.tsx'
import { useCan } from '../kit/session.ts'
import { Empty, LoadError } from '../kit/states.tsx'
import { ColumnsMenu } from '../kit/table/ColumnsMenu.tsx'
import { DataTable } from '../kit/table/DataTable.tsx'
import { DensitySwitch } from '../kit/table/DensitySwitch.tsx'
import { useTableModel } from '../kit/table/use-table-model.ts'
import { useTableView } from '../kit/table/use-table-view.ts'
import { type List, type ListSearch, useExistingPage, useList, useListSearch } from '../kit/use-list.ts'
import { orderColumns } from './columns.tsx'
import { OrderChips, OrderFilters } from './OrderFilters.tsx'
import classes from './orders.module.css'
import { StatusDialog, type StatusDialogHandle } from './StatusDialog.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { FILTERS, NO_FILTERS, type OrderSearch, orderSearch } from './search.ts'

interface OrderDeskProps {
  readonly title: string
  /** Under which name columns and density are remembered. */
  readonly table: string
  readonly list: OrderListEndpoint
  readonly counts: typeof orders.counts
  readonly choices: readonly OrderStatus[]
}

/** A list of orders that somebody works through: tabs, search, filters, table, and the dialog that decides one. */
export function OrderDesk({ title, table, list: endpoint, counts, choices }: OrderDeskProps) {
  const t = useT()
  const address = useListSearch(orderSearch)
  const { search, change } = address
  const view = useTableView(table)
  const sorting = sortingOf(search)
  const isNewestFirst = sorting.by !== 'amount' && sorting.direction === 'desc'
  const list = useList(endpoint, inputOf(search), {
    rowsOf: (reply) => reply.orders,
    holdsNewRows: search.status === 'all' && search.page === 1 && isNewestFirst,
  })
  useExistingPage(
    list,
    search,
    useCallback((page) => change({ page }, { replace: true }), [change]),
  )
  const dialog = useRef<StatusDialogHandle>(null)
  const model = useTableModel({
    columns: useColumns(dialog),
    rows: list.rows,
    view,
    sorting: { ...sorting, onChange: (sort, dir) => change({ sort: sort as OrderSearch['sort'], dir }) },
  })
  return (
    <Stack gap="md">
      <PageTitle title={title} />
      <StatusTabs counts={counts} search={search} onChange={(status) => change({ status, sort: undefined, dir: undefined })} />
      <div className={classes.toolbar}>
        <SearchBox value={search.q} placeholder="Order, player, user or phone" onSearch={(q) => change({ q })} />
        <OrderFilters {...address} />
        <div className={classes.tools}>
          <ColumnsMenu model={model} />
          <DensitySwitch view={view} />
          <ActionIcon variant="default" size={36} aria-label={t('Refresh')} title={t('Refresh')} onClick={list.refresh}>
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <OrderChips {...address} />
      {list.error && <LoadError error={list.error} onRetry={list.refresh} />}
      <div className={classes.rows}>
        <Waiting list={list} />
        {list.rows?.length === 0 ? (
          <NoOrders {...address} />
        ) : (
          (list.rows || !list.error) && (
            <DataTable
              label={t(title)}
              model={model}
              density={view.density}
              skeletons={list.rows ? 0 : search.limit}
              isStale={list.isStale}
            />
          )
        )}
      </div>
      {list.rows && list.total > 0 && (
        <Pager page={search.page} limit={search.limit} total={list.total} isCapped={list.isCapped} onChange={change} />
      )}
      <StatusDialog ref={dialog} choices={choices} onSaved={list.patch} />
    </Stack>
  )
}

/** Pending orders are worked on oldest first; elsewhere the newest matter. */
const sortingOf = ({ sort, dir, status }: OrderSearch) => ({
  by: sort ?? 'created_at',
  direction: dir ?? (sort || status === 'pending' ? ('asc' as const) : ('desc' as const)),
})

const inputOf = ({ status, dir, ...search }: OrderSearch) => ({
  ...search,
  status: status === 'all' ? undefined : status,
  order: search.sort ? (dir ?? 'asc') : undefined,
})

/** The dialog opens through a handle, so that neither it nor its typing renders the table. */
function useColumns(dialog: React.RefObject<StatusDialogHandle | null>) {
  const canWork = useCan()('orders_work')
  return useMemo(() => orderColumns(canWork ? (order, from) => dialog.current?.open(order, from) : undefined), [canWork, dialog])
}

/** New orders above the rows on screen, which stay where they are until somebody asks. */
function Waiting({ list }: { list: List<OrderRow> }) {
  const t = useT()
  return (
    <div role="status" className={classes.pill}>
      {list.waiting > 0 && (
        <Button radius="xl" size="xs" leftSection={<IconArrowUp size={14} aria-hidden />} onClick={list.showWaiting}>
          {t(list.waiting === 1 ? '{{count}} new order' : '{{count}} new orders', { count: list.waiting })}
        </Button>
      )}
    </div>
  )
}

/** An empty list; a search that found nothing in one tab can go on in all. */
function NoOrders({ search, change }: ListSearch<OrderSearch>) {
  const t = useT()
  const isFiltered = FILTERS.some((name) => search[name] !== undefined)
  return (
    <div className={classes.none}>
      <Empty filtered={isFiltered} onClear={() => change(NO_FILTERS)} />
      {isFiltered && search.status !== 'all' && (
        <Button variant="subtle" onClick={() => change({ status: 'all' })}>
          {t('Look in all orders')}
        </Button>
      )}
    </div>
  )
}
