import { Alert, Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type OrderRow, type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { useMay } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { useAllowed } from '../desk/actions.ts'
import { DecisionFields } from '../desk/DecisionFields.tsx'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useT } from '../ui/text/i18n.ts'
import { ORDER_ACTIONS, orderNotes } from './actions.ts'
import { codeOf, decisionOf, noteOf, WITHOUT_CODE } from './decision.ts'
import { conflictOf, Explanation } from './Explanation.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { ONE_ORDER } from './state.ts'

interface StatusFormProps {
  readonly order: OrderRow
  readonly choices: readonly OrderStatus[]
  /** Omitted in the drawer, which has its own summary and close button. */
  readonly onClose?: () => void
  readonly onSaved: (order: OrderRow) => void
}

/** Sets status and note of one order. A refusal is shown here with the order's current state. */
export function StatusForm({ order, choices, onClose, onSaved }: StatusFormProps) {
  const t = useT()
  const isSuper = useMay('take_over')
  const [status, setStatus] = useState<OrderStatus>()
  const [note, setNote, sendingNote] = useDraft(noteOf(order.id), '')
  const [isMissing, setMissing] = useState(false)
  const [code, setCode] = useDraft(codeOf(order.id), '')
  const save = useCommand(orders.setStatus, { pending: 'Updating order...', ...ONE_ORDER })
  // A refusal is shown until the order has changed again.
  const [lastSent, setLastSent] = useState(order)
  const refusal = conflictOf(save.error)
  const isPast = refusal?.order !== undefined && !isSameState(order, lastSent) && !isSameState(order, refusal.order)
  const conflict = isPast ? undefined : refusal
  const mayTakeOver = isSuper && conflict?.held_by !== undefined
  // The list may show the admin's own save before the reply arrives: the form stays as it is until then.
  const present = save.isRunning ? lastSent : (conflict?.order ?? order)
  const allowed = useAllowed(ORDER_ACTIONS, orderFlow.next(present.status))
  const offered = allowed.filter(
    (next) =>
      choices.includes(next) &&
      // A take-over must end in a decision.
      !(mayTakeOver && (next === 'pending' || next === present.status)),
  )
  const chosen = status && offered.includes(status) ? status : undefined

  const submit = async () => {
    setMissing(!chosen)
    if (!chosen) return
    const question = ORDER_ACTIONS[chosen].question?.(present)
    if (question && !(await confirm(question))) return
    const saved = await send(chosen, mayTakeOver)
    if (!saved) return
    setStatus(undefined)
    setCode('')
    onSaved(saved)
  }
  const send = async (next: OrderStatus, isTakeOver: boolean) => {
    setLastSent(order)
    const reply = await sendingNote(save.run(decisionOf(present, next, note, isTakeOver)))
    return reply?.order
  }
  const saveNote = async () => {
    const saved = save.isRunning ? undefined : await send(present.status, false)
    if (saved) onSaved(saved)
  }
  const isUndecided = offered.length > 0
  const offersVoucher = chosen === 'completed' && present.sells_vouchers
  return (
    <DecisionForm isOpen={isUndecided} isRunning={save.isRunning} isTakeOver={mayTakeOver} onClose={onClose} onSubmit={submit}>
      {onClose && <OrderSummary order={present} />}
      {isUndecided && (
        <DecisionFields
          actions={ORDER_ACTIONS}
          row={present}
          offered={offered}
          status={{
            chosen,
            required: true,
            error: isMissing && !chosen ? 'Select an order status' : undefined,
            choose: setStatus,
          }}
          note={{ text: note, present: present.brief_note, write: setNote, ready: (next) => orderNotes(next, present) }}
          isShort={!onClose}
        />
      )}
      {isUndecided && note.trim() !== '' && (
        <Button size="xs" variant="default" onClick={() => void saveNote()}>
          {t('Save the note alone')}
        </Button>
      )}
      {offersVoucher && (
        <Checkbox
          label={t('Deliver a voucher code')}
          checked={code !== WITHOUT_CODE}
          onChange={(event) => setCode(event.currentTarget.checked ? '' : WITHOUT_CODE)}
        />
      )}
      {save.error && !save.isRunning && !isPast && (
        <Alert color="red" role="alert" title={actionErrorMessages(save.error).join('\n')}>
          {conflict && <Explanation conflict={conflict} was={lastSent.status} mayTakeOver={mayTakeOver} />}
        </Alert>
      )}
    </DecisionForm>
  )
}

/** Whether two states of an order offer the same decisions. */
const isSameState = (one: OrderRow, other: OrderRow) =>
  one.status === other.status && one.holder_id === other.holder_id && one.sells_vouchers === other.sells_vouchers
