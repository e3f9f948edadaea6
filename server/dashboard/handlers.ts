import type { DashboardStats, dashboard, Performance, TopCustomer } from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { type Context, countedPackages, type Handlers, holds, ordersSeen } from '../context.ts'
import { query } from '../platform/db/connect.ts'
import { chartText, performanceText, statsText, TOP_CUSTOMERS_TEXT } from './figures.ts'

type Known = { [F in keyof DashboardStats]: NonNullable<DashboardStats[F]> }

const EVERYBODY = 0

export const dashboardHandlers: Handlers<typeof dashboard> = {
  async stats(ctx) {
    const scope = countedPackages(ctx.admin)
    const whose = ctx.admin.role === 'super' ? EVERYBODY : ctx.admin.id
    const [known] = await query<Known>(ctx.db, statsText(scope), [scope, whose])
    if (!known) throw new Error('There are no figures')
    return shownTo(ctx, known)
  },

  async ordersChart(ctx, { days }) {
    const scope = ordersSeen(ctx.admin)
    const rows = await query<{ date: string; n: number }>(ctx.db, chartText(scope), [scope, days])
    return { data: rows.map(({ n }) => n), dates: rows.map(({ date }) => date) }
  },

  async performance(ctx) {
    const scope = countedPackages(ctx.admin)
    const whose = holds(ctx.admin, 'shift_view') ? null : ctx.admin.id
    return all(await query<Performance>(ctx.db, performanceText(scope), [scope, whose]))
  },

  async topCustomers(ctx) {
    const rows = await query<TopCustomer>(ctx.db, TOP_CUSTOMERS_TEXT, [ordersSeen(ctx.admin)])
    return all(holds(ctx.admin, 'dashboard_money') ? rows : rows.map((row) => ({ ...row, amount: null })))
  },
}

const all = <R>(rows: R[]) => ({ data: rows, total: rows.length })

/** Figures without their module are null. An admin's own completed orders are always visible. */
const shownTo = ({ admin }: Context, known: Known): Output<typeof dashboard.stats> => {
  const [customers, orders, money] = [holds(admin, 'users_view'), holds(admin, 'orders_view'), holds(admin, 'dashboard_money')]
  return {
    totalUser: customers ? known.totalUser : null,
    todaysUser: customers ? known.todaysUser : null,
    totalWallet: money ? known.totalWallet : null,
    todaysTotalWallet: money ? known.todaysTotalWallet : null,
    todaysOrder: orders ? known.todaysOrder : null,
    todaysCompletedOrder: known.todaysCompletedOrder,
    todaysCompletedOrderAmount: money ? known.todaysCompletedOrderAmount : null,
    todaysCompletedOrderBPrice: money ? known.todaysCompletedOrderBPrice : null,
    todaysProfileAmount: money ? known.todaysProfileAmount : null,
  }
}
