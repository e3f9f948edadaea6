import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { MAX_NAME } from './limits.ts'
import {
  AdminName,
  ById,
  days,
  Flag,
  filter,
  freeText,
  Id,
  Instant,
  listInput,
  listOf,
  required,
  requiredFreeText,
  totals,
} from './list.ts'
import { say } from './messages/fields.ts'
import { Amount, TkOut } from './money.ts'
import { MoneyStatus } from './money-rows.ts'

export const PAYMENT_STATES = ['matched', 'waiting', 'differs', 'unread', 'ignored', 'conflict'] as const
const PaymentState = z.enum(PAYMENT_STATES, { error: say('must_be_one_of', { values: PAYMENT_STATES.join(', ') }) })
export type PaymentState = z.output<typeof PaymentState>

/** What came in. Only these credit. */
export const CREDIT_KINDS = ['person', 'cash_in', 'merchant', 'bank_deposit', 'fund_transfer'] as const
/** What is known not to be a payment to the shop. */
export const OTHER_KINDS = [
  'sent',
  'payment_made',
  'cash_out',
  'bill',
  'recharge',
  'returned',
  'cashback',
  'refund',
  'failed',
  'request',
  'code',
  'promotion',
  'balance',
] as const
const PAYMENT_KINDS = [...CREDIT_KINDS, ...OTHER_KINDS] as const
export type PaymentKind = (typeof PAYMENT_KINDS)[number]

/** Why a person looks at it: with any of these nothing is completed automatically. */
export const PAYMENT_FLAGS = [
  'pasted',
  'unknown_sender',
  'unproven',
  'without_message',
  'without_date',
  'without_trx_id',
  'method_unknown',
  'other_wallet',
  'contradicted',
] as const
export type PaymentFlag = (typeof PAYMENT_FLAGS)[number]

/** Whether the balance that a message says follows from the one before it. */
const PAYMENT_CHAINS = ['first', 'linked', 'credit_missed', 'debit_missed', 'possibly_forged'] as const
export type PaymentChain = (typeof PAYMENT_CHAINS)[number]

export const WALLETS = ['bkash', 'nagad', 'rocket', 'upay'] as const
export type Wallet = (typeof WALLETS)[number]

/** Longer than any message, and short enough to keep. */
const MAX_MESSAGE = 4_000

/** The messages of a busy day. */
export const MAX_PASTE = 40_000

/** Forwarders send numbers as text and as JSON numbers. */
const given = (max: number) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : (value ?? undefined)), freeText(max).optional())

const Row = z.object({
  id: Id,
  state: PaymentState,
  payment_method: z.object({ id: Id, name: z.string() }).nullable(),
  phone: z.string().describe('The name of the phone; empty for a pasted message'),
  Admin: AdminName.nullable().describe('Who pasted it'),
  sender: z.string(),
  text: z.string(),
  kind: z.enum(PAYMENT_KINDS).or(z.literal('')).describe('What kind of message it is; empty where that is not known'),
  amount: TkOut.nullable(),
  trx_id: z.string(),
  payer: z.string(),
  paid_at: Instant,
  flags: z.array(z.enum(PAYMENT_FLAGS)),
  chain: z.enum(PAYMENT_CHAINS).nullable(),
  wallet_add_id: Id.nullable(),
  wallet_add: z.object({ amount: TkOut, status: MoneyStatus, username: z.string() }).nullable(),
  created_at: Instant,
})
export type PaymentRow = z.output<typeof Row>

const Received = z.object({
  id: Id,
  state: PaymentState,
  trx_id: z.string(),
  amount: TkOut.nullable(),
  wallet_add_id: Id.nullable(),
})
export type Received = z.output<typeof Received>

/** A wallet add that a waiting payment may be for. */
const MatchCandidate = z.object({
  id: Id,
  amount: TkOut,
  number: z.string(),
  trx_id: z.string(),
  status: MoneyStatus,
  username: z.string(),
  created_at: Instant,
})
export type MatchCandidate = z.output<typeof MatchCandidate>

/** What one of several pasted messages says; nothing is stored. */
const ReadMessage = z.object({
  text: z.string(),
  reads: z.enum(['credit', 'debit', 'other', 'unread']),
  kind: Row.shape.kind,
  amount: TkOut.nullable(),
  trx_id: z.string(),
  payer: z.string(),
  paid_at: Instant.nullable(),
})
export type ReadMessage = z.output<typeof ReadMessage>

const PhoneRow = z.object({
  id: Id,
  name: z.string(),
  payment_method_ids: z.array(Id),
  senders: z.array(z.string()),
  created_at: Instant,
  revoked_at: Instant.nullable(),
  last_at: Instant.nullable().describe('When its newest message came; to see a test message arrive'),
})

const paymentListInput = listInput(['id', 'created_at'], {
  state: filter(PaymentState),
  payment_method_id: filter(Id),
  phone_id: filter(Id),
  ...days,
})
export type PaymentQuery = z.output<typeof paymentListInput>

