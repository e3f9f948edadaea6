import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type ProductOrderRow, productOrders } from '#contract/product-orders.ts'
import { useCommand } from '../calls/use-command.ts'
import { draftOf, forgetDraft } from '../forms/drafts.ts'
import { LineQuestion } from '../ui/dialogs/LineQuestion.tsx'
import { useT } from '../ui/text/i18n.ts'
import { noteOf, STALE } from './state.ts'

export interface CompletionHandle {
  readonly ask: (order: ProductOrderRow) => void
}

interface CompletionProps {
  readonly ref: Ref<CompletionHandle>
  readonly onDone: (order: ProductOrderRow) => void
}

/** The fast path's confirmation. It holds its own state, so that asking renders neither table nor drawer. */
export function Completion({ ref, onDone }: CompletionProps) {
  const t = useT()
  const [order, setOrder] = useState<ProductOrderRow | null>(null)
  const save = useCommand(productOrders.setStatus, { pending: 'Updating order...', stale: STALE })
  const running = useRef(new Set<number>())
  useImperativeHandle(ref, () => ({ ask: (next) => !running.current.has(next.id) && setOrder(next) }))

  const complete = async ({ id, status }: ProductOrderRow) => {
    running.current.add(id)
    const note = draftOf(noteOf(id)) ?? ''
    const reply = await save.run({ id, status: 'completed', order_note: note, expected_status: status })
    running.current.delete(id)
    if (!reply) return
    forgetDraft(noteOf(id))
    onDone(reply.order)
  }
  if (!order) return null
  const note = draftOf(noteOf(order.id))
  const answer = (isYes: boolean) => {
    setOrder(null)
    if (isYes) void complete(order)
  }
  return (
    <LineQuestion yes="Complete" onAnswer={answer}>
      {t('Complete order {{id}}?', { id: order.id })} {order.quantity} × <span>{order.name}</span>
      {note && <small>{t('With your note “{{note}}”', { note })}</small>}
    </LineQuestion>
  )
}
