-- The dashboard's figures by day, so that nothing is scanned for them. They are made of the rows that the counters leave behind
-- anyway, a second later, by whoever folds these: a decision writes nothing more for them.

-- Nobody folds or writes meanwhile.
select pg_advisory_xact_lock(hashtext('fold_order_counts'));
lock table orders in share mode;
select fold_order_counts();

-- The shop's calendar day: SHOP_TIME_ZONE of contract/limits.ts. Figures are kept by it: another zone means filling them again.
create function shop_day(moment timestamptz) returns date immutable language sql
  return (moment at time zone 'Asia/Dhaka')::date;

-- Orders: a row for each day, package and admin; besides one over all packages (0), for everybody (0) and for all days (-infinity).
-- Orders that came in are nobody's.
create table order_figures (
  day date not null,
  package_id bigint not null,
  admin_id bigint not null,
  placed bigint not null,
  completed bigint not null,
  -- Of the completed ones.
  amount numeric not null,
  cost numeric not null,
  primary key (package_id, admin_id, day)
);
-- Who completed how much on a day.
create index order_figures_day on order_figures (day, package_id);

alter table order_count_deltas
  -- Of what is counted on a day: when the order came in, or was completed. Else null.
  add column day date,
  add column admin_id bigint,
  add column placed bigint not null default 0,
  add column amount numeric not null default 0,
  add column cost numeric not null default 0;

create or replace function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, day, admin_id, n, placed, amount, cost)
  select package_id, block_of(id), status, day, admin_id, sum(n), sum(placed), sum(amount), sum(cost)
  from (
    select id, package_id, status, shop_day(created_at) as day, null::bigint as admin_id,
      case status when 'completed' then 0 else 1 end as n, 1 as placed, 0 as amount, 0 as cost
    from added
    union all
    select id, package_id, status, shop_day(closed_at), completed_by, 1, 0, amount, cost from added where status = 'completed'
  ) as counted
  group by 1, 2, 3, 4, 5;
  return null;
end $$;

create or replace function count_moved_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, day, admin_id, n, amount, cost)
  select package_id, block_of(id), status,
    case status when 'completed' then shop_day(closed_at) end, case status when 'completed' then completed_by end,
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

-- What the rows say: the figures are this, for ever.
create view order_figures_counted as
  select case when grouping(day) = 1 then '-infinity' else day end as day,
    case when grouping(package_id) = 1 then 0 else package_id end as package_id,
    case when grouping(admin_id) = 1 then 0 else admin_id end as admin_id,
    sum(placed)::bigint as placed, sum(completed)::bigint as completed, sum(amount) as amount, sum(cost) as cost
  from (
    select shop_day(created_at) as day, package_id, null::bigint as admin_id, 1 as placed, 0 as completed, 0 as amount, 0 as cost
    from orders
    union all
    select shop_day(closed_at), package_id, completed_by, 0, 1, amount, cost from orders where status = 'completed'
  ) as counted
  group by grouping sets (
    (day, package_id, admin_id), (day, admin_id), (package_id, admin_id), (admin_id), (day, package_id), (day))
  having grouping(admin_id) = 1 or admin_id is not null;

-- What waits to be folded, for each of the same sums. A branch for each, all of the very same types: only then does a reader's
-- condition reach the rows.
create view order_figure_deltas as
  select day, package_id, admin_id, placed, case status when 'completed' then n else 0 end as completed, amount, cost
  from order_count_deltas
  where day is not null and package_id > 0 and admin_id > 0
  union all select day, 0::bigint, admin_id, placed, case status when 'completed' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and admin_id > 0
  union all select '-infinity'::date, package_id, admin_id, placed, case status when 'completed' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and package_id > 0 and admin_id > 0
  union all select '-infinity'::date, 0::bigint, admin_id, placed, case status when 'completed' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and admin_id > 0
  union all select day, package_id, 0::bigint, placed, case status when 'completed' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null and package_id > 0
  union all select day, 0::bigint, 0::bigint, placed, case status when 'completed' then n else 0 end, amount, cost
  from order_count_deltas
  where day is not null;

-- The figures as they are now, in parts: sum them.
create view order_figure_tally as
  select day, package_id, admin_id, placed, completed, amount, cost from order_figures
  union all select day, package_id, admin_id, placed, completed, amount, cost from order_figure_deltas;

-- The view of what waits is read in the statement that takes it away: both see the same rows, and only one folds at a time.
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

-- What stood here before.
insert into order_figures select * from order_figures_counted;
