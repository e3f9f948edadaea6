import { z } from 'zod'
import { Id } from '#contract/list.ts'
import { PRODUCT_ORDER_SORTS, PRODUCT_ORDER_STATUSES } from '#contract/product-orders.ts'
import { listAddress, listInputOf } from '../lists/use-list.ts'

export const TABS = [...PRODUCT_ORDER_STATUSES, 'all'] as const
export type Tab = (typeof TABS)[number]

export const productOrderSearch = z.object({
  ...listAddress(PRODUCT_ORDER_SORTS),
  status: z.enum(TABS).catch('pending').default('pending'),
  /** The order with an open drawer; not a filter. */
  order: Id.optional().catch(undefined),
})
export type ProductOrderSearch = z.output<typeof productOrderSearch>

/** Pending orders are listed oldest first, others newest first. */
export const sortingOf = ({ sort, dir, status }: ProductOrderSearch) => ({
  sort: sort ?? 'id',
  dir: dir ?? (sort || status === 'pending' ? ('asc' as const) : ('desc' as const)),
})

export const inputOf = ({ status, order: _, ...search }: ProductOrderSearch) => ({
  ...listInputOf(search),
  status: status === 'all' ? undefined : status,
})
