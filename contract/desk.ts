import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { exportFormat } from './exports.ts'
import { BULK_ORDERS_MAX, MAX_LONG_BODY_BYTES, MAX_NAME, MAX_SEARCH } from './limits.ts'
import { BulkResult, ById, Flag, filter, freeText, Id, Instant, listOf, required, spelled } from './list.ts'
import { say } from './messages/fields.ts'
import { OrderRow, OrderStatus, orderFilters } from './orders.ts'
import { PlayerId } from './store-texts.ts'
import { TimelineEntry } from './timeline.ts'

export const SECRET_FIELDS = ['ingamepassword', 'securitycode'] as const

/** Lists whose changes are pushed as events, by their table names. */
export const LIVE_LISTS = ['wallet_adds', 'withdrawals', 'hand_overs', 'vouchers', 'product_orders', 'campaigns'] as const
export type LiveList = (typeof LIVE_LISTS)[number]

const HistoryRow = z.object({ id: Id, name: z.string(), product: z.string(), status: z.string(), created_at: Instant })

export const OrderDetails = z.object({
  order: OrderRow,
  internal_note: z.string(),
  /** The store's own number of it, or empty. */
  reference: z.string(),
  customer: z.object({ today_order: z.number(), total_order: z.number(), note: z.string(), tags: z.array(z.string()) }),
  /** The newest other orders of the same player id. `total_capped`: there are more than counted. */
  player: z.object({ total: z.number(), total_capped: z.boolean(), orders: z.array(HistoryRow) }),
  timeline: z.array(TimelineEntry),
  timeline_has_more: z.boolean(),
  /** The delivered codes, masked. A deleted code cannot be revealed. */
  vouchers: z.array(z.object({ id: Id, mask: z.string(), is_deleted: z.boolean(), package_name: z.string() })),
})
export type OrderDetails = z.output<typeof OrderDetails>

const Ids = z.array(Id).max(BULK_ORDERS_MAX, say('orders_at_most', { most: BULK_ORDERS_MAX }))

/** A list of a desk without page and order. */
const filtered = {
  list: z.enum(['orders', 'admin']).default('orders'),
  admin: filter(Id),
  q: filter(freeText(MAX_SEARCH)),
  ...orderFilters,
}

const SavedView = z.object({
  id: Id,
  name: z.string(),
  search: z.string(),
  is_shared: z.number(),
  is_own: z.boolean(),
  owner: z.string(),
})
export type SavedView = z.output<typeof SavedView>

