import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { focusAfter } from '../kit/focus/focus-after.ts'
import { lazyComponent } from '../kit/lazy-component.tsx'

const StatusDialog = lazyComponent(
  () => import('./StatusDialog.tsx'),
  (code) => code.StatusDialog,
)
/** Brings its code before it is asked for. */
export const fetchStatusDialog = StatusDialog.preload

/** Opens the dialog for one order; `from` is the button that gets the focus back. */
export interface StatusDialogHandle {
  readonly open: (order: OrderRow, from: HTMLElement) => void
}

interface StatusDialogGateProps {
  readonly ref: Ref<StatusDialogHandle>
  readonly choices: readonly OrderStatus[]
  /** The list on screen: the dialog follows its row. */
  readonly rows: readonly OrderRow[] | undefined
  readonly onSaved: (order: OrderRow) => void
}

/** The status dialog, fetched when it is first opened; its state is its own, so that opening it does not render the table. */
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
  // An answer that comes late closes its own dialog, not the one that was opened meanwhile.
  const close = () => setOrder((now) => (now?.id === order.id ? null : now))
  return <StatusDialog key={order.id} order={order} choices={choices} onClose={close} onSaved={onSaved} />
}
