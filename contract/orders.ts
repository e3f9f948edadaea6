import { z } from 'zod'
import { get, Nothing, post } from './endpoint.ts'
import { countsBy, flow } from './flow.ts'
import { MAX_SEARCH } from './limits.ts'
import {
  AdminName,
  ById,
  days,
  Flag,
  filter,
  freeText,
  Id,
  IdOut,
  Instant,
  listInput,
  requiredFreeText,
  Shown,
  spelled,
  totals,
} from './list.ts'
import { say } from './messages/fields.ts'
import { Amount, PositiveAmount, TkOut } from './money.ts'

/** Rules 4.1 and 12.8. An open order can keep its status and get a new note. A super admin's correction is not a status move. */
export const orderFlow = flow({
  pending: ['in_progress', 'completed', 'cancel', 'pending'],
  in_progress: ['pending', 'completed', 'cancel', 'in_progress'],
  completed: [],
  cancel: [],
})
export type OrderStatus = (typeof orderFlow.statuses)[number]

/** Accepts both spellings of cancel; replies say 'cancel'. */
export const OrderStatus = z.preprocess(
  (value) => (value === 'cancelled' ? 'cancel' : value),
  z.enum(orderFlow.statuses, { error: say('order_status_not_selected') }),
)

export const SECRET_MASK = '••••••••'

export const OrderRow = z.object({
  id: IdOut,
  playerid: z.string(),
  /** A mask if the order has one, else empty. */
  ingamepassword: z.string(),
  name: z.string(),
  amount: TkOut,
  /** In part, of a completed order. */
  refunded: TkOut,
  accounttype: z.string(),
  securitycode: z.string(),
  phone: z.string(),
  brief_note: z.string(),
  status: z.enum(orderFlow.statuses),
  user_id: IdOut,
  created_at: Instant,
  closed_at: Instant.nullable(),
  held_by: z.string().nullable(),
  holder_id: IdOut.nullable(),
  held_until: Instant.nullable(),
  completed_by: z.string(),
  /** Names are not unique and can change. */
  completed_by_id: IdOut.nullable(),
  /** Another order of the same player id and package within DUPLICATE_MINUTES. */
  duplicate_of: IdOut.nullable(),
  sells_vouchers: z.boolean(),
  Admin: AdminName.nullable(),
  Product: z.object({ id: IdOut, name: z.string(), image: z.string(), sale_price: TkOut }),
  User: z.object({ username: z.string(), phone: z.string(), email: z.string() }),
})
export type OrderRow = z.output<typeof OrderRow>

/** `created_at` sorts by id, which is the order of arrival. */
const ORDER_SORTS = ['id', 'created_at', 'amount'] as const

const OrderList = z.object({
  orders: z.array(OrderRow),
  elsewhere: z.array(OrderRow),
  order_count: z.number(),
  ...totals,
})
export type OrderList = z.output<typeof OrderList>

const ORDER_DAYS = ['created_at', 'closed_at'] as const

export const orderFilters = {
  status: filter(OrderStatus),
  user_id: filter(Id),
  order_id: filter(Id),
  playerid: filter(spelled(100)),
  product: filter(Id),
  /** Who completed or cancelled them. */
  completed_by: filter(Id),
  ...days,
  day_of: filter(z.enum(ORDER_DAYS, { error: say('must_be_one_of', { values: ORDER_DAYS.join(', ') }) })),
}

const orderListInput = listInput(ORDER_SORTS, { ...orderFilters, shown: Shown })

const byAdmin = { admin: filter(Id) }
export type OrderQuery = z.output<typeof orderListInput>

const { status: _, ...countFilters } = { ...orderFilters, q: filter(freeText(MAX_SEARCH)) }

const counts = countsBy(orderFlow.statuses)

export const orders = {
  list: get('/admin/orders', {
    onStandby: true,
    access: 'orders_view',
    about: 'Top-up orders within one’s packages: filtered, sorted, one page',
    input: orderListInput,
    output: OrderList,
  }),
  adminList: get('/admin/orders/admin-order', {
    onStandby: true,
    access: 'orders_view',
    about: 'Orders of packages that some sub-admin holds (for a sub-admin: their own)',
    input: listInput(ORDER_SORTS, { ...orderFilters, shown: Shown, ...byAdmin }),
    output: OrderList,
  }),
  counts: get('/admin/order/counts', {
    onStandby: true,
    access: 'orders_view',
    about: 'Number of orders per status within one’s packages; exact without a search, else one above its cap at most',
    input: z.object(countFilters),
    output: counts,
  }),
  adminCounts: get('/admin/order/admin-counts', {
    onStandby: true,
    access: 'orders_view',
    about: 'The same in packages that some sub-admin holds (for a sub-admin: their own)',
    input: z.object({ ...countFilters, ...byAdmin }),
    output: counts,
  }),
  show: get('/admin/order/:id', {
    access: 'orders_view',
    about: 'One order within one’s packages',
    input: ById,
    output: OrderRow,
  }),
  setStatus: post('/admin/order/update-order-status/:id', {
    access: 'orders_work',
    effects: ['money'],
    about: 'Take, release, complete or cancel an open order, or note something on it; cancelling refunds the customer',
    input: z.object({
      id: Id,
      status: OrderStatus,
      /** Shown to the customer; empty keeps the current note. */
      order_note: freeText().default(''),
      /** Delivers the oldest ready code when the order completes and its package sells vouchers. */
      deliver_voucher: Flag.default(1),
      /** The admin expects a code to be delivered: 409 if the package no longer sells any. */
      expects_code: Flag.optional(),
      take_over: Flag.default(0),
      /** The holder to override: 409 if another admin holds the order. */
      take_over_from: Id.optional(),
      /** The player id that the admin saw; 409 if it has been corrected. */
      expected_playerid: spelled(100).optional(),
    }),
    output: z.object({ order: OrderRow }),
    done: 'Order updated successfully',
    needs: [{ module: 'orders_cancel', field: 'status', when: (input) => input.status === 'cancel' }],
    keyed: true,
    audit: { subject: 'order', fields: ['status', 'order_note', 'deliver_voucher', 'take_over'] },
  }),
  refund: post('/admin/order/refund/:id', {
    access: 'super',
    effects: ['money'],
    about: 'Refund a completed order in part, with a reason; all parts together at most its amount',
    input: z.object({
      id: Id,
      amount: PositiveAmount,
      reason: requiredFreeText(say('reason_required')),
      /** What the admin saw refunded before; 409 if another refund came since. */
      expected_refunded: Amount.optional(),
    }),
    output: z.object({ order: OrderRow }),
    done: 'Order updated successfully',
    keyed: true,
    audit: { subject: 'order', fields: ['amount', 'reason'] },
  }),
  correct: post('/admin/order/correct/:id', {
    access: 'super',
    effects: ['money'],
    about: 'Cancel a completed order and refund what is left of it, once, with a reason',
    input: z.object({
      id: Id,
      reason: requiredFreeText(say('reason_required')),
      return_credit: Flag.default(0),
      /** What the admin saw refunded before; 409 if another refund came since. */
      expected_refunded: Amount.optional(),
    }),
    output: Nothing,
    done: 'Order updated successfully',
    keyed: true,
    audit: { subject: 'order', fields: ['reason', 'return_credit'] },
  }),
}
