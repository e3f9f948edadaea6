import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'
import { days, filter, Id, IdOut, Instant, listInput, whole } from './list.ts'

/** What changes are about, as the endpoints name it. */
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
  'payment_method',
  'physical_product',
  'product_order',
  'settings',
  'shift',
  'topup_package',
  'topup_product',
  'upload',
  'user',
  'view',
  'voucher',
  'wallet_add',
  'wallet_adds',
  'webhook',
  'withdrawal',
  'withdrawals',
] as const

/** One change: who, when, from where, what, and what was before. */
export const AuditRow = z.object({
  id: Id,
  at: Instant,
  actor: z.enum(['admin', 'store', 'system']),
  admin_id: IdOut.nullable(),
  /** The admin's name, also of one who was deleted since. */
  admin: z.string(),
  address: z.string(),
  /** The call, by its name in the contract. */
  action: z.string(),
  /** What its success says, in the specification's words; empty where it says nothing. */
  done: z.string(),
  subject: z.string(),
  subject_id: IdOut.nullable(),
  /** What was sent of the allow-listed fields, and what the call added; `before` is what it replaced. */
  facts: z.record(z.string(), z.unknown()),
})
export type AuditRow = z.output<typeof AuditRow>

const listOfChanges = listInput(['id'], {
  subject: filter(z.enum(AUDIT_SUBJECTS, { error: 'Must be a subject of the audit log' })),
  subject_id: filter(Id),
  admin_id: filter(Id),
  ...days,
})
export type AuditQuery = z.output<typeof listOfChanges>

/** What a look at a stretch of the log found. */
export const AuditCheck = z.object({
  /** Seals and rows that were looked at. */
  seals: z.number(),
  rows: z.number(),
  /** Of these, rows that were sealed more than a day after they had been written. */
  late: z.number(),
  faults: z.array(z.string()),
  /** The last seal of the stretch: what to go on after; null at the end. */
  next: IdOut.nullable(),
})
export type AuditCheck = z.output<typeof AuditCheck>

export const audit = {
  list: get('/admin/audit', {
    access: 'super',
    about: 'Every change, newest first; `q` is a row’s id, a subject’s id, or a part of an action’s or an admin’s name',
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
    access: 'super',
    about: 'How much of the log is sealed',
    input: NoInput,
    output: z.object({
      rows: z.number(),
      sealed: z.number(),
      seals: z.number(),
      sealed_at: Instant.nullable(),
      /** Rows wait longer to be sealed than they should. */
      is_behind: z.boolean(),
    }),
  }),
}
