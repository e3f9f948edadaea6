import type pg from 'pg'

/** Rows between two seals of the audit log. */
const SEALED_ROWS = 5_000

/** The first of each customer covers all that they ever order; the others come in between. $1 rows, $2 admins. */
const WALLET_ADDS = `
  insert into wallet_adds (user_id, payment_method_id, amount, number, trx_id, status, admin_id, created_at, updated_at, completed_at)
  select user_id, 1, amount, '017' || lpad((user_id % 100000000)::text, 8, '0'), 'GEN' || upper(to_hex(i)), status,
    case status when 'pending' then null else 2 + i % $2::int end, at, at, case status when 'completed' then at end
  from (
    select i, case when i <= users then i else 1 + (i * 6007) % users end as user_id,
      case when i <= users then 1000 + coalesce(bought.amount, 0) else 50 + (i * 37) % 2000 end as amount,
      case when i > $1::bigint - 100 then 'pending' when i > users and i % 12 = 0 then 'cancel' else 'completed' end as status,
      case when i <= users then first_at - (users - i) * interval '1 millisecond'
        else first_at + (now() - first_at) * ((i - users)::float8 / ($1::bigint - users)) end as at
    from (select count(*) as users from users) as size
    cross join (select coalesce(min(created_at), now()) - interval '1 minute' as first_at from orders) as since
    cross join generate_series(1, $1::bigint) as i
    left join (select user_id, sum(amount) as amount from orders group by user_id) as bought on i <= users and bought.user_id = i
  ) as made
  order by i`

/** What the decisions booked, in the order of time. A balance after a journal is a running sum of its account. */
const JOURNALS = `
  insert into journals (id, act_id, source, source_id, kind, admin_id, at, debit_id, credit_id, amount, debit_balance, credit_balance)
  select id, id, source, source_id, kind, admin_id, at, debit_id, credit_id, amount,
    case when source = 'wallet_add' then cash when kind = 'placed' then wallet end,
    case when kind = 'placed' or (source, kind) = ('order', 'completed') then null else wallet end
  from (
    select e.id, e.source, e.source_id, e.kind, e.admin_id, e.at, e.amount,
      case when e.source = 'wallet_add' then cash.id when e.kind = 'placed' then wallet.id else held.id end as debit_id,
      case when e.kind = 'placed' then held.id when (e.source, e.kind) = ('order', 'completed') then sales.id else wallet.id end as credit_id,
      sum(e.moved) over (partition by e.user_id order by e.id) as wallet,
      sum(e.amount) filter (where e.source = 'wallet_add') over (partition by e.admin_id order by e.id) as cash
    from (
      select row_number() over (order by at, step, source_id) as id, *
      from (
        select 'wallet_add' as source, id as source_id, 'completed' as kind, admin_id, completed_at as at, 0 as step, user_id, amount,
          amount as moved
        from wallet_adds where status = 'completed'
        union all
        select 'order', id, 'placed', null, created_at, 1, user_id, amount, -amount from orders
        union all
        select 'order', id, case status when 'cancel' then 'cancelled' else status end, completed_by, closed_at, 2, user_id, amount,
          case status when 'cancel' then amount else 0 end
        from orders where closed_at is not null
      ) as happened
    ) as e
    join accounts wallet on wallet.user_id = e.user_id and wallet.kind = 'user_wallet'
    join accounts held on held.kind = 'orders_held'
    join accounts sales on sales.kind = 'sales'
    left join accounts cash on cash.admin_id = e.admin_id
  ) as booked
  order by id`

const BALANCES = `
  update accounts a set balance = a.side * e.total
  from (select account_id, sum(amount) as total from entries group by account_id) as e
  where e.account_id = a.id and a.balance is not null`

const AUDIT = `
  insert into audit (at, actor, admin_id, action, subject, subject_id, facts, act_id)
  select at, case kind when 'placed' then 'store' else 'admin' end, admin_id,
    case when kind = 'placed' then 'store.placeOrder' when source = 'order' then 'orders.setStatus' else 'walletAdds.setStatus' end,
    source, source_id, jsonb_build_object('status', kind), act_id
  from journals
  order by id`

const SEALS = `
  insert into audit_seals (from_id, to_id, rows, total, first_at, last_at, seal)
  select min(id) - 1, max(id), count(*), max(id), min(at), max(at), ''
  from audit
  group by (id - 1) / ${SEALED_ROWS}
  having count(*) = ${SEALED_ROWS}
  order by 1`

const VOUCHERS = `
  insert into vouchers (package_id, code_sealed, code_index, code_last4, status, used_at)
  select 1 + i % 60, '', sha256(i::text::bytea), '0000', case i % 10 when 0 then 0 when 1 then 2 else 1 end,
    case i % 10 when 1 then now() end
  from generate_series(1, $1::bigint) i`

/** Codes on hand and the SMS of one campaign to all. */
export const generateCodesAndSms = async (client: pg.PoolClient, vouchers: number): Promise<void> => {
  await client.query(VOUCHERS, [vouchers])
  await client.query(
    `insert into voucher_blocks (package_id, state, block, n)
     select package_id, voucher_state(status, deleted_at), block_of(id), count(*) from vouchers group by 1, 2, 3`,
  )
  await client.query(
    'insert into voucher_counts (package_id, state, n) select package_id, state, sum(n) from voucher_blocks group by 1, 2',
  )
  await client.query(`insert into campaigns (message, is_to_all, admin_id) values ('Offer', true, 1)`)
  await client.query(
    `insert into campaign_numbers (campaign_id, phone, user_id, state) select 1, '88' || phone, id, 'sent' from users`,
  )
  await client.query(
    `insert into campaign_counts (campaign_id, state, block, n)
     select campaign_id, state, block_of(id), count(*) from campaign_numbers group by 1, 2, 3`,
  )
}

/** Money of generated orders: wallet adds for half as many, journals and balances of both, and what the audit log says of them. */
export const generateMoney = async (client: pg.PoolClient, rows: number, admins: number): Promise<void> => {
  await client.query(`insert into payment_methods (name) values ('bKash')`)
  await client.query(WALLET_ADDS, [rows, admins])
  await client.query(JOURNALS)
  await client.query(`select setval('journals_id_seq', max(id)), setval('acts_id_seq', max(id)) from journals`)
  await client.query(BALANCES)
  await client.query(AUDIT)
  await client.query(SEALS)
  await client.query(`
    insert into money_terms (list, term, row_id)
    select 'wallet_adds', term, id
    from wallet_adds cross join lateral (values (phone_key(number)), (lower(trx_id))) as t (term)
    where term <> ''`)
  await client.query(`
    insert into money_counts (list, status, block, n)
    select 'wallet_adds', status, block_of(id), count(*) from wallet_adds group by 2, 3
    union all select 'users', 'living', block_of(id), count(*) from users where deleted_at is null group by 3`)
}
