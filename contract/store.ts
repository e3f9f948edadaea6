import { z } from 'zod'
import { WebAddress } from './crud.ts'
import { get, Nothing, post } from './endpoint.ts'
import { MAX_NAME, MAX_ORDER_QUANTITY, MAX_PASSWORD } from './limits.ts'
import { ById, Flag, filter, freeText, Id, Moment, missing, required, requiredFreeText, text, whole } from './list.ts'
import { say } from './messages/fields.ts'
import { Amount, PositiveAmount, TkOut } from './money.ts'
import { Phone, telephone } from './phone.ts'
import { Catalog, catalogChanges } from './store-catalog.ts'
import {
  NewReference,
  Records,
  recordsOf,
  StoreMoney,
  StoreOrder,
  StoreProductOrder,
  StoreUser,
  StoreWalletAdd,
} from './store-records.ts'
import { InGameSecret, PlayerId, Username } from './store-texts.ts'
import { TrxId } from './trx-id.ts'
import { CustomerPassword } from './users.ts'
import { WebhookMessage } from './webhooks.ts'

const MAX_EVENTS = 500
const MAX_SCORES = 2_147_483_647

const optional = (max = MAX_NAME) => text(max).default('')

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
    about:
      'What is on sale, with an ETag: send it as If-None-Match, and 304 says that nothing has changed. With changed_since, only what has changed',
    input: z.object({
      changed_since: filter(Moment).describe('The as_of of an earlier reply; a product comes with all its packages'),
    }),
    output: Catalog.extend(catalogChanges).meta({ id: 'Catalog' }),
    hasETag: true,
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
      reference: NewReference,
      trx_id: TrxId.describe(
        'Of the payment’s message, or the whole message; its letters and digits are kept in upper case, and accepted once per payment method: 409 ‘This TrxID was used already’ with that wallet add in data',
      ),
    }),
    output: StoreWalletAdd,
    keyed: true,
    audit: { subject: 'wallet_add', fields: ['user_id', 'payment_method_id', 'amount', 'number', 'trx_id', 'reference'] },
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
      reference: NewReference,
    }),
    output: StoreMoney,
    keyed: true,
    audit: { subject: 'withdrawal', fields: ['user_id', 'payment_method_id', 'amount', 'number', 'reference'] },
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
      reference: NewReference,
    }),
    output: StoreOrder,
    keyed: true,
    audit: { subject: 'order', fields: ['user_id', 'package_id', 'playerid', 'price', 'accounttype', 'phone', 'reference'] },
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
      reference: NewReference,
    }),
    output: StoreProductOrder,
    keyed: true,
    audit: { subject: 'product_order', fields: ['user_id', 'product_id', 'quantity', 'price', 'phone', 'address', 'reference'] },
  }),
  productOrder: get('/store/product-orders/:id', {
    access: 'store',
    about: 'State of a product order and the note to the customer',
    input: ById,
    output: StoreProductOrder,
  }),
  orders: get('/store/orders', {
    access: 'store',
    about: 'Orders, the newest first: of a customer, or the one with a reference',
    input: Records,
    output: recordsOf(StoreOrder),
  }),
  productOrders: get('/store/product-orders', {
    access: 'store',
    about: 'Product orders, the newest first: of a customer, or the one with a reference',
    input: Records,
    output: recordsOf(StoreProductOrder),
  }),
  walletAdds: get('/store/wallet-adds', {
    access: 'store',
    about: 'Wallet adds, the newest first: of a customer, or the one with a reference',
    input: Records,
    output: recordsOf(StoreWalletAdd),
  }),
  withdrawals: get('/store/withdrawals', {
    access: 'store',
    about: 'Withdrawals, the newest first: of a customer, or the one with a reference',
    input: Records,
    output: recordsOf(StoreMoney),
  }),
  events: get('/store/events', {
    access: 'store',
    about: 'What the webhooks tell, in order, kept for 30 days: for a store that was away, or has no address for webhooks',
    input: z.object({
      after: whole(0, Number.MAX_SAFE_INTEGER).default(0).describe('The next of the reply before; 0 begins with the oldest'),
      limit: whole(1, MAX_EVENTS).default(100),
    }),
    output: z.object({
      events: z.array(WebhookMessage).describe('As the webhooks send them, with the same ids; the oldest first'),
      next: z.number().describe('Send it as after to get what follows'),
    }),
  }),
}
