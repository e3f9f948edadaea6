-- orders
-- walk
    select o.id
    from orders o
    where true
    order by o.id desc
    limit 10 offset $1
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and true

-- orders
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select o.block, o.n from order_block_tally as o where true) as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select o.id
    from orders o
    where true and o.id >= (select first from start) and o.id < (select behind from start)
    order by o.id desc
    limit 10 offset $1 - (select before from start)
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and true

-- orders
-- strands
    select o.id
    from unnest($1::bigint[]) as scope (package_id) cross join (values ('pending'), ('in_progress'), ('completed'), ('cancel')) as wanted (status)
    cross join lateral (
      select o.id
      from orders o
      where o.package_id = scope.package_id and o.status = wanted.status
      order by o.id desc limit $3
    ) as o
    order by o.id desc
    limit 10 offset $2
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and o.package_id = any($1::bigint[])

-- orders by amount
-- walk
    select o.id
    from orders o
    where true
    order by o.amount desc, o.id desc
    limit 10 offset $1
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and true

-- orders by amount
-- values
    with keys as materialized (
      select key, upto - n as before
      from (
        select key, n, sum(n) over (order by key desc) as upto
        from (select key, sum(n) as n from (select o.amount as key, o.n from order_tally as o where true) as parts group by key) as counted
      ) as passed
      where upto > $1 and upto - n < $1 + 10
    ), places as materialized (
      select key, block, upto - n as before
      from (
        select key, block, n,
          (select min(before) from keys) + sum(n) over (order by key desc, block desc) as upto
        from (select key, block, sum(n) as n from (select o.amount as key, b.block, b.n
       from (
         select distinct o.package_id, o.status, o.amount
         from order_tally as o
         where true and o.amount in (select key from keys)
       ) as o
       join order_package_block_tally b on b.package_id = o.package_id and b.status = o.status and b.amount = o.amount) as parts group by key, block) as counted
      ) as passed
      where upto > $1 and upto - n < $1 + 10
    )
    select found.id
    from places
    cross join lateral (
      select o.id
      from orders o
      where true and o.amount = places.key and o.id >= places.block * 8192 and o.id < (places.block + 1) * 8192
    ) as found
    order by places.key desc, found.id desc
    limit 10 offset $1 - (select min(before) from places)
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and true

