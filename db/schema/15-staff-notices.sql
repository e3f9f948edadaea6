-- Who is told outside the browser, and what they were told.

-- The bot's token, or the mail server with its password.
create table staff_channels (
  id            bigint generated always as identity primary key,
  way           text   not null constraint staff_channels_way_unique unique check (way in ('telegram', 'email')),
  secret_sealed bytea,
  -- Whom emails come from.
  sender        text   not null default ''
);

create table staff_receivers (
  id                bigint      generated always as identity primary key,
  name              text        not null,
  way               text        not null check (way in ('telegram', 'email', 'webhook')),
  -- A chat's id, an email address, or the host of a webhook, whose URL is sealed: it often holds a key.
  destination       text        not null,
  url_sealed        bytea,
  events            text[]      not null,
  order_minutes     integer     not null,
  wallet_add_amount tk          not null,
  language          text        not null check (language in ('en', 'bn')),
  -- 'HH:MM' of the shop's day, or empty.
  quiet_from        text        not null,
  quiet_to          text        not null,
  created_at        timestamptz not null default now()
);

create table staff_notices (
  id              bigint      generated always as identity primary key,
  receiver_id     bigint      not null references staff_receivers (id) on delete cascade,
  event           text        not null,
  -- Which orders, packages or phones it is about: the same is not noted again for a day.
  about           text        not null,
  quarter         timestamptz not null default date_bin('15 minutes', now(), '2026-01-01'),
  text            text        not null,
  -- It is unclear from the moment that it is sent until an answer says what became of it, and then never sent again.
  state           text        not null default 'waiting' check (state in ('waiting', 'sent', 'unclear', 'failed')),
  attempts        integer     not null default 0,
  last_error      text        not null default '',
  next_attempt_at timestamptz not null default now(),
  created_at      timestamptz not null default now(),
  constraint staff_notices_once unique (receiver_id, event, quarter)
);
create index staff_notices_waiting on staff_notices (next_attempt_at) where state = 'waiting';
create index staff_notices_receiver on staff_notices (receiver_id, id);
