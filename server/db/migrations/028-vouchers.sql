-- The voucher room: who added a code, counters for exact totals and far pages, what a used code keeps, and when codes ran low.
lock table vouchers in share mode;

alter table vouchers add column added_by bigint references admins (id);
alter table vouchers add column version integer not null default 1;
update vouchers set used_at = created_at where status = 2 and used_at is null;
alter table vouchers add constraint vouchers_used check (status <> 2 or used_at is not null);

create index vouchers_status on vouchers (status, id) where deleted_at is null;
create index vouchers_package on vouchers (package_id, id) where deleted_at is null;
create index vouchers_package_used on vouchers (package_id, id) where status = 2 and deleted_at is null;
create index vouchers_package_hidden on vouchers (package_id, id) where status = 0 and deleted_at is null;
create index vouchers_user on vouchers (user_id, id) where user_id is not null;
create index vouchers_bin on vouchers (id) where deleted_at is not null;
-- The use of the last days, per package.
create index vouchers_use on vouchers (package_id, used_at) where status = 2;

-- Used is for good: a customer may hold the code. Neither another status, nor another code or package under the same id.
create or replace function guard_voucher() returns trigger language plpgsql as $$
begin
  if old.status = 2 and new.status <> 2 then
    raise exception 'a delivered voucher stays Used' using errcode = 'check_violation', constraint = 'vouchers_delivered';
  end if;
  if old.status = 2 and (new.package_id, new.code_index) is distinct from (old.package_id, old.code_index) then
    raise exception 'code and package of a used voucher are fixed'
      using errcode = 'check_violation', constraint = 'vouchers_fixed';
  end if;
  return new;
end $$;
drop trigger vouchers_guard on vouchers;
create trigger vouchers_guard before update of status, package_id, code_index on vouchers
  for each row execute function guard_voucher();
create trigger vouchers_version before update of package_id, status, code_index, deleted_at on vouchers
  for each row when (old.* is distinct from new.*) execute function raise_version();

-- Counters as for orders: per package and state for totals, per block of ids too for pages in the depth of a list.
-- A state is the status, or 3 for what lies in the recycle bin.
create function voucher_state(status integer, deleted_at timestamptz) returns integer immutable language sql
  return case when deleted_at is null then status else 3 end;

create table voucher_counts (
  package_id bigint not null references topup_packages (id),
  state integer not null,
  n bigint not null,
  primary key (package_id, state)
);
create table voucher_blocks (
  package_id bigint not null references topup_packages (id),
  state integer not null,
  block bigint not null,
  n bigint not null,
  primary key (package_id, state, block)
);
create table voucher_count_deltas (
  id bigint generated always as identity primary key,
  package_id bigint not null,
  state integer not null,
  block bigint not null,
  n bigint not null
);
insert into voucher_counts (package_id, state, n)
select package_id, voucher_state(status, deleted_at), count(*) from vouchers group by 1, 2;
insert into voucher_blocks (package_id, state, block, n)
select package_id, voucher_state(status, deleted_at), block_of(id), count(*) from vouchers group by 1, 2, 3;

create view voucher_tally as
  select package_id, state, n from voucher_counts
  union all select package_id, state, n from voucher_count_deltas;
create view voucher_block_tally as
  select package_id, state, block, n from voucher_blocks
  union all select package_id, state, block, n from voucher_count_deltas;

create function count_new_vouchers() returns trigger language plpgsql as $$
begin
  insert into voucher_count_deltas (package_id, state, block, n)
  select package_id, voucher_state(status, deleted_at), block_of(id), count(*) from added group by 1, 2, 3;
  return null;
end $$;
create trigger vouchers_count_new after insert on vouchers
  referencing new table as added
  for each statement execute function count_new_vouchers();

create function count_moved_vouchers() returns trigger language plpgsql as $$
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
create trigger vouchers_count_moved after update on vouchers
  referencing old table as before new table as after
  for each statement execute function count_moved_vouchers();

-- The counters rely on it, and a code stays taken for good.
create trigger vouchers_never_deleted before delete or truncate on vouchers
  for each statement execute function refuse_change();

-- Folds the waiting changes into the counters and says that the list has changed. One caller at a time.
create function fold_voucher_counts() returns bigint language plpgsql as $$
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
create trigger vouchers_notify_edited after update of code_index on vouchers
  for each statement execute function notify_list();

-- Ready codes from the counters: a package with a hundred thousand of them is not counted one by one.
create or replace view package_states as
select k.id, k.product_id, c.codes_left,
  case
    when p.is_active = 0 then 'inactive'
    when k.in_stock = 0 or (p.track_stock = 1 and p.price < k.bprice) then 'stock_out'
    when k.sells_vouchers and c.codes_left = 0 then 'no_codes'
    else 'on_sale'
  end as availability
from topup_packages k
join topup_products p on p.id = k.product_id and p.deleted_at is null
left join lateral (
  select greatest(
    (select coalesce(sum(v.n), 0)::bigint from voucher_tally v where v.package_id = k.id and v.state = 1) -
    (select count(*) from orders o where o.package_id = k.id and o.status in ('pending', 'in_progress')), 0) as codes_left
) c on k.sells_vouchers
where k.deleted_at is null;

-- Each time a package's codes fell below the threshold, once, until there were enough again.
create table low_stock (
  id bigint generated always as identity primary key,
  package_id bigint not null references topup_packages (id),
  codes_left bigint not null,
  at timestamptz not null default now(),
  ended_at timestamptz
);
create unique index low_stock_once on low_stock (package_id) where ended_at is null;

-- Answers how many crossings began or ended.
create function note_low_stock(p_threshold bigint) returns bigint language plpgsql as $$
declare
  v_changed bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('note_low_stock')) then
    return 0;
  end if;
  with low as (
    select id, codes_left from package_states where codes_left < p_threshold and availability <> 'inactive'
  ), ended as (
    update low_stock set ended_at = now() where ended_at is null and package_id not in (select id from low)
    returning 1
  ), begun as (
    insert into low_stock (package_id, codes_left) select id, codes_left from low
    on conflict (package_id) where ended_at is null do nothing
    returning 1
  )
  select (select count(*) from ended) + (select count(*) from begun) into v_changed;
  if v_changed > 0 then
    perform pg_notify('topdeck_lists', 'vouchers');
  end if;
  return v_changed;
end $$;