export const payments = {
  receive: post('/store/payments', {
    access: 'phone',
    effects: ['money'],
    about:
      'A phone forwards a message of the shop’s wallets, once however often it is sent; what forwarder apps call from, message, sms, body or timestamp is taken too',
    input: z.object({
      payment_method_id: filter(Id).describe('Only where the phone has several accounts of one wallet'),
      sender: given(MAX_NAME),
      from: given(MAX_NAME),
      text: given(MAX_MESSAGE).describe('The whole message. Without it, amount and trx_id wait for a person'),
      message: given(MAX_MESSAGE),
      sms: given(MAX_MESSAGE),
      body: given(MAX_MESSAGE),
      amount: given(MAX_NAME),
      trx_id: given(MAX_NAME),
      number: given(MAX_NAME),
      received_at: given(MAX_NAME),
      timestamp: given(MAX_NAME),
      device: given(MAX_NAME),
    }),
    output: Received,
    audit: { subject: 'payment', fields: [] },
  }),
  list: get('/admin/payment', {
    access: 'wallet_adds_view',
    about:
      'What the wallets’ messages say was paid, newest first, with the wallet adds that it is for; days are those of the payments',
    input: paymentListInput,
    output: z.object({ payments: z.array(Row), ...totals }),
  }),
  show: get('/admin/payment/:id', {
    access: 'wallet_adds_view',
    about: 'One payment with its balance, the message that this follows from, and the wallet adds that it may be for',
    input: ById,
    output: z.object({
      payment: Row.extend({ fee: TkOut.nullable(), balance: TkOut.nullable(), balance_before: TkOut.nullable() }),
      before: z.object({ id: Id, balance: TkOut, paid_at: Instant }).nullable(),
      candidates: z.array(MatchCandidate),
    }),
  }),
  read: post('/admin/payment/read', {
    access: 'wallet_adds_view',
    effects: [],
    about: 'What pasted messages say, one after another; nothing is stored',
    input: z.object({ text: requiredFreeText(say('message_required'), MAX_PASTE) }),
    output: z.object({ messages: z.array(ReadMessage) }),
    audit: 'none',
  }),
  paste: post('/admin/payment/paste', {
    access: 'wallet_adds_approve',
    effects: ['money'],
    about: 'Add a message that no phone forwarded; it is matched, and never completes anything by itself',
    input: z.object({ payment_method_id: Id, text: requiredFreeText(say('message_required'), MAX_MESSAGE) }),
    output: Received,
    audit: { subject: 'payment', fields: ['payment_method_id'] },
  }),
  match: post('/admin/payment/match/:id', {
    access: 'wallet_adds_approve',
    effects: ['money'],
    about: 'Say which wallet add of the same payment method a payment is for, with a reason; nothing is completed',
    input: z.object({ id: Id, wallet_add_id: Id, reason: requiredFreeText(say('reason_required')) }),
    output: Nothing,
    done: 'Payment matched',
    audit: { subject: 'payment', fields: ['wallet_add_id', 'reason'] },
  }),
  phones: get('/admin/payment-phone', {
    access: 'super',
    about: 'The phones that forward messages, without their keys',
    input: NoInput,
    output: listOf(PhoneRow),
  }),
  addPhone: post('/admin/payment-phone/create', {
    access: 'super',
    effects: ['secrets'],
    about: 'Add a phone that forwards messages; its key is in this reply and never again',
    input: z.object({
      name: required(say('name_required'), MAX_NAME),
      payment_method_id: z.array(Id).min(1, say('payment_method_not_selected')).max(20),
      senders: z
        .array(required(say('name_required'), MAX_NAME))
        .max(20)
        .optional(),
    }),
    output: z.object({ id: Id, key: z.string() }),
    done: 'Phone added',
    audit: { subject: 'payment_phone', fields: ['name', 'payment_method_id', 'senders'] },
  }),
  revokePhone: post('/admin/payment-phone/revoke/:id', {
    access: 'super',
    effects: ['secrets'],
    about: 'End a phone’s key for good, as when the phone is lost',
    input: ById,
    output: Nothing,
    done: 'Phone revoked',
    audit: { subject: 'payment_phone', fields: [] },
  }),
  rules: get('/admin/payment-rule', {
    access: 'super',
    about: 'The wallet of each payment method whose messages are read, and what is completed automatically',
    input: NoInput,
    output: listOf(
      z.object({
        payment_method_id: Id,
        wallet: z.enum(WALLETS),
        automatic: z.number(),
        automatic_each: TkOut,
        automatic_daily: TkOut,
      }),
    ),
  }),
  setRule: post('/admin/payment-rule/update/:id', {
    access: 'super',
    effects: ['policies'],
    about:
      'Say which wallet a payment method is, and whether wallet adds whose payment came are completed automatically: up to an amount each and a sum a day',
    input: z.object({
      id: Id.describe('Of the payment method'),
      wallet: z.enum(WALLETS, { error: say('option_not_selected') }),
      automatic: Flag.default(0),
      automatic_each: Amount.optional(),
      automatic_daily: Amount.optional(),
    }),
    output: Nothing,
    done: 'Payment rule updated',
    audit: { subject: 'payment_method', fields: ['wallet', 'automatic', 'automatic_each', 'automatic_daily'] },
  }),
}
