-- Top-up orders, their counters, and the vouchers that some packages deliver.

create table vouchers (
  id bigint generated always as identity primary key,
  package_id bigint not null references topup_packages (id),
  -- 1 Ready, 2 Used, 0 Hide.
  status integer not null default 1 check (status in (0, 1, 2)),
  code_sealed bytea not null,
  -- Keyed hash of the code in lower case: unique for ever, deleted ones too, and searchable as a whole.
  code_index bytea not null constraint vouchers_code_unique unique,
  code_last4 text not null,
  user_id bigint references users (id),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  deleted_at timestamptz
);
create index vouchers_ready on vouchers (package_id, id) where status = 1 and deleted_at is null;

create function guard_voucher() returns trigger language plpgsql as $$
begin
  if old.status = 2 and new.status <> 2 then
    raise exception 'a delivered voucher stays Used' using errcode = 'check_violation', constraint = 'vouchers_delivered';
  end if;
  return new;
end $$;
create trigger vouchers_guard before update of status on vouchers for each row execute function guard_voucher();

create table orders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  product_id bigint not null references topup_products (id),
  package_id bigint not null references topup_packages (id),
  -- Snapshots: repricing, renaming or deleting never alters an order.
  product_name text not null,
  name text not null,
  amount tk not null check (amount >= 0),
  bprice tk not null,
  cost tk not null,
  playerid text not null,
  accounttype text not null default '',
  phone text not null default '',
  phone_digits text not null generated always as (regexp_replace(phone, '[^0-9]', '', 'g')) stored,
  ingamepassword_sealed bytea,
  securitycode_sealed bytea,
  -- What the supplier's credit gave for this order; a cancel puts it back.
  credit_taken tk not null default 0,
  voucher_id bigint references vouchers (id),
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancel')),
  brief_note text not null default '',
  internal_note text not null default '',
  -- The claim: who works on it, and until when without renewal.
  holder_id bigint references admins (id),
  held_until timestamptz,
  -- Who completed it, or cancelled it.
  completed_by bigint references admins (id),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  corrected_at timestamptz,
  constraint orders_holder check ((status = 'in_progress') = (holder_id is not null and held_until is not null)),
  constraint orders_closed check ((status in ('completed', 'cancel')) = (closed_at is not null))
);
create unique index orders_voucher_unique on orders (voucher_id) where voucher_id is not null;
create index orders_status on orders (status, id);
create index orders_package on orders (package_id, status, id);
create index orders_user on orders (user_id, id);
create index orders_playerid on orders (lower(playerid), id);
create index orders_phone on orders (phone_digits, id) where phone_digits <> '';
create index orders_product on orders (product_id, status, id);
create index orders_amount on orders (amount, id);
create index orders_holder on orders (holder_id) where status = 'in_progress';

-- What a search for a player id or a phone looks through: each distinct value once, a small table beside the large one.
create table order_terms (
  term text primary key
);
create index order_terms_search on order_terms using gin (term gin_trgm_ops);

create function note_order_terms() returns trigger language plpgsql as $$
begin
  insert into order_terms (term)
  select distinct term
  from added cross join lateral (values (lower(added.playerid)), (added.phone_digits)) as t (term)
  where term <> ''
  on conflict do nothing;
  return null;
end $$;
create trigger orders_note_terms after insert on orders
  referencing new table as added
  for each statement execute function note_order_terms();

-- Legal moves: the same table as contract/orders.ts. completed -> cancel only as a correction, once.
create function guard_order() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.package_id, new.product_name, new.name, new.amount, new.bprice, new.cost, new.playerid,
      new.credit_taken, new.created_at)
    is distinct from
     (old.user_id, old.product_id, old.package_id, old.product_name, old.name, old.amount, old.bprice, old.cost, old.playerid,
      old.credit_taken, old.created_at) then
    raise exception 'an order keeps its snapshot' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and not (
    (old.status in ('pending', 'in_progress'))
    or (old.status = 'completed' and new.status = 'cancel' and old.corrected_at is null and new.corrected_at is not null)
  ) then
    raise exception 'order % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_flow';
  end if;
  return new;
end $$;
create trigger orders_guard before update on orders for each row execute function guard_order();
create trigger orders_never_deleted before delete or truncate on orders
  for each statement execute function refuse_change();

-- Exact totals without a scan: a rollup per package and status, plus insert-only changes that a job folds into it. A counter row
-- that every order updated would be a queue for everybody.
create table order_counts (
  package_id bigint not null references topup_packages (id),
  status text not null,
  n bigint not null,
  primary key (package_id, status)
);
create table order_count_deltas (
  id bigint generated always as identity primary key,
  package_id bigint not null,
  status text not null,
  n bigint not null
);

create function count_new_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, status, n)
  select package_id, status, count(*) from added group by package_id, status;
  return null;
end $$;
create trigger orders_count_new after insert on orders
  referencing new table as added
  for each statement execute function count_new_orders();

create function count_moved_orders() returns trigger language plpgsql as $$
begin
  insert into order_count_deltas (package_id, status, n)
  select package_id, status, sum(n)
  from (
    select package_id, status, 1 as n from after
    union all
    select package_id, status, -1 from before
  ) as moved
  group by package_id, status
  having sum(n) <> 0;
  return null;
end $$;
create trigger orders_count_moved after update on orders
  referencing old table as before new table as after
  for each statement execute function count_moved_orders();

-- Folds the waiting changes into the rollup. One caller at a time; answers how many it folded.
create function fold_order_counts() returns bigint language plpgsql as $$
declare
  v_folded bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_order_counts')) then
    return 0;
  end if;
  with taken as (
    delete from order_count_deltas returning package_id, status, n
  ), summed as (
    select package_id, status, sum(n) as n, count(*) as rows from taken group by package_id, status
  ), folded as (
    insert into order_counts (package_id, status, n)
    select package_id, status, n from summed
    on conflict (package_id, status) do update set n = order_counts.n + excluded.n
  )
  select coalesce(sum(rows), 0) into v_folded from summed;
  return v_folded;
end $$;
