-- Who works here, what each may do, and what was done. Runs on PostgreSQL 15 and newer.

create extension if not exists pg_trgm;

-- An amount in tk: exact, two decimals.
create domain tk as numeric(14, 2);

create table admins (
  id bigint generated always as identity primary key,
  first_name text not null,
  last_name text not null,
  username text not null,
  email text not null,
  password_hash text not null,
  role text not null default 'sub' check (role in ('super', 'sub')),
  gender text not null default '',
  date_of_birth date,
  image text not null default '',
  phone text not null default '',
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index admins_email_unique on admins (lower(email)) where deleted_at is null;
create unique index admins_username_unique on admins (lower(username)) where deleted_at is null;

-- The token itself is never stored, only its SHA-256.
create table admin_sessions (
  id bigint generated always as identity primary key,
  token_hash bytea not null,
  admin_id bigint not null references admins (id),
  remembered boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  address text not null default '',
  constraint admin_sessions_token_unique unique (token_hash)
);
create index admin_sessions_admin on admin_sessions (admin_id);

-- Failed sign-ins per account and address. Unlogged would forget a lock at a crash.
create table login_attempts (
  key bytea primary key,
  failures integer not null,
  window_started_at timestamptz not null,
  locked_until timestamptz
);

create table auth_modules (
  id bigint generated always as identity primary key,
  key text not null unique,
  name text not null,
  slug text not null constraint auth_modules_slug_unique unique check (slug ~ '^[a-z0-9_]+$'),
  description text not null,
  auth_url text not null,
  status integer not null default 0 check (status in (0, 1))
);

create table admin_modules (
  admin_id bigint not null references admins (id),
  auth_module_id bigint not null references auth_modules (id),
  primary key (admin_id, auth_module_id)
);

-- One row per successful change, written by the dispatcher in the change's own transaction.
create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null check (actor in ('admin', 'store', 'system')),
  admin_id bigint references admins (id),
  address text not null default '',
  request_id text not null default '',
  action text not null,
  subject text not null,
  subject_id bigint,
  facts jsonb not null default '{}'
);
create index audit_subject on audit (subject, subject_id, id);
create index audit_admin on audit (admin_id, id);

-- Replies to calls that carried an Idempotency-Key, stored in the effect's own transaction.
create table idempotency_keys (
  actor text not null,
  key text not null,
  request_hash bytea not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- For tables whose rows are facts: neither changed nor removed, by anybody.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% rows are append-only', tg_table_name using errcode = 'restrict_violation';
end $$;

create trigger audit_append_only before update or delete or truncate on audit
  for each statement execute function refuse_change();
