import { ORDERED_TODAY, TODAY } from './days.ts'

/** SQL: the columns `today_order` and `total_order` of the customer `user`: kept for orders of all packages, counted for those orders `o` that
 * `inScope` leaves. */
export const customerOrders = (user: string, inScope?: string): string => {
  if (inScope === undefined) {
    const kept = (column: string) => `(select ${column} from customer_orders p where p.user_id = ${user})`
    return `${kept(`case when p.day = ${TODAY} then p.today else 0 end`)} as today_order, ${kept('p.total')} as total_order`
  }
  const counted = (more: string) => `(select count(*) from orders o where o.user_id = ${user} and ${inScope} and ${more})`
  return `${counted(ORDERED_TODAY)} as today_order, ${counted('true')} as total_order`
}
