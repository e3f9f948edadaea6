import { pendingCounts } from '#contract/pending-counts.ts'
import { vouchers } from '#contract/vouchers.ts'

export const STALE = [vouchers.list, vouchers.bin, vouchers.counts, vouchers.life, vouchers.show, pendingCounts.show]