-- orders by amount
-- strands
    select o.id
    from unnest($1::bigint[]) as scope (package_id) cross join (values ('pending'), ('in_progress'), ('completed'), ('cancel')) as wanted (status)
    cross join lateral (
      select o.id, o.amount
      from orders o
      where o.package_id = scope.package_id and o.status = wanted.status and o.closed_at >= (select ((($2::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      offset 0
    ) as o
    order by o.amount desc, o.id desc
    limit 10 offset $3
-- total
select count(*) from (select from orders o where o.package_id + 0 = any($1::bigint[]) and o.closed_at >= (select ((($2::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) limit 10001) as found

-- orders of some packages
-- strands
    select o.id
    from unnest($1::bigint[]) as scope (package_id) cross join (values ('pending'), ('in_progress'), ('completed'), ('cancel')) as wanted (status)
    cross join lateral (
      select o.id
      from orders o
      where o.package_id = scope.package_id and o.status = wanted.status
      order by o.id desc limit $3
    ) as o
    order by o.id desc
    limit 10 offset $2
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and o.package_id = any($1::bigint[])

-- orders of some packages
-- walk
    select o.id
    from orders o
    where o.completed_by = $1 and o.package_id + 0 = any($2::bigint[])
    order by o.closed_at desc, o.id desc
    limit 10 offset $3
-- total
select count(*) from (select from orders o where o.completed_by = $1 and o.package_id + 0 = any($2::bigint[]) limit 10001) as found

-- orders of some packages by amount
-- values
    with keys as materialized (
      select key, upto - n as before
      from (
        select key, n, sum(n) over (order by key desc) as upto
        from (select key, sum(n) as n from (select o.amount as key, o.n from order_tally as o where true and o.package_id = any($1::bigint[])) as parts group by key) as counted
      ) as passed
      where upto > $2 and upto - n < $2 + 10
    ), places as materialized (
      select key, block, upto - n as before
      from (
        select key, block, n,
          (select min(before) from keys) + sum(n) over (order by key desc, block desc) as upto
        from (select key, block, sum(n) as n from (select o.amount as key, b.block, b.n
       from (
         select distinct o.package_id, o.status, o.amount
         from order_tally as o
         where true and o.package_id = any($1::bigint[]) and o.amount in (select key from keys)
       ) as o
       join order_package_block_tally b on b.package_id = o.package_id and b.status = o.status and b.amount = o.amount) as parts group by key, block) as counted
      ) as passed
      where upto > $2 and upto - n < $2 + 10
    )
    select found.id
    from places
    cross join lateral (
      select o.id
      from orders o
      where o.package_id + 0 = any($1::bigint[]) and o.amount = places.key and o.id >= places.block * 8192 and o.id < (places.block + 1) * 8192
    ) as found
    order by places.key desc, found.id desc
    limit 10 offset $2 - (select min(before) from places)
-- total
  select coalesce(sum(n), 0)::bigint
  from order_tally as o
  where true and o.package_id = any($1::bigint[])

-- orders of some packages by amount
-- walk
    select o.id
    from orders o
    where o.package_id + 0 = any($2::bigint[]) and o.completed_by = $1 and (o.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (o.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
    order by o.amount desc, o.id desc
    limit 10 offset $5
-- total
select count(*) from (select from orders o where o.package_id + 0 = any($2::bigint[]) and o.completed_by = $1 and (o.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (o.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) limit 10001) as found

-- orders of some packages by amount
-- strands
    select o.id
    from unnest($1::bigint[]) as scope (package_id) cross join (values ('pending'), ('in_progress'), ('completed'), ('cancel')) as wanted (status)
    cross join lateral (
      select o.id, o.amount
      from orders o
      where o.package_id = scope.package_id and o.status = wanted.status and o.closed_at >= (select ((($2::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      offset 0
    ) as o
    order by o.amount desc, o.id desc
    limit 10 offset $3
-- total
select count(*) from (select from orders o where o.package_id + 0 = any($1::bigint[]) and o.closed_at >= (select ((($2::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) limit 10001) as found

-- wallet adds
-- heads
    select id
    from (
        (select r.id as id, 0 as key, 0 as later
         from wallet_adds r
         where r.status = 'pending' and true
         order by r.id desc
         limit $1) union all
        (select r.id as id, 0 as key, 1 as later
         from wallet_adds r
         where not (r.status = 'pending') and true
         order by r.id desc
         limit $1)) as heads
    order by later, key desc, id desc
    limit 10 offset $2
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and true) as parts

-- wallet adds
-- behind
    select id
    from (
      (select r.id as id, 0 as later
       from wallet_adds r
       where r.status = 'pending'
       order by r.id desc
       limit 10 offset $1)
      union all
      (select id, 1 from (
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and not (r.status = 'pending')) as parts group by block) as counted
    ) as passed
    where upto > greatest($1 - (select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and r.status = 'pending') as parts), 0) and upto - n < greatest($1 - (select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and r.status = 'pending') as parts), 0) + 10
  )
    select r.id
    from wallet_adds r
    where not (r.status = 'pending') and r.id >= (select first from start) and r.id < (select behind from start)
    order by r.id desc
    limit 10 offset greatest($1 - (select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and r.status = 'pending') as parts), 0) - (select before from start)) as others)
    ) as heads
    order by later, id desc
    limit 10
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and true) as parts

-- wallet adds
-- walk
    select r.id
    from wallet_adds r
    where r.status = 'pending'
    order by r.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and r.status = 'pending') as parts

-- wallet adds
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and r.status = 'pending') as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select r.id
    from wallet_adds r
    where r.status = 'pending' and r.id >= (select first from start) and r.id < (select behind from start)
    order by r.id desc
    limit 10 offset $1 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and r.status = 'pending') as parts

-- wallet adds by amount
-- strands
    select r.id
    from unnest(array['pending', 'cancel', 'completed']) as strand (status)
    cross join lateral (
      select r.id, r.amount
      from wallet_adds r
      where r.status = strand.status
      order by r.amount desc, r.id desc limit $2
    ) as r
    order by r.amount desc, r.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and true) as parts

-- wallet adds by amount
-- walk
    select r.id
    from (select * from wallet_adds r where r.id >= $1 and r.id < $2 and (r.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (r.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) offset 0) as r
    where true
    order by r.amount desc, r.id desc
    limit 10 offset $5
-- total
select coalesce(sum(n), 0)::bigint from (
      select block, n from (select r.block, r.n from money_tally as r where r.list = 'wallet_adds' and true) as whole where block = any($6::bigint[])
      union all
      select edge.block, counted.n
      from unnest($7::bigint[]) as edge (block)
      cross join lateral (
        select count(*) as n
        from wallet_adds r
        where true and r.id >= edge.block * 8192 and r.id < (edge.block + 1) * 8192 and (r.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (r.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      ) as counted) as parts

-- withdrawals
-- heads
    select id
    from (
        (select r.id as id, 0 as key, 0 as later
         from withdrawals r
         where r.status = 'pending' and true
         order by r.id desc
         limit $1) union all
        (select r.id as id, 0 as key, 1 as later
         from withdrawals r
         where not (r.status = 'pending') and true
         order by r.id desc
         limit $1)) as heads
    order by later, key desc, id desc
    limit 10 offset $2
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and true) as parts

-- withdrawals
-- behind
    select id
    from (
      (select r.id as id, 0 as later
       from withdrawals r
       where r.status = 'pending'
       order by r.id desc
       limit 10 offset $1)
      union all
      (select id, 1 from (
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and not (r.status = 'pending')) as parts group by block) as counted
    ) as passed
    where upto > greatest($1 - (select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and r.status = 'pending') as parts), 0) and upto - n < greatest($1 - (select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and r.status = 'pending') as parts), 0) + 10
  )
    select r.id
    from withdrawals r
    where not (r.status = 'pending') and r.id >= (select first from start) and r.id < (select behind from start)
    order by r.id desc
    limit 10 offset greatest($1 - (select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and r.status = 'pending') as parts), 0) - (select before from start)) as others)
    ) as heads
    order by later, id desc
    limit 10
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and true) as parts

