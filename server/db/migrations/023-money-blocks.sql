-- The counters of wallet adds, withdrawals and customers per block of ids too, as for orders: the last page of five million wallet
-- adds was a sort of all of them.
lock table transactions, withdrawals, users in share mode;
select fold_money_counts();

delete from money_counts;
alter table money_counts drop constraint money_counts_pkey;
alter table money_counts add column block bigint not null;
alter table money_counts add primary key (list, status, block);
insert into money_counts (list, status, block, n)
select 'transactions', status, block_of(id), count(*) from transactions group by 2, 3
union all
select 'withdrawals', status, block_of(id), count(*) from withdrawals group by 2, 3
union all
select 'users', 'living', block_of(id), count(*) from users where deleted_at is null group by 3;

alter table money_count_deltas add column block bigint not null;

create or replace function count_new_money() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, n)
  select tg_table_name, status, block_of(id), count(*) from added group by 2, 3;
  return null;
end $$;

create or replace function count_new_users() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, n)
  select 'users', 'living', block_of(id), count(*) from added where deleted_at is null group by 3;
  return null;
end $$;

create or replace function count_deleted_user() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, block, n)
  values ('users', 'living', block_of(new.id), case when new.deleted_at is null then 1 else -1 end);
  return null;
end $$;

create or replace view money_tally as
  select list, status, n, block from money_counts
  union all select list, status, n, block from money_count_deltas
  union all select list, was, -1, block_of(row_id) from money_decisions
  union all select list, status, 1, block_of(row_id) from money_decisions;

create or replace function fold_money_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_money_counts')) then
    return 0;
  end if;
  with counted as (
    delete from money_count_deltas returning list, status, block, n
  ), decided as (
    delete from money_decisions returning *
  ), told as (
    insert into webhooks (event, subject, subject_id, payload)
    select subject || '.' || d.status, subject, d.row_id,
      jsonb_build_object('id', d.row_id, 'user_id', d.user_id, 'amount', d.amount, 'status', d.status)
    from decided d
    cross join books
    cross join lateral (values (case d.list when 'transactions' then 'transaction' else 'withdrawal' end)) as kind (subject)
    where books.tells_store
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
  select coalesce(sum(rows), 0) into v_folded from summed;
  return v_folded;
end $$;
