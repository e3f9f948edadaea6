import { Alert, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { type OrderRow, type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { serverNow } from '../calls/clock.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { Choices } from '../desk/Choices.tsx'
import { DecisionForm } from '../desk/DecisionForm.tsx'
import { NoteField } from '../desk/NoteField.tsx'
import { ReadyNotes } from '../desk/ReadyNotes.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import { confirm, type Question } from '../ui/dialogs/confirm.tsx'
import { type T, useT } from '../ui/text/i18n.ts'
import { readShop } from '../ui/text/shop.ts'
import { type Conflict, conflictOf } from './conflict.ts'
import { codeOf, noteOf, WITHOUT_CODE } from './drafts.ts'
import { CANNED_NOTES } from './notes.ts'
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
  const can = useCan()
  const isSuper = useProfile().data?.role === 'super'
  const [status, setStatus] = useState<OrderStatus>()
  const [note, setNote, sendingNote] = useDraft(noteOf(order.id), '')
  const [isMissing, setMissing] = useState(false)
  const [code, setCode] = useDraft(codeOf(order.id), '')
  const delivers = code !== WITHOUT_CODE
  const save = useCommand(orders.setStatus, { pending: 'Updating order...', ...ONE_ORDER })
  // A refusal is shown until the order has changed again.
  const [lastSent, setLastSent] = useState(order)
  const refusal = conflictOf(save.error)
  const isPast = refusal?.order !== undefined && !isSameState(order, lastSent) && !isSameState(order, refusal.order)
  const conflict = isPast ? undefined : refusal
  const mayTakeOver = isSuper && conflict?.held_by !== undefined
  // The list may show the admin's own save before the reply arrives: the form stays as it is until then.
  const present = save.isRunning ? lastSent : (conflict?.order ?? order)
  const offered = orderFlow.next(present.status).filter(
    (next) =>
      choices.includes(next) &&
      (next !== 'cancel' || can('orders_cancel')) &&
      // A take-over must end in a decision.
      !(mayTakeOver && (next === 'pending' || next === present.status)),
  )
  const chosen = status && offered.includes(status) ? status : undefined

  const submit = async () => {
    setMissing(!chosen)
    if (!chosen) return
    const question = questionOf(chosen, present, t)
    if (question && !(await confirm(question))) return
    setLastSent(order)
    const deliversCode = chosen === 'completed' && delivers && present.sells_vouchers
    const input = {
      id: order.id,
      status: chosen,
      order_note: note,
      // Without an offered code none is given: what was loaded by hand must not be delivered twice.
      deliver_voucher: deliversCode ? 1 : 0,
      expects_code: deliversCode ? 1 : 0,
      take_over: mayTakeOver ? 1 : 0,
      take_over_from: present.holder_id ?? undefined,
    } as const
    const reply = await sendingNote(save.run(input))
    if (!reply) return
    setStatus(undefined)
    setCode('')
    onSaved(reply.order)
  }
  const isUndecided = offered.length > 0
  const offersVoucher = chosen === 'completed' && present.sells_vouchers
  return (
    <DecisionForm isOpen={isUndecided} isRunning={save.isRunning} isTakeOver={mayTakeOver} onClose={onClose} onSubmit={submit}>
      {onClose && <OrderSummary order={present} />}
      {isUndecided && (
        <Choices
          legend="Order status"
          required
          choices={offered.map((value) => ({ value, about: effectOf(value, present, t) }))}
          chosen={chosen}
          error={isMissing && !chosen ? 'Select an order status' : undefined}
          onChange={setStatus}
        />
      )}
      {isUndecided && <NoteField note={note} present={present.brief_note} rows={onClose ? 3 : 1} isDraft onChange={setNote} />}
      {chosen && <ReadyNotes notes={CANNED_NOTES[chosen]} note={note} onChoose={setNote} />}
      {offersVoucher && (
        <Checkbox
          label={t('Deliver a voucher code')}
          checked={delivers}
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

type Ask = (values: Readonly<Record<string, string | number>>, t: T) => Question

/** What completes or cancels an order is asked, with the amount. */
const QUESTIONS: Readonly<Record<OrderStatus, Ask | undefined>> = {
  pending: undefined,
  in_progress: undefined,
  completed: (values, t) => ({
    about: t('Order {{id}} for {{playerid}} will be completed: {{amount}} counts as sold.', values),
    yes: t('Complete'),
  }),
  cancel: (values, t) => ({
    about: t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', values),
    yes: t('Cancel the order'),
    isDestructive: true,
  }),
}

const questionOf = (status: OrderStatus, { id, amount, playerid, User }: OrderRow, t: T) =>
  QUESTIONS[status]?.({ id, amount: formatTk(amount), playerid, username: User.username }, t)

/** What each status does, to money above all. */
const EFFECTS: Readonly<Record<OrderStatus, (order: OrderRow, t: T) => string>> = {
  pending: (_, t) => t('Back to the queue; no money moves'),
  in_progress: (_, t) => t('Reserved for you for {{count}} minutes', { count: readShop().claim_minutes }),
  completed: ({ amount }, t) => t('Delivered: {{amount}} counts as sold', { amount: formatTk(amount) }),
  cancel: ({ amount, User }, t) => t('Refunds {{amount}} to {{username}}', { amount: formatTk(amount), username: User.username }),
}

const effectOf = (status: OrderStatus, order: OrderRow, t: T): string =>
  status === order.status ? t('Unchanged; only a note is saved') : EFFECTS[status](order, t)

/** Whether two states of an order offer the same decisions. */
const isSameState = (one: OrderRow, other: OrderRow) =>
  one.status === other.status && one.holder_id === other.holder_id && one.sells_vouchers === other.sells_vouchers

function Explanation({ conflict, was, mayTakeOver }: { conflict: Conflict; was: OrderStatus; mayTakeOver: boolean }) {
  const t = useT()
  const { held_by, held_until, order } = conflict
  if (held_by && mayTakeOver) {
    const holder = { name: held_by, time: held_until ? timeOfDay(held_until) : '---' }
    const isHeld = held_until !== undefined && Date.parse(held_until) > serverNow()
    return isHeld
      ? t('{{name}} holds this order until {{time}} and may be delivering it right now. Save anyway?', holder)
      : t('{{name}} left this order at {{time}} and may have delivered it. Save anyway?', holder)
  }
  if (held_by || !order || order.status === was) return null
  return t('The order is now {{status}}.', { status: order.status })
}
