-- Of `id in (select ... limit n)` the plan for all values reads the table whole, once it has statistics: for each number that its pace lets
-- go, all of a campaign to everybody. The ids of an array are looked up. Numbers are looked for from the first block on in which one waits:
-- while a backup or a report holds an old view of the table, those that are gone are still passed over one by one.
create or replace function take_sms(p_gateway text, p_most integer, p_per_second double precision, p_seconds integer)
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
    select campaign_id from sms_tally
    where state = 'waiting'
      and (p_gateway <> 'outbox' or campaign_id in (select c.id from sms_campaigns c where c.meant_for = 'outbox'))
    group by campaign_id having sum(n) > 0 order by sum(n), campaign_id
  loop
    return query
      update sms_numbers n set
        state = case p_gateway when 'outbox' then 'sent' else 'handing_over' end,
        claimed_until = case when p_gateway <> 'outbox' then clock_timestamp() + make_interval(secs => p_seconds) end,
        gateway = p_gateway, attempts = n.attempts + 1, last_error = '', changed_at = greatest(clock_timestamp(), n.changed_at)
      from sms_campaigns c
      where c.id = n.campaign_id
        and n.id = any(array(
          select w.id from sms_numbers w
          join sms_campaigns o on o.id = v_campaign
          where w.campaign_id = v_campaign and w.state = 'waiting' and (o.stopped_at is null or o.stopped_at < w.changed_at)
            and w.id >= (
              select min(block) << 13
              from (
                select t.block from sms_tally t
                where t.campaign_id = v_campaign and t.state = 'waiting' group by t.block having sum(t.n) > 0
              ) as waiting)
          order by w.id
          limit v_left
          for update of w skip locked))
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

-- As in 033.
create or replace function stop_sms(p_most integer) returns bigint language sql as $$
  with stopped as (
    update sms_numbers set state = 'stopped', changed_at = clock_timestamp()
    where id = any(array(
      select n.id
      from sms_campaigns c
      join sms_numbers n on n.campaign_id = c.id and n.state = 'waiting' and n.changed_at <= c.stopped_at
      where c.id in (select campaign_id from sms_tally where state = 'waiting' group by campaign_id having sum(n) > 0)
        and c.stopped_at is not null
      limit p_most
      for update of n skip locked))
    returning 1
  )
  select count(*) from stopped
$$;

-- As in 039.
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
          and earlier.state <> 'delivered' and earlier.id < due.id)
    order by due.id
    limit p_most
    for update skip locked
  ))
  returning w.*;
$$;
