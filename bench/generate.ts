import type pg from 'pg'

const PRODUCTS = 12
const PACKAGES_PER_PRODUCT = 5

/**
 * Fills a migrated, empty database with `orders` orders (mostly completed, the newest pending), customers in proportion, and one
 * super admin. Set-wise and without the ledger: for measuring reads, not for money.
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
    await client.query(`insert into accounts (kind, admin_id, side, balance) select 'admin_wallet', id, -1, 0 from admins`)
    await client.query(
      `insert into users (username, phone, first_name) select 'player' || i, '01' || lpad(i::text, 9, '0'), 'Player' from generate_series(1, $1::int) i`,
      [users],
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
         case when status in ('completed', 'cancel') then $3::bigint end,
         now() - ($1::bigint - i) * interval '20 seconds',
         case when status in ('completed', 'cancel') then now() - ($1::bigint - i) * interval '20 seconds' end
       from (
         select i, (i * 31) % ${PRODUCTS * PACKAGES_PER_PRODUCT} as package,
           case when i > $1::bigint - 200 then 'pending' when i % 20 = 0 then 'cancel' else 'completed' end as status
         from generate_series(1, $1::bigint) i
       ) as made`,
      [orders, users, admin.rows[0]?.id],
    )
    await client.query(
      `insert into order_counts (package_id, status, n) select package_id, status, count(*) from orders group by package_id, status`,
    )
    await client.query(
      `insert into order_blocks (status, block, n) select status, block_of(id), count(*) from orders group by 1, 2`,
    )
    await client.query('insert into day_blocks select * from day_blocks_counted')
    await client.query('insert into order_figures select * from order_figures_counted')
    await client.query('delete from money_figures; insert into money_figures select * from money_figures_counted')
    await client.query(`insert into order_terms (term) select distinct player_key(playerid) from orders on conflict do nothing`)
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
    return { adminId: admin.rows[0]?.id ?? 0 }
  } finally {
    client.release(true)
  }
}
