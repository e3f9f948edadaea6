create table campaigns (
  id         bigint      generated always as identity primary key,
  admin_id   bigint      not null references admins (id),
  message    text        not null check (message <> ''),
  is_to_all  boolean     not null,
  -- The setting at the time of writing. A message meant for a gateway is never marked as sent because it was only saved.
  meant_for  text        not null default 'outbox' check (meant_for in ('outbox', 'http')),
  gateways   text[]      not null default '{}',
  created_at timestamptz not null default now(),
  stopped_at timestamptz,
  -- To all: customers up to `add_until` are still to be added, those up to `added_to` were. Null: nobody is.
  add_until  bigint,
  added_to   bigint      not null default 0,
  excepted   text[]      not null default '{}',
  -- How many numbers it goes to, once all are added.
  planned    bigint      not null default 0
);
create index campaigns_adding on campaigns (id) where add_until is not null;

create table campaign_numbers (
  id            bigint      generated always as identity primary key,
  -- No foreign keys: a campaign to a million customers would check two million, and neither table ever loses a row.
  campaign_id   bigint      not null,
  phone         text        not null,
  user_id       bigint,
  state         text        not null default 'waiting'
    check (state in ('waiting', 'handing_over', 'sent', 'refused', 'unclear', 'stopped')),
  gateway       text        check (gateway in ('outbox', 'http')),
  attempts      integer     not null default 0,
  last_error    text        not null default '',
  -- A retry keeps the time of its claim, so that a later stop applies to it.
  changed_at    timestamptz not null default now(),
  claimed_until timestamptz,
  constraint campaign_numbers_once unique (campaign_id, phone),
  constraint campaign_numbers_claimed check ((state = 'handing_over') = (claimed_until is not null))
);
create index campaign_numbers_state on campaign_numbers (campaign_id, state, id);
create index campaign_numbers_claims on campaign_numbers (claimed_until) where state = 'handing_over';

create table sms_pace (
  is_only      boolean     primary key default true check (is_only),
  gateway      text        not null default 'outbox' check (gateway in ('outbox', 'http')),
  next_at      timestamptz not null default '-infinity',
  paused_until timestamptz not null default '-infinity',
  pauses       integer     not null default 0,
  failures     integer     not null default 0,
  problem      text        not null default ''
);
insert into sms_pace default values;
