import {
  ANSWERS,
  type Answer,
  type Answers,
  BY_HAND,
  CASH_DAYS,
  RUNS_OUT_DAYS,
  WEEK_DAYS,
  WEEKS_BEFORE,
} from '#contract/answers.ts'
import { SELF_APPROVED } from '#contract/audit.ts'
import { CODE_USE_DAYS } from '#contract/limits.ts'
import { may } from '#contract/roles.ts'
import { since } from '../core/audit/since.ts'
import { MOVED_A_WALLET, TOPICS } from '../core/audit/topics.ts'
import { daysWithoutBackup } from '../core/backups.ts'
import { startOf, TODAY } from '../core/lists/days.ts'
import { silentPhones } from '../core/payments/silence.ts'
import { packageCodes } from '../core/stock/package-codes.ts'
import { type Context, holds, ordersSeen } from '../platform/context.ts'
import { type Db, query } from '../platform/db/connect.ts'
import { keepAMinute } from './keep-a-minute.ts'

// What is handed over is the oldest first: an admin holds what was collected last.
const CASH = `
  with collected as (
    select account_id, day, sum(collected) over (partition by account_id order by day desc) as so_far
    from admin_figure_tally
    where day > ${TODAY} - ${CASH_DAYS}
  )
  select d.id as admin_id, d.first_name, d.last_name, d.username, a.balance as amount,
    (select max(day)::text from collected c where c.account_id = a.id and c.so_far >= a.balance) as since
  from admins d
  join accounts a on a.admin_id = d.id
  where a.balance > 0
  order by a.balance desc, d.id`

const WEEK_BEGAN = startOf(TODAY, 1 - WEEK_DAYS)
const WEEKS_BEGAN = startOf(TODAY, 1 - WEEK_DAYS * (WEEKS_BEFORE + 1))

/** $1 and $2: the actions, each with its topic. */
const CHANGES = `
  select what, d.id as admin_id, d.first_name, d.last_name, d.username,
    count(*) filter (where at >= ${WEEK_BEGAN}) as count, count(*) filter (where at < ${WEEK_BEGAN}) as before
  from (
    select wanted.what, t.admin_id, t.at
    from unnest($1::text[], $2::text[]) as wanted (what, action)
    cross join lateral (
      select t.admin_id, t.at from audit t where t.action = wanted.action and ${MOVED_A_WALLET} and ${since(WEEKS_BEGAN)}
    ) as t
    union all
    select '${SELF_APPROVED}', t.admin_id, t.at from audit t where t.facts ? '${SELF_APPROVED}' and t.at >= ${WEEKS_BEGAN}
  ) as changed
  join admins d on d.id = changed.admin_id
  group by what, d.id
  order by count desc, d.id`

const WEEK = `select (${TODAY} - ${WEEK_DAYS - 1})::text as from, ${TODAY}::text as to`

type Changes = NonNullable<Answers['changes']>[number]
type Changed = Changes['admins'][number] & Pick<Changes, 'what' | 'before'>

const readChanges = async (db: Db): Promise<Changes[]> => {
  const actions = BY_HAND.flatMap((what) => (what === SELF_APPROVED ? [] : TOPICS[what].map((action) => [what, action] as const)))
  const rows = await query<Changed>(db, CHANGES, [actions.map(([what]) => what), actions.map(([, action]) => action)])
  const [week] = await query<Pick<Changes, 'from' | 'to'>>(db, WEEK)
  if (!week) throw new Error('There is no week')
  return BY_HAND.map((what) => {
    const own = rows.filter((row) => row.what === what)
    const sum = (figure: 'count' | 'before') => own.reduce((all, row) => all + row[figure], 0)
    const admins = own.flatMap(({ what: _, before, ...admin }) => (admin.count > 0 ? admin : []))
    return { what, ...week, count: sum('count'), before: sum('before'), admins }
  })
}

const CODES = `
  select package_id as id, name, product_name, codes_left as left, days_left
  from (${packageCodes(`s.availability <> 'inactive'`)}) as counted
  where days_left < ${RUNS_OUT_DAYS}
  order by days_left, id`

const STOCK = `
  select p.id, p.name, p.name as product_name, p.price as left, floor(p.price * ${CODE_USE_DAYS} / used.cost)::bigint as days_left
  from topup_products p
  cross join lateral (
    select sum(f.cost) as cost
    from topup_packages k
    join order_figure_tally f on f.package_id = k.id and f.admin_id = 0 and f.day > ${TODAY} - ${CODE_USE_DAYS}
    where k.product_id = p.id
  ) as used
  where p.track_stock = 1 and p.is_active = 1 and p.deleted_at is null and used.cost > 0
    and p.price * ${CODE_USE_DAYS} < used.cost * ${RUNS_OUT_DAYS}
  order by days_left, p.id`

// The sum from the counters, the age from the first of the index.
const ORDERS = `
  select coalesce(sum(o.amount * o.n), 0) as amount, (
      select extract(epoch from now() - o.created_at)::int8 from orders o
      where o.status = 'pending' and ($1::bigint[] is null or o.package_id = any($1)) order by o.id limit 1
    ) as oldest_s
  from order_tally o
  where o.status = 'pending' and ($1::bigint[] is null or o.package_id = any($1))`

const pendingOf = (table: string) => `
  select coalesce(sum(amount), 0) as amount, (
      select extract(epoch from now() - created_at)::int8 from ${table} where status = 'pending' order by id limit 1
    ) as oldest_s
  from ${table}
  where status = 'pending'`

const first = async <R>(rows: Promise<R[]>): Promise<R> => {
  const [row] = await rows
  if (row === undefined) throw new Error('There is no answer')
  return row
}

const pendingIn = (table: string) => (ctx: Context) => first(query<NonNullable<Answers['orders']>>(ctx.db, pendingOf(table)))

/** An answer without its SQL does not compile. Those that read many rows are kept for a minute. */
const READ: { readonly [A in Answer]: (ctx: Context) => Promise<NonNullable<Answers[A]>> } = {
  cash: ({ db }) => query(db, CASH),
  changes: ({ db }) => keepAMinute(db, 'changes by hand', () => readChanges(db)),
  codes: ({ db }) => keepAMinute(db, 'codes', () => query(db, CODES)),
  stock: ({ db }) => keepAMinute(db, 'stock', () => query(db, STOCK)),
  payment_phones: ({ db }) => keepAMinute(db, 'silent phones', () => silentPhones(db)),
  backup: async ({ db }) => ({ days: await daysWithoutBackup(db) }),
  orders: (ctx) => first(query(ctx.db, ORDERS, [ordersSeen(ctx.admin)])),
  product_orders: pendingIn('product_orders'),
  wallet_adds: pendingIn('wallet_adds'),
  withdrawals: pendingIn('withdrawals'),
  hand_overs: pendingIn('hand_overs'),
}

export const readAnswers = async (ctx: Context): Promise<Answers> => {
  const answers: Record<string, unknown> = {}
  for (const [name, { needs }] of Object.entries(ANSWERS)) {
    const maySee = needs === 'super' ? may(ctx.admin, 'run_the_shop') : holds(ctx.admin, needs)
    answers[name] = maySee ? await READ[name as Answer](ctx) : null
  }
  return answers as Answers
}
