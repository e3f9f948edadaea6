-- A number that did not get away keeps the moment at which it was taken. By a clock that was set back that was before the stop which it
-- was sent again after: it was stopped once more, and counted as tried.
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
