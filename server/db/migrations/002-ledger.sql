-- Balances and the journals behind them. Entries are credit-positive; balance = side * sum(entries).

create table users (
  id bigint generated always as identity primary key,
  username text not null,
  first_name text not null default '',
  last_name text not null default '',
  email text not null default '',
  phone text not null,
  -- The phone without '+', spaces and '-', by which it is unique and found.
  phone_digits text not null generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  password_hash text,
  account_status text not null default 'active',
  is_banned integer not null default 0 check (is_banned in (0, 1)),
  is_phone_verify integer not null default 0 check (is_phone_verify in (0, 1)),
  avatar text not null default '',
  provider text not null default '',
  scores integer not null default 0,
  address text not null default '',
  city text not null default '',
  zip_code text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  search text not null generated always as (lower(username || ' ' || first_name || ' ' || last_name || ' ' || email)) stored
);
create unique index users_phone_unique on users (phone_digits) where deleted_at is null;
create index users_search on users using gin (search gin_trgm_ops);
create index users_phone_search on users using gin (phone_digits gin_trgm_ops);

-- Side +1: what the store owes or earns; side -1: what it has. Only wallets carry a balance column: the store's own accounts
-- are sums of entries, because a row that every journal updates would be a queue for everybody.
create table accounts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'user_wallet', 'earn_wallet', 'earn_hold', 'orders_held', 'sales', 'adjustments',
    'admin_wallet', 'in_transit', 'store_cash', 'payouts')),
  user_id bigint references users (id),
  admin_id bigint references admins (id),
  side smallint not null check (side in (1, -1)),
  balance tk,
  constraint accounts_owner check (
    case kind
      when 'user_wallet' then user_id is not null and admin_id is null and side = 1 and balance is not null
      when 'earn_wallet' then user_id is not null and admin_id is null and side = 1 and balance is not null
      when 'earn_hold' then user_id is not null and admin_id is null and side = 1 and balance is not null
      when 'admin_wallet' then admin_id is not null and user_id is null and side = -1 and balance is not null
      else user_id is null and admin_id is null and balance is null
    end),
  constraint accounts_balance_not_negative check (balance >= 0)
);
create unique index accounts_user on accounts (user_id, kind) where user_id is not null;
create unique index accounts_admin on accounts (admin_id) where admin_id is not null;
create unique index accounts_store on accounts (kind) where user_id is null and admin_id is null;

insert into accounts (kind, side) values
  ('orders_held', 1), ('sales', 1), ('adjustments', 1), ('in_transit', -1), ('store_cash', -1), ('payouts', -1);

create function open_user_accounts() returns trigger language plpgsql as $$
begin
  insert into accounts (kind, user_id, side, balance)
  select kind, new.id, 1, 0
  from unnest(array['user_wallet', 'earn_wallet', 'earn_hold']) as kind;
  return null;
end $$;
create trigger users_open_accounts after insert on users for each row execute function open_user_accounts();

create function open_admin_account() returns trigger language plpgsql as $$
begin
  insert into accounts (kind, admin_id, side, balance) values ('admin_wallet', new.id, -1, 0);
  return null;
end $$;
create trigger admins_open_account after insert on admins for each row execute function open_admin_account();

create table journals (
  id bigint generated always as identity primary key,
  source text not null,
  source_id bigint not null,
  kind text not null,
  seq integer not null default 0,
  admin_id bigint references admins (id),
  reason text not null default '',
  at timestamptz not null default now(),
  -- One source event posts at most once.
  constraint journals_once unique (source, source_id, kind, seq)
);

create table entries (
  journal_id bigint not null references journals (id),
  account_id bigint not null references accounts (id),
  amount tk not null check (amount <> 0),
  -- The wallet's balance after this entry; null for the store's own accounts.
  balance_after tk,
  primary key (journal_id, account_id)
);
create index entries_account on entries (account_id, journal_id);

create trigger journals_append_only before update or delete or truncate on journals
  for each statement execute function refuse_change();
create trigger entries_append_only before update or delete or truncate on entries
  for each statement execute function refuse_change();

-- The entries that one statement adds must sum to zero per journal, so every journal always does.
create function check_journal_sums() returns trigger language plpgsql as $$
begin
  if exists (select from added group by journal_id having sum(amount) <> 0) then
    raise exception 'a journal must sum to zero' using errcode = 'check_violation', constraint = 'journals_sum_to_zero';
  end if;
  return null;
end $$;
create trigger entries_sum_to_zero after insert on entries
  referencing new table as added
  for each statement execute function check_journal_sums();

-- A wallet's balance moves only inside post_journal.
create function guard_balance() returns trigger language plpgsql as $$
begin
  if new.balance is distinct from old.balance and coalesce(current_setting('topdeck.posting', true), '') <> 'on' then
    raise exception 'balances are written by post_journal alone' using errcode = 'restrict_violation';
  end if;
  if (new.kind, new.user_id, new.admin_id, new.side) is distinct from (old.kind, old.user_id, old.admin_id, old.side) then
    raise exception 'an account never changes its owner' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger accounts_guard_balance before update on accounts for each row execute function guard_balance();

-- Posts one journal: moves the wallets in ascending account id (so that two journals never wait for each other in a circle) and
-- writes the entries. Amounts are credit-positive. Raises journals_once when the event was posted before, and
-- accounts_balance_not_negative when a wallet would go below zero.
create function post_journal(
  p_source text, p_source_id bigint, p_kind text, p_seq integer, p_admin_id bigint, p_reason text, p_at timestamptz,
  p_accounts bigint[], p_amounts numeric[]
) returns bigint language plpgsql as $$
declare
  v_journal bigint;
  v_accounts bigint[] := '{}';
  v_amounts numeric[] := '{}';
  v_after numeric[] := '{}';
  v_account bigint;
  v_amount numeric;
  v_balance numeric;
begin
  insert into journals (source, source_id, kind, seq, admin_id, reason, at)
  values (p_source, p_source_id, p_kind, p_seq, p_admin_id, coalesce(p_reason, ''), coalesce(p_at, now()))
  returning id into v_journal;
  perform set_config('topdeck.posting', 'on', true);
  for v_account, v_amount in
    select account, amount from unnest(p_accounts, p_amounts) as t (account, amount) order by account
  loop
    update accounts set balance = balance + side * v_amount
    where id = v_account and balance is not null
    returning balance into v_balance;
    v_accounts := v_accounts || v_account;
    v_amounts := v_amounts || v_amount;
    v_after := v_after || case when found then v_balance end;
  end loop;
  perform set_config('topdeck.posting', '', true);
  insert into entries (journal_id, account_id, amount, balance_after)
  select v_journal, account, amount, after
  from unnest(v_accounts, v_amounts, v_after) as t (account, amount, after);
  return v_journal;
end $$;
