import { z } from 'zod'
import { get, NoInput, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { countsBy, flow } from './flow.ts'
import { MAX_PAGE_SIZE, MAX_SEARCH } from './limits.ts'
import { AdminName, ById, filter, freeText, Id, IdOut, Instant, listInput, Shown, totals, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'
import { timelineOf } from './timeline.ts'

export const PRODUCT_ORDER_STATUSES = ['pending', 'in_progress', 'completed', 'cancelled'] as const
export type ProductOrderStatus = (typeof PRODUCT_ORDER_STATUSES)[number]

/** Rules 4.1. An open order can keep its status and get a new note. */
export const productOrderFlow = flow({
  pending: PRODUCT_ORDER_STATUSES,
  in_progress: PRODUCT_ORDER_STATUSES,
  completed: [],
  cancelled: [],
})

/** Accepts both spellings of cancel; replies say 'cancelled'. */
export const ProductOrderStatus = z.preprocess(
  (value) => (value === 'cancel' ? 'cancelled' : value),
  z.enum(PRODUCT_ORDER_STATUSES, { error: say('order_status_not_selected') }),
)

export const ProductOrderRow = z.object({
  id: IdOut,
  user_id: IdOut,
  product_id: IdOut,
  /** As they were when ordered. */
  name: z.string(),
  price: TkOut,
  quantity: z.number(),
  amount: TkOut,
  phone: z.string(),
  address: z.string(),
  brief_note: z.string(),
  /** The store's own number of it, or empty. */
  reference: z.string(),
  status: z.enum(PRODUCT_ORDER_STATUSES),
  created_at: Instant,
  closed_at: Instant.nullable(),
  Admin: AdminName.nullable(),
  Product: z.object({ id: IdOut, name: z.string(), image: z.string(), sale_price: TkOut }),
  User: z.object({ username: z.string(), phone: z.string(), email: z.string() }),
})
export type ProductOrderRow = z.output<typeof ProductOrderRow>

const PRODUCT_ORDER_SORTS = ['id', 'created_at'] as const

const listQuery = listInput(PRODUCT_ORDER_SORTS, { status: filter(ProductOrderStatus), shown: Shown }).extend({
  /** Default: the whole list on one page, up to 10,000 rows. */
  limit: filter(whole(1, MAX_PAGE_SIZE)),
})
export type ProductOrderQuery = z.output<typeof listQuery>

const ProductOrderList = z.object({
  orders: z.array(ProductOrderRow),
  elsewhere: z.array(ProductOrderRow),
  order_count: z.number(),
  ...totals,
})
export type ProductOrderList = z.output<typeof ProductOrderList>

/** Not limited by packages: the module alone opens them (rules 2.6). */
export const productOrders = {
  list: get('/admin/physical-products-order', {
    onStandby: true,
    access: 'product_orders_view',
    about: 'Orders of physical products; searched by product id or user id exactly, or by #id',
    input: listQuery,
    output: ProductOrderList,
  }),
  exportRows: post('/admin/physical-products-order/export', {
    access: 'product_orders_export',
    effects: ['exports'],
    about: 'The filtered product orders as CSV or .xlsx',
    input: z.object({ q: filter(freeText(MAX_SEARCH)), status: filter(ProductOrderStatus), ...exportFormat }),
    output: z.string(),
    audit: { subject: 'product_order', fields: ['q', 'status'] },
  }),
  counts: get('/admin/physical-products-order/counts', {
    onStandby: true,
    access: 'product_orders_view',
    about: 'Exact number of product orders per status',
    input: NoInput,
    output: countsBy(PRODUCT_ORDER_STATUSES),
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
    effects: ['money'],
    about: 'Move an open product order, or note something on it; cancelling refunds the customer and puts the quantity back',
    input: z.object({
      id: Id,
      status: ProductOrderStatus,
      /** Shown to the customer; empty keeps the current note. */
      order_note: freeText().default(''),
      /** The status when the form opened; 409 if it has changed. */
      expected_status: filter(ProductOrderStatus),
    }),
    output: z.object({ order: ProductOrderRow }),
    done: 'Order updated successfully',
    needs: [{ module: 'product_orders_cancel', field: 'status', when: (input) => input.status === 'cancelled' }],
    keyed: true,
    audit: { subject: 'product_order', fields: ['status', 'order_note', 'expected_status'] },
  }),
}
