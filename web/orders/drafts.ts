import type { OrderRow } from '#contract/orders.ts'
import { draftOf } from '../kit/forms/drafts.ts'

/** The keys under which the form of an order keeps what has been begun there; the fast path sends it too. */
export const noteOf = (order: number): string => `note to the customer of ${order}`

/** Holds KEEPS_CODE where completing must not deliver a voucher code. */
export const codeOf = (order: number): string => `voucher code with order ${order}`

export const KEEPS_CODE = 'no'

/** Whether completing an order delivers a code: its package sells them, as far as is known here, and its form does not say otherwise. */
export const givesCode = ({ id, sells_vouchers }: OrderRow): boolean => sells_vouchers && draftOf(codeOf(id)) !== KEEPS_CODE
