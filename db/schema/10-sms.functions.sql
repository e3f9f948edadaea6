create or replace trigger campaigns_never_deleted before delete or truncate on campaigns
  for each statement execute function refuse_change();
create or replace trigger campaigns_notify after insert or update on campaigns
  for each statement execute function notify_list();
create or replace trigger campaign_numbers_never_deleted before delete or truncate on campaign_numbers
  for each statement execute function refuse_change();

-- Only these may be sent later: numbers that were saved or stopped before any gateway was called. Others could be sent twice.
create or replace function was_never_handed_over(p_gateway text, p_attempts integer) returns boolean language sql immutable parallel safe
  return p_attempts = 0 or (p_attempts = 1 and p_gateway is not distinct from 'outbox');

-- The same moves as contract/campaigns.ts.
create or replace function guard_sms_number() returns trigger language plpgsql as $$
begin
  if (new.campaign_id, new.phone, new.user_id) is distinct from (old.campaign_id, old.phone, old.user_id) then
    raise exception 'a number keeps its campaign' using errcode = 'restrict_violation';
  end if;
  if new.state <> old.state and not (case old.state
    when 'waiting' then new.state in ('handing_over', 'sent', 'stopped')
    when 'handing_over' then new.state in ('sent', 'refused', 'unclear', 'waiting')
    when 'unclear' then new.state in ('sent', 'refused', 'waiting')
    when 'refused' then new.state = 'waiting'
    when 'sent' then new.state = 'waiting' and old.gateway is not distinct from 'outbox'
      and was_never_handed_over(old.gateway, old.attempts)
    when 'stopped' then new.state = 'waiting' and was_never_handed_over(old.gateway, old.attempts)
    else false
  end) then
    raise exception 'number % cannot go from % to %', old.id, old.state, new.state
      using errcode = 'check_violation', constraint = 'campaign_numbers_flow';
  end if;
  return new;
end $$;
create or replace trigger campaign_numbers_guard before update on campaign_numbers
  for each row execute function guard_sms_number();

-- Adds the next `p_most` customers to a message to all; answers whether there were any to add. One statement for a million would hold
-- up its sender for half a minute. Customers who are added after a stop are stopped, as those before them.
create or replace function add_recipients(p_most integer, p_campaign bigint default null) returns boolean language plpgsql as $$
declare
  v_campaign campaigns;
  v_last bigint;
begin
  select * into v_campaign from campaigns
  where add_until is not null and (p_campaign is null or id = p_campaign)
  order by id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select max(id) into v_last from (
    select id from users where id > v_campaign.added_to and id <= v_campaign.add_until order by id limit p_most
  ) as slice;
  -- Exceptions as rows: an array would be scanned for each customer.
  insert into campaign_numbers (campaign_id, phone, user_id, state)
  select v_campaign.id, u.number, u.id, case when v_campaign.stopped_at is null then 'waiting' else 'stopped' end
  from (
    select id, sms_number(phone_digits) as number from users
    where id > v_campaign.added_to and id <= v_last and deleted_at is null
    offset 0
  ) as u
  where u.number is not null
    and not exists (select from unnest(v_campaign.excepted) as e (number) where e.number = u.number)
  order by u.id
  on conflict (campaign_id, phone) do nothing;
  update campaigns set added_to = coalesce(v_last, add_until), add_until = case when v_last < add_until then add_until end
  where id = v_campaign.id;
  return true;
end $$;

-- Takes at most `p_most` waiting numbers, of small campaigns first. 'outbox' numbers are then done; 'http' numbers are handing_over,
-- which is committed before the gateway is called. One caller at a time: servers share one rate limit. A pace over 10 seconds ahead or
-- a pause over 5 minutes comes from a clock that was set back. `id = any(array(...))`: `id in (select ...)` reads the whole table. The
-- search starts at the first block with a waiting number: dead rows before it, kept by a backup's snapshot, would be skipped singly.
create or replace function take_sms(p_gateway text, p_most integer, p_per_second double precision, p_seconds integer)
returns table (id bigint, phone text, message text, attempts integer) language plpgsql as $$
#variable_conflict use_column
declare
  v_left integer := p_most;
  v_rows integer;
  v_campaign bigint;
