-- Accounts and journals, and everything that moves money beside orders: wallet adds, withdrawals, hand-overs, adjustments.

-- A domain's CHECK is prepared once per session, a table's at every statement.
create domain wallet_balance as numeric(14, 2)
  constraint accounts_balance_not_negative check (value >= 0);

-- side 1: what the store owes or earns; side -1: what it has. balance = side * sum(entries). Only wallets have a balance column: the
-- store's own accounts are sums of entries, because a row that every journal updates would be a queue for all of them.
-- check_account checks the shape of a row: a CHECK here would be prepared again by every update of a balance. The fill factor leaves room
-- on the pages, so that each new version of a row stays beside the old one.
create table accounts (
  id            bigint   generated always as identity primary key,
  kind          text     not null,
  user_id       bigint   references users (id),
  admin_id      bigint   references admins (id),
  side          smallint not null,
  balance       wallet_balance,
  -- How often the balance has moved.
  moves         bigint   not null default 0,
  -- Why nothing may move on it: set and cleared by the check of the books.
  frozen_reason text,
  frozen_at     timestamptz,
  -- Set when its admin is deleted; nothing moves on it any more.
  closed_at     timestamptz
) with (fillfactor = 50);
create unique index accounts_user on accounts (user_id, kind) where user_id is not null;
create unique index accounts_admin on accounts (admin_id) where admin_id is not null;
create unique index accounts_store on accounts (kind) where user_id is null and admin_id is null;
-- By these customers are sorted.
create index accounts_user_wallet on accounts (balance, user_id) where kind = 'user_wallet';
create index accounts_earn_wallet on accounts (balance, user_id) where kind = 'earn_wallet';
create index accounts_frozen on accounts (id) where frozen_reason is not null;

insert into accounts (kind, side) values
  ('orders_held', 1), ('sales', 1), ('adjustments', 1), ('in_transit', -1), ('store_cash', -1), ('payouts', -1);

-- Both sides in one row: a journal sums to zero by its shape. Inserting it moves its wallets (move_wallets); nothing else can.
create table journals (
  -- From journals_id_seq, once both wallets are locked: an account's journals have the order in which they moved it.
  id             bigint      primary key,
  source         text        not null,
  source_id      bigint      not null,
  kind           text        not null,
  seq            integer     not null default 0,
  admin_id       bigint,
  reason         text        not null default '',
  at             timestamptz not null default now(),
  -- The debit's entry is -amount, the credit's +amount.
  debit_id       bigint      not null,
  credit_id      bigint      not null,
  amount         tk          not null,
  -- Null for the store's own accounts.
  debit_balance  tk,
  credit_balance tk,
  -- The act that moved it, which has an audit row.
  act_id         bigint,
  constraint journals_once unique (source, source_id, kind, seq)
);
create sequence journals_id_seq owned by journals.id;
create index journals_debit on journals (debit_id, id);
create index journals_credit on journals (credit_id, id);
create index journals_at on journals using brin (at) with (pages_per_range = 32);
create index journals_act on journals using brin (act_id) with (pages_per_range = 32);

-- The check of the books: what it found, and what must not move until that is repaired. One row.
create table books (
  id             integer primary key default 1 check (id = 1),
  stopped_reason text,
  -- The end of the last check, full or incremental.
  checked_at     timestamptz,
  -- What changed from then on, the next check has not seen.
  seen_until     timestamptz,
  -- The end of the last full check, and how long it took.
  full_at        timestamptz,
  took_ms        integer not null default 0,
  report         jsonb   not null default '{}',
  -- When a server of the shop first had a webhook URL. Set once, never taken back: one server cannot know what the others have.
  webhooks_since timestamptz
);
insert into books default values;

-- A TrxID with letters that look like digits written as those: O as 0, I and L as 1. Here because indexes are computed with it.
create function trx_look(p_trx_id text) returns text language sql immutable parallel safe
  return translate(upper(p_trx_id), 'OIL', '011');

-- The day that a bKash TrxID names: letters of its year and month, and the day of the month in base 36. Null if it names none. Another year's
-- letter is counted from one whose year is known.
create function trx_id_day(p_trx_id text, p_letter text, p_year integer) returns date language sql immutable parallel safe
  return (
    select case when extract(month from named.day) = named.month then named.day end
    from (
      select ascii(substr(p_trx_id, 2, 1)) - 64 as month,
        make_date(p_year + ascii(p_trx_id) - ascii(p_letter), ascii(substr(p_trx_id, 2, 1)) - 64, 1)
          + strpos('123456789ABCDEFGHIJKLMNOPQRSTUV', substr(p_trx_id, 3, 1)) - 1 as day
      where p_trx_id ~ '^[A-Z][A-L][1-9A-V][A-Z0-9]{7}$'
    ) as named
  );

