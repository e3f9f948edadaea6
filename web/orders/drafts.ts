import type { OrderRow } from '#contract/orders.ts'
import { draftOf } from '../forms/drafts.ts'

/** Draft keys of an order's form; the fast path sends those drafts too. */
export const noteOf = (order: number): string => `note to the customer of ${order}`

/** Holds WITHOUT_CODE if completing must not deliver a voucher code. */
export const codeOf = (order: number): string => `voucher code with order ${order}`

export const WITHOUT_CODE = 'no'

/** Whether completing an order delivers a code: its package sells codes, and its form does not say otherwise. */
export const deliversCode = ({ id, sells_vouchers }: OrderRow): boolean => sells_vouchers && draftOf(codeOf(id)) !== WITHOUT_CODE
