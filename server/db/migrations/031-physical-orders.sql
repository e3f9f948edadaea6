-- Orders of physical products: paid from the wallet, taken from the stock, counted and told of like the money lists.

create table physical_orders (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  product_id bigint not null references physical_products (id),
  -- Snapshots: repricing, renaming or deleting the product never alters an order.
  name text not null,
  price tk not null check (price >= 0),
  quantity integer not null check (quantity > 0),
  amount tk not null,
  phone text not null default '',
  address text not null default '',
  status text not null default 'pending' check (status in ('pending', 'in_progress', 'completed', 'cancelled')),
  -- The customer sees it.
  brief_note text not null default '',
  -- Who works on it, completed it or cancelled it; nobody while it is pending.
  admin_id bigint references admins (id),
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint physical_orders_amount check (amount = price * quantity),
  constraint physical_orders_handled check ((status = 'pending') = (admin_id is null)),
  constraint physical_orders_closed check ((status in ('completed', 'cancelled')) = (closed_at is not null))
);
create index physical_orders_status on physical_orders (status, id);
create index physical_orders_user on physical_orders (user_id, id);
create index physical_orders_product on physical_orders (product_id, id);

-- Legal moves: the same table as contract/physical-orders.ts. Closed orders stay closed.
create function guard_physical_order() returns trigger language plpgsql as $$
begin
  if (new.user_id, new.product_id, new.name, new.price, new.quantity, new.amount, new.phone, new.address, new.created_at)
    is distinct from
     (old.user_id, old.product_id, old.name, old.price, old.quantity, old.amount, old.phone, old.address, old.created_at) then
    raise exception 'an order keeps its snapshot' using errcode = 'restrict_violation';
  end if;
  if new.status <> old.status and old.status not in ('pending', 'in_progress') then
    raise exception 'product order % cannot go from % to %', old.id, old.status, new.status
      using errcode = 'check_violation', constraint = 'physical_orders_flow';
  end if;
  return new;
end $$;
create trigger physical_orders_guard before update on physical_orders
  for each row execute function guard_physical_order();
create trigger physical_orders_never_deleted before delete or truncate on physical_orders
  for each statement execute function refuse_change();

-- An order takes its pieces from the stock, and a cancel puts them back: here, so that nobody can forget it. Raises
-- physical_products_stock where there are not so many. The movements name the order.
create function move_physical_stock() returns trigger language plpgsql as $$
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
create trigger physical_orders_move_stock after insert or update of status on physical_orders
  for each row execute function move_physical_stock();

-- Exact totals without a scan, in the counters of the money lists; whoever folds them tells open lists that they have changed.
create trigger physical_orders_count_new after insert on physical_orders
  referencing new table as added
  for each statement execute function count_new_money();
create function count_moved_physical_order() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    insert into money_count_deltas (list, status, block, n)
    values ('physical_orders', old.status, block_of(new.id), -1), ('physical_orders', new.status, block_of(new.id), 1);
  end if;
  return null;
end $$;
create trigger physical_orders_count_moved after update of status on physical_orders
  for each row execute function count_moved_physical_order();
-- What no count tells.
create trigger physical_orders_notify_noted after update of brief_note on physical_orders
  for each statement execute function notify_list();

create trigger physical_orders_tell_store after update of status on physical_orders for each row
  when (new.status <> old.status and new.status in ('completed', 'cancelled'))
  execute function tell_store('product_order');
