import { z } from 'zod'
import type { ModuleKey } from './access.ts'
import { Answers } from './answers.ts'
import { get, NoInput } from './endpoint.ts'
import { CHART_DAYS, CHART_DAYS_LEAST, CHART_DAYS_MOST, FIGURES_DAYS_MOST } from './limits.ts'
import { Day, IdOut, listOf, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'

/** The module that a figure needs, and whether it is in tk. */
interface Figure {
  readonly needs: ModuleKey | null
  readonly isTk: boolean
  readonly shape: z.ZodType<number | null>
}
const counted = <M extends ModuleKey>(needs: M) => ({ needs, isTk: false, shape: z.number().nullable() })
/** An admin's own work, always visible: a sub-admin sees their own, limited to their packages. */
const COMPLETED = { needs: null, isTk: false, shape: z.number() }
const MONEY = { needs: 'dashboard_money', isTk: true, shape: TkOut.nullable() } as const

/** The nine figures of the specification. Days are in the shop's time zone; orders are limited to the caller's packages; deleted
 * customers are left out. */
export const STATS = {
  totalUser: counted('users_view'),
  todaysUser: counted('users_view'),
  totalWallet: MONEY,
  todaysTotalWallet: MONEY,
  todaysOrder: counted('orders_view'),
  todaysCompletedOrder: COMPLETED,
  /** Amount, cost and profit of those. */
  todaysCompletedOrderAmount: MONEY,
  todaysCompletedOrderBPrice: MONEY,
  todaysProfileAmount: MONEY,
} satisfies Record<string, Figure>

/** Of some days. `placed`: orders received; `added`: wallet adds completed; `users`: new customers. */
export const PERIOD_FIGURES = {
  placed: counted('orders_view'),
  completed: COMPLETED,
  /** Amount, cost and profit of those. */
  amount: MONEY,
  cost: MONEY,
  profit: MONEY,
  added: MONEY,
  users: counted('users_view'),
} satisfies Record<string, Figure>

export type Figures = Readonly<Record<string, Figure>>
/** Figures are null if the caller may not see them. */
export type Shown<T extends Figures> = { [F in keyof T]: z.output<T[F]['shape']> }
const shapesOf = <T extends Figures>(figures: T) =>
  z.object(
    Object.fromEntries(Object.entries(figures).map(([name, { shape }]) => [name, shape])) as { [F in keyof T]: T[F]['shape'] },
  )

export type Stat = keyof typeof STATS
export type PeriodFigure = keyof typeof PERIOD_FIGURES

const OrdersChart = z.object({
  data: z.array(z.number()),
  dates: z.array(z.string()),
  sold: z.array(TkOut).nullable().describe('Of the orders completed on each day; null for admins who see only their own'),
  profit: z.array(TkOut).nullable(),
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

const DAY_MS = 86_400_000
const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Days between two dates, both counted. */
const lengthOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1

export interface Period {
  readonly from: string
  readonly to: string
}

/** What a period is compared with: of a month, or its first days, the same of the month before; else as many days before it. */
export const periodBefore = ({ from, to }: Period): Period => {
  const yesterday = Date.parse(from) - DAY_MS
  const isMonth = from.endsWith('-01') && from < to && from.slice(0, 7) === to.slice(0, 7)
  if (!isMonth) return { from: dayAt(yesterday - (lengthOf({ from, to }) - 1) * DAY_MS), to: dayAt(yesterday) }
  const isWhole = dayAt(Date.parse(to) + DAY_MS).endsWith('-01')
  const sameDay = dayAt(yesterday).slice(0, 8) + to.slice(8)
  return { from: `${dayAt(yesterday).slice(0, 8)}01`, to: isWhole || sameDay > dayAt(yesterday) ? dayAt(yesterday) : sameDay }
}

const PeriodFigures = shapesOf(PERIOD_FIGURES)

const GameFigures = z.object({
  product_id: IdOut,
  name: z.string(),
  completed: z.number(),
  completed_before: z.number(),
  amount: TkOut.nullable(),
  profit: TkOut.nullable(),
})
export type GameFigures = z.output<typeof GameFigures>

/** What a shop needs before it sells; true where it is there. */
const SetUp = z.object({
  product: z.boolean(),
  package: z.boolean(),
  method: z.boolean(),
  /** STORE_KEY, or a key that was made on /settings. */
  store_key: z.boolean(),
  store_called: z.boolean(),
  colleague: z.boolean(),
  gateway: z.boolean(),
})
export type SetUp = z.output<typeof SetUp>

export const dashboard = {
  stats: get('/admin/dashboard-stats', {
    onStandby: true,
    access: 'signed-in',
    about: 'The figures of today and in total, within what one may see',
    input: NoInput,
    output: shapesOf(STATS),
  }),
  figures: get('/admin/dashboard-figures', {
    onStandby: true,
    access: 'signed-in',
    about:
      'Orders, sales and wallet adds of some days beside those of the period before (of today: yesterday until this hour), in total and by game, within what one may see',
    input: z
      .object({ from: Day, to: Day })
      .refine(({ from, to }) => from <= to, { error: say('date_range_reversed'), path: ['from'] })
      .refine((period) => lengthOf(period) <= FIGURES_DAYS_MOST, {
        error: say('days_at_most', { most: FIGURES_DAYS_MOST }),
        path: ['from'],
      }),
    output: z.object({
      now: PeriodFigures,
      before: PeriodFigures,
      games: z.array(GameFigures),
    }),
  }),
  answers: get('/admin/dashboard-answers', {
    onStandby: true,
    access: 'signed-in',
    about:
      'Who holds cash since when, what was changed by hand, what runs out, and the sum and age of what waits, within what one may see',
    input: NoInput,
    output: Answers,
  }),
  setUp: get('/admin/set-up', {
    access: 'super',
    about: 'What a new shop has of the things that it needs',
    input: NoInput,
    output: SetUp,
  }),
  ordersChart: get('/admin/orders-chart-data', {
    onStandby: true,
    access: 'orders_view',
    about:
      'How many top-up orders were received on each of the last days, within one’s packages, and for super admins what was sold',
    input: z.object({ days: whole(CHART_DAYS_LEAST, CHART_DAYS_MOST).default(CHART_DAYS) }),
    output: OrdersChart,
  }),
  performance: get('/admin/order-completed-by-admin', {
    onStandby: true,
    access: 'signed-in',
    about: 'Each admin’s completed orders today and in total, within one’s packages; without shift_view one’s own',
    input: NoInput,
    output: listOf(Performance),
  }),
  topCustomers: get('/admin/top-customers', {
    onStandby: true,
    access: 'orders_view',
    about: 'The five customers who bought most in the last 30 days, by completed amount, within one’s packages',
    input: NoInput,
    output: listOf(TopCustomer),
  }),
}
