-- What was done: the audit log, replies to repeated calls, backups.

-- A domain's CHECK is prepared once per session, a table's at every statement.
create domain audit_actor as text check (value in ('admin', 'store', 'system'));

-- One row per successful change, written by the dispatcher in the change's own transaction.
create table audit (
  id         bigint      generated always as identity primary key,
  at         timestamptz not null default now(),
  actor      audit_actor not null,
  -- No foreign key, see admins_never_deleted.
  admin_id   bigint,
  address    text        not null default '',
  request_id text        not null default '',
  action     text        not null,
  subject    text        not null,
  subject_id bigint,
  facts      jsonb       not null default '{}'
);
create index audit_subject on audit (subject, subject_id, id);
create index audit_admin on audit (admin_id, id);

-- The log is sealed in sections, so that a row that is changed, added or removed later does not go unnoticed.
create table audit_seals (
  id        bigint      generated always as identity primary key,
  -- The rows after `from_id`, up to and including `to_id`.
  from_id   bigint      not null constraint audit_seals_once unique,
  to_id     bigint      not null,
  rows      bigint      not null check (rows > 0),
  -- Rows up to here: a total without a scan, and the way to the section in which a far page begins.
  total     bigint      not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  -- Keyed hash over these rows and the seal before: cannot be made with the database alone.
  seal      bytea       not null,
  sealed_at timestamptz not null default now(),
  check (to_id > from_id)
);
create index audit_seals_total on audit_seals (total);

-- Replies to calls with an Idempotency-Key, saved in the transaction of their effect.
create table idempotency_keys (
  actor        text        not null,
  key          text        not null,
  request_hash bytea       not null,
  reply        jsonb,
  created_at   timestamptz not null default now(),
  primary key (actor, key)
);
-- Deleted by age, an hour's worth at a time: that needs no exact index.
create index idempotency_keys_created on idempotency_keys using brin (created_at);

-- Each backup that was made, and each that this shop was restored from: is the last one long ago?
create table backups (
  id       bigint      generated always as identity primary key,
  kind     text        not null check (kind in ('backup', 'restore')),
  at       timestamptz not null default now(),
  -- The moment of the shop that the file holds.
  moment   timestamptz not null,
  bytes    bigint      not null,
  rows     bigint      not null,
  -- Pictures that the shop knew but whose files were missing.
  missing  bigint      not null default 0,
  with_key boolean     not null
);