begin
  if not exists (select from campaign_tally where state = 'waiting' group by campaign_id having sum(n) > 0) then
    return;
  end if;
  update sms_pace set next_at = '-infinity' where next_at > clock_timestamp() + interval '10 seconds';
  update sms_pace set paused_until = '-infinity' where paused_until > clock_timestamp() + interval '5 minutes';
  perform from sms_pace where greatest(next_at, paused_until) <= clock_timestamp() for update;
  if not found then
    return;
  end if;
  if p_per_second is not null then
    v_left := least(v_left, greatest(1, floor(p_per_second / 10)));
  end if;
  for v_campaign in
    select campaign_id from campaign_tally
    where state = 'waiting'
      and (p_gateway <> 'outbox' or campaign_id in (select c.id from campaigns c where c.meant_for = 'outbox'))
    group by campaign_id having sum(n) > 0 order by sum(n), campaign_id
  loop
    return query
      update campaign_numbers n set
        state = case p_gateway when 'outbox' then 'sent' else 'handing_over' end,
        claimed_until = case when p_gateway <> 'outbox' then clock_timestamp() + make_interval(secs => p_seconds) end,
        gateway = p_gateway, attempts = n.attempts + 1, last_error = '', changed_at = greatest(clock_timestamp(), n.changed_at)
      from campaigns c
      where c.id = n.campaign_id
        and n.id = any(array(
          select w.id from campaign_numbers w
          join campaigns o on o.id = v_campaign
          where w.campaign_id = v_campaign and w.state = 'waiting' and (o.stopped_at is null or o.stopped_at < w.changed_at)
            and w.id >= (
              select min(block) << 13
              from (
                select t.block from campaign_tally t
                where t.campaign_id = v_campaign and t.state = 'waiting' group by t.block having sum(t.n) > 0
              ) as waiting)
          order by w.id
          limit v_left
          for update of w skip locked))
      returning n.id, n.phone, c.message, n.attempts;
    get diagnostics v_rows = row_count;
    if v_rows > 0 then
      update campaigns set gateways = gateways || p_gateway where id = v_campaign and not p_gateway = any(gateways);
    end if;
    v_left := v_left - v_rows;
    if p_per_second is not null and v_rows > 0 then
      update sms_pace set next_at = greatest(next_at, clock_timestamp()) + make_interval(secs => v_rows / p_per_second);
    end if;
    exit when v_left <= 0;
  end loop;
end $$;

create or replace function stop_sms(p_most integer) returns bigint language sql as $$
  with stopped as (
    update campaign_numbers set state = 'stopped', changed_at = clock_timestamp()
    where id = any(array(
      select n.id
      from campaigns c
      join campaign_numbers n on n.campaign_id = c.id and n.state = 'waiting' and n.changed_at <= c.stopped_at
      where c.id in (select campaign_id from campaign_tally where state = 'waiting' group by campaign_id having sum(n) > 0)
        and c.stopped_at is not null
      limit p_most
      for update of n skip locked))
    returning 1
  )
  select count(*) from stopped
$$;

-- After a restore an admin decides: waiting numbers may have been sent since, and one that waits for a retry must not look saved.
create or replace function doubt_waiting_sms() returns bigint language plpgsql as $$
declare
  v_doubted bigint;
begin
  while add_recipients(2147483647) loop
  end loop;
  perform stop_sms(2147483647);
  update campaign_numbers set state = 'handing_over', claimed_until = clock_timestamp(),
    gateway = case gateway when 'outbox' then 'http' else gateway end
  where state = 'waiting';
  update campaign_numbers set state = 'unclear', last_error = 'It may have been sent after the backup', claimed_until = null,
    changed_at = clock_timestamp()
  where state = 'handing_over';
  get diagnostics v_doubted = row_count;
  return v_doubted;
end $$;

-- A definite answer counts even after the number was given up as unclear, unless an admin has decided. A single refusal is not
-- the gateway's fault; repeated failures pause it. A success does not end a pause: its call may have started before.
create or replace function settle_sms(
  p_id bigint, p_attempts integer, p_state text, p_error text,
  p_first_pause integer, p_longest_pause integer, p_failures_allowed integer
) returns void language plpgsql as $$
declare
  v_failures integer;
begin
  update campaign_numbers set state = p_state, last_error = p_error, claimed_until = null,
    changed_at = case p_state when 'waiting' then changed_at else clock_timestamp() end
  where id = p_id and attempts = p_attempts
    and (state = 'handing_over' or (state = 'unclear' and p_state in ('sent', 'refused')));
  if p_state = 'sent' then
    update sms_pace set failures = 0, pauses = 0, problem = ''
    where failures > 0 and paused_until <= clock_timestamp();
    return;
  end if;
  update sms_pace set failures = failures + 1 returning failures into v_failures;
  if p_state = 'waiting' or v_failures >= p_failures_allowed then
    update sms_pace set problem = p_error;
    -- Of several concurrent failures, the first sets the pause.
    update sms_pace set pauses = pauses + 1,
      paused_until = clock_timestamp() + make_interval(secs => least(p_longest_pause, p_first_pause * 2 ^ least(pauses, 16)))
    where paused_until <= clock_timestamp();
  end if;
end $$;
