import type { PeriodFigure, Stat } from '#contract/dashboard.ts'
import { TOP_CUSTOMERS, TOP_CUSTOMERS_DAYS } from '#contract/limits.ts'
import { idsOnDays, startOf, TODAY, TODAY_BEGAN } from '../core/lists/days.ts'

/** As a subquery, it is evaluated once instead of per row. */

/** Package 0 holds the sums of all packages. */
const within = (isScoped: boolean) => (isScoped ? 'package_id = any($1::bigint[])' : '($1::bigint[] is null and package_id = 0)')

/** Two texts, because a generic plan for both cases would not use an index. */
const perScope = (text: (packages: string, isScoped: boolean) => string) => {
  const [all, scoped] = [text(within(false), false), text(within(true), true)]
  return (scope: readonly number[] | null) => (scope === null ? all : scoped)
}

const ORDER_SUMS = `
  coalesce(sum(placed) filter (where admin_id = 0), 0)::bigint as placed,
  coalesce(sum(completed) filter (where admin_id = $2::bigint), 0)::bigint as completed,
  coalesce(sum(amount) filter (where admin_id = $2::bigint), 0) as amount,
  coalesce(sum(cost) filter (where admin_id = $2::bigint), 0) as cost`

/** A figure without its SQL does not compile. */
const STATS_SQL: Readonly<Record<Stat, string>> = {
  totalUser: 'users.total',
  todaysUser: 'users.today',
  totalWallet: 'wallets.total',
  todaysTotalWallet: 'adds.today',
  todaysOrder: 'orders.placed',
  todaysCompletedOrder: 'orders.completed',
  todaysCompletedOrderAmount: 'orders.amount',
  todaysCompletedOrderBPrice: 'orders.cost',
  todaysProfileAmount: 'orders.amount - orders.cost',
}

const PERIOD_SQL: Readonly<Record<PeriodFigure, string>> = {
  placed: 'orders.placed',
  completed: 'orders.completed',
  amount: 'orders.amount',
  cost: 'orders.cost',
  profit: 'orders.amount - orders.cost',
  added: 'money.added',
  users: 'money.users',
}

const named = (figures: Readonly<Record<string, string>>) =>
  Object.entries(figures)
    .map(([name, sql]) => `${sql} as "${name}"`)
    .join(', ')

export const statsText = perScope(
  (packages, isScoped) => `
  select ${named(STATS_SQL)}
  from (
    select coalesce(sum(n) filter (where day = '-infinity'), 0)::bigint as total,
      coalesce(sum(n) filter (where day > '-infinity'), 0)::bigint as today
    from money_figure_tally
    where kind = 'users' and day = any(array['-infinity', ${TODAY}])
  ) as users, (
    select coalesce(sum(amount), 0) as today from money_figure_tally where kind = 'wallet_adds' and day = ${TODAY}
  ) as adds, (
    select coalesce(sum(amount), 0) - (
      -- A deleted customer's wallet may still get a refund, so it is left out here and not when they are deleted.
      select coalesce(sum(a.balance), 0)
      from users u
      join accounts a on a.user_id = u.id and a.kind = 'user_wallet'
      where u.deleted_at is not null
    ) as total
    from money_figure_tally
    where kind = 'wallets' and day = '-infinity'
  ) as wallets, (
    select ${ORDER_SUMS}
    from order_figure_tally
    where day = ${TODAY} and ${packages} and ${isScoped ? 'admin_id = any(array[0, $2::bigint])' : 'admin_id = 0'}
  ) as orders`,
)

export const chartText = perScope(
  (packages) => `
  with counted as (
    select day, sum(placed)::bigint as n, sum(amount) as sold, sum(amount - cost) as profit
    from order_figure_tally
    where day > ${TODAY} - $2::integer and day <= ${TODAY} and admin_id = 0 and ${packages}
    group by day
  )
  select wanted.day::date::text as date, coalesce(counted.n, 0) as n, coalesce(sold, 0) as sold, coalesce(profit, 0) as profit
  from generate_series(${TODAY} - $2::integer + 1, ${TODAY}, interval '1 day') as wanted (day)
  left join counted on counted.day = wanted.day::date
  order by wanted.day`,
)

/** $3 to $6: the days of the period before and of the period itself, each from and to. */
const PERIODS = `(values ('before', $3::date, $4::date), ('now', $5::date, $6::date)) as period (which, first, last)`

export const periodsText = perScope(
  (packages, isScoped) => `
  select which, ${named(PERIOD_SQL)}
  from ${PERIODS}
  cross join lateral (
    select ${ORDER_SUMS}
    from order_figure_tally
    where day between first and last and ${packages} and ${isScoped ? 'admin_id = any(array[0, $2::bigint])' : 'admin_id = 0'}
  ) as orders
  cross join lateral (
    select coalesce(sum(amount) filter (where kind = 'wallet_adds'), 0) as added,
      coalesce(sum(n) filter (where kind = 'users'), 0)::bigint as users
    from money_figure_tally
    where kind = any(array['wallet_adds', 'users']) and day between first and last
  ) as money`,
)

