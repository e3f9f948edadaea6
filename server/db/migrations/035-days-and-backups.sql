-- Which blocks of ids hold rows of which day: a list of some days is then found, and counted, along the ids, as any other page is. It is
-- made of the rows that are left for the counters anyway, by whoever folds these.
select pg_advisory_xact_lock(hashtext('fold_order_counts'));
select pg_advisory_xact_lock(hashtext('fold_money_counts'));
lock table orders, transactions, withdrawals, physical_orders, users in share mode;
select fold_order_counts(), fold_money_counts();

-- A pair too many is looked at in vain; one that is missing would hide rows.
create table day_blocks (
  list text not null,
  day date not null,
  block bigint not null,
  primary key (list, day, block)
);

-- The day on which the counted rows came in; `day` is that of what is figured.
alter table money_count_deltas add column came date;

create or replace function count_new_money() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, came, n)
  select tg_table_name, status, block_of(id), shop_day(created_at, (select time_zone from settings)), count(*)
  from added group by 2, 3, 4;
  return null;
end $$;
create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, came, n)
  select 'users', 'living', block_of(id), day, day, count(*)
  from (select id, shop_day(created_at, (select time_zone from settings)) as day from added where deleted_at is null) as living
  group by 3, 4;
  return null;
end $$;
create or replace function count_new_transactions() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, came, n, amount)
  select 'transactions', status, block_of(id), shop_day(completed_at, (select time_zone from settings)),
    shop_day(created_at, (select time_zone from settings)), count(*), case status when 'completed' then sum(amount) else 0 end
  from added
  group by 2, 3, 4, 5;
  return null;
end $$;

create view day_block_deltas as
  select 'orders' as list, day, block from order_count_deltas where placed > 0
  union all select list, came, block from money_count_deltas where came is not null;

create view day_block_tally as
  select list, day, block from day_blocks
  union all select list, day, block from day_block_deltas;

-- What the rows say.
create view day_blocks_counted as
  select distinct 'orders' as list, shop_day(created_at, (select time_zone from settings)) as day, block_of(id) as block from orders
  union all
  select distinct 'transactions', shop_day(created_at, (select time_zone from settings)), block_of(id) from transactions
  union all
  select distinct 'withdrawals', shop_day(created_at, (select time_zone from settings)), block_of(id) from withdrawals
  union all
  select distinct 'physical_orders', shop_day(created_at, (select time_zone from settings)), block_of(id) from physical_orders
  union all
  select distinct 'users', shop_day(created_at, (select time_zone from settings)), block_of(id) from users where deleted_at is null;

create or replace function fold_order_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_counts')) then
    return 0;
  end if;
  with taken as (
    delete from order_count_deltas returning package_id, block, status, n
  ), counts as (
    insert into order_counts (package_id, status, n)
    select package_id, status, sum(n) from taken group by package_id, status
    on conflict (package_id, status) do update set n = order_counts.n + excluded.n
  ), blocks as (
    insert into order_blocks (status, block, n)
    select status, block, sum(n) from taken group by status, block
    on conflict (status, block) do update set n = order_blocks.n + excluded.n
  ), days as (
    insert into day_blocks (list, day, block)
    select distinct list, day, block from day_block_deltas where list = 'orders'
    on conflict do nothing
  ), figures as (
    insert into order_figures (day, package_id, admin_id, placed, completed, amount, cost)
    select day, package_id, admin_id, sum(placed), sum(completed), sum(amount), sum(cost)
    from order_figure_deltas
    group by day, package_id, admin_id
    on conflict (package_id, admin_id, day) do update set
      placed = order_figures.placed + excluded.placed, completed = order_figures.completed + excluded.completed,
      amount = order_figures.amount + excluded.amount, cost = order_figures.cost + excluded.cost
  )
  select count(*) into v_folded from taken;
  return v_folded;
end $$;

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
  ), days as (
    insert into day_blocks (list, day, block)
    select distinct list, day, block from day_block_deltas where list <> 'orders'
    on conflict do nothing
  ), figures as (
    insert into money_figures (kind, day, n, amount)
    select kind, day, sum(n), sum(amount) from money_figure_deltas group by kind, day
    on conflict (kind, day) do update set n = money_figures.n + excluded.n, amount = money_figures.amount + excluded.amount
  ), told as (
    insert into webhooks (event, subject, subject_id, payload)
    select subject || '.' || d.status, subject, d.row_id,
      jsonb_build_object('id', d.row_id, 'user_id', d.user_id, 'amount', d.amount, 'status', d.status)
    from decided d
    cross join books
    cross join lateral (values (case d.list when 'transactions' then 'transaction' else 'withdrawal' end)) as kind (subject)
    where books.tells_store and d.status <> d.was
    order by d.id
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

create or replace function set_time_zone(p_zone text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_order_counts'));
  perform pg_advisory_xact_lock(hashtext('fold_money_counts'));
  lock table orders, transactions, withdrawals, physical_orders, users, journals in share mode;
  perform fold_order_counts();
  perform fold_money_counts();
  update settings set time_zone = p_zone where time_zone <> p_zone;
  if not found then
    return;
  end if;
  delete from order_figures;
  insert into order_figures select * from order_figures_counted;
  delete from money_figures;
  insert into money_figures select * from money_figures_counted;
  delete from day_blocks;
  insert into day_blocks select * from day_blocks_counted;
end $$;

-- What stood here before.
insert into day_blocks select * from day_blocks_counted;

-- Wallet adds by the day on which they were completed. Orders have orders_closed.
create index transactions_completed on transactions (completed_at) where completed_at is not null;

-- What no gateway was ever asked to send can still be sent: what was only kept, and what was stopped before its turn. Whatever a gateway
-- has had to do with stays as it is, or somebody might get it twice.
create function was_never_handed_over(p_gateway text, p_attempts integer) returns boolean language sql immutable parallel safe
  return p_attempts = 0 or (p_attempts = 1 and p_gateway is not distinct from 'outbox');

create or replace function guard_sms_number() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.phone, new.user_id) is distinct from (old.campaign_id, old.phone, old.user_id) then
    raise exception 'a number keeps its campaign' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'waiting' then new.state in ('handing_over', 'sent', 'stopped')
    when 'handing_over' then new.state in ('sent', 'refused', 'unclear', 'waiting')
    when 'unclear' then new.state in ('sent', 'refused', 'waiting')
    when 'refused' then new.state = 'waiting'
    when 'sent' then new.state = 'waiting' and old.gateway is not distinct from 'outbox'
      and was_never_handed_over(old.gateway, old.attempts)
    when 'stopped' then new.state = 'waiting' and was_never_handed_over(old.gateway, old.attempts)
    else false
  end) then
    raise exception 'number % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'sms_flow';
  end if;
  return new;
end $$;

-- A trace of each backup that was made, and of each that this shop came back from: is the last one long ago?
create table backups (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'restore')),
  at timestamptz not null default now(),
  -- The moment of the shop that is in the file.
  moment timestamptz not null,
  bytes bigint not null,
  rows bigint not null,
  -- Pictures that the shop knew and that were not there.
  missing bigint not null default 0,
  with_key boolean not null
);
create trigger backups_append_only before update or delete or truncate on backups
  for each statement execute function refuse_change();
