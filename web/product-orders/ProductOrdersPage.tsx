import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ProductOrderRow, productOrders } from '#contract/product-orders.ts'
import { preloadWhenIdle } from '../calls/lazy-import.ts'
import { refetchActive } from '../calls/refetch-active.ts'
import { useCan } from '../calls/session.ts'
import beside from '../desk/row-drawer/beside.module.css'
import { useOpenRow } from '../desk/row-drawer/use-open-row.ts'
import { type Chip, FilterChips } from '../lists/filters/FilterChips.tsx'
import { SearchBox } from '../lists/filters/SearchBox.tsx'
import { ListPages, ListRows } from '../lists/ListRows.tsx'
import { NewRows } from '../lists/NewRows.tsx'
import { StoreStep } from '../lists/StoreStep.tsx'
import { useList, useListSearch } from '../lists/use-list.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import around from '../ui/list.module.css'
import { PageTitle } from '../ui/PageTitle.tsx'
import { Empty } from '../ui/states.tsx'
import { hasLeft } from '../ui/table/columns.ts'
import { TableTools } from '../ui/table/TableTools.tsx'
import { useTableModel } from '../ui/table/use-table-model.ts'
import { useT } from '../ui/text/i18n.ts'
import { Completion, type CompletionHandle } from './Completion.tsx'
import { productOrderColumns } from './columns.tsx'
import { StatusForm } from './StatusForm.tsx'
import { StatusTabs } from './StatusTabs.tsx'
import { inputOf, productOrderSearch, sortingOf } from './search.ts'
import { isOpen } from './state.ts'
import { useOrderKeys } from './use-order-keys.ts'

const OrderDrawer = lazyComponent(
  () => import('./OrderDrawer.tsx'),
  (code) => code.OrderDrawer,
)

export function ProductOrdersPage() {
  const t = useT()
  const can = useCan()
  const address = useListSearch(productOrderSearch)
  const { search, change } = address
  const list = useList(productOrders.list, inputOf(search), {
    rowsOf: (reply) => reply.orders,
    live: 'product_orders',
  })
  const client = useQueryClient()
  const refresh = () => {
    list.refresh()
    void refetchActive(client, [productOrders.counts.path])
  }
  const listed = list.rows?.find((row) => row.id === search.order && !hasLeft(row))
  const opened = useOpenRow<ProductOrderRow>(address, list.rows, { isOpen, read: useRead(listed) })
  // Saving an order outside its drawer resets the drawer's form: the admin's own change must not look like another's.
  const [revisions, setRevisions] = useState<Readonly<Record<number, number>>>({})
  const savedInDialog = (order: ProductOrderRow) => {
    saved(order)
    setRevisions((all) => ({ ...all, [order.id]: (all[order.id] ?? 0) + 1 }))
  }
  const saved = (order: ProductOrderRow) => {
    list.patch(order)
    client.setQueryData([productOrders.show.path, { id: order.id }], order)
  }
  const completion = useRef<CompletionHandle>(null)
  useOrderKeys(opened, (order) => completion.current?.ask(order))
  const isHere = list.rows !== undefined
  // A connection lost before the click must not stop the work.
  useEffect(() => (isHere ? preloadWhenIdle([OrderDrawer.preload]) : undefined), [isHere])
  const dialog = useRef<RowDialogHandle<ProductOrderRow>>(null)
  const canWork = can('product_orders_work')
  const seesCustomers = can('users_view')
  const columns = useMemo(
    () => productOrderColumns(canWork ? (order) => dialog.current?.open(order) : undefined, seesCustomers, search.status),
    [canWork, seesCustomers, search.status],
  )
  const { model, view } = useTableModel('product-order', columns, list.rows, { search: sortingOf(search), change })
  const clear = () => change({ q: undefined, status: 'pending' })
  const chips: Chip[] = search.q === undefined ? [] : [{ label: 'Search', value: search.q, remove: clear }]
  return (
    <div className={beside.desk} data-drawer={opened.id !== undefined || undefined}>
      <Stack gap={8} className={beside.list}>
        <PageTitle title="Product Orders" />
        <div className={around.toolbar}>
          <StatusTabs search={search} onChange={(status) => change({ status, sort: undefined, dir: undefined })} />
          <SearchBox
            value={search.q}
            placeholder="Product id or user id"
            // Searches all statuses: the status of a customer's order is usually unknown.
            onSearch={(q) => (q === undefined ? clear() : change({ q, status: 'all' }))}
            hasClear
          />
          <TableTools model={model} view={view} onRefresh={refresh} />
        </div>
        <FilterChips chips={chips} onClear={clear} />
        <ListRows
          list={list}
          limit={search.limit}
          table={{
            label: t('Product Orders'),
            model,
            density: view.density,
            rows: { onOpen: ({ id }) => opened.open(id), current: opened.id },
          }}
          none={<Empty filtered={chips.length > 0} onClear={clear} first={<StoreStep />} />}
        >
          <NewRows list={list} one="{{count}} new order" many="{{count}} new orders" />
        </ListRows>
        <ListPages list={list} {...address} />
      </Stack>
      {opened.id !== undefined && (
        <OrderDrawer
          id={opened.id}
          listed={listed}
          opened={opened}
          revisions={revisions[opened.id] ?? 0}
          onSaved={saved}
          onClose={opened.close}
        />
      )}
      <Completion
        ref={completion}
        onDone={(order) => {
          savedInDialog(order)
          opened.advance(order.id)
        }}
      />
      <RowDialog ref={dialog} rows={list.rows} title={(order) => t('Product order {{id}}', { id: order.id })}>
        {(order, close, live) => (
          <StatusForm
            key={order.id}
            order={order}
            live={live}
            onClose={close}
            onSaved={(next) => {
              savedInDialog(next)
              close()
            }}
          />
        )}
      </RowDialog>
    </div>
  )
}

/** What the drawer has read, for orders outside the list; the list is fresher for its own. */
function useRead(listed: ProductOrderRow | undefined) {
  const client = useQueryClient()
  const known = useRef(listed)
  known.current = listed
  return useCallback(
    (id: number) => {
      if (known.current?.id === id) return known.current
      return client.getQueryData<ProductOrderRow>([productOrders.show.path, { id }])
    },
    [client],
  )
}
