-- *_tally: a counter's current value, in parts to be summed. *_deltas: what waits to be folded. *_counted: what the rows say,
-- which the figures always equal. fold_*: one caller at a time; returns the number of folded deltas.

create or replace function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, price, day, admin_id, n, placed, amount, cost)
  select package_id, block_of(id), status, price, day, admin_id, sum(n), sum(placed), sum(amount), sum(cost)
  from (
    select id, package_id, status, amount as price, shop_day(created_at, (select time_zone from settings)) as day,
      null::bigint as admin_id, case when closed_at is null then 1 else 0 end as n, 1 as placed, 0 as amount, 0 as cost
    from added
    union all
    select id, package_id, status, amount, shop_day(closed_at, (select time_zone from settings)), completed_by, 1, 0,
      case status when 'completed' then amount - refunded else 0 end, case status when 'completed' then cost else 0 end
    from added where closed_at is not null
  ) as counted
  group by 1, 2, 3, 4, 5, 6;
  update customer_orders c
  set total = c.total + placed.n, day = greatest(c.day, placed.day),
    today = case when placed.day < c.day then c.today when placed.day = c.day then c.today + placed.today else placed.today end
  from (
    select user_id, max(day) as day, sum(n)::bigint as n, (array_agg(n order by day desc))[1] as today
    from (
      select user_id, shop_day(created_at, (select time_zone from settings)) as day, count(*) as n from added group by 1, 2
    ) as per_day
    group by user_id
  ) as placed
  where c.user_id = placed.user_id;
  return null;
end $$;
create or replace trigger orders_count_new after insert on orders
  referencing new table as added
  for each statement execute function count_new_orders();

create or replace function count_moved_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, price, day, admin_id, n, amount, cost)
  select package_id, block_of(id), status, amount,
    shop_day(closed_at, (select time_zone from settings)), completed_by,
    sum(n), coalesce(sum(n * (amount - refunded)) filter (where status = 'completed'), 0),
    coalesce(sum(n * cost) filter (where status = 'completed'), 0)
  from (
    select id, package_id, status, closed_at, completed_by, amount, refunded, cost, 1 as n from after
    union all
    select id, package_id, status, closed_at, completed_by, amount, refunded, cost, -1 from before
  ) as moved
  group by 1, 2, 3, 4, 5, 6
  having sum(n) <> 0 or sum(n * refunded) <> 0 or sum(n * cost) <> 0;
  return null;
end $$;
create or replace trigger orders_count_moved after update on orders
  referencing old table as before new table as after
  for each statement execute function count_moved_orders();

create or replace view order_tally as
  select package_id, status, amount, n from order_counts
  union all select package_id, status, price, n from order_count_deltas;

create or replace view order_block_tally as
  select status, block, n from order_blocks
  union all select status, block, n from order_count_deltas;

create or replace view order_package_block_tally as
  select package_id, status, amount, block, n from order_package_blocks
  union all select package_id, status, price, block, n from order_count_deltas;

create or replace view customer_orders_counted as
  select u.id as user_id, coalesce(placed.n, 0)::bigint as total, coalesce(placed.day, '-infinity') as day,
    coalesce(placed.today, 0) as today
  from users u
  left join (
    select user_id, sum(n) as n, max(day) as day, (array_agg(n order by day desc))[1] as today
    from (
      select user_id, shop_day(created_at, (select time_zone from settings)) as day, count(*) as n from orders group by 1, 2
    ) as per_day
    group by user_id
  ) as placed on placed.user_id = u.id;

create or replace view order_figures_counted as
  select case when grouping(day) = 1 then '-infinity' else day end as day,
    case when grouping(package_id) = 1 then 0 else package_id end as package_id,
    case when grouping(admin_id) = 1 then 0 else admin_id end as admin_id,
    sum(placed)::bigint as placed, sum(completed)::bigint as completed, sum(cancelled)::bigint as cancelled, sum(amount) as amount,
    sum(cost) as cost
  from (
    select shop_day(created_at, (select time_zone from settings)) as day, package_id, null::bigint as admin_id,
      1 as placed, 0 as completed, 0 as cancelled, 0 as amount, 0 as cost
    from orders
    union all
    select shop_day(closed_at, (select time_zone from settings)), package_id, completed_by, 0, 1, 0, amount - refunded, cost
    from orders where status = 'completed'
    union all
    select shop_day(closed_at, (select time_zone from settings)), package_id, completed_by, 0, 0, 1, 0, 0
    from orders where status = 'cancel'
  ) as counted
  group by grouping sets (
    (day, package_id, admin_id), (day, admin_id), (package_id, admin_id), (admin_id), (day, package_id), (day))
  having grouping(admin_id) = 1 or admin_id is not null;

