import { lazy, type Ref, Suspense, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'

const StatusDialog = lazy(() => import('./StatusDialog.tsx').then((part) => ({ default: part.StatusDialog })))

/** Opens the dialog for one order; `from` is the button that gets the focus back. */
export interface StatusDialogHandle {
  readonly open: (order: OrderRow, from: HTMLElement) => void
}

interface StatusDialogGateProps {
  readonly ref: Ref<StatusDialogHandle>
  readonly choices: readonly OrderStatus[]
  readonly onSaved: (order: OrderRow) => void
}

/** The status dialog, fetched when it is first opened; its state is its own, so that opening it does not render the table. */
export function StatusDialogGate({ ref, choices, onSaved }: StatusDialogGateProps) {
  const [order, setOrder] = useState<OrderRow | null>(null)
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
  return (
    <Suspense>
      <StatusDialog key={order.id} order={order} choices={choices} onClose={() => setOrder(null)} onSaved={onSaved} />
    </Suspense>
  )
}

/** Back to the button, or, where its row has left the list, to the row that took its place: never to the page's beginning. */
function focusAfter(from: HTMLElement): () => void {
  const body = from.closest('tbody')
  const at = from.closest('tr')?.sectionRowIndex ?? 0
  return () => {
    if (from.isConnected) return from.focus()
    const rows = [...(body?.rows ?? [])]
    const next = [...rows.slice(at), ...rows.slice(0, at).reverse()].map((row) =>
      row.querySelector<HTMLElement>('[data-action] button'),
    )
    const target = next.find((button) => button !== null) ?? document.querySelector<HTMLElement>('h1')
    target?.focus()
  }
}
