import { z } from 'zod'
import { get, NoInput, post } from './endpoint.ts'
import { Id, Instant } from './list.ts'

const ReconcileStatus = z.object({
  checked_at: Instant.nullable(),
  /** No check has finished for much longer than its interval, which is a minute or more on slow databases. */
  is_behind: z.boolean(),
  rules: z.array(z.object({ name: z.string(), about: z.string(), breaks: z.array(z.string()) })),
  is_sound: z.boolean(),
  /** Accounts that refuse to move (503) until the break is repaired. */
  frozen: z.array(z.object({ account_id: Id, account: z.string(), reason: z.string(), since: Instant })),
  /** Set while all money is stopped because a journal does not sum to zero. */
  stopped: z.string().nullable(),
})

export const reconcile = {
  show: get('/admin/reconcile', {
    access: 'super',
    about: 'What the last check of the books found',
    input: NoInput,
    output: ReconcileStatus,
  }),
  check: post('/admin/reconcile/check', {
    access: 'super',
    effects: ['books'],
    about: 'Check the books now; freezes the accounts that break a rule, and frees those that no longer do',
    input: NoInput,
    takesLong: true,
    output: ReconcileStatus,
    audit: { subject: 'books', fields: [] },
  }),
}
