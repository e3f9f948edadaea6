import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { type OrderRow, orders } from '#contract/orders.ts'
import { useProfile } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { draftOf, forgetDraft } from '../forms/drafts.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import { type Question as Asked, confirm } from '../ui/dialogs/confirm.tsx'
import { LineQuestion } from '../ui/dialogs/LineQuestion.tsx'
import { t, useT } from '../ui/text/i18n.ts'
import { duplicateReason } from './DuplicateBadge.tsx'
import { codeOf, deliversCode, noteOf } from './drafts.ts'
import { isHeldByOther, ONE_ORDER } from './state.ts'

export interface CompletionHandle {
  readonly ask: (order: OrderRow) => void
}

interface CompletionProps {
  readonly ref: Ref<CompletionHandle>
  readonly onDone: (order: OrderRow) => void
}

/** The fast path's confirmation. It holds its own state, so that asking renders neither table nor drawer. */
export function Completion({ ref, onDone }: CompletionProps) {
  const [order, setOrder] = useState<OrderRow | null>(null)
  const profile = useProfile().data
  const save = useCommand(orders.setStatus, { pending: 'Updating order...', ...ONE_ORDER })
  const running = useRef(new Set<number>())
  useImperativeHandle(ref, () => ({ ask: (next) => !running.current.has(next.id) && setOrder(next) }))

  const complete = async (chosen: OrderRow) => {
    const isTakeOver = profile?.role === 'super' && isHeldByOther(chosen, profile.id)
    if (isTakeOver && !(await confirm(takeOverQuestion(chosen, t('Complete anyway'))))) return
    running.current.add(chosen.id)
    const input = {
      id: chosen.id,
      status: 'completed',
      order_note: draftOf(noteOf(chosen.id)) ?? '',
      // Without an offered code none is given: what was loaded by hand must not be delivered twice.
      deliver_voucher: deliversCode(chosen) ? 1 : 0,
      expects_code: deliversCode(chosen) ? 1 : 0,
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
    // Closes the question first; toast and call follow in the next frame, which a hidden tab never gets.
    if (isYes) void Promise.race([nextFrame(), sleep(FRAME_MS)]).then(() => complete(order))
  }
  return <Question order={order} onAnswer={answer} />
}

/** A frame takes as long as this on a slow computer. */
const FRAME_MS = 100
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

/** States who is working on an order and until when, before another admin takes it over. */
export const takeOverQuestion = ({ held_by, held_until }: OrderRow, yes: string): Asked => ({
  about: t('{{name}} holds this order until {{time}} and may be delivering it right now.', {
    name: held_by ?? '',
    time: held_until ? timeOfDay(held_until) : '---',
  }),
  yes,
  isDestructive: true,
})

function Question({ order, onAnswer }: { order: OrderRow; onAnswer: (isYes: boolean) => void }) {
  useT()
  const note = draftOf(noteOf(order.id))
  const twice = duplicateReason(order)
  return (
    <LineQuestion yes="Complete" onAnswer={onAnswer}>
      {t('Complete order {{id}}?', { id: order.id })} <span>{order.name}</span> <b>{order.playerid}</b>
      {twice && <small data-warning>{twice}</small>}
      {note && <small>{t('With your note “{{note}}”', { note })}</small>}
      {order.sells_vouchers && (
        <small>{t(deliversCode(order) ? 'A voucher code is delivered' : 'No voucher code is delivered')}</small>
      )}
    </LineQuestion>
  )
}
