-- What the store is to be told: written with the decision itself, delivered afterwards, in order per record.

create table webhooks (
  id bigint generated always as identity primary key,
  event text not null,
  subject text not null,
  subject_id bigint not null,
  payload jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  last_error text not null default '',
  next_attempt_at timestamptz not null default now(),
  -- Whoever delivers it has until then; later somebody else may.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  delivered_at timestamptz
);
create index webhooks_open on webhooks (subject, subject_id, id) where state <> 'delivered';
create index webhooks_due on webhooks (next_attempt_at) where state = 'waiting';
create index webhooks_delivered on webhooks (delivered_at) where state = 'delivered';

-- A decision on an order, a wallet add or a withdrawal. No note, no code, no secret: the store reads the record itself.
create function tell_store() returns trigger language plpgsql as $$
begin
  if (select tells_store from books) then
    insert into webhooks (event, subject, subject_id, payload)
    values (tg_argv[0] || '.' || new.status, tg_argv[0], new.id,
      jsonb_build_object('id', new.id, 'user_id', new.user_id, 'amount', new.amount, 'status', new.status));
  end if;
  return null;
end $$;
create trigger orders_tell_store after update of status on orders for each row
  when (new.status <> old.status and new.status in ('completed', 'cancel'))
  execute function tell_store('order');
create trigger transactions_tell_store after update of status on transactions for each row
  when (new.status <> old.status)
  execute function tell_store('transaction');
create trigger withdrawals_tell_store after update of status on withdrawals for each row
  when (new.status <> old.status)
  execute function tell_store('withdrawal');

-- Takes the oldest open message of each record that is due, for `p_seconds`.
create function claim_webhooks(p_most integer, p_seconds integer) returns setof webhooks language sql as $$
  update webhooks w set claimed_until = now() + make_interval(secs => p_seconds), attempts = attempts + 1
  where w.id in (
    select due.id
    from webhooks due
    where due.state = 'waiting'
      and due.next_attempt_at <= now()
      and (due.claimed_until is null or due.claimed_until < now())
      and not exists (
        select from webhooks earlier
        where earlier.subject = due.subject and earlier.subject_id = due.subject_id
          and earlier.state <> 'delivered' and earlier.id < due.id)
    order by due.id
    limit p_most
    for update skip locked
  )
  returning w.*;
$$;
