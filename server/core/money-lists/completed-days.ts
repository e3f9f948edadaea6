import type { MoneyQuery } from '#contract/wallet-adds.ts'
import { type Db, query as run } from '../../platform/db/connect.ts'
import { daysInRange, inDateRange, isShortRange, skipDays } from '../lists/days.ts'
import { FAR_OFFSET } from '../lists/far-page.ts'
import { type Bind, statement } from '../lists/statement.ts'

/** Uses the index by completion; by default the last completed first. */
export const planCompleted = async (db: Db, query: MoneyQuery, bind: Bind): Promise<{ page: string; total: string }> => {
  if (query.status !== undefined && query.status !== 'completed')
    return { page: 'select 0 as id, 0 as place where false', total: 'select 0' }
  const direction = query.order ?? 'desc'
  const total = `
    select coalesce(sum(n), 0)::bigint from money_figure_tally where kind = 'wallet_adds' and ${daysInRange(query, bind)}`
  const offset = (query.page - 1) * query.limit
  const rows = (by: string, from: string, days: typeof query, skipped: number) =>
    `select r.id, row_number() over (order by ${by}) as place
     from ${from} where ${inDateRange('r.completed_at', days, bind)} order by ${by} limit ${query.limit} offset ${bind(skipped)}`
  if (query.sort !== undefined) {
    const by = query.sort === 'amount' ? `r.amount ${direction}, r.id ${direction}` : `r.id ${direction}`
    const few = isShortRange(query)
      ? `(select * from wallet_adds r where ${inDateRange('r.completed_at', query, bind)} offset 0) as r`
      : 'wallet_adds r'
    return { total, page: rows(by, few, query, offset) }
  }
  const start =
    offset < FAR_OFFSET ? { days: query, offset } : skipDays(await countDays(db, query, direction), direction, query, offset)
  return {
    total,
    page: rows(`r.completed_at ${direction}, r.id ${direction}`, 'wallet_adds r', { ...query, ...start.days }, start.offset),
  }
}

const countDays = (db: Db, query: MoneyQuery, direction: 'asc' | 'desc') => {
  const { parameters, bind } = statement()
  return run<{ day: string; n: number }>(
    db,
    `select day::text, sum(n)::bigint as n
     from money_figure_tally
     where kind = 'wallet_adds' and ${daysInRange(query, bind)}
     group by day
     order by day ${direction}`,
    parameters,
  )
}
