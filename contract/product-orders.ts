import { z } from 'zod'
import { get, NoInput, post } from './endpoint.ts'
import { flow } from './flow.ts'
import { MAX_PAGE_SIZE } from './limits.ts'
import { AdminName, ById, filter, Id, IdOut, Instant, listInput, Shown, text, whole } from './list.ts'
import { TkOut } from './money.ts'
import { timelineOf } from './timeline.ts'

export const PRODUCT_ORDER_STATUSES = ['pending', 'in_progress', 'completed', 'cancelled'] as const
export type ProductOrderStatus = (typeof PRODUCT_ORDER_STATUSES)[number]

/** Open orders may go anywhere, or stay and get another note (rules 4.1); closed ones stay closed. */
export const productOrderFlow = flow({
  pending: PRODUCT_ORDER_STATUSES,
  in_progress: PRODUCT_ORDER_STATUSES,
  completed: [],
  cancelled: [],
})

/** Either spelling of cancel is accepted; this resource answers 'cancelled'. */
export const ProductOrderStatus = z.preprocess(
  (value) => (value === 'cancel' ? 'cancelled' : value),
  z.enum(PRODUCT_ORDER_STATUSES, { error: 'Select an order status' }),
)

export const ProductOrderRow = z.object({
  id: IdOut,
  user_id: IdOut,
  product_id: IdOut,
  /** Name and price of one piece as they were when it was ordered. */
  name: z.string(),
  price: TkOut,
  quantity: z.number(),
  amount: TkOut,
  phone: z.string(),
  address: z.string(),
  brief_note: z.string(),
  status: z.enum(PRODUCT_ORDER_STATUSES),
  created_at: Instant,
  closed_at: Instant.nullable(),
  /** Who works on it, completed it or cancelled it; null while it is pending. */
  Admin: AdminName.nullable(),
  Product: z.object({ id: IdOut, name: z.string(), image: z.string(), sale_price: TkOut }),
  User: z.object({ username: z.string(), phone: z.string(), email: z.string() }),
})
export type ProductOrderRow = z.output<typeof ProductOrderRow>

/** Columns by which the list sorts; `created_at` is the order of arrival, which is the order of ids. */
export const PRODUCT_ORDER_SORTS = ['id', 'created_at'] as const

const listQuery = listInput(PRODUCT_ORDER_SORTS, { status: filter(ProductOrderStatus), shown: Shown }).extend({
  /** Without it one page holds the whole list, up to its 10,000th row. */
  limit: filter(whole(1, MAX_PAGE_SIZE)),
})
export type ProductOrderQuery = z.output<typeof listQuery>

const ProductOrderList = z.object({
  orders: z.array(ProductOrderRow),
  elsewhere: z.array(ProductOrderRow),
  order_count: z.number(),
  total: z.number(),
  /** The search matches more than `total` rows; shown as 'N+'. */
  total_capped: z.boolean(),
})
export type ProductOrderList = z.output<typeof ProductOrderList>

/** Orders of physical products. No package scope: the module alone (rules 2.6). */
export const productOrders = {
  list: get('/admin/physical-products-order', {
    access: 'product_orders_view',
    about: 'Orders of physical products; searched by product id or user id exactly, or by #id',
    input: listQuery,
    output: ProductOrderList,
  }),
  counts: get('/admin/physical-products-order/counts', {
    access: 'product_orders_view',
    about: 'Exact number of product orders per status',
    input: NoInput,
    output: z.object({
      pending: z.number(),
      in_progress: z.number(),
      completed: z.number(),
      cancelled: z.number(),
      all: z.number(),
    }),
  }),
  show: get('/admin/physical-products-order/:id', {
    access: 'product_orders_view',
    about: 'One product order',
    input: ById,
    output: ProductOrderRow,
  }),
  timeline: timelineOf('/admin/physical-products-order/timeline/:id', 'product_orders_view', 'a product order'),
  setStatus: post('/admin/update-physical-order-status/:id', {
    access: 'product_orders_work',
    about: 'Move an open product order, or note something on it; cancelling refunds the customer and puts the quantity back',
    input: z.object({
      id: Id,
      status: ProductOrderStatus,
      /** The customer sees it; empty leaves the present note. */
      order_note: text().default(''),
      /** The status that the form was opened with; another one now: 409. */
      expected_status: filter(ProductOrderStatus),
    }),
    output: z.object({ order: ProductOrderRow }),
    done: 'Order updated successfully',
    needs: [{ module: 'product_orders_cancel', field: 'status', when: (input) => input.status === 'cancelled' }],
    keyed: true,
    audit: { subject: 'product_order', fields: ['status', 'order_note', 'expected_status'] },
  }),
}
