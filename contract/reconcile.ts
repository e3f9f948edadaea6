import { z } from 'zod'
import { get, NoInput, post } from './endpoint.ts'
import { Id, Instant } from './list.ts'

const ReconcileStatus = z.object({
  /** Null before the first check. */
  checked_at: Instant.nullable(),
  /** One is due each minute, later where checking takes very long, and for much longer none has come to its end. */
  is_behind: z.boolean(),
  /** Every rule of the books, in words, with the rows that break it now. */
  rules: z.array(z.object({ name: z.string(), about: z.string(), breaks: z.array(z.string()) })),
  is_sound: z.boolean(),
  /** Accounts that refuse to move (503) until their break is mended. */
  frozen: z.array(z.object({ account_id: Id, account: z.string(), reason: z.string(), since: Instant })),
  /** Set while no money moves at all: a journal does not sum to zero. */
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
    about: 'Check the books now; freezes the accounts that break a rule, and frees those that no longer do',
    input: NoInput,
    takesLong: true,
    output: ReconcileStatus,
    audit: { subject: 'books', fields: [] },
  }),
}
