create domain audit_actor as text check (value in ('admin', 'store', 'system'));

create table audit (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null default now(),
  actor      audit_actor not null,
  admin_id   bigint,
  address    text        not null default '',
  request_id text        not null default '',
  action     text        not null,
  subject    text        not null,
  subject_id bigint,
  facts      jsonb       not null default '{}',
  -- The transaction's act, which its journals name too. Null for what the owner's commands write.
  act_id     bigint
);
create index audit_subject on audit (subject, subject_id, id);
create index audit_admin on audit (admin_id, id);
create index audit_action on audit (action, id);
create index audit_self_approved on audit (at) where facts ? 'self_approved';
create index audit_act on audit (act_id) where act_id is not null;

-- Seals reveal rows that are changed, added or removed later.
create table audit_seals (
  id        bigint      generated always as identity primary key,
  from_id   bigint      not null constraint audit_seals_once unique,
  to_id     bigint      not null,
  rows      bigint      not null check (rows > 0),
  total     bigint      not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  -- Keyed hash of the rows and the previous seal. The database alone cannot produce it.
  seal      bytea       not null,
  sealed_at timestamptz not null default now(),
  check (to_id > from_id)
);
create index audit_seals_total on audit_seals (total);

create table idempotency_keys (
  actor        text        not null,
  key          text        not null,
  -- Null after the master key was rotated: the request is not compared then.
  request_hash bytea,
  -- Not jsonb, which sorts the keys: a retry gets the same bytes.
  reply        json,
  -- The HTTP status of a refusal, whose body `reply` is then.
  refused      smallint,
  created_at   timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_created on idempotency_keys using brin (created_at);

-- When each daily job last ran to its end, on whichever server.
create table job_runs (
  name   text        primary key,
  ran_at timestamptz not null
);

create table backups (
  id       bigint      generated always as identity primary key,
  kind     text        not null check (kind in ('backup', 'restore')),
  at       timestamptz not null default now(),
  moment   timestamptz not null,
  bytes    bigint      not null,
  rows     bigint      not null,
  missing  bigint      not null default 0,
  with_key boolean     not null
);