export const desk = {
  takeNext: post('/admin/order/take-next', {
    access: 'orders_work',
    effects: ['money'],
    about: 'Take the oldest pending order within one’s packages; two admins at once get two different ones',
    input: z.object({
      /** `admin`: the orders of sub-admins' packages, as on /subadmin-order. */
      list: z.enum(['orders', 'admin']).default('orders'),
    }),
    output: z.object({ order: OrderRow.nullable() }),
    keyed: true,
    audit: { subject: 'order', fields: [] },
  }),
  claim: post('/admin/order/claim/:id', {
    access: 'orders_work',
    effects: ['money'],
    about: 'Take a pending order, or one whose holder’s lease has lapsed',
    input: z.object({ id: Id, take_over: Flag.default(0), take_over_from: Id.optional() }),
    output: z.object({ order: OrderRow }),
    done: 'Order updated successfully',
    audit: { subject: 'order', fields: ['take_over'] },
  }),
  renewClaims: post('/admin/order/renew-claims', {
    access: 'orders_work',
    effects: [],
    about: 'Keep one’s claims alive while a dashboard is open',
    input: NoInput,
    output: z.object({ held: z.array(z.object({ id: Id, held_until: Instant })) }),
    audit: 'none',
  }),
  details: get('/admin/order/details/:id', {
    access: 'orders_view',
    about: 'One order with its history: the customer, the player id, the timeline',
    input: ById,
    output: OrderDetails,
  }),
  reveal: post('/admin/order/reveal/:id', {
    access: 'orders_work',
    effects: [],
    about: 'Read one in-game secret, as the order’s holder or a super admin',
    input: z.object({ id: Id, field: z.enum(SECRET_FIELDS) }),
    output: z.object({ secret: z.string() }),
    audit: { subject: 'order', fields: ['field'] },
  }),
  writeInternalNote: post('/admin/order/internal-note/:id', {
    access: 'orders_work',
    effects: [],
    about: 'Write the note that only admins see',
    input: z.object({
      id: Id,
      internal_note: freeText(),
      /** The note that the admin saw; 409 if another admin has changed it. */
      expected_note: spelled().optional(),
    }),
    output: Nothing,
    done: 'Order updated successfully',
    audit: { subject: 'order', fields: ['internal_note'] },
  }),
  correctPlayerId: post('/admin/order/player-id/:id', {
    access: 'orders_player_id',
    effects: ['money'],
    about: 'Correct the player id of an open order; not of one that another admin holds',
    input: z.object({
      id: Id,
      playerid: PlayerId,
      /** The player id that the admin saw; 409 if another admin has changed it. */
      expected_playerid: spelled(100).optional(),
    }),
    output: z.object({ order: OrderRow }),
    done: 'Order updated successfully',
    audit: { subject: 'order', fields: ['playerid'] },
  }),
  matching: get('/admin/order/matching', {
    access: 'orders_work',
    about: 'The orders that a filtered list has now, oldest first and 1,000 at most, as a selection to decide',
    input: z.object(filtered),
    output: z.object({ orders: z.array(OrderRow), total: z.number() }),
  }),
  decideMany: post('/admin/order/bulk', {
    access: 'orders_work',
    effects: ['money'],
    about: 'Complete or cancel many orders, each by itself; those that others hold are refused with the reason',
    input: z.object({
      ids: Ids.min(1, say('order_not_selected')),
      status: OrderStatus.refine((status) => status === 'completed' || status === 'cancel', say('order_status_not_selected')),
      order_note: freeText().default(''),
      deliver_voucher: Flag.default(1),
      without_code: Ids.default([]),
      /** The orders of `ids` that are expected to deliver a code; refused if the package no longer sells codes. */
      with_code: Ids.optional(),
      /** The player ids that the admin saw, in the order of `ids`; an order whose player id has been corrected is refused. */
      playerids: z
        .array(spelled(100))
        .max(BULK_ORDERS_MAX, say('orders_at_most', { most: BULK_ORDERS_MAX }))
        .optional(),
    }),
    // A thousand player ids.
    maxBodyBytes: MAX_LONG_BODY_BYTES,
    output: BulkResult,
    takesLong: true,
    needs: [{ module: 'orders_cancel', field: 'status', when: (input) => input.status === 'cancel' }],
    keyed: true,
    audit: { subject: 'order', fields: ['status', 'order_note', 'deliver_voucher'] },
  }),
  exportRows: post('/admin/orders/export', {
    access: 'orders_export',
    effects: ['exports'],
    about: 'The filtered orders as CSV or .xlsx, without secrets and codes',
    input: z.object({ ...filtered, ...exportFormat }),
    output: z.string(),
    audit: { subject: 'orders', fields: ['list', 'admin', 'q', ...Object.keys(orderFilters)] },
  }),
  events: get('/admin/events', {
    access: 'signed-in',
    about:
      'Live changes of what one may see, as server-sent events: `order` carries a row, `lists` names lists that have changed, ' +
      '`stale` asks to read everything again, `access` says that the rights of an admin have changed',
    input: NoInput,
    output: z.string(),
  }),
  admins: get('/admin/lookup/admins', {
    access: 'signed-in',
    about: 'Names of the sub-admins, for a filter; those of one name with their usernames',
    input: z.object({ all: Flag.default(0).describe('1: the super admins’ too') }),
    output: listOf(z.object({ id: Id, name: z.string() })),
  }),
  views: get('/admin/saved-views', {
    access: 'orders_view',
    about: 'One’s own and the shared views of an order list; what they search for names customers',
    input: z.object({ screen: required(say('screen_required'), 60) }),
    output: z.object({ views: z.array(SavedView) }),
  }),
  saveView: post('/admin/saved-views/create', {
    access: 'orders_view',
    effects: [],
    about: 'Save an order list’s search under a name; the same name replaces it',
    input: z.object({
      screen: required(say('screen_required'), 60),
      name: required(say('name_required'), MAX_NAME),
      search: freeText(),
      is_shared: Flag.default(0),
    }),
    output: ById,
    done: 'View saved successfully',
    audit: { subject: 'view', fields: ['screen', 'name', 'search', 'is_shared'] },
  }),
  removeView: post('/admin/saved-views/delete/:id', {
    access: 'signed-in',
    effects: [],
    about: 'Delete one of one’s own views; a super admin also a shared view of another admin',
    input: ById,
    output: Nothing,
    done: 'View deleted successfully',
    audit: { subject: 'view', fields: [] },
  }),
}
