-- The keys of the store's programs, beside STORE_KEY of the environment. Only a key's SHA-256 is kept.
create table store_keys (
  id           bigint      generated always as identity primary key,
  name         text        not null,
  key_hash     bytea       not null constraint store_keys_key_unique unique,
  admin_id     bigint      not null,
  created_at   timestamptz not null default now(),
  -- To the minute.
  last_call_at timestamptz,
  revoked_at   timestamptz
);
