import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { WEBHOOK_FIRST_RETRY_SECONDS, WEBHOOK_LONGEST_RETRY_SECONDS } from './limits.ts'
import { ById, filter, Id, IdOut, Instant, listInput } from './list.ts'
import { say } from './messages/fields.ts'
import { TkOut } from './money.ts'
import { CATALOG_KINDS } from './store-catalog.ts'

const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const

export const WebhookRow = z.object({
  id: Id,
  /** `order.completed`, `transaction.cancel`, ...: the part before the dot is the resource of `subject_id`. */
  event: z.string(),
  subject_id: Id,
  state: z.enum(WEBHOOK_STATES),
  attempts: z.number(),
  last_error: z.string(),
  created_at: Instant,
})
export type WebhookRow = z.output<typeof WebhookRow>

/** What 'Send test event' sends: every figure of its data is 0. */
export const TEST_EVENT = 'test'

/** A reopened row is `pending`, or `completed` if both happen in one step. Each resource keeps its spelling of cancel. */
export const WEBHOOK_EVENTS = [
  'order.completed',
  'order.cancel',
  'order.edited',
  'product_order.completed',
  'product_order.cancelled',
  'transaction.pending',
  'transaction.completed',
  'transaction.cancel',
  'withdrawal.pending',
  'withdrawal.completed',
  'withdrawal.cancel',
  'transaction.edited',
  'withdrawal.edited',
  'wallet.adjusted',
  'earn_wallet.adjusted',
  ...CATALOG_KINDS.flatMap((kind) => [`${kind}.changed`, `${kind}.removed`] as const),
  TEST_EVENT,
] as const

/** Carries no note, code or secret: the store reads the record itself. */
export const WebhookMessage = z
  .object({
    id: IdOut.describe('Of this message, the same at each attempt: one that you know already is a repeat'),
    event: z
      .enum(WEBHOOK_EVENTS)
      .describe(
        'A transaction is a wallet add; a wallet is of a customer; .changed and .removed are of the catalogue; a test is of no record',
      ),
    at: Instant.describe('When the message was made'),
    data: z.object({
      id: IdOut.describe('Of the record; of a wallet, the customer’s'),
      user_id: IdOut.nullable().describe('Null for the catalogue'),
      amount: TkOut.nullable().describe('As it was then; of an adjusted wallet, by how much; null for the catalogue'),
      status: z
        .enum(['pending', 'in_progress', 'completed', 'cancel', 'cancelled', 'added', 'deducted', 'edited', 'changed', 'removed'])
        .describe('Of the record as it was then; of a wallet and the catalogue, what happened'),
    }),
  })
  .meta({ id: 'Event' })
export type WebhookMessage = z.output<typeof WebhookMessage>

export const webhookPauseSeconds = (attempts: number): number =>
  Math.min(WEBHOOK_FIRST_RETRY_SECONDS * 2 ** (attempts - 1), WEBHOOK_LONGEST_RETRY_SECONDS)

/** The event's id, and the HMAC-SHA256 of `<timestamp>.<body>` in hexadecimal. */
export const WEBHOOK_HEADERS = {
  id: 'x-topdeck-event',
  timestamp: 'x-topdeck-timestamp',
  signature: 'x-topdeck-signature',
} as const

/** A receiver refuses older timestamps, so that nobody can repeat a message that they have recorded. */
export const WEBHOOK_MAX_AGE_SECONDS = 300

export const webhooks = {
  list: get('/admin/webhooks', {
    onStandby: true,
    access: 'super',
    about: 'Webhooks sent and waiting: failed ones first, then the newest; in the order of ids where an id is given',
    input: listInput(['id'], { state: filter(z.enum(WEBHOOK_STATES, { error: say('must_be_webhook_state') })) }),
    output: z.object({
      is_configured: z.boolean(),
      waiting: z.number(),
      failed: z.number(),
      deliveries: z.array(WebhookRow),
    }),
  }),
  retry: post('/admin/webhooks/retry/:id', {
    access: 'super',
    effects: [],
    about: 'Try a failed delivery again, and with it what waits behind it',
    input: ById,
    output: Nothing,
    done: 'Webhook will be tried again',
    audit: { subject: 'webhook', fields: [] },
  }),
  sendTest: post('/admin/webhooks/test', {
    access: 'super',
    effects: [],
    about: 'Send a test event to the webhook URL at once, without trying again; 409 says how that failed',
    input: NoInput,
    takesLong: true,
    output: Nothing,
    done: 'Test event delivered',
    audit: { subject: 'webhook', fields: [] },
  }),
  retryAll: post('/admin/webhooks/retry-all', {
    access: 'super',
    effects: [],
    about: 'Try all undelivered webhooks again at once, as after an outage of the store, except those being sent now',
    input: NoInput,
    output: z.object({ total: z.number() }),
    done: 'Webhooks to be tried again: {total}',
    audit: { subject: 'webhook', fields: [] },
  }),
}
