-- No note, code or secret: the store reads the record. In a shop that never had a webhook URL an event is only kept, so that the first
-- URL is not sent a month of old news.
create or replace function keep_event(p_event text, p_subject text, p_id bigint, p_user_id bigint, p_amount tk, p_status text)
returns void language sql as $$
  insert into webhooks (event, subject, subject_id, payload, state)
  values (p_event, p_subject, p_id, jsonb_build_object('id', p_id, 'user_id', p_user_id, 'amount', p_amount, 'status', p_status),
    case when (select webhooks_since from books) is null then 'kept' else 'waiting' end)
$$;

-- Event and subject are the trigger's arguments.
create or replace function tell_store() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    perform keep_event(tg_argv[0] || '.' || new.status, tg_argv[1], new.id, new.user_id, new.amount, new.status);
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

-- What staff changed without a decision.
create or replace function tell_edit() returns trigger language plpgsql as $$
begin
  if new.status = old.status and (new.amount, new.number) is distinct from (old.amount, old.number) then
    perform keep_event(tg_argv[0] || '.edited', tg_argv[1], new.id, new.user_id, new.amount, new.status);
  end if;
  return null;
end $$;
create or replace trigger wallet_adds_tell_edit after update of amount, number on wallet_adds
  for each row execute function tell_edit('transaction', 'wallet_add');
create or replace trigger withdrawals_tell_edit after update of amount, number on withdrawals
  for each row execute function tell_edit('withdrawal', 'withdrawal');

create or replace function tell_order_edit() returns trigger language plpgsql as $$
begin
  perform keep_event(tg_argv[0] || '.edited', tg_argv[1], new.id, new.user_id, new.amount, new.status);
  return null;
end $$;
create or replace trigger orders_tell_edit after update of playerid, refunded on orders
  for each row when ((new.playerid, new.refunded) is distinct from (old.playerid, old.refunded)) execute function tell_order_edit('order', 'order');

-- The store knows its own earnings.
create or replace function tell_adjustment() returns trigger language plpgsql as $$
begin
  perform keep_event(case new.wallet when 'user_wallet' then 'wallet.adjusted' else 'earn_wallet.adjusted' end,
    'user', new.user_id, new.user_id, new.amount, new.kind);
  return null;
end $$;
create or replace trigger adjustments_tell_store after insert on adjustments
  for each row when (new.admin_id is not null) execute function tell_adjustment();

-- When the catalogue is looked at now; null where a server has just looked.
create or replace function take_catalog_look() returns timestamptz language sql as $$
  update catalog_looks
  set looked_at = date_trunc('milliseconds', greatest(clock_timestamp(), coalesce(looked_at + interval '1 millisecond', '-infinity')))
  where looked_at is null or looked_at not between clock_timestamp() - interval '1.5 seconds' and clock_timestamp()
  returning looked_at
$$;

-- Compares what customers saw at that look with what they saw before, as rows of kind, id and item, and keeps an event of each difference.
-- Nothing where a later look is under way. The first comparison tells nothing.
create or replace function compare_catalog(p_shown jsonb, p_at timestamptz) returns void language plpgsql as $$
declare
  v_look catalog_looks;
  v_told bigint;
begin
  select * into v_look from catalog_looks where looked_at = p_at for update;
  if not found then
    return;
  end if;
  with shown as (
    select kind, id, item from jsonb_to_recordset(p_shown) as x (kind text, id bigint, item jsonb)
  ), changed as (
    insert into catalog_items as k (kind, id, item, changed_at)
    select kind, id, item, p_at from shown
    on conflict (kind, id) do update set item = excluded.item, is_removed = false, changed_at = excluded.changed_at
      where k.is_removed or k.item <> excluded.item
    returning kind, id, 'changed' as status
  ), removed as (
    update catalog_items k set is_removed = true, changed_at = p_at
    where not is_removed and not exists (select from shown s where s.kind = k.kind and s.id = k.id)
    returning kind, id, 'removed' as status
  )
  select count(keep_event(kind || '.' || status, kind, id, null, null, status)) into v_told
  from (select * from changed union all select * from removed) as different
  where v_look.compared_at is not null;
  update catalog_looks set compared_at = p_at;
end $$;

-- Gives numbers to what was committed, in order; one server at a time.
create or replace function number_events() returns bigint language plpgsql as $$
declare
  v_id bigint;
  v_numbered bigint := 0;
begin
  if pg_try_advisory_xact_lock(hashtext('number_events')) then
    for v_id in select id from webhooks where number is null order by id limit 5000 loop
      update webhooks set number = nextval('webhooks_numbers') where id = v_id;
      v_numbered := v_numbered + 1;
    end loop;
  end if;
  return v_numbered;
end $$;

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
