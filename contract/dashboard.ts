import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'
import { CHART_DAYS, CHART_DAYS_LEAST, CHART_DAYS_MOST } from './limits.ts'
import { IdOut, listOf, whole } from './list.ts'
import { TkOut } from './money.ts'

/** The nine figures of the specification, by its names; null is what the caller may not see. Days are the shop's. */
export const DashboardStats = z.object({
  /** Living customers, and those of them who came today: for users_view. */
  totalUser: z.number().nullable(),
  todaysUser: z.number().nullable(),
  /** What is in the wallets of living customers, and what was added to wallets today: for dashboard_money. */
  totalWallet: TkOut.nullable(),
  todaysTotalWallet: TkOut.nullable(),
  /** Top-up orders that came in today, within one's packages: for orders_view. */
  todaysOrder: z.number().nullable(),
  /** Completed today: a sub-admin's own, within his packages. */
  todaysCompletedOrder: z.number(),
  /** Their amount, cost, and amount less cost: for dashboard_money. */
  todaysCompletedOrderAmount: TkOut.nullable(),
  todaysCompletedOrderBPrice: TkOut.nullable(),
  todaysProfileAmount: TkOut.nullable(),
})
export type DashboardStats = z.output<typeof DashboardStats>

const OrdersChart = z.object({
  /** How many top-up orders came in on each of `dates`. */
  data: z.array(z.number()),
  /** Calendar days of the shop up to today, '2026-01-31', none left out. */
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
  /** Of these orders: for dashboard_money. */
  amount: TkOut.nullable(),
})
export type TopCustomer = z.output<typeof TopCustomer>

/** '/': what the shop does today. */
export const dashboard = {
  stats: get('/admin/dashboard-stats', {
    access: 'signed-in',
    about: 'The figures of today and in total, within what one may see',
    input: NoInput,
    output: DashboardStats,
  }),
  ordersChart: get('/admin/orders-chart-data', {
    access: 'orders_view',
    about: 'How many top-up orders came in on each of the last days, within one’s packages',
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
