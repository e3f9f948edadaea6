import type { MoneyStatus } from '#contract/money-rows.ts'
import type { OrderStatus } from '#contract/orders.ts'
import type { ProductOrderStatus } from '#contract/product-orders.ts'

/** The digit that chooses a status, the same on every screen. The cards stand in this order: what leads on comes first. */
const DIGITS: Readonly<Record<OrderStatus | ProductOrderStatus | MoneyStatus, number>> = {
  in_progress: 1,
  completed: 2,
  cancel: 3,
  cancelled: 3,
  pending: 4,
}

/** The digit of a choice: a status has its own, any other choice that of its place. */
export const digitOf = (value: string, at: number): number => (DIGITS as Partial<Record<string, number>>)[value] ?? at + 1
