import {
  type DashboardStats,
  type dashboard,
  type GameFigures,
  type Performance,
  type PeriodFigures,
  periodBefore,
  type SetUp,
} from '#contract/dashboard.ts'
import type { Output } from '#contract/endpoint.ts'
import { may } from '#contract/roles.ts'
import { type Context, countedPackages, type Handlers, holds, ordersSeen } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { chartText, GAMES_TEXT, performanceText, periodsText, SET_UP_TEXT, statsText } from './figures.ts'
import { readTopCustomers } from './top-customers.ts'

type Known = { [F in keyof DashboardStats]: NonNullable<DashboardStats[F]> }

const EVERYBODY = 0

export const dashboardHandlers: Handlers<typeof dashboard> = {
  async stats(ctx) {
    const scope = countedPackages(ctx.admin)
    const whose = may(ctx.admin, 'run_the_shop') ? EVERYBODY : ctx.admin.id
    const [known] = await query<Known>(ctx.db, statsText(scope), [scope, whose])
    if (!known) throw new Error('There are no figures')
    return shownTo(ctx, known)
  },

  async figures(ctx, period) {
    const { admin } = ctx
    const scope = countedPackages(admin)
    const before = periodBefore(period)
    const values = [scope, may(admin, 'run_the_shop') ? EVERYBODY : admin.id, before.from, before.to, period.from, period.to]
    const [periods, games] = [
      await query<PeriodFigures & { which: 'before' | 'now' }>(ctx.db, periodsText(scope), values),
      await query<GameFigures>(ctx.db, GAMES_TEXT, values),
    ]
    const figuresOf = (wanted: 'before' | 'now') => {
      const known = periods.find(({ which }) => which === wanted)
      if (!known) throw new Error('There are no figures')
      return periodShownTo(ctx, known)
    }
    const seesMoney = holds(admin, 'dashboard_money')
    return {
      now: figuresOf('now'),
      before: figuresOf('before'),
      games: seesMoney ? games : games.map((game) => ({ ...game, amount: null, profit: null })),
    }
  },

  async setUp(ctx) {
    const [known] = await query<Omit<SetUp, 'store_key'>>(ctx.db, SET_UP_TEXT)
    if (!known) throw new Error('There are no settings')
    return { ...known, store_key: ctx.hasStoreKey }
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
    const rows = await readTopCustomers(ctx.db, ordersSeen(ctx.admin))
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

const periodShownTo = ({ admin }: Context, { placed, completed, ...known }: PeriodFigures): PeriodFigures => {
  const money = holds(admin, 'dashboard_money')
  return {
    placed: holds(admin, 'orders_view') ? placed : null,
    completed,
    amount: money ? known.amount : null,
    cost: money ? known.cost : null,
    profit: money ? known.profit : null,
    added: money ? known.added : null,
    users: holds(admin, 'users_view') ? known.users : null,
  }
}
