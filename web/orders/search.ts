import { z } from 'zod'
import { Id } from '#contract/list.ts'
import { ORDER_DAYS, ORDER_SORTS } from '#contract/orders.ts'
import { daysAddress, NO_DAYS } from '../kit/filters/days.ts'
import { listAddress } from '../kit/list/use-list.ts'

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
  ...daysAddress,
  day_of: z.enum(ORDER_DAYS).optional().catch(undefined),
  /** On /subadmin-order: whose packages. */
  admin: id,
  /** The order whose drawer is open; not a filter. */
  order: id,
})
export type OrderSearch = z.output<typeof orderSearch>

/** What narrows the list beyond its tab. */
export const FILTERS = ['q', 'user_id', 'order_id', 'playerid', 'product', 'admin'] as const

/** The days of an order. */
export const ORDER_MOMENTS = [
  ['created_at', 'Came in'],
  ['closed_at', 'Closed'],
] as const satisfies readonly (readonly [(typeof ORDER_DAYS)[number], string])[]

export const isFiltered = (search: OrderSearch): boolean =>
  [...FILTERS, 'from' as const, 'to' as const].some((name) => search[name] !== undefined)

/** Clears every filter. */
export const NO_FILTERS = {
  q: undefined,
  user_id: undefined,
  order_id: undefined,
  playerid: undefined,
  product: undefined,
  admin: undefined,
  ...NO_DAYS,
}

/**
 * Pending orders are worked on oldest first; elsewhere the newest come first, and of days of closing the last closed. The id is the
 * order of arrival.
 */
export const sortingOf = ({ sort, dir, status, from, to, day_of }: OrderSearch) => ({
  by: sort ?? (day_of === 'closed_at' && (from ?? to) ? '' : 'id'),
  direction: dir ?? (sort || status === 'pending' ? ('asc' as const) : ('desc' as const)),
})

/** What the list is asked for; the open drawer is no part of it. */
export const inputOf = ({ status, dir, order: _, ...search }: OrderSearch) => ({
  ...search,
  status: status === 'all' ? undefined : status,
  order: search.sort ? (dir ?? 'asc') : undefined,
})

/** What decides which orders are meant, on whichever page: another one clears the selection. */
export const filterKey = (search: OrderSearch): string =>
  JSON.stringify([search.status, search.from, search.to, search.day_of, ...FILTERS.map((name) => search[name] ?? null)])
