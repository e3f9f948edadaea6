import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type OrderRow, orders } from '#contract/orders.ts'
import { timeOfDay } from '../kit/cells/When.tsx'
import { confirm } from '../kit/confirm.tsx'
import { draftOf, forgetDraft } from '../kit/drafts.ts'
import { t, useT } from '../kit/i18n.ts'
import { useProfile } from '../kit/session.ts'
import { useCommand } from '../kit/use-command.ts'
import classes from './completion.module.css'
import { codeOf, KEEPS_CODE, noteOf } from './drafts.ts'
import { isHeldByOther, STALE } from './state.ts'

/** Asks in one line whether an order is delivered, and completes it. */
export interface CompletionHandle {
  readonly ask: (order: OrderRow) => void
}

interface CompletionProps {
  readonly ref: Ref<CompletionHandle>
  readonly onDone: (order: OrderRow) => void
}

/** The fast path's question. Its state is its own, so that asking renders neither table nor drawer. */
export function Completion({ ref, onDone }: CompletionProps) {
  const [order, setOrder] = useState<OrderRow | null>(null)
  const profile = useProfile().data
  const save = useCommand(orders.setStatus, { pending: 'Updating order...', stale: STALE })
  const running = useRef(new Set<number>())
  useImperativeHandle(ref, () => ({ ask: (next) => !running.current.has(next.id) && setOrder(next) }))

  const complete = async (chosen: OrderRow) => {
    const isTakeOver = profile?.role === 'super' && isHeldByOther(chosen, profile.id)
    if (isTakeOver && !(await confirm(takeOverQuestion(chosen, t('Complete all the same'))))) return
    running.current.add(chosen.id)
    const input = {
      id: chosen.id,
      status: 'completed',
      order_note: draftOf(noteOf(chosen.id)) ?? '',
      deliver_voucher: draftOf(codeOf(chosen.id)) === KEEPS_CODE ? 0 : 1,
      take_over: isTakeOver ? 1 : 0,
      take_over_from: chosen.holder_id ?? undefined,
    } as const
    const reply = await save.run(input)
    running.current.delete(chosen.id)
    if (!reply) return
    for (const key of [noteOf(chosen.id), codeOf(chosen.id)]) forgetDraft(key)
    onDone(reply.order)
  }
  if (!order) return null
  const answer = (isYes: boolean) => {
    setOrder(null)
    // The question goes at once; the toast and the call come with the next frame.
    if (isYes) requestAnimationFrame(() => setTimeout(() => void complete(order)))
  }
  return <Question order={order} onAnswer={answer} />
}

/** Names who works on an order and until when, before somebody does it in his place. */
export const takeOverQuestion = ({ held_by, held_until }: OrderRow, yes: string) => ({
  about: t('{{name}} holds this order until {{time}} and may be delivering it right now.', {
    name: held_by ?? '',
    time: held_until ? timeOfDay(held_until) : '---',
  }),
  yes,
  destroys: true,
})

/** An Enter so soon after the answer was meant for the question, unless the next one is asked already. */
const SECOND_ENTER_MS = 400

function ignoreSecondEnter(): void {
  const ignore = (event: globalThis.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || document.querySelector(`.${classes.question}`)) return
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', ignore, { capture: true })
  setTimeout(() => removeEventListener('keydown', ignore, { capture: true }), SECOND_ENTER_MS)
}

function Question({ order, onAnswer }: { order: OrderRow; onAnswer: (isYes: boolean) => void }) {
  useT()
  const note = draftOf(noteOf(order.id))
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  // Not modal: making everything behind it inert takes longer than the question is looked at. Whoever leaves it has said no.
  useLayoutEffect(() => dialog.current?.show(), [])
  const answer = (isYes: boolean) => {
    if (!dialog.current?.open) return
    if (isYes) ignoreSecondEnter()
    // Closed before it goes, the browser gives the focus back to where it was.
    dialog.current.close()
    onAnswer(isYes)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') answer(false)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (document.hasFocus() && !currentTarget.contains(relatedTarget)) answer(false)
  }
  return (
    <dialog
      ref={dialog}
      className={classes.question}
      data-at-bottom="question"
      role="alertdialog"
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <p id={id}>
        {t('Complete order {{id}}?', { id: order.id })} <span>{order.name}</span> <b>{order.playerid}</b>
        {note && <small>{t('With your note “{{note}}”', { note })}</small>}
        {draftOf(codeOf(order.id)) === KEEPS_CODE && <small>{t('No voucher code is delivered')}</small>}
      </p>
      <button type="button" className={classes.yes} onClick={() => answer(true)}>
        {t('Complete')} <kbd aria-hidden>Enter</kbd>
      </button>
      <button type="button" className={classes.no} onClick={() => answer(false)}>
        {t('No, go back')} <kbd aria-hidden>Esc</kbd>
      </button>
    </dialog>
  )
}