-- withdrawals
-- walk
    select r.id
    from withdrawals r
    where r.status = 'pending'
    order by r.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and r.status = 'pending') as parts

-- withdrawals
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and r.status = 'pending') as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select r.id
    from withdrawals r
    where r.status = 'pending' and r.id >= (select first from start) and r.id < (select behind from start)
    order by r.id desc
    limit 10 offset $1 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and r.status = 'pending') as parts

-- withdrawals by amount
-- strands
    select r.id
    from unnest(array['pending', 'cancel', 'completed']) as strand (status)
    cross join lateral (
      select r.id, r.amount
      from withdrawals r
      where r.status = strand.status
      order by r.amount desc, r.id desc limit $2
    ) as r
    order by r.amount desc, r.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and true) as parts

-- withdrawals by amount
-- walk
    select r.id
    from (select * from withdrawals r where r.id >= $1 and r.id < $2 and (r.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (r.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) offset 0) as r
    where true
    order by r.amount desc, r.id desc
    limit 10 offset $5
-- total
select coalesce(sum(n), 0)::bigint from (
      select block, n from (select r.block, r.n from money_tally as r where r.list = 'withdrawals' and true) as whole where block = any($6::bigint[])
      union all
      select edge.block, counted.n
      from unnest($7::bigint[]) as edge (block)
      cross join lateral (
        select count(*) as n
        from withdrawals r
        where true and r.id >= edge.block * 8192 and r.id < (edge.block + 1) * 8192 and (r.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (r.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      ) as counted) as parts

-- product orders
-- walk
    select o.id
    from product_orders o
    where true
    order by o.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select o.block, o.n from money_tally as o where o.list = 'product_orders' and true) as parts

-- product orders
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select o.block, o.n from money_tally as o where o.list = 'product_orders' and true) as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select o.id
    from product_orders o
    where true and o.id >= (select first from start) and o.id < (select behind from start)
    order by o.id desc
    limit 10 offset $1 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from (select o.block, o.n from money_tally as o where o.list = 'product_orders' and true) as parts

-- hand-overs
-- heads
    select id
    from (
        (select h.id as id, 0 as key, 0 as later
         from hand_overs h
         where h.status = 'pending' and true
         order by h.id desc
         limit $1) union all
        (select h.id as id, 0 as key, 1 as later
         from hand_overs h
         where not (h.status = 'pending') and true
         order by h.id desc
         limit $1)) as heads
    order by later, key desc, id desc
    limit 10 offset $2
-- total
select count(*) from hand_overs h where true

-- hand-overs by amount
-- walk
    select h.id
    from hand_overs h
    where true
    order by h.amount desc, h.id desc
    limit 10 offset $1
-- total
select count(*) from hand_overs h where true

-- payments
-- walk
    select p.id
    from payments p
    where true
    order by p.id desc
    limit 10 offset $1
-- total
select count(*) from (select from payments p where true limit 10001) as found

-- customers
-- walk
    select u.id
    from users u
    where u.deleted_at is null
    order by u.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select block, n from money_tally where list = 'users') as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select u.id
    from users u
    where u.deleted_at is null and u.id >= (select first from start) and u.id < (select behind from start)
    order by u.id desc
    limit 10 offset $1 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers by username
