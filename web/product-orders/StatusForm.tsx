import { Alert } from '@mantine/core'
import { useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { ProductOrderRow, type ProductOrderStatus, productOrderFlow, productOrders } from '#contract/product-orders.ts'
import type { ApiError } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { useCan } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { Choices } from '../desk/Choices.tsx'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { NoteField } from '../desk/NoteField.tsx'
import { ReadyNotes } from '../desk/ReadyNotes.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { confirm, type Question } from '../ui/dialogs/confirm.tsx'
import { Summary } from '../ui/Summary.tsx'
import { type T, useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { OrderTimeline } from './OrderTimeline.tsx'
import { isOpen, noteOf, STALE } from './state.ts'

const NOTES = {
  pending: ['We pack it tomorrow'],
  in_progress: ['Packed, the courier has it', 'On its way: two to four days'],
  completed: ['Delivered, thank you'],
  cancelled: ['Out of stock, refunded', 'Nobody was there to receive it, refunded', 'Cancelled as you asked'],
} as const satisfies Record<ProductOrderStatus, readonly string[]>

interface StatusFormProps {
  readonly order: ProductOrderRow
  readonly live: ProductOrderRow
  /** Omitted in the drawer, which has its own summary and close button. */
  readonly onClose?: () => void
  readonly onSaved: (order: ProductOrderRow) => void
}

/** Sets status and note of one order. A refusal is shown here with the order's current state. */
export function StatusForm({ order, live, onClose, onSaved }: StatusFormProps) {
  const t = useT()
  const mayCancel = useCan()('product_orders_cancel')
  const [chosen, setStatus] = useState<ProductOrderStatus>()
  const [note, setNote, sending] = useDraft(noteOf(order.id), '')
  const save = useCommand(productOrders.setStatus, { pending: 'Updating order...', stale: STALE })
  const present = presentOf(save.error) ?? order
  const offered = productOrderFlow.next(present.status).filter((next) => next !== 'cancelled' || mayCancel)
  // Only what was shown is decided: a changed status is shown, and used once the server has confirmed it.
  const newest = save.isRunning || live.status === order.status ? present : live
  const isUndecided = isOpen(newest)
  // A note alone changes no status.
  const status = chosen ?? newest.status
  // The note that would be replaced, by any admin.
  const { brief_note } = live.brief_note === order.brief_note ? present : live

  const submit = async () => {
    const question = questionOf(status, present, t)
    if (question && !(await confirm(question))) return
    const reply = await sending(save.run({ id: order.id, status, order_note: note, expected_status: present.status }))
    if (reply) onSaved(reply.order)
  }
  return (
    <DecisionForm isOpen={isUndecided} isRunning={save.isRunning} onClose={onClose} onSubmit={submit}>
      {onClose && (
        <>
          <OrderSummary order={present} />
          <OrderTimeline order={live} />
        </>
      )}
      {isUndecided && (
        <Choices
          legend="Order status"
          choices={offered.map((value) => ({ value, about: effectOf(value, present, t) }))}
          chosen={status}
          error={undefined}
          onChange={setStatus}
        />
      )}
      {isUndecided && <NoteField note={note} present={brief_note} rows={onClose ? 3 : 1} isDraft onChange={setNote} />}
      {isUndecided && <ReadyNotes notes={NOTES[status]} note={note} onChoose={setNote} />}
      {(save.error || newest !== present) && !save.isRunning && (
        <Alert color="red" role="alert" title={save.error && actionErrorMessages(save.error).join('\n')}>
          {newest.status !== order.status && t('The order is now {{status}}.', { status: newest.status })}
        </Alert>
      )}
    </DecisionForm>
  )
}

type Ask = (values: Readonly<Record<string, string | number>>, t: T) => Question

/** What completes or cancels an order is asked, with the amount. */
const QUESTIONS: Readonly<Record<ProductOrderStatus, Ask | undefined>> = {
  pending: undefined,
  in_progress: undefined,
  completed: (values, t) => ({
    about: t('Order {{id}} will be completed: {{amount}} counts as sold.', values),
    yes: t('Complete'),
  }),
  cancelled: (values, t) => ({
    about: t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', values),
    yes: t('Cancel the order'),
    isDestructive: true,
  }),
}

const questionOf = (status: ProductOrderStatus, { id, amount, User }: ProductOrderRow, t: T) =>
  QUESTIONS[status]?.({ id, amount: formatTk(amount), username: User.username }, t)

const presentOf = (error: ApiError | null): ProductOrderRow | undefined => {
  if (error?.status !== 409) return undefined
  return ProductOrderRow.safeParse((error.data as { order?: unknown } | null)?.order).data
}

const EFFECTS: Readonly<Record<ProductOrderStatus, (order: ProductOrderRow, t: T) => string>> = {
  pending: (_, t) => t('Back to the queue; no money moves'),
  in_progress: (_, t) => t('Being packed or on its way; no money moves'),
  completed: ({ amount }, t) => t('Delivered: {{amount}} goes to the store’s sales', { amount: formatTk(amount) }),
  cancelled: ({ amount, User, quantity }, t) =>
    t('Refunds {{amount}} to {{username}} and puts {{count}} back in stock', {
      amount: formatTk(amount),
      username: User.username,
      count: quantity,
    }),
}

const effectOf = (status: ProductOrderStatus, order: ProductOrderRow, t: T): string =>
  status === order.status ? t('Unchanged; only a note is saved') : EFFECTS[status](order, t)

/** The order to be decided, so that nobody decides the wrong one. */
function OrderSummary({ order }: { order: ProductOrderRow }) {
  const { name, quantity, price, amount, User, user_id, phone, address, status, Admin } = order
  return (
    <Summary
      facts={[
        ['Product', <b key="product">{name}</b>],
        ['Quantity', `${quantity} × ${formatTk(price)} = ${formatTk(amount)}`],
        ['User', `${User.username} #${user_id}`],
        ['Phone', phone || User.phone],
        ...(address ? [['Address', address] as const] : []),
        ['Status', <StatusBadge key="status" status={status} />],
        ...(Admin ? [['Admin', nameOf(Admin)] as const] : []),
      ]}
    />
  )
}
