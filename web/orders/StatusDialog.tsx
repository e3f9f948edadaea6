import { Modal } from '@mantine/core'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import type { OrderRow, OrderStatus } from '#contract/orders.ts'
import { useT } from '../kit/i18n.ts'
import { StatusForm } from './StatusForm.tsx'

/** Opens the dialog for one order; `from` is the button that gets the focus back. */
export interface StatusDialogHandle {
  readonly open: (order: OrderRow, from: HTMLElement) => void
}

interface StatusDialogProps {
  readonly ref: Ref<StatusDialogHandle>
  /** Statuses that this screen offers, of those that may follow. */
  readonly choices: readonly OrderStatus[]
  readonly onSaved: (order: OrderRow) => void
}

/** Decides one order. */
export function StatusDialog({ ref, choices, onSaved }: StatusDialogProps) {
  const t = useT()
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
  const close = () => setOrder(null)
  return (
    <Modal
      opened={order !== null}
      onClose={close}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': t('Close') }}
      title={order && <b>{t('Order {{id}}', { id: order.id })}</b>}
    >
      {order && (
        <StatusForm
          key={order.id}
          order={order}
          choices={choices}
          onClose={close}
          onSaved={(saved) => {
            onSaved(saved)
            close()
          }}
        />
      )}
    </Modal>
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
