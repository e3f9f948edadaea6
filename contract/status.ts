import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'
import { Instant } from './list.ts'

/** Work that waits for a background job. Many or old entries mean that the job is stuck. */
export const QUEUES = [
  'order_changes',
  'money_changes',
  'voucher_changes',
  'campaign_changes',
  'audit_rows',
  'store_messages',
] as const
export type Queue = (typeof QUEUES)[number]

export const QUEUE_LABELS: Readonly<Record<Queue, string>> = {
  order_changes: 'Changes of orders to be counted',
  money_changes: 'Changes of money and customers to be counted',
  voucher_changes: 'Changes of vouchers to be counted',
  campaign_changes: 'Changes of text messages to be counted',
  audit_rows: 'Rows of the audit log to be sealed',
  store_messages: 'Messages to the store',
}

export const JOB_LABELS: Readonly<Record<string, string>> = {
  'fold order counts': 'Count orders',
  'fold voucher counts': 'Count voucher codes',
  'note low stock': 'Notice packages with few codes',
  'fold money counts': 'Count wallet adds, withdrawals and customers',
  'fold campaign counts': 'Count text messages',
  'forget deliveries to the store': 'Clear away old messages to the store',
  'erase in-game secrets': 'Erase in-game passwords of old orders',
  'forget ended sessions': 'Clear away ended sessions',
  'forget failed sign-ins': 'Clear away failed sign-ins',
  'forget idempotency keys': 'Clear away old replies kept for repeated calls',
  'end lost claims': 'End claims whose holder may not work on the order',
  'read what is set for the shop': 'Read the shop’s settings',
  'check the books': 'Check the books',
  'send text messages': 'Send text messages',
  'tell the store': 'Tell the store what was decided',
  'seal the audit log': 'Seal the audit log',
  'sweep pictures': 'Remove pictures that nothing shows',
}

export const status = {
  show: get('/admin/status', {
    access: 'super',
    about: 'How the server, its database and its own work are',
    input: NoInput,
    output: z.object({
      server: z.object({ version: z.string(), node: z.string(), started_at: Instant, memory_bytes: z.number() }),
      database: z.object({
        version: z.string(),
        migration: z.string(),
        bytes: z.number(),
        connections: z.number(),
        connections_most: z.number(),
      }),
      queues: z.array(
        z.object({
          name: z.enum(QUEUES),
          waiting: z.number(),
          oldest_s: z.number().nullable(),
        }),
      ),
      jobs: z.array(
        z.object({
          name: z.string(),
          every_ms: z.number(),
          ran_at: Instant.nullable(),
          failed: z.boolean(),
        }),
      ),
      backups: z.object({
        last: z
          .object({
            at: Instant,
            bytes: z.number(),
            rows: z.number(),
            missing: z.number(),
            with_key: z.boolean(),
          })
          .nullable(),
        /** When this shop was restored from a backup, and the moment of that backup. */
        restored: z.object({ at: Instant, moment: Instant }).nullable(),
      }),
    }),
  }),
}
