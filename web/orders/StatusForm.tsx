import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { type SubmitEvent, useRef, useState } from 'react'
import { formatTk } from '#contract/money.ts'
import { type OrderRow, type OrderStatus, orderFlow, orders } from '#contract/orders.ts'
import { serverNow } from '../calls/clock.ts'
import { actionErrorMessages } from '../calls/errors.ts'
import { useCan, useProfile } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { NoteField } from '../desk/NoteField.tsx'
import { ReadyNotes } from '../desk/ReadyNotes.tsx'
import { submitByKey } from '../forms/submit-by-key.ts'
import { useDraft } from '../forms/use-draft.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import { Buttons } from '../ui/Buttons.tsx'
import { confirm } from '../ui/dialogs/confirm.tsx'
import { useFocusOnceClosed } from '../ui/focus/focus-once-closed.ts'
import { type T, useT } from '../ui/text/i18n.ts'
import { type Conflict, conflictOf } from './conflict.ts'
import { codeOf, noteOf, WITHOUT_CODE } from './drafts.ts'
import { CANNED_NOTES } from './notes.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { StatusChoices } from './StatusChoices.tsx'
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
  const mayTakeOver = isSuper && conflict?.heldBy !== undefined
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

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    setMissing(!chosen)
    if (!chosen || save.isRunning) return
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
  const close = useRef<HTMLButtonElement>(null)
  useFocusOnceClosed(offered.length === 0, close)
  const offersVoucher = chosen === 'completed' && present.sells_vouchers
  return (
    <form aria-busy={save.isRunning} onSubmit={submit} onKeyDown={submitByKey} noValidate>
      <Stack gap={onClose ? 'md' : 'xs'}>
        {onClose && <OrderSummary order={present} />}
        {offered.length > 0 && (
          <StatusChoices
            order={present}
            offered={offered}
            chosen={chosen}
            error={isMissing && !chosen ? 'Select an order status' : undefined}
            onChange={setStatus}
          />
        )}
        {offered.length > 0 && (
          <NoteField note={note} present={present.brief_note} rows={onClose ? 3 : 1} isDraft onChange={setNote} />
        )}
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
        <Buttons>
          {onClose && (
            <Button ref={close} variant="default" onClick={onClose}>
              {t('Close')}
            </Button>
          )}
          {offered.length > 0 && (
            <Button type="submit" aria-busy={save.isRunning} {...(mayTakeOver && { color: 'red' })}>
              {t(mayTakeOver ? 'Save anyway' : 'Save')}
            </Button>
          )}
        </Buttons>
      </Stack>
    </form>
  )
}

/** What completes or cancels an order is asked, with the amount. */
function questionOf(status: OrderStatus, { id, amount, playerid, User }: OrderRow, t: T) {
  const values = { id, amount: formatTk(amount), playerid, username: User.username }
  if (status === 'cancel') {
    const about = t('Order {{id}} will be cancelled and {{amount}} refunded to {{username}}.', values)
    return { about, yes: t('Cancel the order'), isDestructive: true }
  }
  if (status !== 'completed') return undefined
  return { about: t('Order {{id}} for {{playerid}} will be completed: {{amount}} counts as sold.', values), yes: t('Complete') }
}

/** Whether two states of an order offer the same decisions. */
const isSameState = (one: OrderRow, other: OrderRow) =>
  one.status === other.status && one.holder_id === other.holder_id && one.sells_vouchers === other.sells_vouchers

function Explanation({ conflict, was, mayTakeOver }: { conflict: Conflict; was: OrderStatus; mayTakeOver: boolean }) {
  const t = useT()
  const { heldBy, heldUntil, order } = conflict
  if (heldBy && mayTakeOver) {
    const time = heldUntil ? timeOfDay(heldUntil) : '---'
    const isHeld = heldUntil !== undefined && Date.parse(heldUntil) > serverNow()
    return isHeld
      ? t('{{name}} holds this order until {{time}} and may be delivering it right now. Save anyway?', {
          name: heldBy,
          time,
        })
      : t('{{name}} left this order at {{time}} and may have delivered it. Save anyway?', { name: heldBy, time })
  }
  if (heldBy || !order || order.status === was) return null
  return t('The order is now {{status}}.', { status: order.status })
}
