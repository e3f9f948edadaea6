import { z } from 'zod'
import { OrderRow, type OrderStatus } from '#contract/orders.ts'
import type { ApiError } from '../calls/api.ts'
import { serverNow } from '../calls/clock.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import { useT } from '../ui/text/i18n.ts'

/** The order's current state according to a 409. */
const Conflict = z.object({
  order: OrderRow.optional().catch(undefined),
  /** The holder, if that was the reason; a super admin may proceed. */
  held_by: z.string().optional().catch(undefined),
  held_until: z.string().optional().catch(undefined),
})
type Conflict = z.output<typeof Conflict>

/** Reads a refusal due to a changed order; undefined for other errors. */
export const conflictOf = (error: ApiError | null): Conflict | undefined =>
  error?.status === 409 ? Conflict.catch({}).parse(error.data) : undefined

interface ExplanationProps {
  readonly conflict: Conflict
  readonly was: OrderStatus
  readonly mayTakeOver: boolean
}

/** Why the order could not be changed, beyond the server's sentence. */
export function Explanation({ conflict, was, mayTakeOver }: ExplanationProps) {
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
