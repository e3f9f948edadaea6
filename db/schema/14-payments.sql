-- What the wallets' messages say was paid, and the wallet adds that this is for.

-- Forwards the messages of the shop's wallets. Only the key's SHA-256 is kept.
create table payment_phones (
  id                 bigint      generated always as identity primary key,
  name               text        not null,
  key_hash           bytea       not null constraint payment_phones_key_unique unique,
  payment_method_ids bigint[]    not null,
  -- Names and short numbers that messages come from; any other one is a flag.
  senders            text[]      not null,
  admin_id           bigint      not null,
  created_at         timestamptz not null default now(),
  revoked_at         timestamptz
);

-- Which wallet writes the messages of a payment method, and what is completed without an admin.
create table payment_rules (
  payment_method_id bigint  primary key references payment_methods (id),
  wallet            text    not null check (wallet in ('bkash', 'nagad', 'rocket', 'upay')),
  automatic         integer not null default 0 check (automatic in (0, 1)),
  -- The most that one wallet add may have, and all of a day together.
  automatic_each    tk      not null default 0,
  automatic_daily   tk      not null default 0
);

-- A notice of a payment, or any other message that a phone forwarded: nothing that arrives is dropped.
create table payments (
  id                bigint        generated always as identity primary key,
  -- Null where it is not known: a person looks at it.
  payment_method_id bigint        references payment_methods (id),
  phone_id          bigint        references payment_phones (id),
  -- Who pasted it.
  admin_id          bigint,
  sender            text          not null default '',
  text              text          not null,
  -- The same message is stored once, by whichever phone it comes.
  text_hash         bytea         not null constraint payments_text_unique unique,
  reads             text          not null check (reads in ('credit', 'debit', 'other', 'unread')),
  kind              text          not null default '',
  amount            tk,
  fee               tk,
  balance           tk,
  balance_before    numeric(14, 2) generated always as (
    case reads when 'credit' then balance - amount + fee when 'debit' then balance + amount + fee end) stored,
  trx_id            text          check (trx_id ~ '^[A-Z0-9]+$'),
  payer             text          not null default '',
  -- By the message, else as it arrived.
  paid_at           timestamptz   not null,
  flags             text[]        not null default '{}',
  -- Whether its balance follows from the one before; null where there is none.
  chain             text          check (chain in ('first', 'linked', 'credit_missed', 'debit_missed', 'possibly_forged')),
  is_conflict       boolean       not null default false,
  wallet_add_id     bigint        constraint payments_wallet_add_unique unique references wallet_adds (id),
  created_at        timestamptz   not null default now(),
  check (reads not in ('credit', 'debit') or amount is not null)
);
create unique index payments_trx_id_unique on payments (payment_method_id, trx_id)
  where reads = 'credit' and trx_id is not null and not is_conflict;
create index payments_paid on payments (payment_method_id, paid_at, id) where balance_before is not null;
create index payments_phone on payments (phone_id, id);
create index payments_day on payments (paid_at, id);
create index payments_search on payments (trx_id);
create index payments_payer on payments (payer);
