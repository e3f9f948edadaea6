import { z } from 'zod'
import { Id } from '#contract/list.ts'
import { ORDER_DAYS, ORDER_SORTS, orderFlow } from '#contract/orders.ts'
import { daysAddress, NO_DAYS } from '../lists/filters/days.ts'
import { exportInputOf, listAddress, listInputOf } from '../lists/use-list.ts'

export const TABS = [...orderFlow.statuses, 'all'] as const
export type Tab = (typeof TABS)[number]

const id = Id.optional().catch(undefined)

export const orderSearch = z.object({
  ...listAddress(ORDER_SORTS),
  status: z.enum(TABS).catch('pending').default('pending'),
  user_id: id,
  order_id: id,
  playerid: z.string().trim().min(1).max(100).optional().catch(undefined),
  product: id,
  ...daysAddress,
  day_of: z.enum(ORDER_DAYS).optional().catch(undefined),
  /** On /subadmin-order: the sub-admin whose packages are listed. */
  admin: id,
  /** The order with an open drawer; not a filter. */
  order: id,
})
export type OrderSearch = z.output<typeof orderSearch>

export const FILTERS = ['q', 'user_id', 'order_id', 'playerid', 'product', 'admin'] as const

export const ORDER_MOMENTS = [
  ['created_at', 'Received'],
  ['closed_at', 'Closed'],
] as const satisfies readonly (readonly [(typeof ORDER_DAYS)[number], string])[]

export const isFiltered = (search: OrderSearch): boolean =>
  [...FILTERS, 'from' as const, 'to' as const].some((name) => search[name] !== undefined)

export const NO_FILTERS: Partial<OrderSearch> = { ...Object.fromEntries(FILTERS.map((name) => [name, undefined])), ...NO_DAYS }

/** Pending orders oldest first, others newest first; filtered by closing date, last closed first. Ids follow arrival. */
export const sortingOf = ({ sort, dir, status, from, to, day_of }: OrderSearch) => ({
  sort: sort ?? (day_of === 'closed_at' && (from ?? to) ? '' : 'id'),
  dir: dir ?? (sort || status === 'pending' ? ('asc' as const) : ('desc' as const)),
})

export const inputOf = ({ status, order: _, ...search }: OrderSearch) => ({
  ...listInputOf(search),
  status: status === 'all' ? undefined : status,
})

/** What the numbers of all tabs follow. */
export const filtersOf = ({ status: _, ...search }: OrderSearch) => exportInputOf(search)

/** What determines the listed orders on any page: a change clears the selection. */
export const filterKey = (search: OrderSearch): string =>
  JSON.stringify([search.status, search.from, search.to, search.day_of, ...FILTERS.map((name) => search[name] ?? null)])
