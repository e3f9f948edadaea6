-- Wallet adds: a customer says that he has paid, an admin decides.

create table transactions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  payment_method_id bigint references payment_methods (id),
  amount tk not null check (amount > 0),
  number text not null default '',
  trx_id text,
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancel')),
  -- Who last decided.
  admin_id bigint references admins (id),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- A TrxID is accepted once ever per payment method.
create unique index transactions_trx_id_unique on transactions (coalesce(payment_method_id, 0), lower(trx_id)) where trx_id is not null;
create index transactions_status on transactions (status, id);
create index transactions_user on transactions (user_id, id);

-- Legal moves: the same table as contract/wallet-topups.ts.
create function guard_transaction() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id then
    raise exception 'a transaction keeps its customer' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status = 'completed' then
    raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'transactions_flow';
  end if;
  return new;
end $$;
create trigger transactions_guard before update on transactions for each row execute function guard_transaction();
create trigger transactions_never_deleted before delete or truncate on transactions
  for each statement execute function refuse_change();
