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
  /** On /subadmin-order: whose packages. */
  admin: id,
  /** The order whose drawer is open; not a filter. */
  order: id,
})
export type OrderSearch = z.output<typeof orderSearch>

/** What narrows the list beyond its tab. */
export const FILTERS = ['q', 'user_id', 'order_id', 'playerid', 'product', 'admin'] as const

/** Clears every filter. */
export const NO_FILTERS = {
  q: undefined,
  user_id: undefined,
  order_id: undefined,
  playerid: undefined,
  product: undefined,
  admin: undefined,
}

/** Pending orders are worked on oldest first; elsewhere the newest come first. The id is the order of arrival. */
export const sortingOf = ({ sort, dir, status }: OrderSearch) => ({
  by: sort ?? 'id',
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
  JSON.stringify([search.status, ...FILTERS.map((name) => search[name] ?? null)])
