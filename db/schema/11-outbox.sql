-- Messages to the store (webhooks): written in the transaction of the decision, delivered afterwards, in order per record.

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
  delivered_at    timestamptz
);
create index webhooks_open on webhooks (subject, subject_id, id) where state in ('waiting', 'failed');
create index webhooks_created on webhooks (created_at);
create index webhooks_failed_first on webhooks ((state = 'failed'), id);
