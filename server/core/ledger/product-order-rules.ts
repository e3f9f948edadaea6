import { expectMoved, OPEN_ORDER, type Rule } from './rule-parts.ts'

const AMOUNT = "case r.status when 'cancelled' then 0 else -r.amount end"
const PIECES = "case r.status when 'cancelled' then 0 else -r.quantity end"

/** What orders of physical products did to wallets, and to the stock. */
export const PRODUCT_ORDER_RULES: readonly Rule[] = [
  {
    name: 'product orders',
    about: 'Every product order took its amount from its customer’s wallet, and nothing once cancelled',
    sql: expectMoved('product_orders', 'user_wallet', AMOUNT),
  },
  {
    name: 'product orders held',
    about: 'Open product orders, and no others, are in orders held',
    sql: expectMoved('product_orders', 'orders_held', OPEN_ORDER),
  },
  {
    name: 'product order stock',
    about: 'Every product order took its quantity from the stock, and nothing once cancelled',
    sql: `
      select format('Product order %s is %s and moved the stock of product %s by %s instead of %s', r.id, r.status, r.product_id,
        trim_scale(coalesce(m.net, 0)), ${PIECES}), null::bigint
      from product_orders r
      left join (
        select order_id, product_id, sum(after_value - before_value) as net
        from stock_movements
        where kind = 'physical' and cause in ('order', 'cancel')
        group by order_id, product_id
      ) as m on m.order_id = r.id and m.product_id = r.product_id
      where coalesce(m.net, 0) <> ${PIECES}
      order by r.id`,
  },
  {
    name: 'quantities',
    about: 'Every physical product’s quantity is what its last movement left',
    sql: `
      -- One without a movement never had any.
      select format('Product %s has a quantity of %s, its last movement left %s', p.id, p.quantity, trim_scale(m.left_there)),
        null::bigint
      from physical_products p
      cross join lateral (
        select coalesce((
          select after_value from stock_movements where kind = 'physical' and product_id = p.id order by id desc limit 1
        ), 0) as left_there
      ) as m
      where m.left_there <> p.quantity
      order by p.id`,
  },
]