-- Wallet adds: a customer claims to have paid, an admin decides.
create table wallet_adds (
  id                bigint      generated always as identity primary key,
  user_id           bigint      not null references users (id),
  payment_method_id bigint      references payment_methods (id),
  amount            tk          not null check (amount > 0),
  number            text        not null default '',
  trx_id            text        constraint wallet_adds_trx_id_plain check (trx_id ~ '^[A-Z0-9]+$'),
  status            text        not null default 'pending' check (status in ('pending', 'completed', 'cancel')),
  admin_id          bigint,
  -- What was asked for, once another amount is there; who raised it above that; and who last changed the number.
  asked             tk,
  raised_by         bigint      references admins (id),
  number_changed_by bigint      references admins (id),
  -- The seq of journals: completed and corrected have `corrections`, edited has `edits`.
  corrections       integer     not null default 0,
  edits             integer     not null default 0,
  reference         text,
  -- Completed because the payment's notice was there: the money is with the store, not with an admin.
  is_automatic      boolean     not null default false,
  -- Another customer reported the same TrxID.
  is_contested      boolean     not null default false,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  -- While it is completed; editing the amount does not move it to another day.
  completed_at      timestamptz
);
-- A TrxID is accepted once ever per payment method.
create unique index wallet_adds_reference_unique on wallet_adds (reference) where reference is not null;
create unique index wallet_adds_trx_id_unique on wallet_adds (coalesce(payment_method_id, 0), lower(trx_id))
  where trx_id is not null;
-- Similar TrxIDs: by the beginning, which also finds the whole one, and by the end.
create index wallet_adds_trx_look on wallet_adds (trx_look(trx_id) collate "C") where trx_id is not null;
create index wallet_adds_trx_look_end on wallet_adds (reverse(trx_look(trx_id)) collate "C") where trx_id is not null;
create index wallet_adds_status on wallet_adds (status, id);
create index wallet_adds_amount on wallet_adds (status, amount, id);
create index wallet_adds_user on wallet_adds (user_id, id);
create index wallet_adds_raised on wallet_adds (raised_by) where raised_by is not null;
create index wallet_adds_completed on wallet_adds (completed_at) where completed_at is not null;
create index wallet_adds_automatic on wallet_adds (completed_at) where is_automatic;

-- A customer takes money out of the earn wallet: it is on hold until the store has paid.
create table withdrawals (
  id                bigint      generated always as identity primary key,
  user_id           bigint      not null references users (id),
  payment_method_id bigint      references payment_methods (id),
  amount            tk          not null check (amount > 0),
  number            text        not null default '',
  status            text        not null default 'pending' check (status in ('pending', 'completed', 'cancel')),
  admin_id          bigint      references admins (id),
  -- What was asked for, once another amount is there; who raised it above that; and who last changed the number.
  asked             tk,
  raised_by         bigint      references admins (id),
  number_changed_by bigint      references admins (id),
  -- The seq of journals: requested, cancelled and completed have `reopens`, edited has `edits`.
  reopens           integer     not null default 0,
  edits             integer     not null default 0,
  reference         text,
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now()
);
create unique index withdrawals_reference_unique on withdrawals (reference) where reference is not null;
create index withdrawals_status on withdrawals (status, id);
create index withdrawals_amount on withdrawals (status, amount, id);
create index withdrawals_user on withdrawals (user_id, id);

-- An admin hands collected cash to the owner: it is in transit until another admin has confirmed it.
create table hand_overs (
  id         bigint      generated always as identity primary key,
  owner_id   bigint      not null references admins (id),
  -- recorded: received without a request; write_off: what will not come. Both by a super admin, completed from the start.
  kind       text        not null default 'request' check (kind in ('request', 'recorded', 'write_off')),
  amount     tk          not null check (amount > 0),
  number     text        not null default '',
  reason     text        not null default '',
  status     text        not null default 'pending' check (status in ('pending', 'completed', 'cancel')),
  admin_id   bigint      references admins (id),
  -- What was asked for, once another amount is there; who raised it above that; and who last changed the number.
  asked      tk,
  raised_by  bigint      references admins (id),
  number_changed_by bigint references admins (id),
  reopens    integer     not null default 0,
  edits      integer     not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index hand_overs_status on hand_overs (status, id);
create index hand_overs_owner on hand_overs (owner_id, id);

-- A wallet changed by hand, or earned: each is the source of one journal against the store's adjustments.
create table adjustments (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users (id),
  wallet     text        not null check (wallet in ('user_wallet', 'earn_wallet')),
  kind       text        not null check (kind in ('earned', 'added', 'deducted', 'edited')),
  amount     tk          not null check (amount <> 0),
  admin_id   bigint      references admins (id),
  reason     text        not null default '',
  created_at timestamptz not null default now()
);
create index adjustments_user on adjustments (user_id, id);

-- What a search scans, and how rows with the same number or TrxID are found. A separate table, so that decisions do not pay for it.
create table money_terms (
  list   text   not null check (list in ('wallet_adds', 'withdrawals')),
  term   text   not null,
  row_id bigint not null,
  primary key (list, term, row_id)
);
create index money_terms_search on money_terms using gin (term gin_trgm_ops);
