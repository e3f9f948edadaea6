-- The audit log is sealed a stretch at a time, so that a row which is changed, added or removed later does not go unnoticed.

create table audit_seals (
  id bigint generated always as identity primary key,
  -- The rows after `from_id`, up to and with `to_id`.
  from_id bigint not null constraint audit_seals_once unique,
  to_id bigint not null,
  rows bigint not null check (rows > 0),
  -- Rows up to here, for a total that is no scan.
  total bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- Keyed hash over these rows and the seal before: nobody makes one who has the database alone.
  seal bytea not null,
  sealed_at timestamptz not null default now(),
  check (to_id > from_id)
);

create trigger audit_seals_append_only before update or delete or truncate on audit_seals
  for each statement execute function refuse_change();
