-- The same moves as contract/orders.ts. completed -> cancel only as a correction, once.
create or replace function guard_order() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.package_id, new.product_name, new.name, new.amount, new.bprice,
      new.credit_taken, new.created_at)
    is distinct from
     (old.user_id, old.product_id, old.package_id, old.product_name, old.name, old.amount, old.bprice,
      old.credit_taken, old.created_at)
    -- Corrected only before it is delivered, and by no decision.
    or (new.playerid <> old.playerid and (new.status <> old.status or old.status not in ('pending', 'in_progress')))
    -- Known for sure once its codes are.
    or (new.cost <> old.cost and (new.status, old.status) not in (('completed', 'pending'), ('completed', 'in_progress'))) then
    raise exception 'an order keeps its snapshot' using errcode = 'restrict_violation';
  end if;
  if (new.refunded, new.refunds) is distinct from (old.refunded, old.refunds)
    and not (old.status = 'completed' and new.status = 'completed' and new.refunded > old.refunded and new.refunds = old.refunds + 1) then
    raise exception 'order % cannot be refunded so', old.id using errcode = 'check_violation', constraint = 'orders_flow';
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
create or replace trigger orders_guard before update on orders
  for each row execute function guard_order();
create or replace trigger orders_never_deleted before delete or truncate on orders
  for each statement execute function refuse_change();

create or replace trigger order_codes_append_only before update or delete or truncate on order_codes
  for each statement execute function refuse_change();

create or replace function note_order_terms() returns trigger language plpgsql as $$
begin
  insert into order_terms (term)
  select distinct term
  from added cross join lateral (values (player_key(added.playerid)), (added.phone_digits)) as t (term)
  where term <> ''
  on conflict do nothing;
  return null;
end $$;
create or replace trigger orders_note_terms after insert on orders
  referencing new table as added
  for each statement execute function note_order_terms();

create or replace function note_corrected_player() returns trigger language plpgsql as $$
begin
  insert into order_terms (term) values (player_key(new.playerid)) on conflict do nothing;
  return null;
end $$;
create or replace trigger orders_note_corrected after update of playerid on orders
  for each row when (new.playerid <> old.playerid) execute function note_corrected_player();

-- A notification holds 8,000 bytes: past that it names no order, which means 'many'.
create or replace function notify_orders() returns trigger language plpgsql as $$
declare
  v_ids text;
begin
  select string_agg(id::text, ',') into v_ids from (select id from after limit 1000) as few;
  if v_ids is not null then
    perform pg_notify('topdeck_orders', case when length(v_ids) < 7500 then v_ids else '' end);
  end if;
  return null;
end $$;
create or replace trigger orders_notify_new after insert on orders
  referencing new table as after
  for each statement execute function notify_orders();
create or replace trigger orders_notify_moved after update on orders
  referencing new table as after
  for each statement execute function notify_orders();

-- The same moves as contract/product-orders.ts.
create or replace function guard_product_order() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.name, new.price, new.quantity, new.amount, new.phone, new.address, new.created_at)
    is distinct from
     (old.user_id, old.product_id, old.name, old.price, old.quantity, old.amount, old.phone, old.address, old.created_at) then
    raise exception 'an order keeps its snapshot' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status not in ('pending', 'in_progress') then
    raise exception 'product order % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'product_orders_flow';
  end if;
  return new;
end $$;
create or replace trigger product_orders_guard before update on product_orders
  for each row execute function guard_product_order();
create or replace trigger product_orders_never_deleted before delete or truncate on product_orders
  for each statement execute function refuse_change();
create or replace trigger product_orders_notify_noted after update of brief_note on product_orders
  for each statement execute function notify_list();
