import { z } from 'zod'
import { MONEY_STATUSES } from './limits.ts'
import { filter, Id, IdOut, Instant, paging, text } from './list.ts'
import { TkOut } from './money.ts'
import { orderFlow } from './orders.ts'
import { PRODUCT_ORDER_STATUSES } from './product-orders.ts'

export const StoreUser = z
  .object({
    id: Id,
    username: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string(),
    email: z.string(),
    wallet: TkOut.describe('Orders are paid from it; wallet adds go into it'),
    earn_wallet: TkOut.describe('Earnings go into it; withdrawals are taken from it, when they are asked for'),
    is_banned: z
      .number()
      .describe('1: orders, money and passwords of this customer are refused; do not let this customer sign in'),
  })
  .meta({ id: 'Customer' })

/** The store can read any id, so its site has to check the owner. */
const CustomerId = Id.describe(
  'Whose it is. Ids count up and can be guessed: before you show a record, check that this is the customer who asks',
)

const MAX_REFERENCE = 100

const Reference = z.string().nullable().describe('The store’s own, as it was sent; null without one. Staff find the record by it')

export const NewReference = filter(text(MAX_REFERENCE)).describe(
  'Your own number of it, unique among records of this kind: 409 ‘This reference was used already’. Staff find the record by it',
)

/** A page of records, the newest first. */
export const recordsOf = <R extends z.ZodType>(row: R) =>
  z.object({
    data: z.array(row),
    next: IdOut.nullable().describe('Send it as before to get the next page; null on the last one'),
  })

export const Records = z.object({
  user_id: filter(Id).describe('Of this customer alone'),
  reference: filter(text(MAX_REFERENCE)).describe('The one with this reference'),
  before: filter(Id).describe('Only records with lower ids: the next of the page before'),
  limit: paging.limit,
})

const ClosedAt = Instant.nullable().describe('When it was completed or cancelled; null while it is open')

export const StoreOrder = z
  .object({
    id: Id,
    user_id: CustomerId,
    status: z.enum(orderFlow.statuses),
    product_id: Id,
    product_name: z.string().describe('As it was when the order was placed'),
    package_id: Id,
    name: z.string().describe('Of the package, as it was when the order was placed'),
    amount: TkOut,
    refunded: TkOut.describe('What a completed order was refunded in part, to the customer’s wallet'),
    playerid: z.string(),
    reference: Reference,
    brief_note: z
      .string()
      .describe('What the shop writes to the customer; of each delivered voucher it begins with a line ‘UniPin: CODE’'),
    codes: z
      .array(z.object({ code: z.string(), pin: z.string().nullable(), serial: z.string().nullable() }))
      .describe('The delivered vouchers, in the order of the package’s recipe; pin and serial are null where a code has none'),
    created_at: Instant,
    closed_at: ClosedAt,
  })
  .meta({ id: 'Order' })

export const StoreProductOrder = z
  .object({
    id: Id,
    user_id: CustomerId,
    status: z.enum(PRODUCT_ORDER_STATUSES).describe('A cancelled one is ‘cancelled’ here, and ‘cancel’ everywhere else'),
    product_id: Id,
    name: z.string(),
    price: TkOut.describe('Of one piece'),
    quantity: z.number(),
    amount: TkOut,
    reference: Reference,
    brief_note: z.string().describe('What the shop writes to the customer'),
    created_at: Instant,
    closed_at: ClosedAt,
  })
  .meta({ id: 'ProductOrder' })

const MoneyRecord = z.object({
  id: Id,
  user_id: CustomerId,
  amount: TkOut.describe('The current amount: an admin may have edited it, which sends ‘.edited’'),
  number: z.string().describe('The current number'),
  reference: Reference,
  payment_method_id: Id.nullable(),
  status: z
    .enum(MONEY_STATUSES)
    .describe(
      'A cancelled one may be opened again, and be completed then or at once; a completed wallet add may be reversed, and is ‘cancel’ then, while a completed withdrawal stays so',
    ),
  created_at: Instant,
})

export const StoreMoney = MoneyRecord.extend({}).meta({ id: 'Withdrawal' })

export const StoreWalletAdd = MoneyRecord.extend({
  trx_id: z.string().describe('As it was kept; empty where none was sent'),
}).meta({ id: 'WalletAdd' })
