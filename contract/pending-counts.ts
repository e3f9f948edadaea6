import { z } from 'zod'
import { get, NoInput } from './endpoint.ts'

/**
 * Messages to the store that failed are counted up to here; 'N+' is shown where there may be more. It is not in limits.ts,
 * because the sign-in page loads that file.
 */
export const STORE_FAILED_CAP = 1_000

/** What waits for a decision; null where the admin may not see it. */
export const pendingCounts = {
  show: get('/admin/pending-work', {
    access: 'signed-in',
    about: 'How much waits for a decision, within what one may see',
    input: NoInput,
    output: z.object({
      orders: z.number().nullable(),
      orders_in_progress: z.number().nullable(),
      /** Orders that the caller holds. */
      orders_mine: z.number().nullable(),
      /** Seconds since the oldest pending order came in. */
      oldest_order_s: z.number().nullable(),
      /** Id of the newest pending order, where it came in within the last 2 minutes: an older one was given back. */
      newest_order: z.number().nullable(),
      wallet_adds: z.number().nullable(),
      withdrawals: z.number().nullable(),
      /** Packages that are low on voucher codes. */
      low_codes: z.number().nullable(),
      product_orders: z.number().nullable(),
      /** Numbers that may have got a text message or not: somebody has to decide. */
      sms_unclear: z.number().nullable(),
      /** Messages to the store that are tried no more, up to the cap: for super admins. */
      store_failed: z.number().nullable(),
    }),
  }),
}
