import type { OrderRow } from '#contract/orders.ts'
import { deliversCode } from '../decision.ts'
import { isHeldByOther, isOpen } from '../state.ts'

/** An order that a bulk call skips: closed, or claimed by another admin, even if that claim has expired. */
export interface Skipped {
  readonly order: OrderRow
  readonly holder: string | undefined
  readonly isClaimExpired: boolean
}

/** Which selected orders can be decided, as far as known here; the server has the last word. */
export function selectEligible(ticked: readonly OrderRow[], me: number | undefined) {
  const skipped = ticked.flatMap((order): Skipped[] => {
    if (!isOpen(order)) return [{ order, holder: undefined, isClaimExpired: false }]
    if (order.holder_id === null || order.holder_id === me) return []
    return [{ order, holder: order.held_by ?? '', isClaimExpired: !isHeldByOther(order, me) }]
  })
  const left = new Set(skipped.map(({ order }) => order.id))
  // Oldest first, whatever the order of selection: voucher codes may run out.
  return { eligible: ticked.filter(({ id }) => !left.has(id)).sort((a, b) => a.id - b.id), skipped }
}

/** Orders that are completed with a code, and those whose package sells codes but whose form says to give none. */
export const partitionByCode = (eligible: readonly OrderRow[]) => ({
  withCode: eligible.filter(deliversCode),
  withoutCode: eligible.filter((order) => order.sells_vouchers && !deliversCode(order)),
})
