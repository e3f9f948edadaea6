import { ORDERED_TODAY } from './days.ts'

const TODAY = '(select shop_day(now()))'

/** SQL: the columns `today_order` and `total_order` of the customer `user`. Of all packages they are kept per customer; of those that the
 * condition on an order `o` leaves, the orders are counted. */
export const customerOrders = (user: string, inScope?: string): string => {
  const from = inScope ? `orders o where o.user_id = ${user} and ${inScope}` : `customer_orders p where p.user_id = ${user}`
  return inScope
    ? `(select count(*) from ${from} and ${ORDERED_TODAY}) as today_order, (select count(*) from ${from}) as total_order`
    : `(select case when p.day = ${TODAY} then p.today else 0 end from ${from}) as today_order, (select p.total from ${from}) as total_order`
}
