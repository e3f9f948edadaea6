-- Editing the catalogue: row versions, so that a colleague's change is noticed; movements of stock; changes of rate.

alter table banners add column deleted_at timestamptz;
alter table notices add column deleted_at timestamptz;

alter table topup_products add column version integer not null default 1;
alter table topup_packages add column version integer not null default 1;
alter table physical_products add column version integer not null default 1;
alter table payment_methods add column version integer not null default 1;
alter table banners add column version integer not null default 1;
alter table notices add column version integer not null default 1;

create function raise_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Not for what moves by itself (price and quantity by orders, sells_vouchers by the first voucher): those would make every open
-- form stale, and price and quantity are watched by their own expected values.
create trigger topup_products_version
  before update of name, logo, track_stock, buy_rate, rules, isactivefortopup, is_active, deleted_at on topup_products
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger topup_packages_version
  before update of product_id, name, price, bprice, serial, logo, in_stock, deleted_at on topup_packages
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger physical_products_version
  before update of name, image, sale_price, regular_price, description, is_active, deleted_at on physical_products
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger payment_methods_version
  before update on payment_methods
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger banners_version
  before update on banners
  for each row when (old.* is distinct from new.*) execute function raise_version();
create trigger notices_version
  before update on notices
  for each row when (old.* is distinct from new.*) execute function raise_version();

-- Every change of Price/Stock and of quantity. Whoever changes one says why in the same UPDATE, in moved_by: 'edit:<admin>',
-- 'order:<order>', 'cancel:<order>' or 'correction:<order>'. The trigger writes it down and empties the column again.
create table stock_movements (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  kind text not null check (kind in ('topup', 'physical')),
  product_id bigint not null,
  before_value tk not null,
  after_value tk not null,
  cause text not null check (cause in ('start', 'edit', 'order', 'cancel', 'correction', 'other')),
  order_id bigint,
  admin_id bigint references admins (id)
);
create index stock_movements_product on stock_movements (kind, product_id, id);
create trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();

alter table topup_products add column moved_by text;
alter table physical_products add column moved_by text;

create function note_stock_movement() returns trigger language plpgsql as $$
declare
  v_kind text := tg_argv[0];
  v_column text := tg_argv[1];
  v_before numeric := case tg_op when 'UPDATE' then (to_jsonb(old) ->> v_column)::numeric else 0 end;
  v_after numeric := (to_jsonb(new) ->> v_column)::numeric;
  v_said text := split_part(coalesce(new.moved_by, ''), ':', 1);
  v_by bigint := nullif(split_part(coalesce(new.moved_by, ''), ':', 2), '')::bigint;
begin
  if v_before <> v_after then
    insert into stock_movements (at, kind, product_id, before_value, after_value, cause, order_id, admin_id)
    values (
      case tg_op when 'INSERT' then new.created_at else now() end,
      v_kind, new.id, v_before, v_after,
      case when tg_op = 'INSERT' then 'start' when v_said = '' then 'other' else v_said end,
      case when v_said in ('order', 'cancel', 'correction') then v_by end,
      case when v_said = 'edit' then v_by end
    );
  end if;
  new.moved_by := null;
  return new;
end $$;
create trigger topup_products_moved before insert or update of price on topup_products
  for each row execute function note_stock_movement('topup', 'price');
create trigger physical_products_moved before insert or update of quantity on physical_products
  for each row execute function note_stock_movement('physical', 'quantity');

-- 'Update rate': what was set, and from which prices, so that the last change can be taken back.
create table rate_changes (
  id bigint generated always as identity primary key,
  product_id bigint not null references topup_products (id),
  dollar_rate numeric(14, 4) not null check (dollar_rate > 0),
  admin_id bigint not null references admins (id),
  at timestamptz not null default now(),
  reverted_at timestamptz,
  reverted_by bigint references admins (id)
);
create index rate_changes_product on rate_changes (product_id, id);
create table rate_change_prices (
  change_id bigint not null references rate_changes (id),
  package_id bigint not null references topup_packages (id),
  old_price tk not null,
  new_price tk not null,
  primary key (change_id, package_id)
);

-- Whether customers can have a package now, and if not, why not. A package that sells vouchers is on sale while its ready codes
-- exceed its open orders; with tracked stock, while the supplier's credit covers its buying price.
create view package_states as
select k.id, k.product_id, c.codes_left,
  case
    when p.is_active = 0 then 'inactive'
    when k.in_stock = 0 or (p.track_stock = 1 and p.price < k.bprice) then 'stock_out'
    when k.sells_vouchers and c.codes_left = 0 then 'no_codes'
    else 'on_sale'
  end as availability
from topup_packages k
join topup_products p on p.id = k.product_id and p.deleted_at is null
left join lateral (
  select greatest(
    (select count(*) from vouchers v where v.package_id = k.id and v.status = 1 and v.deleted_at is null) -
    (select count(*) from orders o where o.package_id = k.id and o.status in ('pending', 'in_progress')), 0) as codes_left
) c on k.sells_vouchers
where k.deleted_at is null;

create view product_states as
select p.id, count(s.id) as package_count, count(s.id) filter (where s.availability = 'on_sale') as packages_on_sale,
  case
    when p.is_active = 0 then 'inactive'
    when count(s.id) = 0 then 'no_packages'
    when count(s.id) filter (where s.availability = 'on_sale') > 0 then 'on_sale'
    when count(s.id) filter (where s.availability = 'no_codes') = count(s.id) then 'no_codes'
    else 'stock_out'
  end as availability
from topup_products p
left join package_states s on s.product_id = p.id
where p.deleted_at is null
group by p.id;
