import { z } from 'zod'
import { WebAddress } from './crud.ts'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { MAX_NAME, MAX_ORDER_QUANTITY, MAX_PASSWORD, MONEY_STATUSES } from './limits.ts'
import { ById, Flag, filter, freeText, Id, Instant, missing, required, requiredFreeText, text, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { Amount, PositiveAmount, TkOut } from './money.ts'
import { orderFlow } from './orders.ts'
import { Phone, telephone } from './phone.ts'
import { PRODUCT_ORDER_STATUSES } from './product-orders.ts'
import { Catalog } from './store-catalog.ts'
import { InGameSecret, PlayerId, Username } from './store-texts.ts'
import { TrxId } from './trx-id.ts'
import { CustomerPassword } from './users.ts'

const MAX_SCORES = 2_147_483_647

const optional = (max = MAX_NAME) => text(max).default('')

const StoreUser = z.object({
  id: Id,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  wallet: TkOut.describe('Orders are paid from it; wallet adds go into it'),
  earn_wallet: TkOut.describe('Earnings go into it; withdrawals are taken from it, when they are asked for'),
  is_banned: z.number().describe('1: orders, money and passwords of this customer are refused; do not let this customer sign in'),
})

/** The store can read any id, so its site has to check the owner. */
const CustomerId = Id.describe(
  'Whose it is. Ids count up and can be guessed: before you show a record, check that this is the customer who asks',
)

const ClosedAt = Instant.nullable().describe('When it was completed or cancelled; null while it is open')

const StoreOrder = z.object({
  id: Id,
  user_id: CustomerId,
  status: z.enum(orderFlow.statuses),
  product_id: Id,
  product_name: z.string().describe('As it was when the order was placed'),
  package_id: Id,
  name: z.string().describe('Of the package, as it was when the order was placed'),
  amount: TkOut,
  playerid: z.string(),
  brief_note: z
    .string()
    .describe('What the shop writes to the customer; of a delivered voucher its first line is ‘UniPin: CODE’'),
  created_at: Instant,
  closed_at: ClosedAt,
})

const StoreProductOrder = z.object({
  id: Id,
  user_id: CustomerId,
  status: z.enum(PRODUCT_ORDER_STATUSES).describe('A cancelled one is ‘cancelled’ here, and ‘cancel’ everywhere else'),
  product_id: Id,
  name: z.string(),
  price: TkOut.describe('Of one piece'),
  quantity: z.number(),
  amount: TkOut,
  brief_note: z.string().describe('What the shop writes to the customer'),
  created_at: Instant,
  closed_at: ClosedAt,
})

const StoreMoney = z.object({
  id: Id,
  user_id: CustomerId,
  amount: TkOut.describe('The current amount: an admin may have edited it, which sends no webhook'),
  number: z.string().describe('The current number'),
  payment_method_id: Id.nullable(),
  status: z
    .enum(MONEY_STATUSES)
    .describe(
      'A cancelled one may be opened again, and be completed then or at once; a completed wallet add may be reversed, and is ‘cancel’ then, while a completed withdrawal stays so',
    ),
  created_at: Instant,
})

const StoreWalletAdd = StoreMoney.extend({ trx_id: z.string().describe('As it was kept; empty where none was sent') })

const CHANGED =
  'If the price has changed: 409 ‘Price changed’ with the new one in data.price. Without it the customer pays the current price'

/** Rules 8: opened by STORE_KEY, every change with an Idempotency-Key. Changes are strict objects: an ignored `prcie` would order
 * without the protection that `price` gives. */
export const store = {
  addUser: post('/store/users', {
    access: 'store',
    effects: ['customers'],
    about: 'Find a customer by phone or create one; data that only the store knows is saved whenever it is sent',
    input: z.strictObject({
      username: Username,
      phone: Phone.describe(
        'A customer who already has this phone is answered, with their money: send only a phone that was verified by a code, or use password, which refuses a known phone',
      ),
      email: optional(),
      first_name: optional(),
      last_name: optional(),
      is_phone_verify: filter(Flag).describe(
        'This and what follows is kept for a customer who is found, too; what is not sent stays',
      ),
      provider: text(MAX_NAME).optional().describe('Sign-in provider at the store: google'),
      avatar: WebAddress.optional(),
      scores: filter(whole(0, MAX_SCORES)),
      password: CustomerPassword.optional().describe(
        'For a new customer whose phone was verified by a code: otherwise an account could be opened with the phone of someone else. A known phone is 409',
      ),
    }),
    output: StoreUser,
    audit: {
      subject: 'user',
      // A new customer's name, phone and email are audited too; those of an existing one are not stored.
      fields: ['is_phone_verify', 'provider', 'avatar', 'scores'],
    },
  }),
  user: get('/store/users/:id', {
    access: 'store',
    about: 'A customer with wallet and earn wallet',
    input: ById,
    output: StoreUser,
  }),
  signIn: post('/store/sign-in', {
    access: 'store',
    effects: ['sign_in'],
    about:
      'The customer with this phone and password; anything wrong is the same 422 (with the right password, a banned customer gets that reason), guesses are limited by phone (429)',
    input: z.strictObject({
      phone: Phone,
      password: z
        .string({ error: missing(say('password_required')) })
        .min(1, say('password_required'))
        .max(MAX_PASSWORD, say('characters_at_most', { most: MAX_PASSWORD })),
    }),
    output: StoreUser,
    keyed: false,
    audit: 'none',
  }),
  setPassword: post('/store/users/:id/password', {
    access: 'store',
    effects: ['customers'],
    about: 'Give a customer another password; the store must have verified that the customer asked for it',
    input: z.strictObject({ id: Id, password: CustomerPassword }),
    output: Nothing,
    audit: { subject: 'user', fields: [] },
  }),
  catalog: get('/store/catalog', {
    access: 'store',
    about: 'What is on sale',
    input: NoInput,
    output: Catalog,
  }),
  addWallet: post('/store/wallet-adds', {
    access: 'store',
    effects: ['money'],
    about: 'A customer reports a payment; an admin decides',
    input: z.strictObject({
      user_id: Id,
      payment_method_id: filter(Id),
      amount: PositiveAmount,
      number: telephone(required(say('number_required'), 30)).describe('The number that the customer paid from'),
      trx_id: TrxId.describe(
        'Of the payment’s message, or the whole message; its letters and digits are kept in upper case, and accepted once per payment method: 409 ‘This TrxID was used already’ with that wallet add in data',
      ),
    }),
    output: StoreWalletAdd,
    keyed: true,
    audit: { subject: 'wallet_add', fields: ['user_id', 'payment_method_id', 'amount', 'number', 'trx_id'] },
  }),
  walletAdd: get('/store/wallet-adds/:id', {
    access: 'store',
    about: 'State of a wallet add, with its current amount',
    input: ById,
    output: StoreWalletAdd,
  }),
  earn: post('/store/earnings', {
    access: 'store',
    effects: ['money'],
    about: 'Credit a customer’s earn wallet',
    input: z.strictObject({ user_id: Id, amount: PositiveAmount, reason: requiredFreeText(say('reason_required'), 500) }),
    output: z.object({ user_id: Id, amount: TkOut, earn_wallet: TkOut }),
    keyed: true,
    audit: { subject: 'user', fields: ['user_id', 'amount', 'reason'] },
  }),
  withdraw: post('/store/withdrawals', {
    access: 'store',
    effects: ['money'],
    about: 'A customer asks for money from the earn wallet: the amount moves to the hold until an admin decides',
    input: z.strictObject({
      user_id: Id,
      payment_method_id: filter(Id),
      amount: PositiveAmount,
      number: telephone(required(say('number_required'), 30)).describe('To which it is to be paid'),
    }),
    output: StoreMoney,
    keyed: true,
    audit: { subject: 'withdrawal', fields: ['user_id', 'payment_method_id', 'amount', 'number'] },
  }),
  withdrawal: get('/store/withdrawals/:id', {
    access: 'store',
    about: 'State of a withdrawal, with its current amount',
    input: ById,
    output: StoreMoney,
  }),
  placeOrder: post('/store/orders', {
    access: 'store',
    effects: ['money'],
    about: 'Place a top-up order, paid from the customer’s wallet',
    input: z.strictObject({
      user_id: Id,
      package_id: Id,
      playerid: PlayerId,
      price: Amount.optional().describe(`The price that the customer saw. ${CHANGED}`),
      accounttype: optional().describe('Required where isactivefortopup is 0, as the in-game password is; ignored where it is 1'),
      ingamepassword: InGameSecret,
      securitycode: InGameSecret,
      phone: telephone(optional(30)),
    }),
    output: StoreOrder,
    keyed: true,
    audit: { subject: 'order', fields: ['user_id', 'package_id', 'playerid', 'price', 'accounttype', 'phone'] },
  }),
  order: get('/store/orders/:id', {
    access: 'store',
    about: 'State of an order and the note to the customer',
    input: ById,
    output: StoreOrder,
  }),
  placeProductOrder: post('/store/product-orders', {
    access: 'store',
    effects: ['money'],
    about: 'Order pieces of a physical product, paid from the customer’s wallet and taken from the stock',
    input: z.strictObject({
      user_id: Id,
      product_id: Id,
      quantity: whole(1, MAX_ORDER_QUANTITY),
      price: Amount.optional().describe(`The price of one piece that the customer saw. ${CHANGED}`),
      phone: telephone(optional(30)),
      address: freeText(500).default(''),
    }),
    output: StoreProductOrder,
    keyed: true,
    audit: { subject: 'product_order', fields: ['user_id', 'product_id', 'quantity', 'price', 'phone', 'address'] },
  }),
  productOrder: get('/store/product-orders/:id', {
    access: 'store',
    about: 'State of a product order and the note to the customer',
    input: ById,
    output: StoreProductOrder,
  }),
}