-- A branch per sum, all with exactly the same types: only then does a reader's condition reach the rows.
create or replace view order_figure_deltas as
  select day, package_id, admin_id, placed, case status when 'completed' then n else 0 end as completed,
    case status when 'cancel' then n else 0 end as cancelled, amount, cost
  from order_count_deltas
  where day is not null and package_id > 0 and admin_id > 0
  union all select day, 0::bigint, admin_id, placed, case status when 'completed' then n else 0 end,
    case status when 'cancel' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and admin_id > 0
  union all select '-infinity'::date, package_id, admin_id, placed, case status when 'completed' then n else 0 end,
    case status when 'cancel' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and package_id > 0 and admin_id > 0
  union all select '-infinity'::date, 0::bigint, admin_id, placed, case status when 'completed' then n else 0 end,
    case status when 'cancel' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and admin_id > 0
  union all select day, package_id, 0::bigint, placed, case status when 'completed' then n else 0 end,
    case status when 'cancel' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and package_id > 0
  union all select day, 0::bigint, 0::bigint, placed, case status when 'completed' then n else 0 end,
    case status when 'cancel' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null;

create or replace view order_figure_tally as
  select day, package_id, admin_id, placed, completed, cancelled, amount, cost from order_figures
  union all select day, package_id, admin_id, placed, completed, cancelled, amount, cost from order_figure_deltas;

create or replace view day_block_deltas as
  select 'orders' as list, day, block from order_count_deltas where placed > 0
  union all select list, came, block from money_count_deltas where came is not null;

create or replace view day_block_tally as
  select list, day, block from day_blocks
  union all select list, day, block from day_block_deltas;

create or replace view day_blocks_counted as
  select distinct 'orders' as list, shop_day(created_at, (select time_zone from settings)) as day, block_of(id) as block from orders
  union all
  select distinct 'wallet_adds', shop_day(created_at, (select time_zone from settings)), block_of(id) from wallet_adds
  union all
  select distinct 'withdrawals', shop_day(created_at, (select time_zone from settings)), block_of(id) from withdrawals
  union all
  select distinct 'product_orders', shop_day(created_at, (select time_zone from settings)), block_of(id) from product_orders
  union all
  select distinct 'users', shop_day(created_at, (select time_zone from settings)), block_of(id) from users where deleted_at is null;

-- One statement reads these views and removes the deltas, so both see the same rows. Only one caller folds at a time.
create or replace function fold_order_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_counts')) then
    return 0;
  end if;
  with taken as (
    delete from order_count_deltas returning package_id, block, status, price, n
  ), counts as (
    insert into order_counts (package_id, status, amount, n)
    select package_id, status, price, sum(n) from taken group by 1, 2, 3
    on conflict (package_id, status, amount) do update set n = order_counts.n + excluded.n
  ), package_blocks as (
    insert into order_package_blocks (package_id, status, amount, block, n)
    select package_id, status, price, block, sum(n) from taken group by 1, 2, 3, 4
    on conflict (package_id, status, amount, block) do update set n = order_package_blocks.n + excluded.n
  ), blocks as (
    insert into order_blocks (status, block, n)
    select status, block, sum(n) from taken group by status, block
    on conflict (status, block) do update set n = order_blocks.n + excluded.n
  ), days as (
    insert into day_blocks (list, day, block)
    select distinct list, day, block from day_block_deltas where list = 'orders'
    on conflict do nothing
  ), figures as (
    insert into order_figures (day, package_id, admin_id, placed, completed, cancelled, amount, cost)
    select day, package_id, admin_id, sum(placed), sum(completed), sum(cancelled), sum(amount), sum(cost)
    from order_figure_deltas
    group by day, package_id, admin_id
    on conflict (package_id, admin_id, day) do update set
      placed = order_figures.placed + excluded.placed, completed = order_figures.completed + excluded.completed,
      cancelled = order_figures.cancelled + excluded.cancelled,
      amount = order_figures.amount + excluded.amount, cost = order_figures.cost + excluded.cost
  )
  select count(*) into v_folded from taken;
  return v_folded;
end $$;

