import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'
import { days, filter, Id, IdOut, Instant, listInput, whole } from './list.ts'
import { say } from './messages/fields.ts'

export const AUDIT_SUBJECTS = [
  'admin',
  'auth_module',
  'banner',
  'books',
  'campaign',
  'hand_over',
  'notice',
  'order',
  'orders',
  'payment',
  'payment_method',
  'payment_phone',
  'physical_product',
  'product_order',
  'settings',
  'shift',
  'staff_notice',
  'store_key',
  'topup_package',
  'topup_product',
  'upload',
  'user',
  'view',
  'voucher',
  'voucher_batch',
  'wallet_add',
  'wallet_adds',
  'webhook',
  'withdrawal',
  'withdrawals',
] as const

/** What an owner asks the log about. */
export const AUDIT_TOPICS = ['by_hand', 'refunds', 'prices', 'rights', 'sign_ins', 'codes'] as const
export type AuditTopic = (typeof AUDIT_TOPICS)[number]

/** What is done with a store key or by a payment phone. A list has these rows unless it hides them. */
const STORE_ROWS = ['shown', 'hidden'] as const

/** The rows of failed sign-ins, which no call writes. */
export const FAILED_SIGN_INS = { action: 'sessions.loginFailed', done: 'Failed sign-ins' } as const

/** What the shop's owner does by a command on the server, which no call writes: with what was done, and the facts that it leaves. */
export const OWNER_ACTS = {
  'backups.write': { done: 'Backup written', fields: ['file', 'rows', 'with_key'] },
  'backups.restore': { done: 'Backup restored', fields: ['file', 'made_at', 'rows', 'skipped_ids'] },
  'keys.rotate': { done: 'Master key changed', fields: ['file'] },
  'keys.replaceLost': { done: 'Lost master key replaced', fields: ['file'] },
} as const

/** What rows say that an admin decided about their own; found by searching for it. */
export const SELF_APPROVED = 'self_approved'

export const AuditRow = z.object({
  id: Id,
  at: Instant,
  actor: z.enum(['admin', 'store', 'system']),
  admin_id: IdOut.nullable(),
  admin: z.string(),
  address: z.string(),
  action: z.string(),
  done: z.string(),
  subject: z.string(),
  subject_id: IdOut.nullable(),
  /** The allow-listed input fields and what the call added. `before` holds the replaced values. */
  facts: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.output<typeof AuditRow>

const listOfChanges = listInput(['id'], {
  subject: filter(z.enum(AUDIT_SUBJECTS, { error: say('must_be_audit_subject') })),
  subject_id: filter(Id),
  admin_id: filter(Id),
  topic: filter(z.enum(AUDIT_TOPICS, { error: say('must_be_audit_topic') })),
  store: filter(z.enum(STORE_ROWS, { error: say('must_be_one_of', { values: STORE_ROWS.join(', ') }) })),
  ...days,
})
export type AuditQuery = z.output<typeof listOfChanges>

export const AuditCheck = z.object({
  seals: z.number(),
  rows: z.number(),
  /** Rows sealed more than a day after they were written. */
  late: z.number(),
  faults: z.array(z.string()),
  next: IdOut.nullable(),
})
export type AuditCheck = z.output<typeof AuditCheck>

export const audit = {
  list: get('/admin/audit', {
    onStandby: true,
    access: 'super',
    about:
      'Every change, newest first; `q` is a row’s id, a subject’s id, a part of an action’s or an admin’s name, or self_approved',
    input: listOfChanges,
    output: z.object({ data: z.array(AuditRow), total: z.number(), total_capped: z.boolean() }),
  }),
  check: get('/admin/audit/check', {
    access: 'super',
    about: 'Compare a stretch of the log with its seals: what was changed, added or removed afterwards is found',
    input: z.object({ after: whole(0, Number.MAX_SAFE_INTEGER).default(0) }),
    output: AuditCheck,
  }),
  state: get('/admin/audit/state', {
    onStandby: true,
    access: 'super',
    about: 'How much of the log is sealed',
    input: NoInput,
    output: z.object({
      rows: z.number(),
      sealed: z.number(),
      seals: z.number(),
      sealed_at: Instant.nullable(),
      is_behind: z.boolean(),
    }),
  }),
}
