import type { Rule } from './rule-parts.ts'

const counted = (tally: string, keys: string, counts: string, sentence: string, join: string) => `
  select ${sentence}, null::bigint
  from (select ${keys}, sum(n) as n from ${tally} group by ${keys}) as c
  full join (${counts}) as o on ${join}
  where coalesce(c.n, 0) <> coalesce(o.n, 0)
  order by 1`

/** The figures of `<name>_tally` against what the rows say, `<name>s_counted`; 0 stands for all packages or admins, -infinity for all days. */
const figured = (name: string, keys: readonly string[], figures: readonly string[], subject: string) => {
  const sums = figures.map((figure) => `sum(${figure}) as ${figure}`).join(', ')
  const countsOf = (from: string) => figures.map((figure) => `trim_scale(coalesce(${from}.${figure}, 0)::numeric)`).join(`, `)
  return `
    select format('%s: ${figures.join(', ')} are ${figures.map(() => '%s').join(', ')} instead of ${figures.map(() => '%s').join(', ')}',
      ${subject}, ${countsOf('c')}, ${countsOf('o')}), null::bigint
    from (select ${keys.join(', ')}, ${sums} from ${name}_tally group by ${keys.join(', ')}) as c
    full join ${name}s_counted as o on ${keys.map((key) => `o.${key} = c.${key}`).join(' and ')}
    where (${countsOf('c')}) <> (${countsOf('o')})
    order by 1`
}

/** Rules about counters and figures: they are made of rows, and no money follows from them. */
export const COUNTER_RULES: readonly Rule[] = [
  {
    name: 'order counts',
    about: 'The counters of orders are exact',
    sql: counted(
      'order_tally',
      'package_id, status',
      'select package_id, status, count(*) as n from orders group by package_id, status',
      `format('The count of %s orders of package %s is %s, there are %s', coalesce(c.status, o.status),
        coalesce(c.package_id, o.package_id), coalesce(c.n, 0), coalesce(o.n, 0))`,
      'o.package_id = c.package_id and o.status = c.status',
    ),
  },
  {
    name: 'order blocks',
    about: 'The counters by which a page of orders is found are exact',
    sql: counted(
      'order_block_tally',
      'status, block',
      'select status, block_of(id) as block, count(*) as n from orders group by 1, 2',
      `format('The count of %s orders of block %s is %s, there are %s', coalesce(c.status, o.status),
        coalesce(c.block, o.block), coalesce(c.n, 0), coalesce(o.n, 0))`,
      'o.status = c.status and o.block = c.block',
    ),
  },
  {
    name: 'money counts',
    about: 'The counters of wallet adds, withdrawals, product orders and customers are exact',
    sql: counted(
      'money_tally',
      'list, status, block',
      `select 'wallet_adds' as list, status, block_of(id) as block, count(*) as n from wallet_adds group by 2, 3
       union all select 'withdrawals', status, block_of(id), count(*) from withdrawals group by 2, 3
       union all select 'product_orders', status, block_of(id), count(*) from product_orders group by 2, 3
       union all select 'users', 'living', block_of(id), count(*) from users where deleted_at is null group by 3`,
      `format('The count of %s %s of block %s is %s, there are %s', coalesce(c.status, o.status), coalesce(c.list, o.list),
        coalesce(c.block, o.block), coalesce(c.n, 0), coalesce(o.n, 0))`,
      'o.list = c.list and o.status = c.status and o.block = c.block',
    ),
  },
  {
    name: 'day blocks',
    about: 'The days by which orders, wallet adds, withdrawals and customers are found are complete',
    sql: `
      select format('%s of %s in block %s would not be found by their day', o.list, o.day, o.block), null::bigint
      from day_blocks_counted o
      where not exists (select from day_block_tally t where (t.list, t.day, t.block) = (o.list, o.day, o.block))
      order by 1`,
  },
  {
    name: 'voucher counts',
    about: 'The counters of vouchers are exact: by them a package is on sale',
    sql: counted(
      'voucher_tally',
      'package_id, state',
      'select package_id, voucher_state(status, deleted_at) as state, count(*) as n from vouchers group by 1, 2',
      `format('The count of vouchers of package %s in state %s is %s, there are %s', coalesce(c.package_id, o.package_id),
        coalesce(c.state, o.state), coalesce(c.n, 0), coalesce(o.n, 0))`,
      'o.package_id = c.package_id and o.state = c.state',
    ),
  },
  {
    name: 'voucher blocks',
    about: 'The counters by which a page of vouchers is found are exact',
    sql: counted(
      'voucher_block_tally',
      'package_id, state, block',
      'select package_id, voucher_state(status, deleted_at) as state, block_of(id) as block, count(*) as n from vouchers group by 1, 2, 3',
      `format('The count of vouchers of package %s in state %s of block %s is %s, there are %s', coalesce(c.package_id, o.package_id),
        coalesce(c.state, o.state), coalesce(c.block, o.block), coalesce(c.n, 0), coalesce(o.n, 0))`,
      'o.package_id = c.package_id and o.state = c.state and o.block = c.block',
    ),
  },
  {
    name: 'campaign counts',
    about: 'The counters of SMS campaigns are exact',
    sql: counted(
      'campaign_tally',
      'campaign_id, state, block',
      'select campaign_id, state, block_of(id) as block, count(*) as n from campaign_numbers group by 1, 2, 3',
      `format('The count of %s numbers of message %s of block %s is %s, there are %s', coalesce(c.state, o.state),
        coalesce(c.campaign_id, o.campaign_id), coalesce(c.block, o.block), coalesce(c.n, 0), coalesce(o.n, 0))`,
      'o.campaign_id = c.campaign_id and o.state = c.state and o.block = c.block',
    ),
  },
  {
    name: 'order figures',
    about: 'The dashboard’s figures of orders, by day, package and admin, are exact',
    sql: figured(
      'order_figure',
      ['day', 'package_id', 'admin_id'],
      ['placed', 'completed', 'amount', 'cost'],
      `'Orders of ' || coalesce(c.day, o.day) || ', package ' || coalesce(c.package_id, o.package_id) || ', admin '
        || coalesce(c.admin_id, o.admin_id)`,
    ),
  },
  {
    name: 'money figures',
    about: 'The dashboard’s figures of customers, wallets and wallet adds are exact',
    sql: figured(
      'money_figure',
      ['kind', 'day'],
      ['n', 'amount'],
      `'Figures of ' || coalesce(c.kind, o.kind) || ' of ' || coalesce(c.day::text, o.day::text, 'no day')`,
    ),
  },
]
