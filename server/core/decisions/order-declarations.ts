import { type RawBuilder, sql } from 'kysely'
import type { Tk } from '#contract/money.ts'
import { type OrderStatus, orderFlow } from '#contract/orders.ts'
import { type ProductOrderStatus, productOrderFlow } from '#contract/product-orders.ts'
import { CUSTOMER, type Decision, type LockedRow } from './declaration.ts'

const now = (): RawBuilder<string> => sql`now()`

const PURCHASE = {
  placed: { debit: CUSTOMER, credit: { kind: 'orders_held' } },
  completed: { debit: { kind: 'orders_held' }, credit: { kind: 'sales' } },
  cancelled: { debit: { kind: 'orders_held' }, credit: CUSTOMER },
} as const

/** When a claim that begins or is renewed now ends. */
export const lease = (): RawBuilder<string> => sql`now() + make_interval(mins => (select claim_minutes from settings))`

export interface LockedOrder extends LockedRow<OrderStatus> {
  readonly user_id: number
  readonly product_id: number
  readonly package_id: number
  readonly playerid: string
  readonly credit_taken: Tk
  readonly refunded: Tk
  readonly refunds: number
  /** What a correction gives back. */
  readonly left: Tk
  readonly brief_note: string
  readonly holder_id: number | null
  readonly completed_by: number | null
  readonly closed_at: string | null
  /** Whether the holder's claim still lasts. A deleted admin holds nothing, even what they took in that moment. */
  readonly lease_left: boolean
}

const UNCLAIMED = { holder_id: null, held_until: null }
const closeOrder = (adminId: number | null) => ({ ...UNCLAIMED, completed_by: adminId, closed_at: now() })

/** Completed -> cancel is a super admin's correction, which the flow does not offer. */
export const ORDERS: Decision<OrderStatus, LockedOrder> = {
  table: 'orders',
  source: 'order',
  flow: orderFlow,
  columns: [
    'user_id, product_id, package_id, playerid, credit_taken, refunded, refunds, amount - refunded as left, brief_note, holder_id, completed_by, closed_at',
    'coalesce(held_until > now() and (select deleted_at is null from admins where id = holder_id), false) as lease_left',
  ],
  journals: {
    ...PURCHASE,
    refunded: { debit: { kind: 'sales' }, credit: CUSTOMER, seq: 'refunds' },
    corrected: { debit: { kind: 'sales' }, credit: CUSTOMER },
  },
  moves: {
    pending: { in_progress: [], completed: ['completed'], cancel: ['cancelled'] },
    in_progress: { pending: [], in_progress: [], completed: ['completed'], cancel: ['cancelled'] },
    completed: { cancel: ['corrected'] },
    cancel: {},
  },
  stamps: {
    pending: () => UNCLAIMED,
    in_progress: (adminId) => ({ holder_id: adminId, held_until: lease() }),
    completed: closeOrder,
    cancel: closeOrder,
  },
  wallet: CUSTOMER,
}

interface LockedProductOrder extends LockedRow<ProductOrderStatus> {
  readonly user_id: number
  readonly brief_note: string
}

const closeProductOrder = (adminId: number | null) => ({ admin_id: adminId, closed_at: now() })

/** The database moves the stock. */
export const PRODUCT_ORDERS: Decision<ProductOrderStatus, LockedProductOrder> = {
  table: 'product_orders',
  source: 'product_order',
  flow: productOrderFlow,
  columns: ['user_id, brief_note'],
  journals: PURCHASE,
  moves: {
    pending: { in_progress: [], completed: ['completed'], cancelled: ['cancelled'] },
    in_progress: { pending: [], completed: ['completed'], cancelled: ['cancelled'] },
    completed: {},
    cancelled: {},
  },
  stamps: {
    pending: () => ({ admin_id: null }),
    in_progress: (adminId) => ({ admin_id: adminId }),
    completed: closeProductOrder,
    cancelled: closeProductOrder,
  },
  wallet: CUSTOMER,
}
