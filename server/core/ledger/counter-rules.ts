import type { Rule } from './rule-parts.ts'

/** A tally by its keys against `counts`, the same from the rows. `what` names a counter: its `%s` are the keys, in this order. */
const counted = (tally: string, keys: readonly string[], counts: string, what: string) => `
  select format('${what} is %s, there are %s', ${keys.map((key) => `coalesce(c.${key}, o.${key})`).join(', ')}, coalesce(c.n, 0),
    coalesce(o.n, 0)), null::bigint
  from (select ${keys.join(', ')}, sum(n) as n from ${tally} group by ${keys.join(', ')}) as c
  full join (${counts}) as o on ${joined(keys)}
  where coalesce(c.n, 0) <> coalesce(o.n, 0)
  order by 1`

const joined = (keys: readonly string[]) => keys.map((key) => `o.${key} = c.${key}`).join(' and ')

/** The figures of `<name>_tally` against what the rows say, `<name>s_counted`; 0 stands for all packages or admins, -infinity for all days. */
const figured = (name: string, keys: readonly string[], figures: readonly string[], subject: string) => {
  const sums = figures.map((figure) => `sum(${figure}) as ${figure}`).join(', ')
  const countsOf = (from: string) => figures.map((figure) => `trim_scale(coalesce(${from}.${figure}, 0)::numeric)`).join(`, `)
  return `
    select format('%s: ${figures.join(', ')} are ${figures.map(() => '%s').join(', ')} instead of ${figures.map(() => '%s').join(', ')}',
      ${subject}, ${countsOf('c')}, ${countsOf('o')}), null::bigint
    from (select ${keys.join(', ')}, ${sums} from ${name}_tally group by ${keys.join(', ')}) as c
    full join ${name}s_counted as o on ${joined(keys)}
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
      ['status', 'package_id', 'amount'],
      'select package_id, status, amount, count(*) as n from orders group by 1, 2, 3',
      'The count of %s orders of package %s at %s tk',
    ),
  },
  {
    name: 'order package blocks',
    about: 'The counters by which a page of some packages’ orders is found are exact',
    sql: counted(
      'order_package_block_tally',
      ['status', 'package_id', 'amount', 'block'],
      'select package_id, status, amount, block_of(id) as block, count(*) as n from orders group by 1, 2, 3, 4',
      'The count of %s orders of package %s at %s tk in block %s',
    ),
  },
  {
    name: 'customers’ orders',
    about: 'The counters by which customers are sorted are exact',
    sql: `
      select format('Customer %s has %s orders, %s of them on %s, and was counted with %s and %s', o.user_id, o.total, o.today, o.day,
        coalesce(c.total, 0), coalesce(c.today, 0)), null::bigint
      from customer_orders_counted o
      left join customer_orders c on c.user_id = o.user_id
      where (o.total, o.day, o.today) is distinct from (c.total, c.day, c.today)
      order by 1`,
  },
  {
    name: 'order blocks',
    about: 'The counters by which a page of orders is found are exact',
    sql: counted(
      'order_block_tally',
      ['status', 'block'],
      'select status, block_of(id) as block, count(*) as n from orders group by 1, 2',
      'The count of %s orders of block %s',
    ),
  },
  {
    name: 'money counts',
    about: 'The counters of wallet adds, withdrawals, product orders and customers are exact',
    sql: counted(
      'money_tally',
      ['status', 'list', 'block'],
      `select 'wallet_adds' as list, status, block_of(id) as block, count(*) as n from wallet_adds group by 2, 3
       union all select 'withdrawals', status, block_of(id), count(*) from withdrawals group by 2, 3
       union all select 'product_orders', status, block_of(id), count(*) from product_orders group by 2, 3
       union all select 'users', 'living', block_of(id), count(*) from users where deleted_at is null group by 3`,
      'The count of %s %s of block %s',
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
      ['package_id', 'state'],
      'select package_id, voucher_state(status, deleted_at) as state, count(*) as n from vouchers group by 1, 2',
      'The count of vouchers of package %s in state %s',
    ),
  },
  {
    name: 'voucher blocks',
    about: 'The counters by which a page of vouchers is found are exact',
    sql: counted(
      'voucher_block_tally',
      ['package_id', 'state', 'block'],
      'select package_id, voucher_state(status, deleted_at) as state, block_of(id) as block, count(*) as n from vouchers group by 1, 2, 3',
      'The count of vouchers of package %s in state %s of block %s',
    ),
  },
  {
    name: 'campaign counts',
    about: 'The counters of SMS campaigns are exact',
    sql: counted(
      'campaign_tally',
      ['state', 'campaign_id', 'block'],
      'select campaign_id, state, block_of(id) as block, count(*) as n from campaign_numbers group by 1, 2, 3',
      'The count of %s numbers of message %s of block %s',
    ),
  },
  {
    name: 'order figures',
    about: 'The dashboard’s figures of orders, by day, package and admin, are exact',
    sql: figured(
      'order_figure',
      ['day', 'package_id', 'admin_id'],
      ['placed', 'completed', 'cancelled', 'amount', 'cost'],
      `'Orders of ' || coalesce(c.day, o.day) || ', package ' || coalesce(c.package_id, o.package_id) || ', admin '
        || coalesce(c.admin_id, o.admin_id)`,
    ),
  },
  {
    name: 'admin figures',
    about: 'The figures of shift sheets, by day and admin, are exact',
    sql: figured(
      'admin_figure',
      ['day', 'account_id'],
      ['collected', 'wallet_adds', 'handed_over', 'written_off'],
      `'Shift of ' || coalesce(c.day, o.day) || ', account ' || coalesce(c.account_id, o.account_id)`,
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
