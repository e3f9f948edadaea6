import { Alert } from '@mantine/core'
import { useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { ProductOrderRow, type ProductOrderStatus, productOrderFlow, productOrders } from '#contract/product-orders.ts'
import type { ApiError } from '../calls/api.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { useCommand } from '../calls/use-command.ts'
import { useAllowed } from '../desk/actions.ts'
import { DecisionFields } from '../desk/DecisionFields.tsx'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { StatusBadge } from '../lists/cells/StatusBadge.tsx'
import { confirm } from '../ui/dialogs/confirm.ts'
import { Summary } from '../ui/Summary.tsx'
import { useT } from '../ui/text/i18n.ts'
import { nameOf } from '../ui/text/name-of.ts'
import { decisionOf, isOpen, noteOf, ONE_ORDER, PRODUCT_ORDER_ACTIONS, productOrderNotes } from './actions.ts'
import { OrderTimeline } from './OrderTimeline.tsx'

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
  const [chosen, setStatus] = useState<ProductOrderStatus>()
  const [note, setNote, sending] = useDraft(noteOf(order.id), '')
  const save = useCommand(productOrders.setStatus, ONE_ORDER)
  const present = presentOf(save.error) ?? order
  const offered = useAllowed(PRODUCT_ORDER_ACTIONS, productOrderFlow.next(present.status))
  // Only what was shown is decided: a changed status is shown, and used once the server has confirmed it.
  const newest = save.isRunning || live.status === order.status ? present : live
  const isUndecided = isOpen(newest)
  // A note alone changes no status.
  const status = chosen ?? newest.status
  // The note that would be replaced, by any admin.
  const { brief_note } = live.brief_note === order.brief_note ? present : live

  const submit = async () => {
    const question = PRODUCT_ORDER_ACTIONS[status].question?.(present)
    if (question && !(await confirm(question))) return
    const reply = await sending(save.run(decisionOf(present, status, note)))
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
        <DecisionFields
          actions={PRODUCT_ORDER_ACTIONS}
          row={present}
          offered={offered}
          status={{ chosen: status, choose: setStatus }}
          note={{ text: note, present: brief_note, write: setNote, ready: (next) => productOrderNotes(next, present) }}
          isShort={!onClose}
        />
      )}
      {(save.error || newest !== present) && !save.isRunning && (
        <Alert color="red" role="alert" title={save.error && actionErrorMessages(save.error).join('\n')}>
          {newest.status !== order.status && t('The order is now {{status}}.', { status: newest.status })}
        </Alert>
      )}
    </DecisionForm>
  )
}

const presentOf = (error: ApiError | null): ProductOrderRow | undefined => {
  if (error?.status !== 409) return undefined
  return ProductOrderRow.safeParse((error.data as { order?: unknown } | null)?.order).data
}

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
