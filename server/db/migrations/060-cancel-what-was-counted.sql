-- Cancel All cancels the rows that its dialog has counted. Neither an id nor a moment says which those are: both are given to a row before
-- others can see it, so one that was being written while the dialog counted has an id, and a change a moment, from before.

-- The transaction that wrote a version of a row, which tells the last 32 bits of its id: the near one of those is meant.
create function writer_of(p_written xid) returns bigint language sql stable
return pg_snapshot_xmax(pg_current_snapshot())::text::bigint - (1::bigint << 31)
  + ((p_written::text::bigint - pg_snapshot_xmax(pg_current_snapshot())::text::bigint + (1::bigint << 31)) & 4294967295);

-- Whether it was over when p_unseen was read: the transactions that were at work then, and at last the next one to come. Without a
-- subselect, so that it becomes part of the statement: called for each row it would cost ten times as much.
create function was_seen(p_written xid, p_unseen bigint[]) returns boolean language sql stable
return writer_of(p_written) < p_unseen[cardinality(p_unseen)] and writer_of(p_written) <> all (p_unseen);

-- As in 045.
drop function cancel_pending_withdrawals(bigint, bigint, timestamptz);
create function cancel_pending_withdrawals(
  p_admin_id bigint, p_up_to bigint, p_as_of timestamptz, p_unseen bigint[],
  out total bigint, out sum numeric, out left_pending bigint, out ids bigint[]
) language sql as $$
  with frozen as materialized (
    select user_id from accounts where frozen_reason is not null and kind in ('earn_wallet', 'earn_hold')
  ), cancelled as (
    update withdrawals set status = 'cancel', admin_id = p_admin_id, updated_at = now()
    where status = 'pending' and (p_up_to is null or id <= p_up_to) and (p_as_of is null or updated_at <= p_as_of)
      and (p_unseen is null or was_seen(xmin, p_unseen))
      and user_id not in (select user_id from frozen)
    returning id, user_id, amount, reopens
  ), given_back as (
    insert into journals (source, source_id, kind, seq, admin_id, amount, debit_id, credit_id)
    select 'withdrawal', c.id, 'cancelled', c.reopens, p_admin_id, c.amount, hold.id, earn.id
    from cancelled c
    join accounts earn on earn.user_id = c.user_id and earn.kind = 'earn_wallet'
    join accounts hold on hold.user_id = c.user_id and hold.kind = 'earn_hold'
    order by earn.id, c.id
    returning source_id, amount
  )
  select count(*), coalesce(sum(amount), 0),
    (select count(*) from withdrawals
     where status = 'pending' and (p_up_to is null or id <= p_up_to) and (p_as_of is null or updated_at <= p_as_of)
       and (p_unseen is null or was_seen(xmin, p_unseen))
       and user_id in (select user_id from frozen)),
    coalesce(array_agg(source_id order by source_id), '{}')
  from given_back;
$$;
