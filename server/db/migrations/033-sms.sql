-- Text messages: a campaign is one message to many numbers, and each number has a state of its own, so that none is handed to the
-- gateway twice and none is forgotten.

-- A customer's phone as gateways take it, or null. The phone's unique index makes it each customer's own.
create function sms_number(p_digits text) returns text language sql immutable parallel safe
  return case when phone_key(p_digits) ~ '^01[3-9][0-9]{8}$' then '88' || phone_key(p_digits) end;
-- Those who cannot be written to, counted and left out; few.
create index users_without_sms_number on users (id) where deleted_at is null and sms_number(phone_digits) is null;

create table sms_campaigns (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admins (id),
  message text not null check (message <> ''),
  is_to_all boolean not null,
  -- What was set when it was written: one that was meant to be sent is never taken for sent because it is only kept.
  meant_for text not null default 'outbox' check (meant_for in ('outbox', 'http')),
  -- Which gateways have had to do with it so far.
  gateways text[] not null default '{}',
  created_at timestamptz not null default now(),
  -- What waited then is not handed over any more; what somebody sends again later is.
  stopped_at timestamptz
);
create trigger sms_campaigns_never_deleted before delete or truncate on sms_campaigns
  for each statement execute function refuse_change();
create trigger sms_campaigns_notify after insert or update on sms_campaigns for each statement execute function notify_list();

create table sms_numbers (
  id bigint generated always as identity primary key,
  -- No foreign keys: a campaign to a million customers would be checked two million times, and neither of both is ever deleted.
  campaign_id bigint not null,
  phone text not null,
  user_id bigint,
  state text not null default 'waiting'
    check (state in ('waiting', 'handing_over', 'sent', 'refused', 'unclear', 'stopped')),
  gateway text check (gateway in ('outbox', 'http')),
  attempts integer not null default 0,
  last_error text not null default '',
  -- A number that did not get away keeps the moment at which it was taken, so that a stop which came since holds for it.
  changed_at timestamptz not null default now(),
  -- Whoever hands it over has answered by then, or is gone.
  claimed_until timestamptz,
  constraint sms_numbers_once unique (campaign_id, phone),
  constraint sms_numbers_claimed check ((state = 'handing_over') = (claimed_until is not null))
);
create index sms_numbers_state on sms_numbers (campaign_id, state, id);
create index sms_numbers_claims on sms_numbers (claimed_until) where state = 'handing_over';
create trigger sms_numbers_never_deleted before delete or truncate on sms_numbers
  for each statement execute function refuse_change();

-- Legal moves: the same table as contract/sms.ts.
create function guard_sms_number() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.phone, new.user_id) is distinct from (old.campaign_id, old.phone, old.user_id) then
    raise exception 'a number keeps its campaign' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'waiting' then new.state in ('handing_over', 'sent', 'stopped')
    when 'handing_over' then new.state in ('sent', 'refused', 'unclear', 'waiting')
    when 'unclear' then new.state in ('sent', 'refused', 'waiting')
    when 'refused' then new.state = 'waiting'
    else false
  end) then
    raise exception 'number % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'sms_flow';
  end if;
  return new;
end $$;
create trigger sms_numbers_guard before update on sms_numbers for each row execute function guard_sms_number();

-- Counters as for vouchers: how far each campaign is, and where a page of its numbers begins.
create table sms_counts (
  campaign_id bigint not null,
  state text not null,
  block bigint not null,
  n bigint not null,
  primary key (campaign_id, state, block)
);
create index sms_counts_waiting on sms_counts (campaign_id) where state = 'waiting';
create index sms_counts_empty on sms_counts (campaign_id) where n = 0;
create table sms_count_deltas (
  id bigint generated always as identity primary key,
  campaign_id bigint not null,
  state text not null,
  block bigint not null,
  n bigint not null
);
create view sms_tally as
  select campaign_id, state, block, n from sms_counts
  union all select campaign_id, state, block, n from sms_count_deltas;

create function count_new_sms() returns trigger language plpgsql as $$
begin
  insert into sms_count_deltas (campaign_id, state, block, n)
  select campaign_id, state, block_of(id), count(*) from added group by 1, 2, 3;
  return null;
end $$;
create trigger sms_numbers_count_new after insert on sms_numbers
  referencing new table as added
  for each statement execute function count_new_sms();

create function count_moved_sms() returns trigger language plpgsql as $$
begin
  insert into sms_count_deltas (campaign_id, state, block, n)
  select campaign_id, state, block, sum(n)
  from (
    select campaign_id, state, block_of(id) as block, 1 as n from after
    union all
    select campaign_id, state, block_of(id), -1 from before
  ) as moved
  group by 1, 2, 3
  having sum(n) <> 0;
  return null;
end $$;
create trigger sms_numbers_count_moved after update on sms_numbers
  referencing old table as before new table as after
  for each statement execute function count_moved_sms();

-- Folds the waiting changes into the counters and says that the list has changed. One caller at a time.
create function fold_sms_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_sms_counts')) then
    return 0;
  end if;
  with taken as (
    delete from sms_count_deltas returning campaign_id, state, block, n
  ), folded as (
    insert into sms_counts (campaign_id, state, block, n)
    select campaign_id, state, block, sum(n) from taken group by 1, 2, 3
    on conflict (campaign_id, state, block) do update set n = sms_counts.n + excluded.n
  )
  select count(*) into v_folded from taken;
  if v_folded > 0 then
    delete from sms_counts where n = 0;
    perform pg_notify('topdeck_lists', 'sms_campaigns');
  end if;
  return v_folded;
end $$;

