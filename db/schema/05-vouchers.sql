create table vouchers (
  id          bigint      generated always as identity primary key,
  package_id  bigint      not null references topup_packages (id),
  -- 1 Ready, 2 Used, 0 Hide.
  status      integer     not null default 1 check (status in (0, 1, 2)),
  code_sealed bytea       not null,
  -- Keyed hash of the code in lower case, unique across deleted codes too.
  code_index  bytea       not null constraint vouchers_code_unique unique,
  code_last4  text        not null,
  user_id     bigint      references users (id),
  added_by    bigint      references admins (id),
  created_at  timestamptz not null default now(),
  used_at     timestamptz,
  deleted_at  timestamptz,
  version     integer     not null default 1,
  constraint vouchers_used check (status <> 2 or used_at is not null)
);
create index vouchers_ready on vouchers (package_id, id) where status = 1 and deleted_at is null;
create index vouchers_status on vouchers (status, id) where deleted_at is null;
create index vouchers_package on vouchers (package_id, id) where deleted_at is null;
create index vouchers_package_used on vouchers (package_id, id) where status = 2 and deleted_at is null;
create index vouchers_package_hidden on vouchers (package_id, id) where status = 0 and deleted_at is null;
create index vouchers_user on vouchers (user_id, id) where user_id is not null;
create index vouchers_bin on vouchers (id) where deleted_at is not null;
create index vouchers_use on vouchers (package_id, used_at) where status = 2;

-- Codes replaced by an edit: they cannot be added again, except to the same voucher.
create table retired_codes (
  code_index bytea       primary key,
  voucher_id bigint      not null references vouchers (id),
  at         timestamptz not null default now()
);
