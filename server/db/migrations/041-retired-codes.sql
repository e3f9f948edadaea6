-- A code that was edited away is still one that was there: nobody adds it again, but the voucher itself may have it back.
create table retired_codes (
  code_index bytea primary key,
  voucher_id bigint not null references vouchers (id),
  at timestamptz not null default now()
);

create function retire_code() returns trigger language plpgsql as $$
begin
  if exists (select from retired_codes where code_index = new.code_index and voucher_id <> new.id) then
    raise exception 'this code was another voucher''s' using errcode = 'unique_violation', constraint = 'vouchers_code_unique';
  end if;
  insert into retired_codes (code_index, voucher_id) values (old.code_index, old.id) on conflict do nothing;
  return null;
end $$;
create trigger vouchers_retire_code after update of code_index on vouchers
  for each row when (old.code_index <> new.code_index) execute function retire_code();

-- For a whole paste at once.
create function refuse_retired_codes() returns trigger language plpgsql as $$
begin
  if exists (select from added join retired_codes using (code_index)) then
    raise exception 'this code was another voucher''s' using errcode = 'unique_violation', constraint = 'vouchers_code_unique';
  end if;
  return null;
end $$;
create trigger vouchers_refuse_retired after insert on vouchers
  referencing new table as added
  for each statement execute function refuse_retired_codes();
