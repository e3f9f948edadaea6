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
  order_changes: 'Order changes to count',
  money_changes: 'Money and customer changes to count',
  voucher_changes: 'Voucher changes to count',
  campaign_changes: 'SMS changes to count',
  audit_rows: 'Audit log entries to seal',
  store_messages: 'Webhooks',
}

export const JOB_LABELS: Readonly<Record<string, string>> = {
  'fold order counts': 'Count orders',
  'fold voucher counts': 'Count voucher codes',
  'note low stock': 'Find packages low on codes',
  'fold money counts': 'Count wallet adds, withdrawals and customers',
  'fold campaign counts': 'Count SMS',
  'add recipients': 'Add customers to SMS',
  'number events': 'Number events for the store',
  'compare the catalogue': 'Find changes of the catalogue',
  'forget deliveries to the store': 'Delete old webhooks',
  'erase in-game secrets': 'Erase in-game passwords of old orders',
  'forget ended sessions': 'Delete ended sessions',
  'forget used challenges': 'Delete used sign-in challenges',
  'forget failed sign-ins': 'Delete old failed sign-ins',
  'log failed sign-ins': 'Write failed sign-ins to the audit log',
  'forget counted failures': 'Delete old counts of failed sign-ins',
  'forget unused browsers': 'Forget browsers that are no longer used',
  'forget idempotency keys': 'Delete old idempotency keys',
  'end lost claims': 'End claims of admins without access',
  'read what is set for the shop': 'Read the shop’s settings',
  'check the books': 'Check the books',
  'note what staff are told': 'Find what staff are told',
  'tell staff': 'Send staff notices',
  'forget staff notices': 'Delete old staff notices',
  'send text messages': 'Send SMS',
  'tell the store': 'Send webhooks',
  'seal the audit log': 'Seal the audit log',
  'append to AUDIT_FILE': 'Copy the audit log to its file',
  'sweep pictures': 'Delete unused pictures',
}

/** What all servers of a shop must have in common, and what goes wrong where they differ. */
export const SHARED_SETTINGS = {
  webhook:
    'Another server has another WEBHOOK_URL or WEBHOOK_SECRET, or none, so webhooks go out as the server that sends them has it. Set both alike.',
  store_key: 'Another server has another STORE_KEY, or none, so the store’s calls fail at one of them. Set it alike.',
  pictures:
    'Another server keeps its pictures elsewhere, so each lacks those uploaded at the other. Set S3_* alike, or share DATA_DIR/images.',
  public_url: 'Another server has another PUBLIC_URL, or none, so passkeys and links differ by server. Set it alike.',
  trust_proxy:
    'Another server has another TRUST_PROXY, so one of them takes other addresses for those of its callers. Set it alike.',
  cors_origins: 'Another server has other CORS_ORIGINS, so pages elsewhere can call only one of them. Set them alike.',
  metrics_key: 'Another server has another METRICS_KEY, or none, so Prometheus reads only one of them. Set it alike.',
} as const
export type SharedSetting = keyof typeof SHARED_SETTINGS
const SHARED_NAMES = Object.keys(SHARED_SETTINGS) as [SharedSetting, ...SharedSetting[]]

/** The standby that serves reads, as the server that answered sees it. */
export const StandbyState = z.object({
  state: z.enum(['in_use', 'behind', 'not_answering', 'not_a_standby']),
  /** How much of the primary's log it has not replayed; null while it is not known. */
  behind_bytes: z.number().nullable(),
  behind_s: z.number().nullable(),
  /** Since the server's start: reads that the standby served, and those that the primary served in its place. */
  reads_of_standby: z.number(),
  reads_of_primary: z.number(),
})
export type StandbyState = z.output<typeof StandbyState>

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
        /** The server's role could rewrite the audit log. */
        is_owner: z.boolean(),
      }),
      /** Null where none is set. */
      standby: StandbyState.nullable(),
      /** The disk of the data folder. */
      disk: z.object({ free_bytes: z.number(), total_bytes: z.number(), is_low: z.boolean() }),
      /** In what a running server of this shop differs from the one that answered. */
      differing: z.array(z.enum(SHARED_NAMES)),
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
          /** When its present run began, if that has not ended within its limit. */
          late_since: Instant.nullable(),
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
