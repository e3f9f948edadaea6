-- Writes the outbox row of a decision; event and subject are the trigger's arguments. No note, code or secret: the store reads the record.
-- It is written in any case. In a shop that never had a webhook URL it is only kept, so that the first one is not sent a month of old news.
create or replace function tell_store() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    insert into webhooks (event, subject, subject_id, payload, state)
    values (tg_argv[0] || '.' || new.status, tg_argv[1], new.id,
      jsonb_build_object('id', new.id, 'user_id', new.user_id, 'amount', new.amount, 'status', new.status),
      case when (select webhooks_since from books) is null then 'kept' else 'waiting' end);
  end if;
  return null;
end $$;
create or replace trigger orders_tell_store after update of status on orders
  for each row when (new.status in ('completed', 'cancel'))
  execute function tell_store('order', 'order');
create or replace trigger product_orders_tell_store after update of status on product_orders
  for each row when (new.status in ('completed', 'cancelled'))
  execute function tell_store('product_order', 'product_order');
create or replace trigger wallet_adds_tell_store after update of status on wallet_adds
  for each row execute function tell_store('transaction', 'wallet_add');
create or replace trigger withdrawals_tell_store after update of status on withdrawals
  for each row execute function tell_store('withdrawal', 'withdrawal');

-- Takes the oldest open message of each record that is due, for `p_seconds`. One that is due in over an hour comes from a clock that
-- was set back. `id = any(array(...))`: with `id in (select ...)` the generic plan reads the whole table.
create or replace function claim_webhooks(p_most integer, p_seconds integer) returns setof webhooks language sql as $$
  update webhooks w set claimed_until = now() + make_interval(secs => p_seconds), attempts = attempts + 1
  where w.id = any(array(
    select due.id
    from webhooks due
    where due.state = 'waiting'
      and (due.next_attempt_at <= now() or due.next_attempt_at > now() + interval '1 hour')
      and (due.claimed_until is null or due.claimed_until < now()
        or due.claimed_until > now() + make_interval(secs => 2 * p_seconds))
      and not exists (
        select from webhooks earlier
        where earlier.subject = due.subject and earlier.subject_id = due.subject_id
          and earlier.state in ('waiting', 'failed') and earlier.id < due.id)
    order by due.id
    limit p_most
    for update skip locked
  ))
  returning w.*;
$$;
