-- Money lists are told of live, by their names: whoever folds the counters, each second, knows which lists have come or gone, so that
-- an approval pays nothing for it. What changes a row and no count tells it itself; both are rare.
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
  select coalesce(sum(rows), 0), string_agg(distinct list, ',') into v_folded, v_lists from summed;
  if v_lists is not null then
    perform pg_notify('topdeck_lists', v_lists);
  end if;
  return v_folded;
end $$;

create function notify_list() returns trigger language plpgsql as $$
begin
  perform pg_notify('topdeck_lists', tg_table_name);
  return null;
end $$;
-- A decision sets neither.
create trigger transactions_notify_edited after update of amount, number on transactions
  for each statement execute function notify_list();
create trigger withdrawals_notify_edited after update of amount, number on withdrawals
  for each statement execute function notify_list();
create trigger hand_overs_notify after insert or update on hand_overs for each statement execute function notify_list();