create or replace function count_new_money() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, came, n)
  select tg_table_name, status, block_of(id), shop_day(created_at, (select time_zone from settings)), count(*)
  from added group by 2, 3, 4;
  return null;
end $$;
create or replace trigger withdrawals_count_new after insert on withdrawals
  referencing new table as added
  for each statement execute function count_new_money();
create or replace trigger product_orders_count_new after insert on product_orders
  referencing new table as added
  for each statement execute function count_new_money();

create or replace function count_new_wallet_adds() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, came, n, amount)
  select 'wallet_adds', status, block_of(id), shop_day(completed_at, (select time_zone from settings)),
    shop_day(created_at, (select time_zone from settings)), count(*), case status when 'completed' then sum(amount) else 0 end
  from added
  group by 2, 3, 4, 5;
  return null;
end $$;
create or replace trigger wallet_adds_count_new after insert on wallet_adds
  referencing new table as added
  for each statement execute function count_new_wallet_adds();

create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, came, n)
  select 'users', 'living', block_of(id), day, day, count(*)
  from (select id, shop_day(created_at, (select time_zone from settings)) as day from added where deleted_at is null) as living
  group by 3, 4;
  insert into customer_orders (user_id) select id from added;
  return null;
end $$;
create or replace trigger users_count_new after insert on users
  referencing new table as added
  for each statement execute function count_new_users();

