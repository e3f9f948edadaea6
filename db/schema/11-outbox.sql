-- Events for the store: written in the transaction of the change, delivered afterwards as webhooks, in order per record, and read by
-- GET /store/events in the order of `number`. Ids are given before a commit, so one could appear behind a reader; numbers are given after.

create table webhooks (
  id              bigint      generated always as identity primary key,
  event           text        not null,
  subject         text        not null,
  subject_id      bigint      not null,
  payload         jsonb       not null,
  state           text        not null default 'waiting' check (state in ('kept', 'waiting', 'delivered', 'failed')),
  attempts        integer     not null default 0,
  last_error      text        not null default '',
  next_attempt_at timestamptz not null default now(),
  claimed_until   timestamptz,
  created_at      timestamptz not null default now(),
  delivered_at    timestamptz,
  number          bigint      constraint webhooks_number_unique unique
);
create sequence webhooks_numbers owned by webhooks.number;
create index webhooks_unnumbered on webhooks (id) where number is null;
create index webhooks_open on webhooks (subject, subject_id, id) where state in ('waiting', 'failed');
create index webhooks_created on webhooks (created_at);
create index webhooks_failed_first on webhooks ((state = 'failed'), id);
