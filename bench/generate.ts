import type pg from 'pg'
import { generateCodesAndSms, generateMoney } from './generate-money.ts'

const PRODUCTS = 12
const PACKAGES_PER_PRODUCT = 5
const SUB_ADMINS = 20

/**
 * Fills a migrated, empty database with `orders` orders (mostly completed, the newest pending), customers in proportion, wallet adds,
 * journals, the audit log and the counters, as the product would have. Set-wise, so without running its triggers.
 */
export const generate = async (pool: pg.Pool, orders: number): Promise<{ adminId: number }> => {
  const users = Math.max(1_000, Math.floor(orders / 10))
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Triggers off: counters and search terms are filled at the end, in one go.
    await client.query('set session_replication_role = replica')
    const admin = await client.query<{ id: number }>(
      `insert into admins (first_name, last_name, username, email, password_hash, role)
       values ('Bench', 'Owner', 'bench', 'bench@topdeck.example', '', 'super') returning id`,
    )
    await client.query(
      `insert into admins (first_name, last_name, username, email, password_hash)
       select 'Bench', 'Agent ' || i, 'agent' || i, 'agent' || i || '@topdeck.example', '' from generate_series(1, ${SUB_ADMINS}) i`,
    )
    await client.query(`insert into accounts (kind, admin_id, side, balance) select 'admin_wallet', id, -1, 0 from admins`)
    await client.query(
      `insert into users (username, phone, first_name) select 'player' || i, '01' || lpad(i::text, 9, '0'), 'Player' from generate_series(1, $1::int) i`,
      [users],
    )
    await client.query(
      `insert into accounts (kind, user_id, side, balance)
       select kind, id, 1, 0 from users cross join unnest(array['user_wallet', 'earn_wallet', 'earn_hold']) as kind`,
    )
    await client.query(`insert into topup_products (name, logo) select 'Game ' || i, '' from generate_series(1, ${PRODUCTS}) i`)
    await client.query(
      `insert into topup_packages (product_id, name, price, bprice, serial)
       select p, 'Pack ' || s, 100 * s, 90 * s, s from generate_series(1, ${PRODUCTS}) p, generate_series(1, ${PACKAGES_PER_PRODUCT}) s`,
    )
    await client.query(
      `insert into orders (user_id, product_id, package_id, product_name, name, amount, bprice, cost, playerid, status,
         completed_by, created_at, closed_at)
       select 1 + (i * 7919) % $2::bigint, 1 + package / ${PACKAGES_PER_PRODUCT}, 1 + package, 'Game ' || (1 + package / ${PACKAGES_PER_PRODUCT}),
         'Pack', 100 + package, 90, 90, (100000000 + (i * 7919) % $2::bigint)::text, status,
         case when status in ('completed', 'cancel') then 2 + i % ${SUB_ADMINS} end,
         now() - ($1::bigint - i) * interval '20 seconds',
         case when status in ('completed', 'cancel') then now() - ($1::bigint - i) * interval '20 seconds' end
       from (
         select i, (i * 31) % ${PRODUCTS * PACKAGES_PER_PRODUCT} as package,
           case when i > $1::bigint - 200 then 'pending' when i % 20 = 0 then 'cancel' else 'completed' end as status
         from generate_series(1, $1::bigint) i
       ) as made`,
      [orders, users],
    )
    await generateMoney(client, users + Math.floor(orders / 2.5), SUB_ADMINS)
    await generateCodesAndSms(client, Math.floor(orders / 10))
    await client.query(
      `insert into order_package_blocks (package_id, status, amount, block, n)
       select package_id, status, amount, block_of(id), count(*) from orders group by 1, 2, 3, 4`,
    )
    await client.query(
      `insert into order_counts (package_id, status, amount, n)
       select package_id, status, amount, sum(n) from order_package_blocks group by 1, 2, 3`,
    )
    await client.query(
      `insert into order_blocks (status, block, n) select status, block_of(id), count(*) from orders group by 1, 2`,
    )
    await client.query('insert into customer_orders select * from customer_orders_counted')
    await client.query('insert into day_blocks select * from day_blocks_counted')
    await client.query('insert into order_figures select * from order_figures_counted')
    await client.query('insert into admin_figures select * from admin_figures_counted')
    await client.query('delete from money_figures; insert into money_figures select * from money_figures_counted')
    await client.query(`insert into order_terms (term) select distinct player_key(playerid) from orders on conflict do nothing`)
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
    return { adminId: admin.rows[0]?.id ?? 0 }
  } finally {
    client.release(true)
  }
}
