-- How many orders of each status lie in each block of 8192 ids: which block a page in the depth of a list begins in is then a sum of
-- a few hundred numbers, not a walk over all rows before it.
lock table orders in share mode;
select fold_order_counts();

create function block_of(id bigint) returns bigint immutable language sql return id >> 13;

create table order_blocks (
  status text not null,
  block bigint not null,
  n bigint not null,
  primary key (status, block)
);
insert into order_blocks (status, block, n)
select status, block_of(id), count(*) from orders group by 1, 2;

alter table order_count_deltas add column block bigint not null;

create or replace function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, n)
  select package_id, block_of(id), status, count(*) from added group by 1, 2, 3;
  return null;
end $$;

create or replace function count_moved_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, block, status, n)
  select package_id, block_of(id), status, sum(n)
  from (
    select id, package_id, status, 1 as n from after
    union all
    select id, package_id, status, -1 from before
  ) as moved
  group by 1, 2, 3
  having sum(n) <> 0;
  return null;
end $$;

-- The blocks as they are now, in parts: sum n.
create view order_block_tally as
  select status, block, n from order_blocks
  union all select status, block, n from order_count_deltas;

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
  )
  select count(*) into v_folded from taken;
  return v_folded;
end $$;
