import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { focusAfter } from '../ui/focus/lost-focus.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'

const StatusDialog = lazyComponent(
  () => import('./StatusDialog.tsx'),
  (code) => code.StatusDialog,
)
export const fetchStatusDialog = StatusDialog.preload

/** Opens the dialog for one order; `from` gets the focus back. */
export interface StatusDialogHandle {
  readonly open: (order: OrderRow, from: HTMLElement) => void
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
  const giveFocusBack = useRef<(() => void) | null>(null)
  useImperativeHandle(ref, () => ({
    open: (next, from) => {
      giveFocusBack.current = focusAfter(from)
      setOrder(next)
    },
  }))
  useEffect(() => {
    if (order !== null) return
    giveFocusBack.current?.()
    giveFocusBack.current = null
  }, [order])
  if (!order) return null
  // A late reply closes only its own dialog, not one opened meanwhile.
  const close = () => setOrder((now) => (now?.id === order.id ? null : now))
  return <StatusDialog key={order.id} order={order} choices={choices} onClose={close} onSaved={onSaved} />
}
