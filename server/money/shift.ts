import type { Input } from '#contract/endpoint.ts'
import { worded } from '#contract/messages.ts'
import type { Tk } from '#contract/money.ts'
import { MAX_SHIFT_DAYS, type ShiftSheet, type shift } from '#contract/shift.ts'
import { csvHead, csvLine, shopToday } from '../core/exports/csv.ts'
import { exportHandler } from '../core/exports/handlers.ts'
import type { Kind } from '../core/exports/rows.ts'
import { NEWEST, walkEntries } from '../core/ledger/entries.ts'
import { startOf, validateDateRange } from '../core/lists/days.ts'
import { type Context, countedPackages, type Handlers, holds } from '../platform/context.ts'
import { query } from '../platform/db/connect.ts'
import { Invalid } from '../platform/errors.ts'

const DAY_MS = 86_400_000

interface Period {
  from?: string | undefined
  to?: string | undefined
}

const AFTER = startOf('$2', 1)

/** How far a clock may have been set back before the period's end. */
const CLOCK_DAYS = 2

/** SQL: the last journal before the period's end if CLOCK_DAYS hold none, else 0. Binary search over ids; gaps count as after.
 * Valid because no clock was set back further than CLOCK_DAYS. */
const LAST_BEFORE = `
  with recursive halves (low, high) as (
    select 0::bigint, (select coalesce(max(id), 0) + 1 from journals)
    union all
    select case when met.at < ${AFTER} then met.id else low end, case when met.at < ${AFTER} then high else middle end
    from halves
    cross join lateral (select (low + high) / 2 as middle) as half
    left join lateral (select id, at from journals where id >= middle and id < high order by id limit 1) as met on true
    where high - low > 1
  )
  select max(low) from halves`

/** A movement is dated when it begins but posted after those it waited for. No wait is longer. */
const WAIT = `interval '10 minutes'`

/** SQL of the sheets of days $1 to $2: admin $3 or all, $4 packages or all, $5 whether to include cost. */
// Sums come from the figures by day and admin. The balance is that of the period's last journal, without moves
// of the next day posted before it. In transit are hand-overs pending at the period's end.
export const SHEETS = `
  with moved as (
    select a.admin_id, sum(f.collected) as collected, sum(f.wallet_adds)::bigint as wallet_adds, sum(f.handed_over) as handed_over,
      sum(f.written_off) as written_off
    from admin_figure_tally f
    join accounts a on a.id = f.account_id
    where f.day between $1 and $2 and ($3::bigint is null or a.admin_id = $3)
    group by a.admin_id
    having (sum(f.collected), sum(f.wallet_adds), sum(f.handed_over), sum(f.written_off)) <> (0, 0, 0, 0)
  ), last_posted as materialized (
    select case when ${AFTER} <= now() then coalesce(
        (select max(id + 0) from journals where at < ${AFTER} and at >= ${AFTER} - interval '${CLOCK_DAYS} days'),
        (${LAST_BEFORE})
      ) else ${NEWEST} end as id
  ), ahead as materialized (
    select id, amount, debit_id, credit_id from journals where at >= ${AFTER} and at < ${AFTER} + ${WAIT}
  ), worked as (
    select f.admin_id, sum(f.completed)::bigint as orders_completed, sum(f.cancelled)::bigint as orders_cancelled,
      sum(f.amount) as amount, sum(f.cost) as cost
    from order_figure_tally f
    -- Package 0 holds the sums of all packages.
    where f.day between $1 and $2 and f.admin_id > 0 and ($3::bigint is null or f.admin_id = $3)
      and f.package_id = any(coalesce($4::bigint[], '{0}'))
    group by f.admin_id
    having (sum(f.completed), sum(f.cancelled)) <> (0, 0)
  )
  select d.id as admin_id, d.first_name, d.last_name, d.username, d.deleted_at is not null as is_deleted,
    coalesce(m.collected, 0) as collected, coalesce(m.wallet_adds, 0) as wallet_adds, coalesce(m.handed_over, 0) as handed_over,
    coalesce(m.written_off, 0) as written_off,
    coalesce(held.balance, 0) as still_held,
    coalesce(transit.amount, 0) as in_transit,
    coalesce(w.orders_completed, 0) as orders_completed, coalesce(w.orders_cancelled, 0) as orders_cancelled,
    coalesce(w.amount, 0) as amount,
    case when $5 then coalesce(w.cost, 0) end as cost, case when $5 then coalesce(w.amount - w.cost, 0) end as profit
  from admins d
  left join moved m on m.admin_id = d.id
  left join worked w on w.admin_id = d.id
  left join lateral (
    select last.balance_after - coalesce(
        (select sum(case when debit_id = a.id then amount else -amount end)
         from ahead where a.id in (debit_id, credit_id) and id < last.id),
        0
      ) as balance
    from accounts a
    cross join lateral (${walkEntries('a.id', {
      direction: 'desc',
      limit: '1',
      upTo: '(select id from last_posted)',
      where: `at < ${AFTER}`,
    })}) as last
    where a.admin_id = d.id
    order by last.id desc
    limit 1
  ) as held on true
  left join lateral (
    select sum(case when j.debit_id = t.id then j.amount else -j.amount end) as amount
    from hand_overs h
    join journals j on j.source = 'hand_over' and j.source_id = h.id and j.at < ${AFTER}
    join accounts t on t.kind = 'in_transit' and t.id in (j.debit_id, j.credit_id)
    where h.owner_id = d.id and h.created_at < ${AFTER} and (h.status = 'pending' or h.updated_at >= ${AFTER})
  ) as transit on true
  where ($3::bigint is null or d.id = $3)
    and (d.deleted_at is null or m.admin_id is not null or w.admin_id is not null or held.balance <> 0 or transit.amount <> 0)
  order by d.first_name, d.id`

