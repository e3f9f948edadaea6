import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'
import { CHART_DAYS, CHART_DAYS_LEAST, CHART_DAYS_MOST } from './limits.ts'
import { IdOut, listOf, whole } from './list.ts'
import { TkOut } from './money.ts'

/** The nine figures of the specification; null if the caller may not see one. Days are in the shop's time zone. */
export const DashboardStats = z.object({
  /** Needs users_view. Deleted customers are left out. */
  totalUser: z.number().nullable(),
  todaysUser: z.number().nullable(),
  /** Needs dashboard_money. Deleted customers are left out. */
  totalWallet: TkOut.nullable(),
  todaysTotalWallet: TkOut.nullable(),
  /** Needs orders_view. Limited to the caller's packages. */
  todaysOrder: z.number().nullable(),
  /** A sub-admin sees their own, limited to their packages. */
  todaysCompletedOrder: z.number(),
  /** Amount, cost and profit of those; need dashboard_money. */
  todaysCompletedOrderAmount: TkOut.nullable(),
  todaysCompletedOrderBPrice: TkOut.nullable(),
  todaysProfileAmount: TkOut.nullable(),
})
export type DashboardStats = z.output<typeof DashboardStats>

const OrdersChart = z.object({
  data: z.array(z.number()),
  dates: z.array(z.string()),
})
export type OrdersChart = z.output<typeof OrdersChart>

const Performance = z.object({
  admin_id: IdOut,
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  completed_today: z.number(),
  completed_total: z.number(),
})
export type Performance = z.output<typeof Performance>

const TopCustomer = z.object({
  user_id: IdOut,
  username: z.string(),
  completed_orders: z.number(),
  /** Of these orders; needs dashboard_money. */
  amount: TkOut.nullable(),
})
export type TopCustomer = z.output<typeof TopCustomer>

export const dashboard = {
  stats: get('/admin/dashboard-stats', {
    access: 'signed-in',
    about: 'The figures of today and in total, within what one may see',
    input: NoInput,
    output: DashboardStats,
  }),
  ordersChart: get('/admin/orders-chart-data', {
    access: 'orders_view',
    about: 'How many top-up orders were received on each of the last days, within one’s packages',
    input: z.object({ days: whole(CHART_DAYS_LEAST, CHART_DAYS_MOST).default(CHART_DAYS) }),
    output: OrdersChart,
  }),
  performance: get('/admin/order-completed-by-admin', {
    access: 'signed-in',
    about: 'Each admin’s completed orders today and in total, within one’s packages; without shift_view one’s own',
    input: NoInput,
    output: listOf(Performance),
  }),
  topCustomers: get('/admin/top-customers', {
    access: 'orders_view',
    about: 'The five customers who bought most in the last 30 days, by completed amount, within one’s packages',
    input: NoInput,
    output: listOf(TopCustomer),
  }),
}
