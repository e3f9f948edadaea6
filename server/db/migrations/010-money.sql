-- Everything that moves money beside orders: corrections of wallet adds, withdrawals, hand-overs, adjustments; and how they are
-- counted and found.

-- Tell repeated events of one wallet add apart: completed and corrected carry `corrections`, edited carries `edits`, as their seq.
alter table transactions
  add column corrections integer not null default 0,
  add column edits integer not null default 0;

-- Legal moves: the same table as contract/wallet-topups.ts. completed -> cancel only as a correction, which counts itself.
create or replace function guard_transaction() returns trigger language plpgsql as $$
begin
  if new.user_id <> old.user_id then
    raise exception 'a transaction keeps its customer' using errcode = 'restrict_violation';
  end if;
  if old.status = 'completed' and (
    (new.status <> 'completed' and not (new.status = 'cancel' and new.corrections = old.corrections + 1))
    or (new.status = 'completed' and new.amount <> old.amount and new.edits <> old.edits + 1)
  ) then
    raise exception 'transaction % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'transactions_flow';
  end if;
  return new;
end $$;

-- A customer takes money out of the earn wallet: it waits in the hold until the store has paid.
create table withdrawals (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  payment_method_id bigint references payment_methods (id),
  amount tk not null check (amount > 0),
  number text not null default '',
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancel')),
  -- Who last decided.
  admin_id bigint references admins (id),
  -- The seq of requested, cancelled and completed; and of edited.
  reopens integer not null default 0,
  edits integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index withdrawals_status on withdrawals (status, id);
create index withdrawals_user on withdrawals (user_id, id);

-- An admin hands collected cash to the owner: it is in transit until somebody else has confirmed it.
create table hand_overs (
  id bigint generated always as identity primary key,
  -- Whose cash it is.
  owner_id bigint not null references admins (id),
  -- recorded: received without a request; write_off: what will not come. Both by a super admin, completed from the start.
  kind text not null default 'request' check (kind in ('request', 'recorded', 'write_off')),
  amount tk not null check (amount > 0),
  number text not null default '',
  reason text not null default '',
  status text not null default 'pending' check (status in ('pending', 'completed', 'cancel')),
  admin_id bigint references admins (id),
  reopens integer not null default 0,
  edits integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index hand_overs_status on hand_overs (status, id);
create index hand_overs_owner on hand_overs (owner_id, id);

-- Legal moves of both: the same tables as contract/withdrawals.ts and contract/admin-wallet.ts.
create function guard_payout() returns trigger language plpgsql as $$
begin
  if (to_jsonb(new) -> tg_argv[0]) <> (to_jsonb(old) -> tg_argv[0]) then
    raise exception 'a % row keeps its %', tg_table_name, tg_argv[0] using errcode = 'restrict_violation';
  end if;
  if (old.status = 'completed' and (new.status, new.amount) is distinct from (old.status, old.amount))
    or (old.status = 'cancel' and new.status <> 'cancel' and new.reopens <> old.reopens + 1)
    or (old.status = 'pending' and new.status = 'pending' and new.amount <> old.amount and new.edits <> old.edits + 1) then
    raise exception '% % cannot go from % to %', tg_table_name, old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'payouts_flow';
  end if;
  return new;
end $$;
create trigger withdrawals_guard before update on withdrawals for each row execute function guard_payout('user_id');
create trigger withdrawals_never_deleted before delete or truncate on withdrawals
  for each statement execute function refuse_change();
create trigger hand_overs_guard before update on hand_overs for each row execute function guard_payout('owner_id');
create trigger hand_overs_never_deleted before delete or truncate on hand_overs
  for each statement execute function refuse_change();

-- A wallet changed by hand, or earned: a source of its own for each journal against the store's adjustments.
create table adjustments (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  wallet text not null check (wallet in ('user_wallet', 'earn_wallet')),
  kind text not null check (kind in ('earned', 'added', 'deducted', 'edited')),
  -- By how much the wallet's balance moved.
  amount tk not null check (amount <> 0),
  -- Null for the store's own calls.
  admin_id bigint references admins (id),
  reason text not null default '',
  created_at timestamptz not null default now()
);
create index adjustments_user on adjustments (user_id, id);
create trigger adjustments_append_only before update or delete or truncate on adjustments
  for each statement execute function refuse_change();

-- What a search looks through, and what same number and same TrxID are found by. Beside the rows: a decision must not pay for it.
create table money_terms (
  list text not null check (list in ('transactions', 'withdrawals')),
  term text not null,
  row_id bigint not null,
  primary key (list, term, row_id)
);
create index money_terms_search on money_terms using gin (term gin_trgm_ops);

create function note_transaction_terms() returns trigger language plpgsql as $$
begin
  insert into money_terms (list, term, row_id)
  select 'transactions', term, id
  from added
  cross join lateral (values (regexp_replace(number, '[^0-9]', '', 'g')), (lower(trx_id))) as t (term)
  where term <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger transactions_note_terms after insert on transactions
  referencing new table as added
  for each statement execute function note_transaction_terms();

create function note_withdrawal_terms() returns trigger language plpgsql as $$
begin
  insert into money_terms (list, term, row_id)
  select 'withdrawals', regexp_replace(number, '[^0-9]', '', 'g'), id
  from added
  where number ~ '[0-9]'
  on conflict do nothing;
  return null;
end $$;
create trigger withdrawals_note_terms after insert on withdrawals
  referencing new table as added
  for each statement execute function note_withdrawal_terms();

create function note_new_number() returns trigger language plpgsql as $$
begin
  delete from money_terms
  where list = tg_table_name and term = regexp_replace(old.number, '[^0-9]', '', 'g') and row_id = old.id;
  if new.number ~ '[0-9]' then
    insert into money_terms (list, term, row_id)
    values (tg_table_name, regexp_replace(new.number, '[^0-9]', '', 'g'), new.id)
    on conflict do nothing;
  end if;
  return null;
end $$;
create trigger transactions_note_number after update of number on transactions
  for each row when (new.number <> old.number) execute function note_new_number();
create trigger withdrawals_note_number after update of number on withdrawals
  for each row when (new.number <> old.number) execute function note_new_number();

-- Exact totals without a scan, as for orders: a rollup, and insert-only changes that a job folds into it.
create table money_counts (
  list text not null,
  status text not null,
  n bigint not null,
  primary key (list, status)
);
create table money_count_deltas (
  id bigint generated always as identity primary key,
  list text not null,
  status text not null,
  n bigint not null
);

create function count_new_money() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, n)
  select tg_table_name, status, count(*) from added group by status;
  return null;
end $$;
create trigger transactions_count_new after insert on transactions
  referencing new table as added
  for each statement execute function count_new_money();
create trigger withdrawals_count_new after insert on withdrawals
  referencing new table as added
  for each statement execute function count_new_money();

create function count_moved_money() returns trigger language plpgsql as $$
begin
  insert into money_count_deltas (list, status, n) values (tg_table_name, old.status, -1), (tg_table_name, new.status, 1);
  return null;
end $$;
create trigger transactions_count_moved after update of status on transactions
  for each row when (new.status <> old.status) execute function count_moved_money();
create trigger withdrawals_count_moved after update of status on withdrawals
  for each row when (new.status <> old.status) execute function count_moved_money();

-- Folds the waiting changes into the rollup. One caller at a time; answers how many it folded.
create function fold_money_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_money_counts')) then
    return 0;
  end if;
  with taken as (
    delete from money_count_deltas returning list, status, n
  ), summed as (
    select list, status, sum(n) as n, count(*) as rows from taken group by list, status
  ), folded as (
    insert into money_counts (list, status, n)
    select list, status, n from summed
    on conflict (list, status) do update set n = money_counts.n + excluded.n
  )
  select coalesce(sum(rows), 0) into v_folded from summed;
  return v_folded;
end $$;

-- What stood here before this migration.
insert into money_counts (list, status, n) select 'transactions', status, count(*) from transactions group by status;
insert into money_terms (list, term, row_id)
select 'transactions', term, id
from transactions
cross join lateral (values (regexp_replace(number, '[^0-9]', '', 'g')), (lower(trx_id))) as t (term)
where term <> ''
on conflict do nothing;

-- Orders of a day, for the customers' list.
create index orders_created on orders using brin (created_at) with (pages_per_range = 16);
