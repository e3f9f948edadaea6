-- Top-up orders, and orders of physical products.

-- A player id as it is compared, like playerKey in contract/store-texts.ts: '258794652 (1234)' is '258794652 - 1234'. Here, not among the
-- functions, because an index is computed with it.
create function player_key(p_playerid text) returns text language sql immutable parallel safe
  return coalesce(
    nullif(
      regexp_replace(
        translate(lower(normalize(p_playerid, nfc)), '০১২৩৪৫৬৭৮৯', '0123456789'),
        '[\u0009-\u000D\u0020\u0023\u0028\u0029\u002B-\u002F\u003A\u003B\u003C\u003E\u005B-\u005D\u005F\u007B-\u007D\u00A0\u1680\u2000-\u200A'
          '\u2010-\u2015\u2028\u2029\u202F\u205F\u3000\uFEFF]', '', 'g'),
      ''),
    lower(p_playerid));

create table orders (
  id                    bigint      generated always as identity primary key,
  user_id               bigint      not null references users (id),
  product_id            bigint      not null references topup_products (id),
  package_id            bigint      not null references topup_packages (id),
  -- Snapshots: repricing, renaming or deleting never alters an order.
  product_name          text        not null,
  name                  text        not null,
  amount                tk          not null check (amount >= 0),
  bprice                tk          not null,
  cost                  tk          not null,
  playerid              text        not null,
  accounttype           text        not null default '',
  phone                 text        not null default '',
  phone_digits          text        not null generated always as (phone_key(phone)) stored,
  ingamepassword_sealed bytea,
  securitycode_sealed   bytea,
  -- What the order took of the supplier's credit; a cancel puts it back.
  credit_taken          tk          not null default 0,
  voucher_id            bigint      references vouchers (id),
  status                text        not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancel')),
  brief_note            text        not null default '',
  internal_note         text        not null default '',
  -- The claim: who works on it, and until when unless it is renewed.
  holder_id             bigint      references admins (id),
  held_until            timestamptz,
  -- Who completed or cancelled it.
  completed_by          bigint      references admins (id),
  created_at            timestamptz not null default now(),
  closed_at             timestamptz,
  corrected_at          timestamptz,
  constraint orders_holder check ((status = 'in_progress') = (holder_id is not null and held_until is not null)),
  constraint orders_closed check ((status in ('completed', 'cancel')) = (closed_at is not null))
);
create unique index orders_voucher_unique on orders (voucher_id) where voucher_id is not null;
create index orders_status on orders (status, id);
create index orders_package on orders (package_id, status, id);
create index orders_user on orders (user_id, id);
create index orders_playerid on orders (player_key(playerid), id);
create index orders_phone on orders (phone_digits, id) where phone_digits <> '';
create index orders_amount on orders (amount, id);
create index orders_holder on orders (holder_id) where status = 'in_progress';
-- Orders of a day, for the customers' list.
create index orders_created on orders using brin (created_at) with (pages_per_range = 16);
-- The shift sheet reads a few days of everything that was ever closed.
create index orders_closed on orders (closed_at) where closed_at is not null;
-- For the job that erases in-game secrets some days after the order was closed.
create index orders_secrets on orders (closed_at)
  where closed_at is not null and (ingamepassword_sealed is not null or securitycode_sealed is not null);

-- What a search by player id or phone scans: each distinct value once, a small table beside the large one.
create table order_terms (
  term text primary key
);
create index order_terms_search on order_terms using gin (term gin_trgm_ops);

create table product_orders (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users (id),
  product_id bigint      not null references physical_products (id),
  -- Snapshots: repricing, renaming or deleting the product never alters an order.
  name       text        not null,
  price      tk          not null check (price >= 0),
  quantity   integer     not null check (quantity > 0),
  amount     tk          not null,
  phone      text        not null default '',
  address    text        not null default '',
  status     text        not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  -- The customer sees it.
  brief_note text        not null default '',
  -- Who works on it, completed it or cancelled it; null while it is pending.
  admin_id   bigint      references admins (id),
  created_at timestamptz not null default now(),
  closed_at  timestamptz,
  constraint product_orders_amount check (amount = price * quantity),
  constraint product_orders_handled check ((status = 'pending') = (admin_id is null)),
  constraint product_orders_closed check ((status in ('completed', 'cancelled')) = (closed_at is not null))
);
create index product_orders_status on product_orders (status, id);
create index product_orders_user on product_orders (user_id, id);
create index product_orders_product on product_orders (product_id, id);