const COLUMNS = [
  ['Admin', 'username', 'text'],
  ['Collected', 'collected', 'amount'],
  ['Wallet adds', 'wallet_adds', 'whole'],
  ['Handed over', 'handed_over', 'amount'],
  ['Written off', 'written_off', 'amount'],
  ['Still held', 'still_held', 'amount'],
  ['In transit', 'in_transit', 'amount'],
  ['Orders completed', 'orders_completed', 'whole'],
  ['Orders cancelled', 'orders_cancelled', 'whole'],
  ['Sold', 'amount', 'amount'],
] as const satisfies readonly (readonly [string, keyof ShiftSheet, Kind])[]

const COST = [
  ['Cost', 'cost', 'amount'],
  ['Profit', 'profit', 'amount'],
] as const

const SHEET_KINDS: readonly Kind[] = ['day', 'day', ...[...COLUMNS, ...COST].map(([, , kind]) => kind)]

export const shiftHandlers: Handlers<typeof shift> = {
  own: (ctx, period) => readShift(ctx, period, ctx.admin.id),
  list: (ctx, { admin_id, ...period }) => readShift(ctx, period, admin_id),
  exportOwn: exportHandler<Input<typeof shift.exportOwn>>({
    name: () => 'shift',
    check: (ctx, period) => readShift(ctx, period, ctx.admin.id),
    kinds: SHEET_KINDS,
    csv: (ctx, period) => streamCsv(ctx, period, ctx.admin.id),
  }),
  exportRows: exportHandler<Input<typeof shift.exportRows>>({
    name: () => 'shifts',
    check: (ctx, { admin_id, ...period }) => readShift(ctx, period, admin_id),
    kinds: SHEET_KINDS,
    csv: (ctx, { admin_id, ...period }) => streamCsv(ctx, period, admin_id),
  }),
}

const canSeeCost = ({ admin }: Context) => holds(admin, 'dashboard_money')

const readShift = async (ctx: Context, period: Period, adminId: number | undefined) => {
  const to = period.to ?? shopToday()
  const from = period.from ?? (period.to === undefined ? shopToday() : to)
  validateDateRange({ from, to })
  if (Date.parse(to) - Date.parse(from) >= MAX_SHIFT_DAYS * DAY_MS)
    throw new Invalid(worded('days_at_most', { most: MAX_SHIFT_DAYS }), 'from')
  const parameters = [from, to, adminId ?? null, countedPackages(ctx.admin), canSeeCost(ctx)]
  const rows = await query<ShiftSheet>(ctx.db, SHEETS, parameters)
  const [automatic] = adminId === undefined ? await query<{ wallet_adds: number; amount: Tk }>(ctx.db, AUTOMATIC, [from, to]) : []
  return { from, to, sheets: rows, automatic: automatic ?? null }
}

/** Of the days $1 to $2. */
const AUTOMATIC = `
  select count(*) as wallet_adds, coalesce(sum(amount), 0) as amount
  from wallet_adds
  where is_automatic and completed_at >= ${startOf('$1')} and completed_at < ${startOf('$2', 1)}`

const streamCsv = async function* (ctx: Context, period: Period, adminId: number | undefined): AsyncGenerator<string> {
  const { from, to, sheets, automatic } = await readShift(ctx, period, adminId)
  const columns = canSeeCost(ctx) ? [...COLUMNS, ...COST] : COLUMNS
  yield csvHead(['From', 'To', ...columns.map(([title]) => title)])
  for (const sheet of sheets) yield csvLine([from, to, ...columns.map(([, field]) => sheet[field])])
  if (!automatic?.wallet_adds) return
  // What is completed automatically goes to the store's cash at once, as if it were handed over.
  const { wallet_adds, amount } = automatic
  const row: Partial<Record<string, number | string>> = {
    username: 'Automatic',
    collected: amount,
    wallet_adds,
    handed_over: amount,
  }
  yield csvLine([from, to, ...columns.map(([, field]) => row[field] ?? 0)])
}
