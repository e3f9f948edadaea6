import { query } from '../../platform/db/connect.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

/** Customers in one statement: a fifth of a second. */
export const RECIPIENTS_AT_ONCE = 10_000

/** Adds the customers of a message to all that its call left to be added. Sending goes on beside it. */
export const addRecipients: Job = {
  name: 'add recipients',
  everyMs: 500,
  async run(db, stopping) {
    for (let isMore = true; isMore && !stopping?.aborted; ) {
      const [added] = await query<{ any: boolean }>(db, 'select add_recipients($1) as any', [RECIPIENTS_AT_ONCE])
      isMore = added?.any ?? false
    }
  },
}
