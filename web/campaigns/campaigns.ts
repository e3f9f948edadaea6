import { z } from 'zod'
import { type Campaign, campaigns, SMS_STATES } from '#contract/campaigns.ts'
import { Id } from '#contract/list.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { listAddress } from '../kit/list/use-list.ts'

/** The address of /send-sms: the page of what was sent, and the message whose numbers are open. */
export const campaignSearch = z.object({
  ...listAddress(['id']),
  campaign: Id.optional().catch(undefined),
  state: z.enum(SMS_STATES).optional().catch(undefined),
  /** Which of its numbers: a page of them, or a whole one. */
  numbers_page: Id.catch(1).default(1),
  numbers_limit: listAddress(['id']).limit,
  phone: z.string().trim().min(1).max(40).optional().catch(undefined),
  /** Only messages with numbers in this state. */
  has: z.enum(SMS_STATES).optional().catch(undefined),
})

/** What is open of a message, in the address. */
export type Shown = Pick<z.output<typeof campaignSearch>, 'state' | 'numbers_page' | 'numbers_limit' | 'phone'>

/** Nothing of a message is open. */
export const NOTHING_SHOWN = { state: undefined, numbers_page: undefined, numbers_limit: undefined, phone: undefined }

/** What a change of messages makes old. */
export const STALE = [campaigns.list, campaigns.show, campaigns.numbers, pendingCounts.show]

/** How many numbers of a message are still to be sent. */
export const leftOf = ({ counts }: Campaign): number => counts.waiting + counts.handing_over

/** How much of a message is done, in percent; 100 only once nothing is left. */
export const percentOf = (campaign: Campaign): number => Math.floor(((campaign.total - leftOf(campaign)) / campaign.total) * 100)
