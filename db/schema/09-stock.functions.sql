-- moved_by gives the cause: 'edit:<admin>', 'order:<order>', 'cancel:<order>' or 'correction:<order>'. It is emptied again.
create or replace function note_stock_movement() returns trigger language plpgsql as $$
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
    new.moves := new.moves + 1;
  end if;
  new.moved_by := null;
  return new;
end $$;
create or replace trigger topup_products_moved before insert or update of price on topup_products
  for each row execute function note_stock_movement('topup', 'price');
create or replace trigger physical_products_moved before insert or update of quantity on physical_products
  for each row execute function note_stock_movement('physical', 'quantity');
create or replace trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function refuse_change();

create or replace function move_physical_stock() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update physical_products set quantity = quantity - new.quantity, moved_by = 'order:' || new.id
    where id = new.product_id;
  elsif new.status = 'cancelled' and old.status <> 'cancelled' then
    update physical_products set quantity = quantity + new.quantity, moved_by = 'cancel:' || new.id
    where id = new.product_id;
  end if;
  return null;
end $$;
create or replace trigger product_orders_move_stock after insert or update of status on product_orders
  for each row execute function move_physical_stock();

-- Whose vouchers deliver an order of a package now, and how many.
create or replace view package_parts as
  select id as package_id, id as pool_id, 1 as count, 1 as position, recipe_id
  from topup_packages
  where sells_vouchers and recipe_id is null
  union all
  select k.id, p.package_id, p.count, p.position, k.recipe_id
  from topup_packages k
  join recipe_parts p on p.recipe_id = k.recipe_id
  where k.sells_vouchers;

-- The ready vouchers of a package that are not delivered any more. Their counters change with no day, so they are counted here.
create or replace view expired_codes as
  select k.id as package_id, e.n
  from topup_packages k
  cross join lateral (
    select count(*) as n from vouchers
    where package_id = k.id and status = 1 and deleted_at is null and expires_on < shop_day(now(), (select time_zone from settings))
  ) e;

-- The ready vouchers of a package that no open order of any package needs; below 0 where orders wait for codes.
create or replace view voucher_pools as
  select k.id,
    (select coalesce(sum(v.n), 0)::bigint from voucher_tally v where v.package_id = k.id and v.state = 1) -
    (select n from expired_codes e where e.package_id = k.id) -
    (select coalesce(sum(p.count * o.n), 0)::bigint
     from package_parts p
     cross join lateral (
       select count(*) as n from orders where package_id = p.package_id and status in ('pending', 'in_progress')
     ) as o
     where p.pool_id = k.id) as free
  from topup_packages k;

-- With vouchers: on sale while its recipe finds codes, by their counter, beyond those of open orders. With tracked stock: while the credit covers bprice.
create or replace view package_states as
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
    select greatest(min(v.free / p.count), 0) as codes_left
    from package_parts p
    join voucher_pools v on v.id = p.pool_id
    where p.package_id = k.id
  ) c on k.sells_vouchers
  where k.deleted_at is null;

create or replace view product_states as
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

create or replace function note_low_stock(p_threshold bigint) returns bigint language plpgsql as $$
declare
  v_changed bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('note_low_stock')) then
    return 0;
  end if;
  with low as (
    select id, codes_left from package_states where codes_left < p_threshold and availability <> 'inactive'
  ), ended as (
    update low_stock set ended_at = now() where ended_at is null and package_id not in (select id from low)
    returning 1
  ), begun as (
    insert into low_stock (package_id, codes_left) select id, codes_left from low
    on conflict (package_id) where ended_at is null do nothing
    returning 1
  )
  select (select count(*) from ended) + (select count(*) from begun) into v_changed;
  if v_changed > 0 then
    perform pg_notify('topdeck_lists', 'vouchers');
  end if;
  return v_changed;
end $$;
