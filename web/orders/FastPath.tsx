import type { Ref } from 'react'
import { type OrderRow, orders } from '#contract/orders.ts'
import { may } from '#contract/roles.ts'
import { useProfile } from '../calls/session.ts'
import { useCommand } from '../calls/use-command.ts'
import { Completion, type CompletionHandle } from '../desk/Completion.tsx'
import { draftOf } from '../forms/drafts.ts'
import { confirm } from '../ui/dialogs/confirm.ts'
import { useT } from '../ui/text/i18n.ts'
import { duplicateReason } from './DuplicateBadge.tsx'
import { decisionOf, deliversCode, forgetDrafts, noteOf, takeOverQuestion } from './decision.ts'
import { isHeldByOther, ONE_ORDER } from './state.ts'

interface FastPathProps {
  readonly ref: Ref<CompletionHandle<OrderRow>>
  readonly onDone: (order: OrderRow) => void
}

/** Completes an order with one question, with what its form holds. */
export function FastPath({ ref, onDone }: FastPathProps) {
  const t = useT()
  const me = useProfile().data
  const save = useCommand(orders.setStatus, { pending: 'Updating order...', ...ONE_ORDER })
  const noteFor = ({ id }: OrderRow) => draftOf(noteOf(id))
  const complete = async (order: OrderRow) => {
    const isTakeOver = may(me, 'take_over') && isHeldByOther(order, me?.id)
    if (isTakeOver && !(await confirm(takeOverQuestion(order, t('Complete anyway'))))) return
    const reply = await save.run(decisionOf(order, 'completed', noteFor(order) ?? '', isTakeOver))
    if (!reply) return
    forgetDrafts(order.id)
    onDone(reply.order)
  }
  return (
    <Completion ref={ref} complete={complete} noteFor={noteFor}>
      {(order) => (
        <>
          <span>{order.name}</span> <b>{order.playerid}</b>
          {order.duplicate_of !== null && <small data-warning>{duplicateReason(order)}</small>}
          {order.sells_vouchers && (
            <small>{t(deliversCode(order) ? 'A voucher code is delivered' : 'No voucher code is delivered')}</small>
          )}
        </>
      )}
    </Completion>
  )
}
