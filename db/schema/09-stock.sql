create table stock_movements (
  id           bigint      generated always as identity primary key,
  at           timestamptz not null default now(),
  kind         text        not null check (kind in ('topup', 'physical')),
  product_id   bigint      not null,
  before_value tk          not null,
  after_value  tk          not null,
  cause        text        not null check (cause in ('start', 'edit', 'order', 'cancel', 'correction', 'other')),
  order_id     bigint,
  admin_id     bigint      references admins (id)
);
create index stock_movements_product on stock_movements (kind, product_id, id);

create table low_stock (
  id         bigint      generated always as identity primary key,
  package_id bigint      not null references topup_packages (id),
  codes_left bigint      not null,
  at         timestamptz not null default now(),
  ended_at   timestamptz
);
create unique index low_stock_once on low_stock (package_id) where ended_at is null;