-- One row for all servers: how fast the gateway is asked, and when it is left alone because it fails.
create table sms_pace (
  is_only boolean primary key default true check (is_only),
  gateway text not null default 'outbox' check (gateway in ('outbox', 'http')),
  next_at timestamptz not null default '-infinity',
  paused_until timestamptz not null default '-infinity',
  pauses integer not null default 0,
  -- Results since a number was last sent.
  failures integer not null default 0,
  problem text not null default ''
);
insert into sms_pace default values;

-- Takes numbers that wait, `p_most` at the most: the outbox has them with that, for http they are being handed over from here on,
-- which must be committed before the gateway is asked. One caller after the other, so that several servers keep one pace together.
-- Small campaigns go first: a word to one customer does not wait behind one to all.
create function take_sms(p_gateway text, p_most integer, p_per_second double precision, p_seconds integer)
returns table (id bigint, phone text, message text, attempts integer) language plpgsql as $$
#variable_conflict use_column
declare
  v_left integer := p_most;
  v_rows integer;
  v_campaign bigint;
begin
  if not exists (select from sms_tally where state = 'waiting' group by campaign_id having sum(n) > 0) then
    return;
  end if;
  perform from sms_pace where greatest(next_at, paused_until) <= clock_timestamp() for update;
  if not found then
    return;
  end if;
  if p_per_second is not null then
    v_left := least(v_left, greatest(1, floor(p_per_second / 10)));
  end if;
  for v_campaign in
    select campaign_id from sms_tally
    where state = 'waiting'
      and (p_gateway <> 'outbox' or campaign_id in (select c.id from sms_campaigns c where c.meant_for = 'outbox'))
    group by campaign_id having sum(n) > 0 order by sum(n), campaign_id
  loop
    return query
      update sms_numbers n set
        state = case p_gateway when 'outbox' then 'sent' else 'handing_over' end,
        claimed_until = case when p_gateway <> 'outbox' then clock_timestamp() + make_interval(secs => p_seconds) end,
        gateway = p_gateway, attempts = n.attempts + 1, last_error = '', changed_at = clock_timestamp()
      from sms_campaigns c
      where c.id = n.campaign_id
        and n.id in (
          select w.id from sms_numbers w
          join sms_campaigns o on o.id = v_campaign
          where w.campaign_id = v_campaign and w.state = 'waiting' and (o.stopped_at is null or o.stopped_at < w.changed_at)
          order by w.id
          limit v_left
          for update of w skip locked)
      returning n.id, n.phone, c.message, n.attempts;
    get diagnostics v_rows = row_count;
    if v_rows > 0 then
      update sms_campaigns set gateways = gateways || p_gateway where id = v_campaign and not p_gateway = any(gateways);
    end if;
    v_left := v_left - v_rows;
    if p_per_second is not null and v_rows > 0 then
      update sms_pace set next_at = greatest(next_at, clock_timestamp()) + make_interval(secs => v_rows / p_per_second);
    end if;
    exit when v_left <= 0;
  end loop;
end $$;

-- Stops what waited when its campaign was stopped, so many at a time; answers how many.
create function stop_sms(p_most integer) returns bigint language sql as $$
  with stopped as (
    update sms_numbers set state = 'stopped', changed_at = clock_timestamp()
    where id in (
      select n.id
      from sms_campaigns c
      join sms_numbers n on n.campaign_id = c.id and n.state = 'waiting' and n.changed_at <= c.stopped_at
      where c.id in (select campaign_id from sms_tally where state = 'waiting' group by campaign_id having sum(n) > 0)
        and c.stopped_at is not null
      limit p_most
      for update of n skip locked)
    returning 1
  )
  select count(*) from stopped
$$;

-- A shop that comes back from a backup: whatever waited then may have been sent since, so a person decides. Answers how many.
create function doubt_waiting_sms() returns bigint language plpgsql as $$
declare
  v_doubted bigint;
begin
  perform stop_sms(2147483647);
  update sms_numbers set state = 'handing_over', claimed_until = clock_timestamp() where state = 'waiting';
  update sms_numbers set state = 'unclear', last_error = 'It may have been sent after the backup', claimed_until = null,
    changed_at = clock_timestamp()
  where state = 'handing_over';
  get diagnostics v_doubted = row_count;
  return v_doubted;
end $$;

-- Writes down what became of a number at this attempt. An answer that comes after the number was given up as unclear still counts,
-- where it says something and nobody has decided otherwise.
create function settle_sms(
  p_id bigint, p_attempts integer, p_state text, p_error text,
  p_first_pause integer, p_longest_pause integer, p_failures_allowed integer
) returns void language plpgsql as $$
declare
  v_failures integer;
begin
  update sms_numbers set state = p_state, last_error = p_error, claimed_until = null,
    changed_at = case p_state when 'waiting' then changed_at else clock_timestamp() end
  where id = p_id and attempts = p_attempts
    and (state = 'handing_over' or (state = 'unclear' and p_state in ('sent', 'refused')));
  if p_state = 'sent' then
    update sms_pace set failures = 0, pauses = 0, problem = '', paused_until = '-infinity' where failures > 0;
    return;
  end if;
  update sms_pace set failures = failures + 1, problem = p_error returning failures into v_failures;
  -- Of several that fail at once, the first one sets the pause.
  if p_state = 'waiting' or v_failures >= p_failures_allowed then
    update sms_pace set pauses = pauses + 1,
      paused_until = clock_timestamp() + make_interval(secs => least(p_longest_pause, p_first_pause * 2 ^ least(pauses, 16)))
    where paused_until <= clock_timestamp();
  end if;
end $$;
