import { z } from 'zod'
import { AdminName, Id, Instant } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'
import { MoneyStatus } from './money-rows.ts'

export const PAYMENT_STATES = ['matched', 'waiting', 'differs', 'unread', 'ignored', 'conflict'] as const
export const PaymentState = z.enum(PAYMENT_STATES, { error: say('must_be_one_of', { values: PAYMENT_STATES.join(', ') }) })
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

export const PaymentRow = z.object({
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
export type PaymentRow = z.output<typeof PaymentRow>

export const Received = z.object({
  id: Id,
  state: PaymentState,
  trx_id: z.string(),
  amount: TkOut.nullable(),
  wallet_add_id: Id.nullable(),
})
export type Received = z.output<typeof Received>

/** A wallet add that a waiting payment may be for. */
export const MatchCandidate = z.object({
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
export const ReadMessage = z.object({
  text: z.string(),
  reads: z.enum(['credit', 'debit', 'other', 'unread']),
  kind: PaymentRow.shape.kind,
  amount: TkOut.nullable(),
  trx_id: z.string(),
  payer: z.string(),
  paid_at: Instant.nullable(),
})
export type ReadMessage = z.output<typeof ReadMessage>

export const PhoneRow = z.object({
  id: Id,
  name: z.string(),
  payment_method_ids: z.array(Id),
  senders: z.array(z.string()),
  created_at: Instant,
  revoked_at: Instant.nullable(),
  last_at: Instant.nullable().describe('When its newest message came; to see a test message arrive'),
  usual: z
    .number()
    .nullable()
    .describe('How many messages usually come in the time since its newest; null unless it is silent beyond its own rhythm'),
})

/** Some payments or wallet adds of a day. */
const Sum = z.object({ count: z.number(), amount: TkOut })

/** What the messages of a payment method say was paid on a day, and what became of it. */
export const PaymentDay = z.object({
  payment_method: z.object({ id: Id, name: z.string() }),
  received: Sum,
  credited: Sum.describe('Of what was received: in completed wallet adds, with their amounts'),
  states: z.array(Sum.extend({ state: PaymentState })).describe('The messages of the day by state, as the list has them'),
  without_payment: Sum.describe('Wallet adds that were completed on this day although no message came for them'),
})
export type PaymentDay = z.output<typeof PaymentDay>

const StatementLine = z.object({ line: z.number(), trx_id: z.string(), amount: TkOut })

/** What a wallet's statement says beside the messages. Of each list the first hundred. */
export const Statement = z.object({
  from: Instant,
  to: Instant,
  lines: z.number().describe('Payments that came in, each TrxID once'),
  known: z.number(),
  missed_count: z.number(),
  missed_amount: TkOut,
  missed: z.array(StatementLine.extend({ paid_at: Instant })).describe('No message said them'),
  differs_count: z.number(),
  differs: z.array(StatementLine.extend({ payment_id: Id, paid: TkOut })).describe('The message said another amount'),
  unknown_count: z.number(),
  unknown: z
    .array(z.object({ id: Id, trx_id: z.string(), amount: TkOut, paid_at: Instant }))
    .describe('Messages of this time whose payment the statement does not have'),
  left_out_count: z.number(),
  left_out: z.array(z.object({ line: z.number(), reason: z.string() })),
})
export type Statement = z.output<typeof Statement>