create or replace function count_deleted_user() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n)
  values (
    'users', 'living', block_of(new.id), shop_day(new.created_at, (select time_zone from settings)),
    case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;
create or replace trigger users_count_deleted after update of deleted_at on users
  for each row when ((new.deleted_at is null) <> (old.deleted_at is null)) execute function count_deleted_user();

-- Compared here, because a trigger's WHEN is prepared again by every statement.
create or replace function count_moved_product_order() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    insert into money_count_deltas (list, status, block, n)
    values ('product_orders', old.status, block_of(new.id), -1), ('product_orders', new.status, block_of(new.id), 1);
  end if;
  return null;
end $$;
create or replace trigger product_orders_count_moved after update of status on product_orders
  for each row execute function count_moved_product_order();

create or replace function follow_decision() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    insert into money_decisions (list, row_id, amount, was, status, was_amount)
    values (tg_table_name, new.id, new.amount, old.status, new.status, old.amount);
  end if;
  return null;
end $$;
create or replace trigger withdrawals_follow_decision after update of status on withdrawals
  for each row execute function follow_decision();

-- An edit of a completed wallet add changes its day's sum, but neither the counter nor a webhook.
create or replace function follow_wallet_add() returns trigger language plpgsql as $$
begin
  if new.status <> old.status or (new.status = 'completed' and new.amount <> old.amount) then
    insert into money_decisions (list, row_id, amount, was, status, was_amount, was_completed_at, completed_at)
    values ('wallet_adds', new.id, new.amount, old.status, new.status, old.amount, old.completed_at, new.completed_at);
  end if;
  return null;
end $$;
create or replace trigger wallet_adds_follow_decision after update of status, amount on wallet_adds
  for each row execute function follow_wallet_add();

create or replace view money_tally as
  select list, status, n, block from money_counts
  union all select list, status, n, block from money_count_deltas
  union all select list, was, -1, block_of(row_id) from money_decisions
  union all select list, status, 1, block_of(row_id) from money_decisions;

create or replace view money_figures_counted as
  select 'users' as kind, shop_day(created_at, (select time_zone from settings)) as day, count(*) as n, 0::numeric as amount
  from users where deleted_at is null group by 2
  union all select 'users', '-infinity', count(*), 0 from users where deleted_at is null
  union all
  select 'wallet_adds', shop_day(completed_at, (select time_zone from settings)), count(*), sum(amount)
  from wallet_adds where status = 'completed' group by 2
  union all
  -- From the entries: the accounting checks report a wallet whose balance differs.
  select 'wallets', '-infinity', 0, coalesce(sum(e.amount), 0)
  from entries e
  join accounts a on a.id = e.account_id and a.kind = 'user_wallet';

create or replace view money_figure_deltas as
  with adds as (
    select day, n, amount from money_count_deltas where list = 'wallet_adds' and status = 'completed'
    union all
    select shop_day(completed_at, (select time_zone from settings)), 1::bigint, amount::numeric
    from money_decisions where list = 'wallet_adds' and status = 'completed'
    union all
    select shop_day(was_completed_at, (select time_zone from settings)), -1::bigint, -was_amount::numeric
    from money_decisions where list = 'wallet_adds' and was = 'completed'
  )
  select 'users' as kind, day, n, 0::numeric as amount from money_count_deltas where list = 'users' and day is not null
  union all select 'users', '-infinity'::date, n, 0::numeric from money_count_deltas where list = 'users'
  union all select 'wallet_adds', day, n, amount from adds where day is not null
  union all select 'wallets', '-infinity'::date, 0::bigint, amount from adds
  union all select 'wallets', '-infinity'::date, 0::bigint, amount::numeric from wallet_moves;

create or replace view money_figure_tally as
  select kind, day, n, amount from money_figures
  union all select kind, day, n, amount from money_figure_deltas;

create or replace view admin_figures_counted as
  select shop_day(e.at, (select time_zone from settings)) as day, e.account_id,
    coalesce(sum(-e.amount) filter (where e.source = 'wallet_add'), 0) as collected,
    count(*) filter (where e.source = 'wallet_add' and e.kind = 'completed') as wallet_adds,
    coalesce(sum(e.amount) filter (where e.source = 'hand_over' and e.kind <> 'written_off'), 0) as handed_over,
    coalesce(sum(e.amount) filter (where e.source = 'hand_over' and e.kind = 'written_off'), 0) as written_off
  from entries e
  join accounts a on a.id = e.account_id and a.kind = 'admin_wallet'
  group by 1, 2;

create or replace view admin_figure_tally as
  select day, account_id, collected, wallet_adds, handed_over, written_off from admin_figures
  union all select day, account_id, collected, wallet_adds, handed_over, written_off from admin_figure_deltas;

create or replace function fold_money_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
  v_lists text;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_money_counts')) then
    return 0;
  end if;
  with counted as (
    delete from money_count_deltas returning list, status, block, n
  ), decided as (
    delete from money_decisions returning *
  ), moved as (
    delete from wallet_moves
  ), collected as (
    delete from admin_figure_deltas returning *
  ), admins as (
    insert into admin_figures (day, account_id, collected, wallet_adds, handed_over, written_off)
    select day, account_id, sum(collected), sum(wallet_adds), sum(handed_over), sum(written_off) from collected group by 1, 2
    on conflict (day, account_id) do update set
      collected = admin_figures.collected + excluded.collected, wallet_adds = admin_figures.wallet_adds + excluded.wallet_adds,
      handed_over = admin_figures.handed_over + excluded.handed_over, written_off = admin_figures.written_off + excluded.written_off
  ), days as (
    insert into day_blocks (list, day, block)
    select distinct list, day, block from day_block_deltas where list <> 'orders'
    on conflict do nothing
  ), figures as (
    insert into money_figures (kind, day, n, amount)
    select kind, day, sum(n), sum(amount) from money_figure_deltas group by kind, day
    on conflict (kind, day) do update set n = money_figures.n + excluded.n, amount = money_figures.amount + excluded.amount
  ), changes as (
    select list, status, block, n from counted
    union all select list, was, block_of(row_id), -1 from decided
    union all select list, status, block_of(row_id), 1 from decided
  ), summed as (
    select list, status, block, sum(n) as n, count(*) as rows from changes group by list, status, block
  ), folded as (
    insert into money_counts (list, status, block, n)
    select list, status, block, n from summed
    on conflict (list, status, block) do update set n = money_counts.n + excluded.n
  )
  select coalesce(sum(rows), 0), string_agg(distinct list, ',') into v_folded, v_lists from summed;
  if v_lists is not null then
    perform pg_notify('topdeck_lists', v_lists);
  end if;
  return v_folded;
end $$;

create or replace function voucher_state(status integer, deleted_at timestamptz) returns integer immutable language sql
  return case when deleted_at is null then status else 3 end;

create or replace view voucher_tally as
  select package_id, state, n from voucher_counts
  union all select package_id, state, n from voucher_count_deltas;

create or replace view voucher_block_tally as
  select package_id, state, block, n from voucher_blocks
  union all select package_id, state, block, n from voucher_count_deltas;

create or replace function count_new_vouchers() returns trigger language plpgsql as $$
begin
  insert into voucher_count_deltas (package_id, state, block, n)
  select package_id, voucher_state(status, deleted_at), block_of(id), count(*) from added group by 1, 2, 3;
  return null;
end $$;
create or replace trigger vouchers_count_new after insert on vouchers
  referencing new table as added
  for each statement execute function count_new_vouchers();

create or replace function count_moved_vouchers() returns trigger language plpgsql as $$
begin
  insert into voucher_count_deltas (package_id, state, block, n)
  select package_id, state, block, sum(n)
  from (
    select package_id, voucher_state(status, deleted_at) as state, block_of(id) as block, 1 as n from after
    union all
    select package_id, voucher_state(status, deleted_at), block_of(id), -1 from before
  ) as moved
  group by 1, 2, 3
  having sum(n) <> 0;
  return null;
end $$;
create or replace trigger vouchers_count_moved after update on vouchers
  referencing old table as before new table as after
  for each statement execute function count_moved_vouchers();

create or replace function fold_voucher_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_voucher_counts')) then
    return 0;
  end if;
  with taken as (
    delete from voucher_count_deltas returning package_id, state, block, n
  ), counts as (
    insert into voucher_counts (package_id, state, n)
    select package_id, state, sum(n) from taken group by 1, 2
    on conflict (package_id, state) do update set n = voucher_counts.n + excluded.n
  ), blocks as (
    insert into voucher_blocks (package_id, state, block, n)
    select package_id, state, block, sum(n) from taken group by 1, 2, 3
    on conflict (package_id, state, block) do update set n = voucher_blocks.n + excluded.n
  )
  select count(*) into v_folded from taken;
  if v_folded > 0 then
    perform pg_notify('topdeck_lists', 'vouchers');
  end if;
  return v_folded;
end $$;

create or replace view campaign_tally as
  select campaign_id, state, block, n from campaign_counts
  union all select campaign_id, state, block, n from campaign_count_deltas;

create or replace function count_new_campaign_numbers() returns trigger language plpgsql as $$
begin
  insert into campaign_count_deltas (campaign_id, state, block, n)
  select campaign_id, state, block_of(id), count(*) from added group by 1, 2, 3;
  return null;
end $$;
create or replace trigger campaign_numbers_count_new after insert on campaign_numbers
  referencing new table as added
  for each statement execute function count_new_campaign_numbers();

create or replace function count_moved_campaign_numbers() returns trigger language plpgsql as $$
begin
  insert into campaign_count_deltas (campaign_id, state, block, n)
  select campaign_id, state, block, sum(n)
  from (
    select campaign_id, state, block_of(id) as block, 1 as n from after
    union all
    select campaign_id, state, block_of(id), -1 from before
  ) as moved
  group by 1, 2, 3
  having sum(n) <> 0;
  return null;
end $$;
create or replace trigger campaign_numbers_count_moved after update on campaign_numbers
  referencing old table as before new table as after
  for each statement execute function count_moved_campaign_numbers();

create or replace function fold_campaign_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_campaign_counts')) then
    return 0;
  end if;
  with taken as (
    delete from campaign_count_deltas returning campaign_id, state, block, n
  ), folded as (
    insert into campaign_counts (campaign_id, state, block, n)
    select campaign_id, state, block, sum(n) from taken group by 1, 2, 3
    on conflict (campaign_id, state, block) do update set n = campaign_counts.n + excluded.n
  )
  select count(*) into v_folded from taken;
  if v_folded > 0 then
    delete from campaign_counts where n = 0;
    perform pg_notify('topdeck_lists', 'campaigns');
  end if;
  return v_folded;
end $$;

-- Runs as the owner: a lock needs more rights than the shop's role has on journals.
create or replace function hold_figures() returns void language plpgsql security definer set search_path from current as $$
begin
  lock table orders, wallet_adds, withdrawals, product_orders, users, journals in share mode;
end $$;

-- Another time zone moves rows to other days: all is counted again. Writers wait, so that no delta of the old zone is folded later.
create or replace function set_time_zone(p_zone text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_order_counts'));
  perform pg_advisory_xact_lock(hashtext('fold_money_counts'));
  perform hold_figures();
  perform fold_order_counts();
  perform fold_money_counts();
  update settings set time_zone = p_zone where time_zone <> p_zone;
  if not found then
    return;
  end if;
  delete from customer_orders;
  insert into customer_orders select * from customer_orders_counted;
  delete from order_figures;
  insert into order_figures select * from order_figures_counted;
  delete from admin_figures;
  insert into admin_figures select * from admin_figures_counted;
  delete from money_figures;
  insert into money_figures select * from money_figures_counted;
  delete from day_blocks;
  insert into day_blocks select * from day_blocks_counted;
end $$;
