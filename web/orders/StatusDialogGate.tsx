import { type Ref, useImperativeHandle, useState } from 'react'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const StatusDialog = lazyComponent(
  () => import('./StatusDialog.tsx'),
  (code) => code.StatusDialog,
)
export const fetchStatusDialog = StatusDialog.preload

/** Opens the dialog for one order. */
export interface StatusDialogHandle {
  readonly open: (order: OrderRow) => void
}

interface StatusDialogGateProps {
  readonly ref: Ref<StatusDialogHandle>
  readonly choices: readonly OrderStatus[]
  /** The list's rows: the dialog follows its row. */
  readonly rows: readonly OrderRow[] | undefined
  readonly onSaved: (order: OrderRow) => void
}

/** The status dialog, loaded on first use. It holds its own state, so that opening it does not render the table. */
export function StatusDialogGate({ ref, choices, rows, onSaved }: StatusDialogGateProps) {
  const [order, setOrder] = useState<OrderRow | null>(null)
  const live = rows?.find(({ id }) => id === order?.id)
  if (live && live !== order) setOrder(live)
  useImperativeHandle(ref, () => ({ open: setOrder }))
  if (!order) return null
  // A late reply closes only its own dialog, not one opened meanwhile.
  const close = () => setOrder((now) => (now?.id === order.id ? null : now))
  return <StatusDialog key={order.id} order={order} choices={choices} onClose={close} onSaved={onSaved} />
}
