import { MAX_SHIFT_DAYS, type ShiftSheet, type shift } from '#contract/shift.ts'
import { type Context, type Handlers, holds, workCounted } from './context.ts'
import { csvLine, csvName, shopToday } from './csv/csv.ts'
import { query } from './db/connect.ts'
import { isOnDays, startOf } from './db/days.ts'
import { Invalid } from './errors.ts'
import { walkEntries } from './ledger/entries.ts'

const CSV = 'text/csv; charset=utf-8'
const DAY_MS = 86_400_000

interface Period {
  from?: string | undefined
  to?: string | undefined
}

const within = (column: string) => `${column} >= ${startOf('$1')} and ${column} < ${startOf('$2', 1)}`

// Cash moves are read from the admin's own wallet: its side is -1, so collecting is a negative entry. The period's entries first:
// asked for by account, the planner would read each admin's whole past.
const SHEETS = `
  with posted as materialized (
    select account_id, source, kind, amount from entries where ${within('at')}
  ), moved as (
    select a.admin_id,
      coalesce(sum(-e.amount) filter (where e.source = 'wallet_add'), 0) as collected,
      count(*) filter (where e.source = 'wallet_add' and e.kind = 'completed') as wallet_adds,
      coalesce(sum(e.amount) filter (where e.source = 'hand_over' and e.kind <> 'written_off'), 0) as handed_over,
      coalesce(sum(e.amount) filter (where e.source = 'hand_over' and e.kind = 'written_off'), 0) as written_off
    from accounts a
    join posted e on e.account_id = a.id
    where a.kind = 'admin_wallet' and ($3::bigint is null or a.admin_id = $3)
    group by a.admin_id
  ), worked as (
    select o.completed_by as admin_id,
      count(*) filter (where o.status = 'completed') as orders_completed,
      count(*) filter (where o.status = 'cancel') as orders_cancelled,
      coalesce(sum(o.amount) filter (where o.status = 'completed'), 0) as amount,
      coalesce(sum(o.cost) filter (where o.status = 'completed'), 0) as cost
    from orders o
    where ${within('o.closed_at')} and ($3::bigint is null or o.completed_by = $3)
      and ($4::bigint[] is null or o.package_id = any($4))
    group by o.completed_by
  )
  select d.id as admin_id, d.first_name, d.last_name, d.username,
    coalesce(m.collected, 0) as collected, coalesce(m.wallet_adds, 0) as wallet_adds, coalesce(m.handed_over, 0) as handed_over,
    coalesce(m.written_off, 0) as written_off,
    coalesce((
      select last.balance_after
      from accounts a
      cross join lateral (${walkEntries('a.id', { direction: 'desc', limit: '1', where: `at < ${startOf('$2', 1)}` })}) as last
      where a.admin_id = d.id
      order by last.id desc
      limit 1), 0) as still_held,
    coalesce((select sum(amount) from hand_overs where owner_id = d.id and status = 'pending'), 0) as in_transit,
    coalesce(w.orders_completed, 0) as orders_completed, coalesce(w.orders_cancelled, 0) as orders_cancelled,
    coalesce(w.amount, 0) as amount,
    case when $5 then coalesce(w.cost, 0) end as cost, case when $5 then coalesce(w.amount - w.cost, 0) end as profit
  from admins d
  left join moved m on m.admin_id = d.id
  left join worked w on w.admin_id = d.id
  where ($3::bigint is null or d.id = $3)
    and (d.deleted_at is null or m.admin_id is not null or w.admin_id is not null)
  order by d.first_name, d.id`

export const shiftHandlers: Handlers<typeof shift> = {
  own: (ctx, period) => readShift(ctx, period, ctx.admin.id),
  list: (ctx, { admin_id, ...period }) => readShift(ctx, period, admin_id),
  exportOwnCsv: {
    type: CSV,
    fileName: () => csvName('shift'),
    check: (ctx, period) => readShift(ctx, period, ctx.admin.id),
    stream: (ctx, period) => streamCsv(ctx, period, ctx.admin.id),
  },
  exportCsv: {
    type: CSV,
    fileName: () => csvName('shifts'),
    check: (ctx, { admin_id, ...period }) => readShift(ctx, period, admin_id),
    stream: (ctx, { admin_id, ...period }) => streamCsv(ctx, period, admin_id),
  },
}

const seesCost = ({ admin }: Context) => holds(admin, 'dashboard_money')

const readShift = async (ctx: Context, period: Period, adminId: number | undefined) => {
  const to = period.to ?? shopToday()
  const from = period.from ?? (period.to === undefined ? shopToday() : to)
  isOnDays({ from, to })
  if (Date.parse(to) - Date.parse(from) >= MAX_SHIFT_DAYS * DAY_MS) throw new Invalid(`At most ${MAX_SHIFT_DAYS} days`, 'from')
  const parameters = [from, to, adminId ?? null, workCounted(ctx.admin), seesCost(ctx)]
  const rows = await query<ShiftSheet>(ctx.db, SHEETS, parameters)
  return { from, to, sheets: rows }
}

const COLUMNS = [
  ['Admin', 'username'],
  ['Collected', 'collected'],
  ['Wallet adds', 'wallet_adds'],
  ['Handed over', 'handed_over'],
  ['Written off', 'written_off'],
  ['Still held', 'still_held'],
  ['In transit', 'in_transit'],
  ['Orders completed', 'orders_completed'],
  ['Orders cancelled', 'orders_cancelled'],
  ['Sold', 'amount'],
] as const satisfies readonly (readonly [string, keyof ShiftSheet])[]

const COST = [
  ['Cost', 'cost'],
  ['Profit', 'profit'],
] as const

const streamCsv = async function* (ctx: Context, period: Period, adminId: number | undefined): AsyncGenerator<string> {
  const { from, to, sheets } = await readShift(ctx, period, adminId)
  const columns = seesCost(ctx) ? [...COLUMNS, ...COST] : COLUMNS
  yield csvLine(['From', 'To', ...columns.map(([title]) => title)])
  for (const sheet of sheets) yield csvLine([from, to, ...columns.map(([, field]) => sheet[field])])
}
