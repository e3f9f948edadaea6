-- Uploaded pictures. A row comes first, the file after it, so that no file is ever without one.

create table uploads (
  id bigint generated always as identity primary key,
  path text not null constraint uploads_path_unique unique,
  uploaded_by bigint references admins (id),
  created_at timestamptz not null default now(),
  -- Null while the file is on its way, or after it was refused.
  stored_at timestamptz,
  bytes integer,
  width integer,
  height integer,
  -- When a row was last saved that shows it: a sweep at the same moment sees it and leaves the file.
  used_at timestamptz,
  -- Set by the sweep before it removes the file: from then on no row may take it.
  removing_at timestamptz
);
create index uploads_created on uploads (created_at);

-- Every place that shows a picture. Deleted products, packages, methods, admins and users stay on old rows, and so do their
-- pictures; deleted banners and notices are shown nowhere.
create view picture_uses as
select logo as path from topup_products
union all select logo from topup_packages
union all select image from physical_products
union all select logo from payment_methods
union all select banner from banners where deleted_at is null
union all select image from notices where deleted_at is null
union all select image from admins
union all select avatar from users;

-- Registers pictures that rows show without an upload: those of a demo, or of a version before uploads had rows.
create function register_pictures() returns void language sql as $$
  insert into uploads (path, stored_at, used_at)
  select distinct path, now(), now() from picture_uses where path like '/images/%'
  on conflict do nothing
$$;
select register_pictures();
