-- The order desk: live events, saved views, and the end of in-game secrets.

-- Found by the job that erases them some days after the order closed.
create index orders_secrets on orders (closed_at)
  where closed_at is not null and (ingamepassword_sealed is not null or securitycode_sealed is not null);

create table saved_views (
  id bigint generated always as identity primary key,
  admin_id bigint not null references admins (id),
  screen text not null,
  name text not null,
  -- The list's search parameters, as in its URL.
  search text not null,
  is_shared integer not null default 0 check (is_shared in (0, 1)),
  created_at timestamptz not null default now(),
  constraint saved_views_name_unique unique (admin_id, screen, name)
);
create index saved_views_screen on saved_views (screen) where is_shared = 1;

-- Tells every server which orders have changed. A notice holds 8,000 bytes: past that it says 'many' by naming none.
create function notify_orders() returns trigger language plpgsql as $$
declare
  v_ids text;
begin
  select string_agg(id::text, ',') into v_ids from (select id from after limit 1000) as few;
  if v_ids is not null then
    perform pg_notify('topdeck_orders', case when length(v_ids) < 7500 then v_ids else '' end);
  end if;
  return null;
end $$;
create trigger orders_notify_new after insert on orders
  referencing new table as after
  for each statement execute function notify_orders();
create trigger orders_notify_moved after update on orders
  referencing new table as after
  for each statement execute function notify_orders();

-- Tells every server that somebody may do more or less than before, so that open streams are checked at once.
create function notify_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('topdeck_access', '');
  return null;
end $$;
create trigger admin_sessions_notify after delete on admin_sessions for each statement execute function notify_access();
create trigger admins_notify after update on admins for each statement execute function notify_access();
create trigger auth_modules_notify after update on auth_modules for each statement execute function notify_access();
create trigger admin_modules_notify after insert or update or delete on admin_modules
  for each statement execute function notify_access();
create trigger admin_packages_notify after insert or update or delete on admin_packages
  for each statement execute function notify_access();
create trigger admin_products_notify after insert or update or delete on admin_products
  for each statement execute function notify_access();
