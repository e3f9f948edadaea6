import { type Db, query } from '../../server/platform/db/connect.ts'

// The rollup and its unfolded changes are one thing: a job moves rows from one to the other all the time.
const ROLLUP = [
  'day_blocks',
  ...['order_counts', 'order_blocks', 'order_package_blocks', 'customer_orders', 'order_figures', 'order_count_deltas'],
  ...[
    'money_counts',
    'money_figures',
    'money_count_deltas',
    'money_decisions',
    'wallet_moves',
    'admin_figures',
    'admin_figure_deltas',
  ],
  ...['voucher_counts', 'voucher_blocks', 'voucher_count_deltas'],
  ...['campaign_counts', 'campaign_count_deltas'],
]
// Kept by the checks of the books, of stock and of the catalogue.
const KEPT_BY_JOBS = ['books', 'low_stock', 'catalog_items', 'catalog_looks']
const ROLLUP_PRINT = `
  select 'order_counts' as name, coalesce(string_agg(package_id || status || n, ' ' order by package_id, status), '') as print
  from (
    select package_id, status, sum(n) as n
    from order_tally
    group by package_id, status
    having sum(n) <> 0
  ) as summed
  union all
  select 'order_blocks', coalesce(string_agg(status || block || ' ' || n, ' ' order by status, block), '')
  from (
    select status, block, sum(n) as n
    from order_block_tally
    group by status, block
    having sum(n) <> 0
  ) as summed
  union all
  select 'day_blocks', coalesce(string_agg(list || day || ' ' || block, ' ' order by list, day, block), '')
  from (select distinct list, day, block from day_block_tally) as known
  union all
  select 'money_counts', coalesce(string_agg(list || status || n, ' ' order by list, status), '')
  from (
    select list, status, sum(n) as n
    from money_tally
    group by list, status
    having sum(n) <> 0
  ) as summed
  union all
  select 'order_figures', coalesce(string_agg(figures::text, ' ' order by day, package_id, admin_id), '')
  from (
    select day, package_id, admin_id, sum(placed) as placed, sum(completed) as completed, sum(cancelled) as cancelled, sum(amount) as amount, sum(cost) as cost
    from order_figure_tally
    group by day, package_id, admin_id
    having (sum(placed), sum(completed), sum(cancelled), sum(amount), sum(cost)) <> (0, 0, 0, 0, 0)
  ) as figures
  union all
  select 'money_figures', coalesce(string_agg(figures::text, ' ' order by kind, day), '')
  from (
    select kind, day, sum(n) as n, sum(amount) as amount
    from money_figure_tally
    group by kind, day
    having (sum(n), sum(amount)) <> (0, 0)
  ) as figures
  union all
  select 'voucher_counts', coalesce(string_agg(package_id || ' ' || state || ' ' || n, ' ' order by package_id, state), '')
  from (
    select package_id, state, sum(n) as n
    from voucher_tally
    group by package_id, state
    having sum(n) <> 0
  ) as summed
  union all
  select 'campaign_counts', coalesce(string_agg(campaign_id || state || n, ' ' order by campaign_id, state), '')
  from (
    select campaign_id, state, sum(n) as n
    from campaign_tally
    group by campaign_id, state
    having sum(n) <> 0
  ) as summed`

const namesOf = async (db: Db) =>
  (
    await query<{ name: string }>(db, `select tablename as name from pg_tables where schemaname = 'public' order by tablename`)
  ).map((row) => row.name)

/** One short text per table that changes when any of its rows does: its content and the transactions that wrote it. */
export const fingerprint = async (db: Db): Promise<Record<string, string>> => {
  const tables = (await namesOf(db)).filter((name) => !ROLLUP.includes(name) && !KEPT_BY_JOBS.includes(name))
  const prints = tables.map(
    (name) => `
      select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text || t.xmin::text, 0)), 0) as print
      from ${name} as t`,
  )
  const rows = await query<{ name: string; print: string }>(db, [...prints, ROLLUP_PRINT].join(' union all '))
  return Object.fromEntries(rows.map((row) => [row.name, row.print]))
}

/** The tables whose rows differ between two fingerprints. */
export const changedTables = (before: Record<string, string>, after: Record<string, string>): string[] =>
  Object.keys(after).filter((name) => before[name] !== after[name])

/** Every row of every table as text, by table: what a dump would hold. */
export const dumpTables = async (db: Db): Promise<Record<string, string>> => {
  const dump: Record<string, string> = {}
  for (const name of await namesOf(db)) {
    const rows = await query<{ row: string }>(db, `select t::text as row from ${name} as t`)
    dump[name] = rows.map((row) => row.row).join('\n')
  }
  return dump
}
