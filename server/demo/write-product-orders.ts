import type { Db } from '../platform/db/connect.ts'
import type { Trade } from './facts.ts'
import { continueIds, instant, run } from './write.ts'

// The name comes from the product; the price may have changed since.
const INSERT_ORDERS = `
  insert into product_orders (id, user_id, product_id, name, price, quantity, amount, phone, address, status, brief_note, admin_id,
    created_at, closed_at)
  overriding system value
  select o.id, o.user_id, o.product_id, p.name, o.price, o.quantity, o.amount, o.phone, o.address, o.status, o.brief_note,
    o.admin_id, o.created_at, o.closed_at
  from json_populate_recordset(null::product_orders, $1::json) o
  join physical_products p on p.id = o.product_id
  order by o.id`

// The stock after each movement is the initial quantity plus all earlier movements.
const INSERT_MOVEMENTS = `
  insert into stock_movements (at, kind, product_id, before_value, after_value, cause, order_id)
  select m.at, 'physical', m.product_id, p.quantity + m.upto - m.change, p.quantity + m.upto, m.cause, m.order_id
  from (
    select *, sum(change) over (partition by product_id order by nth) as upto
    from rows from (json_to_recordset($1::json)
      as (at timestamptz, product_id bigint, order_id bigint, cause text, change integer)) with ordinality
      as piece (at, product_id, order_id, cause, change, nth)
  ) as m
  join physical_products p on p.id = m.product_id
  order by m.nth`

const SET_QUANTITIES = `
  update physical_products p set quantity = p.quantity + moved.change
  from (
    select product_id, sum(change) as change
    from json_to_recordset($1::json) as piece (product_id bigint, change integer)
    group by product_id
  ) as moved
  where p.id = moved.product_id`

/** These triggers would change today's stock. */
const AT_ONCE = [
  ['product_orders', 'product_orders_move_stock'],
  ['physical_products', 'physical_products_moved'],
] as const

export const writeProductOrders = async (db: Db, { productOrders, pieces }: Trade): Promise<void> => {
  const orders = productOrders.map((row) => ({ ...row, created_at: instant(row.created_at), closed_at: instant(row.closed_at) }))
  const moved = JSON.stringify(pieces.map((piece) => ({ ...piece, at: instant(piece.at) })))
  for (const [table, trigger] of AT_ONCE) await run(db, `alter table ${table} disable trigger ${trigger}`)
  await run(db, INSERT_ORDERS, JSON.stringify(orders))
  await continueIds(db, 'product_orders')
  await run(db, INSERT_MOVEMENTS, moved)
  await run(db, SET_QUANTITIES, moved)
  for (const [table, trigger] of AT_ONCE) await run(db, `alter table ${table} enable trigger ${trigger}`)
}

export const piecesTaken = ({ pieces }: Trade): ReadonlyMap<number, number> => {
  const taken = new Map<number, number>()
  for (const { product_id, change } of pieces) taken.set(product_id, (taken.get(product_id) ?? 0) - change)
  return taken
}
