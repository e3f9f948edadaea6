import { physicalProducts } from '#contract/physical-products.ts'
import { type ProductOrderRow, productOrderFlow, productOrders } from '#contract/product-orders.ts'
import { MONEY_READS } from '../money/stale.ts'

export const STALE = [
  productOrders.list,
  productOrders.counts,
  productOrders.show,
  productOrders.timeline,
  physicalProducts.list,
  ...MONEY_READS,
]

export const isOpen = ({ status }: Pick<ProductOrderRow, 'status'>): boolean => productOrderFlow.next(status).length > 0

export const noteOf = (order: number): string => `note to the customer of product order ${order}`
