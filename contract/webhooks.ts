import { z } from 'zod'
import { get, NoInput, Nothing, post } from './endpoint.ts'
import { WEBHOOK_FIRST_RETRY_SECONDS, WEBHOOK_LONGEST_RETRY_SECONDS } from './limits.ts'
import { ById, filter, Id, IdOut, Instant, listInput } from './list.ts'
import { TkOut } from './money.ts'

const WEBHOOK_STATES = ['waiting', 'delivered', 'failed'] as const

/** What the store is told: a decision on an order, a product order, a wallet add or a withdrawal. */
export const WebhookRow = z.object({
  id: Id,
  /** `order.completed`, `transaction.cancel`, ...: what `subject_id` is the id of comes before the point. */
  event: z.string(),
  subject_id: Id,
  state: z.enum(WEBHOOK_STATES),
  attempts: z.number(),
  /** What the last attempt met; empty after a delivery. */
  last_error: z.string(),
  created_at: Instant,
})
export type WebhookRow = z.output<typeof WebhookRow>

/**
 * What may be told. A wallet add or a withdrawal that is opened again is `pending`, or `completed` where both are done in one
 * step. Each resource has its own spelling of cancel.
 */
export const WEBHOOK_EVENTS = [
  'order.completed',
  'order.cancel',
  'product_order.completed',
  'product_order.cancelled',
  'transaction.pending',
  'transaction.completed',
  'transaction.cancel',
  'withdrawal.pending',
  'withdrawal.completed',
  'withdrawal.cancel',
] as const

/** The body of a delivery. No note, no code, no secret: the store reads the record itself. */
export const WebhookMessage = z.object({
  id: IdOut.describe('Of this message, the same at each attempt: one that you know already is a repeat'),
  event: z.enum(WEBHOOK_EVENTS).describe('A transaction is a wallet add'),
  at: Instant.describe('When the message was made'),
  data: z.object({
    id: IdOut.describe('Of the record'),
    user_id: IdOut,
    amount: TkOut.describe('As it was then'),
    status: z.enum(['pending', 'completed', 'cancel', 'cancelled']),
  }),
})
export type WebhookMessage = z.output<typeof WebhookMessage>

/** How long a delivery that failed waits before it is tried again, after so many attempts: each time twice as long, up to a limit. */
export const webhookPauseSeconds = (attempts: number): number =>
  Math.min(WEBHOOK_FIRST_RETRY_SECONDS * 2 ** (attempts - 1), WEBHOOK_LONGEST_RETRY_SECONDS)

/** The headers of a delivery: the event's id, and the HMAC-SHA256 of `<timestamp>.<body>` under the secret in hexadecimal. */
export const WEBHOOK_HEADERS = {
  id: 'x-topdeck-event',
  timestamp: 'x-topdeck-timestamp',
  signature: 'x-topdeck-signature',
} as const

export const webhooks = {
  list: get('/admin/webhooks', {
    access: 'super',
    about:
      'What was told to the store, and what waits: what failed first, then the newest; in the order of ids where one is asked for',
    input: listInput(['id'], { state: filter(z.enum(WEBHOOK_STATES, { error: 'Must be waiting, delivered or failed' })) }),
    output: z.object({
      is_configured: z.boolean(),
      waiting: z.number(),
      failed: z.number(),
      deliveries: z.array(WebhookRow),
    }),
  }),
  retry: post('/admin/webhooks/retry/:id', {
    access: 'super',
    about: 'Try a failed delivery again, and with it what waits behind it',
    input: ById,
    output: Nothing,
    done: 'Delivery will be tried again',
    audit: { subject: 'webhook', fields: [] },
  }),
  retryAll: post('/admin/webhooks/retry-all', {
    access: 'super',
    about: 'Try all that was not delivered again at once, as after an outage of the store, but what is on its way at this moment',
    input: NoInput,
    output: z.object({ total: z.number() }),
    done: 'Deliveries that will be tried again: {total}',
    audit: { subject: 'webhook', fields: [] },
  }),
}