-- walk
    select u.id
    from users u
    where u.deleted_at is null
    order by lower(u.username) desc, u.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers by wallet
-- walk
    select u.id
    from users u join accounts w on w.user_id = u.id and w.kind = 'user_wallet'
    where u.deleted_at is null
    order by w.balance desc, u.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers by earn_wallet
-- walk
    select u.id
    from users u join accounts e on e.user_id = u.id and e.kind = 'earn_wallet'
    where u.deleted_at is null
    order by e.balance desc, u.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers by today_order
-- heads
    select id
    from (
        (select u.id as id, valued.n as key, 0 as later
         from (select user_id, today from customer_orders where day = (select shop_day(now()))) as valued (id, n) join users u on u.id = valued.id
         where u.deleted_at is null
         order by valued.n desc, u.id desc
         limit $1) union all
        (select u.id as id, 0 as key, 1 as later
         from users u
         where u.deleted_at is null and not exists (select from customer_orders c where c.user_id = u.id and c.day = (select shop_day(now())))
         order by u.id desc
         limit $1)) as heads
    order by later, key desc, id desc
    limit 10 offset $2
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers by today_order
-- walk
    select u.id
    from (select * from users u where u.deleted_at is null and u.id >= $1 and u.id < $2 and (u.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (u.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) offset 0) as u left join (select user_id, today from customer_orders where day = (select shop_day(now()))) as valued (id, n) on valued.id = u.id
    where true
    order by coalesce(valued.n, 0) desc, u.id desc
    limit 10 offset $5
-- total
select coalesce(sum(n), 0)::bigint from (
      select block, n from (select block, n from money_tally where list = 'users') as whole where block = any($6::bigint[])
      union all
      select edge.block, counted.n
      from unnest($7::bigint[]) as edge (block)
      cross join lateral (
        select count(*) as n
        from users u
        where u.deleted_at is null and u.id >= edge.block * 8192 and u.id < (edge.block + 1) * 8192 and (u.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (u.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      ) as counted) as parts

-- customers by total_order
-- walk
    select u.id
    from users u join customer_orders c on c.user_id = u.id
    where u.deleted_at is null
    order by c.total desc, u.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers of some packages by today_order
-- heads
    with valued (id, n) as materialized (
    select o.user_id, count(*)
    from unnest($1::bigint[]) as scope (package_id)
    cross join unnest(array['pending', 'in_progress', 'completed', 'cancel']) as wanted (status)
    join orders o on o.package_id = scope.package_id and o.status = wanted.status and o.id >= (
  select coalesce(min(block), 0) * 8192
  from (
    select block, sum(n) as n, sum(sum(n)) over (order by block desc) as upto
    from order_package_block_tally
    where package_id = any($1::bigint[])
    group by block
  ) as passed
  where upto - n < 10000) and o.created_at >= ((((now() at time zone (select time_zone from settings))::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond') and o.id >= (select first from (
  select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind
  from day_block_tally
  where list = 'orders' and day between (select shop_day(now())) and 'infinity') as today)
    group by o.user_id
    order by 2 desc, 1 desc
    limit 18192)
    select id
    from (
        (select u.id as id, valued.n as key, 0 as later
         from valued join users u on u.id = valued.id
         where u.deleted_at is null
         order by valued.n desc, u.id desc
         limit $2) union all
        (select u.id as id, 0 as key, 1 as later
         from users u
         where u.deleted_at is null and not exists (select from valued v where v.id = u.id)
         order by u.id desc
         limit $2)) as heads
    order by later, key desc, id desc
    limit 10 offset $3
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers of some packages by today_order
-- walk
    select u.id
    from (select * from users u where u.deleted_at is null and u.id >= $1 and u.id < $2 and (u.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (u.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) offset 0) as u left join (
    select o.user_id, count(*)
    from unnest($5::bigint[]) as scope (package_id)
    cross join unnest(array['pending', 'in_progress', 'completed', 'cancel']) as wanted (status)
    join orders o on o.package_id = scope.package_id and o.status = wanted.status and o.id >= (
  select coalesce(min(block), 0) * 8192
  from (
    select block, sum(n) as n, sum(sum(n)) over (order by block desc) as upto
    from order_package_block_tally
    where package_id = any($5::bigint[])
    group by block
  ) as passed
  where upto - n < 10000) and o.created_at >= ((((now() at time zone (select time_zone from settings))::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond') and o.id >= (select first from (
  select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind
  from day_block_tally
  where list = 'orders' and day between (select shop_day(now())) and 'infinity') as today)
    group by o.user_id
    order by 2 desc, 1 desc
    limit 18192) as valued (id, n) on valued.id = u.id
    where true
    order by coalesce(valued.n, 0) desc, u.id desc
    limit 10 offset $6
-- total
select coalesce(sum(n), 0)::bigint from (
      select block, n from (select block, n from money_tally where list = 'users') as whole where block = any($7::bigint[])
      union all
      select edge.block, counted.n
      from unnest($8::bigint[]) as edge (block)
      cross join lateral (
        select count(*) as n
        from users u
        where u.deleted_at is null and u.id >= edge.block * 8192 and u.id < (edge.block + 1) * 8192 and (u.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (u.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      ) as counted) as parts

-- customers of some packages by total_order
-- heads
    with valued (id, n) as materialized (
    select o.user_id, count(*)
    from unnest($1::bigint[]) as scope (package_id)
    cross join unnest(array['pending', 'in_progress', 'completed', 'cancel']) as wanted (status)
    join orders o on o.package_id = scope.package_id and o.status = wanted.status and o.id >= (
  select coalesce(min(block), 0) * 8192
  from (
    select block, sum(n) as n, sum(sum(n)) over (order by block desc) as upto
    from order_package_block_tally
    where package_id = any($1::bigint[])
    group by block
  ) as passed
  where upto - n < 10000) and true
    group by o.user_id
    order by 2 desc, 1 desc
    limit 18192)
    select id
    from (
        (select u.id as id, valued.n as key, 0 as later
         from valued join users u on u.id = valued.id
         where u.deleted_at is null
         order by valued.n desc, u.id desc
         limit $2) union all
        (select u.id as id, 0 as key, 1 as later
         from users u
         where u.deleted_at is null and not exists (select from valued v where v.id = u.id)
         order by u.id desc
         limit $2)) as heads
    order by later, key desc, id desc
    limit 10 offset $3
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- customers of some packages by total_order
-- walk
    select u.id
    from (select * from users u where u.deleted_at is null and u.id >= $1 and u.id < $2 and (u.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (u.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) offset 0) as u left join (
    select o.user_id, count(*)
    from unnest($5::bigint[]) as scope (package_id)
    cross join unnest(array['pending', 'in_progress', 'completed', 'cancel']) as wanted (status)
    join orders o on o.package_id = scope.package_id and o.status = wanted.status and o.id >= (
  select coalesce(min(block), 0) * 8192
  from (
    select block, sum(n) as n, sum(sum(n)) over (order by block desc) as upto
    from order_package_block_tally
    where package_id = any($5::bigint[])
    group by block
  ) as passed
  where upto - n < 10000) and true
    group by o.user_id
    order by 2 desc, 1 desc
    limit 18192) as valued (id, n) on valued.id = u.id
    where true
    order by coalesce(valued.n, 0) desc, u.id desc
    limit 10 offset $6
-- total
select coalesce(sum(n), 0)::bigint from (
      select block, n from (select block, n from money_tally where list = 'users') as whole where block = any($7::bigint[])
      union all
      select edge.block, counted.n
      from unnest($8::bigint[]) as edge (block)
      cross join lateral (
        select count(*) as n
        from users u
        where u.deleted_at is null and u.id >= edge.block * 8192 and u.id < (edge.block + 1) * 8192 and (u.created_at + interval '0') >= (select ((($3::date + 0)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond')) and (u.created_at + interval '0') < (select ((($4::date + 1)::timestamp - interval '1 microsecond') at time zone (select time_zone from settings) + interval '1 microsecond'))
      ) as counted) as parts

-- recipients
-- walk
    select u.id
    from users u
    where u.deleted_at is null
    order by u.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- recipients
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select block, n from money_tally where list = 'users') as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select u.id
    from users u
    where u.deleted_at is null and u.id >= (select first from start) and u.id < (select behind from start)
    order by u.id desc
    limit 10 offset $1 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from money_tally where list = 'users') as parts

-- vouchers
-- walk
    select v.id
    from vouchers v
    where v.deleted_at is null
    order by v.id desc
    limit 10 offset $1
-- total
select coalesce(sum(n), 0)::bigint from voucher_tally where state <> 3

-- vouchers
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select block, n from voucher_block_tally where state <> 3) as parts group by block) as counted
    ) as passed
    where upto > $1 and upto - n < $1 + 10
  )
    select v.id
    from vouchers v
    where v.deleted_at is null and v.id >= (select first from start) and v.id < (select behind from start)
    order by v.id desc
    limit 10 offset $1 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from voucher_tally where state <> 3

-- SMS of a campaign
-- walk
    select s.id
    from campaign_numbers s
    where s.campaign_id = $1
        and s.id >= (select min(block) from (select block, n from campaign_tally where campaign_id = $2 ) as blocks) * 8192
        and s.id < (select max(block) + 1 from (select block, n from campaign_tally where campaign_id = $2 ) as blocks) * 8192
    order by s.id desc
    limit 10 offset $3
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from campaign_tally where campaign_id = $4 ) as parts

-- SMS of a campaign
-- block
  with start as materialized (
    select min(block) * 8192 as first, (max(block) + 1) * 8192 as behind, min(upto - n) as before
    from (
      select block, n, sum(n) over (order by block desc) as upto
      from (select block, sum(n) as n from (select block, n from campaign_tally where campaign_id = $4 ) as parts group by block) as counted
    ) as passed
    where upto > $3 and upto - n < $3 + 10
  )
    select s.id
    from campaign_numbers s
    where s.campaign_id = $1
        and s.id >= (select min(block) from (select block, n from campaign_tally where campaign_id = $2 ) as blocks) * 8192
        and s.id < (select max(block) + 1 from (select block, n from campaign_tally where campaign_id = $2 ) as blocks) * 8192 and s.id >= (select first from start) and s.id < (select behind from start)
    order by s.id desc
    limit 10 offset $3 - (select before from start)
-- total
select coalesce(sum(n), 0)::bigint from (select block, n from campaign_tally where campaign_id = $5 ) as parts

-- admins
-- walk
    select a.id
    from admins a
    where a.deleted_at is null
    order by a.id asc
    limit 10 offset $1
-- total
select count(*) from admins a where a.deleted_at is null

-- admins by first_name
-- walk
    select a.id
    from admins a
    where a.deleted_at is null
    order by lower(a.first_name) asc, a.id asc
    limit 10 offset $1
-- total
select count(*) from admins a where a.deleted_at is null

-- admins by username
-- walk
    select a.id
    from admins a
    where a.deleted_at is null
    order by lower(a.username) asc, a.id asc
    limit 10 offset $1
-- total
select count(*) from admins a where a.deleted_at is null

-- admins by email
-- walk
    select a.id
    from admins a
    where a.deleted_at is null
    order by lower(a.email) asc, a.id asc
    limit 10 offset $1
-- total
select count(*) from admins a where a.deleted_at is null

-- admins by wallet
-- walk
    select a.id
    from admins a join accounts w on w.admin_id = a.id and w.kind = 'admin_wallet'
    where a.deleted_at is null
    order by w.balance asc, a.id asc
    limit 10 offset $1
-- total
select count(*) from admins a where a.deleted_at is null

-- modules
-- heads
    select id
    from (
        (select m.id as id, 0 as key, 0 as later
         from auth_modules m
         where m.status = 0 and true
         order by m.id asc
         limit $1) union all
        (select m.id as id, 0 as key, 1 as later
         from auth_modules m
         where not (m.status = 0) and true
         order by m.id asc
         limit $1)) as heads
    order by later, key asc, id asc
    limit 10 offset $2
-- total
select count(*) from auth_modules m where true

-- modules by name
-- walk
    select m.id
    from auth_modules m
    where true
    order by lower(m.name) asc, m.id asc
    limit 10 offset $1
-- total
select count(*) from auth_modules m where true

-- modules by slug
-- walk
    select m.id
    from auth_modules m
    where true
    order by m.slug asc, m.id asc
    limit 10 offset $1
-- total
select count(*) from auth_modules m where true

-- modules by auth_url
-- walk
    select m.id
    from auth_modules m
    where true
    order by m.auth_url asc, m.id asc
    limit 10 offset $1
-- total
select count(*) from auth_modules m where true

-- modules by status
-- walk
    select m.id
    from auth_modules m
    where true
    order by m.status asc, m.id asc
    limit 10 offset $1
-- total
select count(*) from auth_modules m where true
