-- `moved_by` carries the cause of a stock change to its trigger and is always null afterwards.

create table topup_products (
  id               bigint         generated always as identity primary key,
  name             text           not null,
  logo             text           not null default '',
  -- 'Price/Stock': the remaining supplier credit, in the unit of bprice.
  price            tk             not null default 0 constraint topup_products_stock check (price >= 0),
  track_stock      integer        not null default 0 check (track_stock in (0, 1)),
  -- Cost in tk = bprice * buy_rate.
  buy_rate         numeric(14, 4) not null default 1 check (buy_rate > 0),
  rules            text           not null default '',
  isactivefortopup integer        not null default 1 check (isactivefortopup in (0, 1)),
  is_active        integer        not null default 1 check (is_active in (0, 1)),
  created_at       timestamptz    not null default now(),
  deleted_at       timestamptz,
  version          integer        not null default 1,
  -- How often the price (Price/Stock) has moved.
  moves            bigint         not null default 0,
  moved_by         text
);

-- Which codes deliver an order. Never changed: a package gets another one, so that delivered orders keep theirs.
create table recipes (
  id         bigint      generated always as identity primary key,
  created_at timestamptz not null default now()
);

create table topup_packages (
  id             bigint      generated always as identity primary key,
  product_id     bigint      not null references topup_products (id),
  name           text        not null,
  price          tk          not null check (price >= 0),
  bprice         tk          not null check (bprice >= 0),
  serial         integer     not null default 0,
  logo           text        not null default '',
  in_stock       integer     not null default 1 check (in_stock in (0, 1)),
  -- Delivered by codes. Set when the first voucher is added, too: from then on the package is on sale only while codes last.
  sells_vouchers boolean     not null default false,
  -- Null: one code of its own.
  recipe_id      bigint      references recipes (id),
  -- An order is completed as it is placed.
  automatic      integer     not null default 0 check (automatic in (0, 1)),
  created_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  version        integer     not null default 1,
  constraint topup_packages_delivery check (sells_vouchers or (recipe_id is null and automatic = 0))
);
create index topup_packages_product on topup_packages (product_id, serial, id);
create index topup_packages_recipe on topup_packages (recipe_id) where recipe_id is not null;

create table recipe_parts (
  recipe_id  bigint  not null references recipes (id),
  -- Whose vouchers.
  package_id bigint  not null references topup_packages (id),
  count      integer not null check (count > 0),
  position   integer not null,
  primary key (recipe_id, package_id)
);
create index recipe_parts_package on recipe_parts (package_id, recipe_id);

create table admin_packages (
  admin_id         bigint not null references admins (id),
  topup_package_id bigint not null references topup_packages (id),
  primary key (admin_id, topup_package_id)
);
create table admin_products (
  admin_id         bigint not null references admins (id),
  topup_product_id bigint not null references topup_products (id),
  primary key (admin_id, topup_product_id)
);

create table rate_changes (
  id          bigint         generated always as identity primary key,
  product_id  bigint         not null references topup_products (id),
  dollar_rate numeric(14, 4) not null check (dollar_rate > 0),
  admin_id    bigint         not null references admins (id),
  at          timestamptz    not null default now(),
  reverted_at timestamptz,
  reverted_by bigint         references admins (id)
);
create index rate_changes_product on rate_changes (product_id, id);
create table rate_change_prices (
  change_id  bigint not null references rate_changes (id),
  package_id bigint not null references topup_packages (id),
  old_price  tk     not null,
  new_price  tk     not null,
  primary key (change_id, package_id)
);

create table physical_products (
  id            bigint      generated always as identity primary key,
  name          text        not null,
  image         text        not null default '',
  sale_price    tk          not null check (sale_price >= 0),
  regular_price tk          not null check (regular_price >= 0),
  quantity      integer     not null constraint physical_products_stock check (quantity >= 0),
  description   text        not null default '',
  is_active     integer     not null default 1 check (is_active in (0, 1)),
  created_at    timestamptz not null default now(),
  deleted_at    timestamptz,
  version       integer     not null default 1,
  moves         bigint      not null default 0,
  moved_by      text
);

-- What customers last saw of each item, and since when: found by comparing, because a code, an order or a rate can take an item off sale.
create table catalog_items (
  kind       text        not null check (kind in ('product', 'physical_product', 'payment_method', 'banner', 'notice')),
  id         bigint      not null,
  item       jsonb       not null,
  is_removed boolean     not null default false,
  changed_at timestamptz not null,
  primary key (kind, id)
);
create index catalog_items_changed on catalog_items (changed_at);
create table catalog_looks (
  is_only     boolean     primary key default true check (is_only),
  looked_at   timestamptz,
  compared_at timestamptz
);
insert into catalog_looks default values;

create table payment_methods (
  id         bigint      generated always as identity primary key,
  name       text        not null,
  logo       text        not null default '',
  info       text        not null default '',
  status     text        not null default '1',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version    integer     not null default 1
);

create table banners (
  id         bigint      generated always as identity primary key,
  note       text        not null,
  link       text        not null default '',
  banner     text        not null,
  isactive   integer     not null default 1 check (isactive in (0, 1)),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version    integer     not null default 1
);

create table notices (
  id             bigint      generated always as identity primary key,
  title          text        not null default '',
  image          text        not null default '',
  link           text        not null default '',
  notice         text        not null,
  for_home_modal integer     not null default 1,
  template       text        not null default '',
  is_active      integer     not null default 1 check (is_active in (0, 1)),
  created_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  version        integer     not null default 1
);

-- The row is written before the file, so that no file is ever without a row.
create table uploads (
  id          bigint      generated always as identity primary key,
  path        text        not null constraint uploads_path_unique unique,
  uploaded_by bigint      references admins (id),
  created_at  timestamptz not null default now(),
  stored_at   timestamptz,
  bytes       integer,
  width       integer,
  height      integer,
  -- Last saved or released by a row that shows it. A concurrent sweep sees this and keeps the file.
  used_at     timestamptz,
  -- Set before the sweep removes the file: from then on no row can use it.
  removing_at timestamptz
);
