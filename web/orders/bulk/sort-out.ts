import type { OrderRow } from '#contract/orders.ts'
import { givesCode } from '../drafts.ts'
import { isHeldByOther, isOpen } from '../state.ts'

/** An order that a bulk call leaves alone: closed, or somebody's, who may also have left it without a word. */
export interface Skipped {
  readonly order: OrderRow
  readonly holder: string | undefined
  /** His claim has lapsed. */
  readonly isLeft: boolean
}

/** Which of the ticked orders can be decided, as far as is known here; the server decides. */
export function sortOut(ticked: readonly OrderRow[], me: number | undefined) {
  const skipped = ticked.flatMap((order): Skipped[] => {
    if (!isOpen(order)) return [{ order, holder: undefined, isLeft: false }]
    if (order.holder_id === null || order.holder_id === me) return []
    return [{ order, holder: order.held_by ?? '', isLeft: !isHeldByOther(order, me) }]
  })
  const left = new Set(skipped.map(({ order }) => order.id))
  // The oldest first, in whatever order they were ticked: it is served first where voucher codes run out.
  return { eligible: ticked.filter(({ id }) => !left.has(id)).sort((a, b) => a.id - b.id), skipped }
}

/** Of orders to be completed those that a code goes along with, and those whose package sells some but whose form says to give none. */
export const sortByCode = (eligible: readonly OrderRow[]) => ({
  giving: eligible.filter(givesCode),
  keeping: eligible.filter((order) => order.sells_vouchers && !givesCode(order)),
})
