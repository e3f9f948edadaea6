import {
  type dashboard,
  type Figures,
  type GameFigures,
  PERIOD_FIGURES,
  type Performance,
  periodBefore,
  type SetUp,
  type Shown,
  STATS,
} from '#contract/dashboard.ts'
import type { Tk } from '#contract/money.ts'
import { may } from '#contract/roles.ts'
import { shopToday } from '../core/exports/csv.ts'
import { type Context, countedPackages, type Handlers, holds, ordersSeen } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { readAnswers } from './answers.ts'
import { chartText, GAMES_TEXT, performanceText, periodsText, SET_UP_TEXT, sameHoursText, statsText } from './figures.ts'
import { keepAMinute } from './keep-a-minute.ts'
import { readTopCustomers } from './top-customers.ts'

type Known<T extends Figures> = { [F in keyof T]: NonNullable<Shown<T>[F]> }

type Which = 'before' | 'now'

const EVERYBODY = 0

export const dashboardHandlers: Handlers<typeof dashboard> = {
  async stats(ctx) {
    const scope = countedPackages(ctx.admin)
    const whose = may(ctx.admin, 'run_the_shop') ? EVERYBODY : ctx.admin.id
    const [known] = await query<Known<typeof STATS>>(ctx.db, statsText(scope), [scope, whose])
    if (!known) throw new Error('There are no figures')
    return shownTo(ctx, STATS, known)
  },

  async figures(ctx, period) {
    const { admin } = ctx
    const scope = countedPackages(admin)
    const before = periodBefore(period)
    const whose = may(admin, 'run_the_shop') ? EVERYBODY : admin.id
    const values = [scope, whose, before.from, before.to, period.from, period.to]
    const periods = await query<Known<typeof PERIOD_FIGURES> & { which: Which }>(ctx.db, periodsText(scope), values)
    const games = await query<GameFigures>(ctx.db, GAMES_TEXT, values)
    const isToday = period.from === shopToday() && period.to === period.from
    const hours = isToday && (await readSameHours(ctx, scope, whose))
    const figuresOf = (wanted: Which) => {
      const known = (wanted === 'before' && hours) || periods.find(({ which }) => which === wanted)
      if (!known) throw new Error('There are no figures')
      return shownTo(ctx, PERIOD_FIGURES, known)
    }
    const seesMoney = holds(admin, 'dashboard_money')
    return {
      now: figuresOf('now'),
      before: figuresOf('before'),
      games: seesMoney ? games : games.map((game) => ({ ...game, amount: null, profit: null })),
    }
  },

  answers: readAnswers,

  async setUp(ctx) {
    const [known] = await query<SetUp>(ctx.db, SET_UP_TEXT)
    if (!known) throw new Error('There are no settings')
    return { ...known, store_key: known.store_key || ctx.hasStoreKey }
  },

  async ordersChart(ctx, { days }) {
    const scope = ordersSeen(ctx.admin)
    const rows = await query<{ date: string; n: number; sold: Tk; profit: Tk }>(ctx.db, chartText(scope), [scope, days])
    const seesAll = may(ctx.admin, 'run_the_shop')
    return {
      data: rows.map(({ n }) => n),
      dates: rows.map(({ date }) => date),
      sold: seesAll ? rows.map(({ sold }) => sold) : null,
      profit: seesAll ? rows.map(({ profit }) => profit) : null,
    }
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

/** Beside a day that has only begun stands yesterday until this hour. */
const readSameHours = async ({ db }: Context, scope: readonly number[] | null, whose: number) => {
  const key = `same hours ${shopToday()} ${whose} ${scope}`
  const [known] = await keepAMinute(db, key, () => query<Known<typeof PERIOD_FIGURES>>(db, sameHoursText(scope), [scope, whose]))
  return known
}

const all = <R>(rows: R[]) => ({ data: rows, total: rows.length })

const shownTo = <T extends Figures>({ admin }: Context, figures: T, known: Known<T>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, { needs }]) => [name, needs === null || holds(admin, needs) ? known[name] : null]),
  ) as Shown<T>
