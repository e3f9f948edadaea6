-- As in 033, but rows that only wait for a second try no longer look as if they had only been kept: whoever marks one as sent means it,
-- and 'Send all kept' must not send it once more.
create or replace function doubt_waiting_sms() returns bigint language plpgsql as $$
declare
  v_doubted bigint;
begin
  perform stop_sms(2147483647);
  update sms_numbers set state = 'handing_over', claimed_until = clock_timestamp(),
    gateway = case gateway when 'outbox' then 'http' else gateway end
  where state = 'waiting';
  update sms_numbers set state = 'unclear', last_error = 'It may have been sent after the backup', claimed_until = null,
    changed_at = clock_timestamp()
  where state = 'handing_over';
  get diagnostics v_doubted = row_count;
  return v_doubted;
end $$;

-- As in 033, but one number that was refused is no trouble of the gateway's: only what makes it pause is. And a number that was sent
-- ends no pause that lies ahead: it was on its way already when the gateway asked for one.
create or replace function settle_sms(
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
    update sms_pace set failures = 0, pauses = 0, problem = ''
    where failures > 0 and paused_until <= clock_timestamp();
    return;
  end if;
  update sms_pace set failures = failures + 1 returning failures into v_failures;
  if p_state = 'waiting' or v_failures >= p_failures_allowed then
    update sms_pace set problem = p_error;
    -- Of several that fail at once, the first one sets the pause.
    update sms_pace set pauses = pauses + 1,
      paused_until = clock_timestamp() + make_interval(secs => least(p_longest_pause, p_first_pause * 2 ^ least(pauses, 16)))
    where paused_until <= clock_timestamp();
  end if;
end $$;

-- Of messages that were kept and then all sent, nothing is kept any more.
update sms_campaigns c set gateways = array_remove(gateways, 'outbox')
where gateways @> '{outbox,http}'
  and not exists (
    select from sms_numbers n
    where n.campaign_id = c.id and n.state = 'sent' and n.gateway = 'outbox'
      and was_never_handed_over(n.gateway, n.attempts));
