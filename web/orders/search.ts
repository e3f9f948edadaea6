import { z } from 'zod'
import { Id } from '#contract/list.ts'
import { ORDER_SORTS } from '#contract/orders.ts'
import { listAddress } from '../kit/use-list.ts'

/** The tabs of the desk, in the order of the work. */
export const TABS = ['pending', 'in_progress', 'completed', 'cancel', 'all'] as const
export type Tab = (typeof TABS)[number]

const id = Id.optional().catch(undefined)

/** The address of an order list. */
export const orderSearch = z.object({
  ...listAddress(ORDER_SORTS),
  status: z.enum(TABS).catch('pending').default('pending'),
  user_id: id,
  order_id: id,
  playerid: z.string().trim().min(1).max(100).optional().catch(undefined),
  product: id,
})
export type OrderSearch = z.output<typeof orderSearch>

/** What narrows the list beyond its tab. */
export const FILTERS = ['q', 'user_id', 'order_id', 'playerid', 'product'] as const

/** Clears every filter. */
export const NO_FILTERS = { q: undefined, user_id: undefined, order_id: undefined, playerid: undefined, product: undefined }
