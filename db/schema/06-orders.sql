-- Like playerKey in contract/store-texts.ts. Not a repeatable function, because an index uses it.
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
  -- Snapshots: repricing, renaming or deleting never changes an order.
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
  -- Supplier credit taken by the order; a cancel returns it.
  credit_taken          tk          not null default 0,
  voucher_id            bigint      references vouchers (id),
  status                text        not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancel')),
  brief_note            text        not null default '',
  internal_note         text        not null default '',
  holder_id             bigint      references admins (id),
  held_until            timestamptz,
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
create index orders_created on orders using brin (created_at) with (pages_per_range = 16);
create index orders_closed on orders (closed_at) where closed_at is not null;
create index orders_secrets on orders (closed_at)
  where closed_at is not null and (ingamepassword_sealed is not null or securitycode_sealed is not null);

-- Searches by player id or phone scan each distinct value once.
create table order_terms (
  term text primary key
);
create index order_terms_search on order_terms using gin (term gin_trgm_ops);

create table product_orders (
  id         bigint      generated always as identity primary key,
  user_id    bigint      not null references users (id),
  product_id bigint      not null references physical_products (id),
  name       text        not null,
  price      tk          not null check (price >= 0),
  quantity   integer     not null check (quantity > 0),
  amount     tk          not null,
  phone      text        not null default '',
  address    text        not null default '',
  status     text        not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  brief_note text        not null default '',
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
