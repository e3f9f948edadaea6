-- What a message said stays as it came; only what became of it changes.
create or replace function guard_payment() returns trigger language plpgsql as $$
begin
  if (new.payment_method_id, new.phone_id, new.text_hash, new.reads, new.amount, new.trx_id, new.paid_at, new.created_at)
    is distinct from (old.payment_method_id, old.phone_id, old.text_hash, old.reads, old.amount, old.trx_id, old.paid_at, old.created_at)
    or not old.flags <@ new.flags then
    raise exception 'a payment stays as its message says' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create or replace trigger payments_guard before update on payments
  for each row execute function guard_payment();
create or replace trigger payments_never_deleted before delete or truncate on payments
  for each statement execute function refuse_change();
create or replace trigger payment_phones_never_deleted before delete or truncate on payment_phones
  for each statement execute function refuse_change();

create or replace trigger payments_act before insert or update on payments
  for each statement execute function guard_act('money');
create or replace trigger payment_phones_act before insert or update on payment_phones
  for each statement execute function guard_act('secrets');
create or replace trigger payment_rules_act before insert or update or delete on payment_rules
  for each statement execute function guard_act('policies');
