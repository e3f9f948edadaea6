-- Colleagues come and go: one-time passwords, wallets that are closed with their admin, and always a super admin.

alter table admins add column must_change_password boolean not null default false;

-- Closed with its admin: nothing moves on it any more, whatever was already under way when he was deleted.
alter table accounts add column closed_at timestamptz;

-- As before, and: a closed wallet stands still.
create or replace function guard_balance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'balances are moved by journals alone' using errcode = 'restrict_violation';
  end if;
  if old.closed_at is not null then
    raise exception 'the admin of this wallet was deleted' using errcode = 'check_violation', constraint = 'accounts_closed';
  end if;
  return new;
end $$;

-- Whoever takes a super admin away locks all of them first, so that of two who do it at once the second sees what is left.
create function keep_a_super_admin() returns trigger language plpgsql as $$
begin
  if not exists (select from admins where role = 'super' and deleted_at is null) then
    raise exception 'a shop has a super admin' using errcode = 'check_violation', constraint = 'admins_last_super';
  end if;
  return null;
end $$;
create trigger admins_keep_a_super after update of role, deleted_at on admins
  for each statement execute function keep_a_super_admin();
