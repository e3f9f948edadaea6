import { z } from 'zod'
import { type Campaign, campaigns, SMS_STATES } from '#contract/campaigns.ts'
import { Id } from '#contract/list.ts'
import { pendingCounts } from '#contract/pending-counts.ts'
import { listAddress } from '../lists/use-list.ts'

export const campaignSearch = z.object({
  ...listAddress(['id']),
  campaign: Id.optional().catch(undefined),
  /** Of the wizard; without it, the recipients. */
  step: z.enum(['message']).optional().catch(undefined),
  state: z.enum(SMS_STATES).optional().catch(undefined),
  numbers_page: Id.catch(1).default(1),
  numbers_limit: listAddress(['id']).limit,
  phone: z.string().trim().min(1).max(40).optional().catch(undefined),
  /** Only campaigns with numbers in this state. */
  has: z.enum(SMS_STATES).optional().catch(undefined),
})

export type Shown = Pick<z.output<typeof campaignSearch>, 'state' | 'numbers_page' | 'numbers_limit' | 'phone'>

export const NOTHING_SHOWN = { state: undefined, numbers_page: undefined, numbers_limit: undefined, phone: undefined }

/** Reads to invalidate when campaigns change. */
export const STALE = [campaigns.list, campaigns.show, campaigns.numbers, pendingCounts.show]

export const leftOf = ({ counts }: Campaign): number => counts.waiting + counts.handing_over

/** Progress in percent; 100 only when nothing is left. */
export const percentOf = (campaign: Campaign): number => Math.floor(((campaign.total - leftOf(campaign)) / campaign.total) * 100)
