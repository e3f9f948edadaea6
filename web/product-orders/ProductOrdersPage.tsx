import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Id } from '#contract/list.ts'
import { PRODUCT_ORDER_STATUSES, type ProductOrderRow, productOrders } from '#contract/product-orders.ts'
import { preloadWhenIdle } from '../calls/lazy-import.ts'
import { useCan } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { Completion, type CompletionHandle } from '../desk/Completion.tsx'
import beside from '../desk/row-drawer/beside.module.css'
import { useOpenRow } from '../desk/row-drawer/use-open-row.ts'
import { draftOf, forgetDraft } from '../forms/drafts.ts'
import { declareList } from '../lists/declare-list.ts'
import { ListScreen } from '../lists/ListScreen.tsx'
import { useListScreen } from '../lists/use-list-screen.ts'
import { RowDialog, type RowDialogHandle } from '../ui/dialogs/RowDialog.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PageTitle } from '../ui/PageTitle.tsx'
import { hasLeft } from '../ui/table/columns.ts'
import { useT } from '../ui/text/i18n.ts'
import { decisionOf, isOpen, noteOf, ONE_ORDER } from './actions.ts'
import { productOrderColumns } from './columns.tsx'
import { StatusForm } from './StatusForm.tsx'
import { useOrderKeys } from './use-order-keys.ts'

const OrderDrawer = lazyComponent(
  () => import('./OrderDrawer.tsx'),
  (code) => code.OrderDrawer,
)

const PRODUCT_ORDERS = declareList(productOrders.list, {
  table: 'product-order',
  title: 'Product Orders',
  rows: (reply) => reply.orders,
  live: 'product_orders',
  isFilledByStore: true,
  news: ['{{count}} new order', '{{count}} new orders'],
  search: { placeholder: 'Product id or user id', hasClear: true },
  exports: { call: productOrders.exportRows },
  filters: {},
  tabs: { statuses: PRODUCT_ORDER_STATUSES, counts: productOrders.counts },
  also: { order: Id },
})

export function ProductOrdersPage() {
  const t = useT()
  const can = useCan()
  const shown = useListScreen(PRODUCT_ORDERS)
  const { search, list } = shown
  const client = useQueryClient()
  const listed = list.rows?.find((row) => row.id === search.order && !hasLeft(row))
  const opened = useOpenRow<ProductOrderRow>(shown, list.rows, { isOpen, read: useRead(listed) })
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
  const save = useCommand(productOrders.setStatus, ONE_ORDER)
  const complete = async (order: ProductOrderRow) => {
    const reply = await save.run(decisionOf(order, 'completed', draftOf(noteOf(order.id)) ?? ''))
    if (!reply) return
    forgetDraft(noteOf(order.id))
    savedInDialog(reply.order)
    opened.advance(order.id)
  }
  const completion = useRef<CompletionHandle<ProductOrderRow>>(null)
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
  return (
    <div className={beside.desk} data-drawer={opened.id !== undefined || undefined}>
      <Stack gap={8} className={beside.list}>
        <PageTitle title={PRODUCT_ORDERS.title} />
        <ListScreen shown={shown} columns={columns} opened={{ onOpen: ({ id }) => opened.open(id), current: opened.id }} />
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
      <Completion ref={completion} complete={complete} noteFor={({ id }) => draftOf(noteOf(id))}>
        {({ quantity, name }) => (
          <>
            {quantity} × <span>{name}</span>
          </>
        )}
      </Completion>
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
