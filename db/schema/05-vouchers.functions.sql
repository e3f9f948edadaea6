-- A used code is final, because a customer may hold it: its status, code and package are fixed. So is what came with a code. Only the call that undoes a
-- mistake sets back what no order was delivered with.
create or replace function guard_voucher() returns trigger language plpgsql as $$
begin
  if old.status = 2 and new.status <> 2 and (
    coalesce(present_act() ->> 'action', '') <> 'vouchers.setBack' or old.user_id is not null
    or exists (select from order_codes where voucher_id = old.id)
  ) then
    raise exception 'a delivered voucher stays Used' using errcode = 'check_violation', constraint = 'vouchers_delivered';
  end if;
  if old.status = 2 and (new.package_id, new.code_index) is distinct from (old.package_id, old.code_index) then
    raise exception 'code and package of a used voucher are fixed'
      using errcode = 'check_violation', constraint = 'vouchers_fixed';
  end if;
  if (new.cost, new.expires_on, new.batch_id, new.batch_line, new.pin_sealed is null, new.serial_sealed is null) is distinct from
     (old.cost, old.expires_on, old.batch_id, old.batch_line, old.pin_sealed is null, old.serial_sealed is null) then
    raise exception 'what was imported with a code is fixed' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger vouchers_guard before update on vouchers
  for each row execute function guard_voucher();
create or replace trigger vouchers_version before update of package_id, status, code_index, deleted_at on vouchers
  for each row when (old.* is distinct from new.*) execute function raise_version();
-- The counters rely on it, and a code stays taken forever.
create or replace trigger vouchers_never_deleted before delete or truncate on vouchers
  for each statement execute function refuse_change();
create or replace trigger voucher_batches_append_only before update or delete or truncate on voucher_batches
  for each statement execute function refuse_change();
create or replace trigger voucher_batch_skips_append_only before update or delete or truncate on voucher_batch_skips
  for each statement execute function refuse_change();
create or replace trigger vouchers_notify_edited after update of code_index on vouchers
  for each statement execute function notify_list();

create or replace function retire_code() returns trigger language plpgsql as $$
begin
  if exists (select from retired_codes where code_index = new.code_index and voucher_id <> new.id) then
    raise exception 'this code was another voucher''s' using errcode = 'unique_violation', constraint = 'vouchers_code_unique';
  end if;
  insert into retired_codes (code_index, voucher_id, code_sealed) values (old.code_index, old.id, old.code_sealed)
    on conflict do nothing;
  return null;
end $$;
create or replace trigger vouchers_retire_code after update of code_index on vouchers
  for each row when (old.code_index <> new.code_index) execute function retire_code();

-- Per statement: a paste adds thousands of codes.
create or replace function refuse_retired_codes() returns trigger language plpgsql as $$
begin
  if exists (select from added join retired_codes using (code_index)) then
    raise exception 'this code was another voucher''s' using errcode = 'unique_violation', constraint = 'vouchers_code_unique';
  end if;
  return null;
end $$;
create or replace trigger vouchers_refuse_retired after insert on vouchers
  referencing new table as added
  for each statement execute function refuse_retired_codes();
