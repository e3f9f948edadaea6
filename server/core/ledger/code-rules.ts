import type { Rule } from './rule-parts.ts'

/** What orders are delivered with: codes are money that no account shows. */
export const CODE_RULES: readonly Rule[] = [
  {
    name: 'codes',
    about: 'Every order that was delivered by codes has those of its recipe, and no other order has any',
    sql: `
      with due as (
        select o.id, o.package_id as pool_id, 1::bigint as n from orders o where o.voucher_id is not null and o.recipe_id is null
        union all
        select o.id, p.package_id, p.count from orders o join recipe_parts p on p.recipe_id = o.recipe_id
      ), had as (
        select o.id, v.package_id as pool_id, count(*) as n
        from orders o
        join order_codes c on c.order_id = o.id
        join vouchers v on v.id = c.voucher_id
        group by 1, 2
      )
      select format('Order %s has %s codes of package %s instead of %s', coalesce(had.id, due.id), coalesce(had.n, 0),
        coalesce(had.pool_id, due.pool_id), coalesce(due.n, 0)), null::bigint
      from due
      full join had on had.id = due.id and had.pool_id = due.pool_id
      where had.n is distinct from due.n
      order by 1`,
  },
  {
    name: 'delivered codes',
    about: 'Every delivered code is Used, of the order’s customer, and the first one stands in the order',
    sql: `
      select format('Voucher %s of order %s has status %s, customer %s and place %s', v.id, o.id, v.status,
        coalesce(v.user_id::text, 'none'), c.position), null::bigint
      from orders o
      join order_codes c on c.order_id = o.id
      join vouchers v on v.id = c.voucher_id
      where v.status <> 2 or v.user_id is distinct from o.user_id or (c.position = 1) <> (v.id = o.voucher_id)
      order by v.id`,
  },
  {
    name: 'costs of codes',
    about: 'Where the cost of each code of an order is known, the order’s cost is theirs',
    sql: `
      select format('The cost of order %s is %s instead of %s', o.id, trim_scale(o.cost), trim_scale(c.cost)), null::bigint
      from orders o
      join (
        select c.order_id, sum(v.cost) as cost
        from order_codes c
        join vouchers v on v.id = c.voucher_id
        group by 1
        having count(*) = count(v.cost)
      ) as c on c.order_id = o.id
      where o.cost <> c.cost
      order by o.id`,
  },
]
