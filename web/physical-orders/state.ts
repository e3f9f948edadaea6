import { type PhysicalOrderRow, physicalOrderFlow, physicalOrders } from '#contract/physical-orders.ts'
import { physicalProducts } from '#contract/physical-products.ts'
import { MONEY_READS } from '../kit/money/stale.ts'

/** Reads that a decision on an order makes stale. */
export const STALE = [
  physicalOrders.list,
  physicalOrders.counts,
  physicalOrders.show,
  physicalOrders.timeline,
  physicalProducts.list,
  ...MONEY_READS,
]

/** Whether it may still be changed. */
export const isOpen = ({ status }: Pick<PhysicalOrderRow, 'status'>): boolean => physicalOrderFlow.next(status).length > 0

/** The key under which the note of an order is kept until it is sent. */
export const noteOf = (order: number): string => `note to the customer of product order ${order}`
