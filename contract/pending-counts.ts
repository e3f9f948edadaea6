import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'

/** Failed webhooks are counted up to here and shown as 'N+'. Not in limits.ts, because the sign-in page loads that file. */
export const STORE_FAILED_CAP = 1_000

/** Null where the admin may not see a count. */
export const pendingCounts = {
  show: get('/admin/pending-work', {
    onStandby: true,
    access: 'signed-in',
    about: 'How much waits for a decision, within what one may see',
    input: NoInput,
    output: z.object({
      orders: z.number().nullable(),
      orders_in_progress: z.number().nullable(),
      orders_mine: z.number().nullable(),
      oldest_order_s: z.number().nullable(),
      /** Only if it arrived within the last 2 minutes; an older one was released by an admin. */
      newest_order: z.number().nullable(),
      wallet_adds: z.number().nullable(),
      withdrawals: z.number().nullable(),
      low_codes: z.number().nullable(),
      product_orders: z.number().nullable(),
      sms_unclear: z.number().nullable(),
      store_failed: z.number().nullable(),
      /** Today, of all accounts; for super admins. */
      failed_sign_ins: z.number().nullable(),
      /** Today, rows that super admins completed although they had raised, re-addressed or handed them over themselves; for super admins. */
      self_approved: z.number().nullable(),
    }),
  }),
}