const YESTERDAY = '(select shop_day(now()) - 1)'

/** The figures of yesterday until this hour, $1 and $2 as in `periodsText`: read from that day's rows, because counters know only days. */
export const sameHoursText = perScope((_, isScoped) => {
  const packages = isScoped ? 'o.package_id = any($1::bigint[])' : '$1::bigint[] is null'
  const hours = (moment: string) => `${moment} >= hours.first and ${moment} < hours.until`
  const rows = (list: string) => `cross join lateral (${idsOnDays(list, YESTERDAY, YESTERDAY)}) as ids`
  return `
  with hours as materialized (
    select first, first + (now() - ${TODAY_BEGAN}) as until from (select ${startOf(YESTERDAY)} as first) as began
  )
  select ${named(PERIOD_SQL)}
  from (
    select placed.n as placed, completed.n as completed, completed.amount, completed.cost
    from (
      select count(*) as n
      from hours ${rows('orders')}
      join orders o on o.id >= ids.first and o.id < ids.behind and ${hours('o.created_at')} and ${packages}
    ) as placed, (
      select count(*) as n, coalesce(sum(o.amount - o.refunded), 0) as amount, coalesce(sum(o.cost), 0) as cost
      from hours
      join orders o on ${hours('o.closed_at')} and o.status = 'completed' and ${packages} and $2::bigint in (0, o.completed_by)
    ) as completed
  ) as orders, (
    select added.amount as added, users.n as users
    from (
      select coalesce(sum(w.amount), 0) as amount from hours join wallet_adds w on ${hours('w.completed_at')}
    ) as added, (
      select count(*) as n
      from hours ${rows('users')}
      join users u on u.id >= ids.first and u.id < ids.behind and ${hours('u.created_at')} and u.deleted_at is null
    ) as users
  ) as money`
})

/** As periodsText, by product: those that sold something in either period, the best first. */
export const GAMES_TEXT = `
  select p.product_id, product.name, coalesce(sum(completed) filter (where which = 'now'), 0)::bigint as completed,
    coalesce(sum(completed) filter (where which = 'before'), 0)::bigint as completed_before,
    coalesce(sum(amount) filter (where which = 'now'), 0) as amount,
    coalesce(sum(amount - cost) filter (where which = 'now'), 0) as profit
  from ${PERIODS}
  join order_figure_tally f on f.day between first and last and f.admin_id = $2::bigint
    and f.package_id > 0 and ($1::bigint[] is null or f.package_id = any($1))
  join topup_packages p on p.id = f.package_id
  join topup_products product on product.id = p.product_id
  group by p.product_id, product.name
  having sum(completed) > 0
  order by amount desc, p.product_id`

export const performanceText = perScope(
  (packages) => `
  with done as (
    select admin_id, coalesce(sum(completed) filter (where day > '-infinity'), 0)::bigint as today,
      coalesce(sum(completed) filter (where day = '-infinity'), 0)::bigint as total
    from order_figure_tally
    where day = any(array['-infinity', ${TODAY}]) and admin_id > 0 and ${packages}
    group by admin_id
  )
  select a.id as admin_id, a.first_name, a.last_name, a.username, coalesce(done.today, 0) as completed_today,
    coalesce(done.total, 0) as completed_total
  from admins a
  left join done on done.admin_id = a.id
  where ($2::bigint is null or a.id = $2) and (a.deleted_at is null or done.today > 0)
  order by completed_today desc, completed_total desc, a.id`,
)

/** More than are shown, for those who are deleted meanwhile. */
const BOUGHT_MOST = 10 * TOP_CUSTOMERS

/** Read from the orders of the period: a counter for a sliding period needs a row per customer and package, as many as orders. */
export const BOUGHT_MOST_TEXT = `
  select o.user_id, count(*) as completed_orders, sum(o.amount - o.refunded) as amount
  from orders o
  where o.status = 'completed' and ($1::bigint[] is null or o.package_id = any($1))
    and o.closed_at >= (select ${startOf(TODAY, 1 - TOP_CUSTOMERS_DAYS)})
  group by o.user_id
  order by amount desc, o.user_id
  limit ${BOUGHT_MOST}`

/** A key that a call of the store has used is kept for some days, an order for good. */
export const SET_UP_TEXT = `
  select exists (select from topup_products where deleted_at is null) as product,
    exists (select from topup_packages where deleted_at is null) as package,
    exists (select from payment_methods where deleted_at is null) as method,
    exists (select from store_keys where revoked_at is null) as store_key,
    exists (select from idempotency_keys where actor = 'store') or exists (select from orders) as store_called,
    (select count(*) > 1 from (select from admins where deleted_at is null limit 2) as few) as colleague,
    (select sms_gateway <> 'outbox' from settings) as gateway`
