-- What a super admin sets for the whole shop: one row, read wherever it is needed, so that a change acts at once and everywhere.
create table settings (
  is_only boolean primary key default true check (is_only),
  -- Raised by every change: two people who edit at once notice each other.
  version bigint not null default 1,
  shop_name text not null default '' check (length(shop_name) <= 120),
  time_zone text not null default 'Asia/Dhaka',
  low_stock_codes integer not null default 20 check (low_stock_codes between 0 and 100000),
  claim_minutes integer not null default 10 check (claim_minutes between 2 and 240),
  secrets_kept_days integer not null default 7 check (secrets_kept_days between 1 and 365),
  sms_gateway text not null default 'outbox' check (sms_gateway in ('outbox', 'http')),
  sms_url text not null default '',
  sms_method text not null default 'POST' check (sms_method in ('GET', 'POST')),
  sms_per_second integer not null default 10 check (sms_per_second between 1 and 1000),
  sms_key_sealed bytea,
  webhook_url text not null default '',
  webhook_secret_sealed bytea,
  constraint settings_sms_has_url check (sms_gateway = 'outbox' or sms_url <> ''),
  constraint settings_webhook_has_secret check (webhook_url = '' or webhook_secret_sealed is not null)
);
insert into settings default values;

create function raise_settings_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger settings_version before update on settings for each row execute function raise_settings_version();

-- The shop's calendar day is now that of a setting. Whoever asks for many rows names the zone, which is then looked up once.
create function shop_day(moment timestamptz, zone text) returns date immutable language sql
  return (moment at time zone zone)::date;

create or replace function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, day, admin_id, n, placed, amount, cost)
  select package_id, block_of(id), status, day, admin_id, sum(n), sum(placed), sum(amount), sum(cost)
  from (
    select id, package_id, status, shop_day(created_at, (select time_zone from settings)) as day, null::bigint as admin_id,
      case status when 'completed' then 0 else 1 end as n, 1 as placed, 0 as amount, 0 as cost
    from added
    union all
    select id, package_id, status, shop_day(closed_at, (select time_zone from settings)), completed_by, 1, 0, amount, cost
    from added where status = 'completed'
  ) as counted
  group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function count_moved_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, day, admin_id, n, amount, cost)
  select package_id, block_of(id), status,
    case status when 'completed' then shop_day(closed_at, (select time_zone from settings)) end,
    case status when 'completed' then completed_by end,
    sum(n), coalesce(sum(n * amount) filter (where status = 'completed'), 0),
    coalesce(sum(n * cost) filter (where status = 'completed'), 0)
  from (
    select id, package_id, status, closed_at, completed_by, amount, cost, 1 as n from after
    union all
    select id, package_id, status, closed_at, completed_by, amount, cost, -1 from before
  ) as moved
  group by 1, 2, 3, 4, 5
  having sum(n) <> 0 or sum(n * amount) <> 0 or sum(n * cost) <> 0;
  return null;
end $$;

create or replace view order_figures_counted as
  select case when grouping(day) = 1 then '-infinity' else day end as day,
    case when grouping(package_id) = 1 then 0 else package_id end as package_id,
    case when grouping(admin_id) = 1 then 0 else admin_id end as admin_id,
    sum(placed)::bigint as placed, sum(completed)::bigint as completed, sum(amount) as amount, sum(cost) as cost
  from (
    select shop_day(created_at, (select time_zone from settings)) as day, package_id, null::bigint as admin_id,
      1 as placed, 0 as completed, 0 as amount, 0 as cost
    from orders
    union all
    select shop_day(closed_at, (select time_zone from settings)), package_id, completed_by, 0, 1, amount, cost
    from orders where status = 'completed'
  ) as counted
  group by grouping sets (
    (day, package_id, admin_id), (day, admin_id), (package_id, admin_id), (admin_id), (day, package_id), (day))
  having grouping(admin_id) = 1 or admin_id is not null;

create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n)
  select 'users', 'living', block_of(id), shop_day(created_at, (select time_zone from settings)), count(*)
  from added where deleted_at is null group by 3, 4;
  return null;
end $$;
create or replace function count_deleted_user() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n)
  values (
    'users', 'living', block_of(new.id), shop_day(new.created_at, (select time_zone from settings)),
    case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;
create or replace function count_new_transactions() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, day, n, amount)
  select 'transactions', status, block_of(id), shop_day(completed_at, (select time_zone from settings)), count(*),
    case status when 'completed' then sum(amount) else 0 end
  from added
  group by 2, 3, 4;
  return null;
end $$;

create or replace view money_figures_counted as
  select 'users' as kind, shop_day(created_at, (select time_zone from settings)) as day, count(*) as n, 0::numeric as amount
  from users where deleted_at is null group by 2
  union all select 'users', '-infinity', count(*), 0 from users where deleted_at is null
  union all
  select 'wallet_adds', shop_day(completed_at, (select time_zone from settings)), count(*), sum(amount)
  from transactions where status = 'completed' group by 2
  union all
  -- By the entries: a wallet that is not what they say is a finding of its own.
  select 'wallets', '-infinity', 0, coalesce(sum(e.amount), 0)
  from entries e
  join accounts a on a.id = e.account_id and a.kind = 'user_wallet';

create or replace view money_figure_deltas as
  with adds as (
    select day, n, amount from money_count_deltas where list = 'transactions' and status = 'completed'
    union all
    select shop_day(completed_at, (select time_zone from settings)), 1::bigint, amount::numeric
    from money_decisions where list = 'transactions' and status = 'completed'
    union all
    select shop_day(was_completed_at, (select time_zone from settings)), -1::bigint, -was_amount::numeric
    from money_decisions where list = 'transactions' and was = 'completed'
  )
  select 'users' as kind, day, n, 0::numeric as amount from money_count_deltas where list = 'users' and day is not null
  union all select 'users', '-infinity'::date, n, 0::numeric from money_count_deltas where list = 'users'
  union all select 'wallet_adds', day, n, amount from adds where day is not null
  union all select 'wallets', '-infinity'::date, 0::bigint, amount from adds
  union all select 'wallets', '-infinity'::date, 0::bigint, amount::numeric from wallet_moves;

-- For a question about one moment.
create or replace function shop_day(moment timestamptz) returns date stable language sql
  return shop_day(moment, (select time_zone from settings));

-- Another zone puts the same moments on other days: every figure is counted anew. Orders, wallet adds and customers wait meanwhile, so
-- that nobody counts by the old zone what is folded after it.
create function set_time_zone(p_zone text) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('fold_order_counts'));
  perform pg_advisory_xact_lock(hashtext('fold_money_counts'));
  lock table orders, transactions, users, journals in share mode;
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
end $$;
