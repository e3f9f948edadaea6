import type { Input } from '#contract/endpoint.ts'
import type { OrderRow, OrderStatus, orders } from '#contract/orders.ts'
import { draftOf, forgetDraft } from '../forms/drafts.ts'
import { timeOfDay } from '../lists/cells/When.tsx'
import type { Question } from '../ui/dialogs/confirm.ts'
import { t } from '../ui/text/i18n.ts'

/** States who is working on an order and until when, before another admin takes it over. */
export const takeOverQuestion = ({ held_by, held_until }: OrderRow, yes: string): Question => ({
  about: t('{{name}} holds this order until {{time}} and may be delivering it right now.', {
    name: held_by ?? '',
    time: held_until ? timeOfDay(held_until) : '---',
  }),
  yes,
  isDestructive: true,
})

/** Draft keys of an order's form; the fast path sends those drafts too. */
export const noteOf = (order: number): string => `note to the customer of ${order}`

/** Holds WITHOUT_CODE if completing must not deliver a voucher code. */
export const codeOf = (order: number): string => `voucher code with order ${order}`

export const WITHOUT_CODE = 'no'

export const forgetDrafts = (order: number): void => [noteOf(order), codeOf(order)].forEach(forgetDraft)

/** Whether completing an order delivers a code: its package sells codes, and its form does not say otherwise. */
export const deliversCode = ({ id, sells_vouchers }: OrderRow): boolean => sells_vouchers && draftOf(codeOf(id)) !== WITHOUT_CODE

/** What one decision sends. Without an offered code none is given: what was loaded by hand must not be delivered twice. */
export function decisionOf(
  order: OrderRow,
  status: OrderStatus,
  order_note: string,
  isTakeOver: boolean,
): Input<typeof orders.setStatus> {
  const withCode = status === 'completed' && deliversCode(order) ? 1 : 0
  return {
    id: order.id,
    status,
    order_note,
    deliver_voucher: withCode,
    expects_code: withCode,
    take_over: isTakeOver ? 1 : 0,
    take_over_from: order.holder_id ?? undefined,
    expected_playerid: order.playerid,
  }
}

/** What one decision on many sends, by the same rule. */
export function decisionOfMany(many: readonly OrderRow[], status: 'completed' | 'cancel', order_note: string, delivers: boolean) {
  const withCode = many.filter(deliversCode)
  return {
    ids: idsOf(many),
    status,
    order_note,
    deliver_voucher: delivers ? 1 : 0,
    without_code: idsOf(many.filter((order) => !withCode.includes(order))),
    with_code: delivers ? idsOf(withCode) : [],
    playerids: many.map(({ playerid }) => playerid),
  } as const
}

const idsOf = (rows: readonly OrderRow[]): number[] => rows.map(({ id }) => id)
