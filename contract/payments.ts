import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { MAX_NAME, TABLE_MAX_BYTES } from './limits.ts'
import {
  ById,
  Day,
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
import {
  MatchCandidate,
  PaymentDay,
  PaymentRow,
  PaymentState,
  PhoneRow,
  ReadMessage,
  Received,
  Statement,
  WALLETS,
} from './payment-rows.ts'

/** Longer than any message, and short enough to keep. */
const MAX_MESSAGE = 4_000

/** The messages of a busy day. */
export const MAX_PASTE = 40_000

/** Forwarders send numbers as text and as JSON numbers. */
const given = (max: number) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : (value ?? undefined)), freeText(max).optional())

const paymentListInput = listInput(['id', 'created_at'], {
  state: filter(PaymentState),
  payment_method_id: filter(Id),
  phone_id: filter(Id),
  ...days,
})
export type PaymentQuery = z.output<typeof paymentListInput>

const statementFile = { field: 'file', maxBytes: TABLE_MAX_BYTES, failed: 'file_failed' } as const

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
    output: z.object({ payments: z.array(PaymentRow), ...totals }),
  }),
  show: get('/admin/payment/:id', {
    access: 'wallet_adds_view',
    about: 'One payment with its balance, the message that this follows from, and the wallet adds that it may be for',
    input: ById,
    output: z.object({
      payment: PaymentRow.extend({ fee: TkOut.nullable(), balance: TkOut.nullable(), balance_before: TkOut.nullable() }),
      before: z.object({ id: Id, balance: TkOut, paid_at: Instant }).nullable(),
      candidates: z.array(MatchCandidate),
    }),
  }),
  day: get('/admin/payment/day', {
    access: 'wallet_adds_view',
    about: 'What each payment method’s messages say was paid on a day, what of it was credited, and what is left over',
    input: z.object({ day: Day }),
    output: listOf(PaymentDay),
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
  compareStatement: post('/admin/payment/statement/compare', {
    access: 'wallet_adds_view',
    effects: [],
    about: 'Compare a wallet’s statement (CSV, TSV or .xlsx, up to 20 MB, field file) with the messages; nothing is stored',
    input: z.object({ payment_method_id: Id }),
    output: Statement,
    upload: statementFile,
    takesLong: true,
    audit: 'none',
  }),
  addStatement: post('/admin/payment/statement', {
    access: 'wallet_adds_approve',
    effects: ['money'],
    about: 'Add the payments of a statement that no message said; they are matched, and never complete anything by themselves',
    input: z.object({ payment_method_id: Id }),
    output: z.object({ added: z.number(), matched: z.number() }),
    upload: statementFile,
    takesLong: true,
    done: 'Payments added: {added}',
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
