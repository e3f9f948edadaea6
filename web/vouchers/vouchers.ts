import { pendingCounts } from '#contract/pending-counts.ts'
import { voucherImports } from '#contract/voucher-imports.ts'
import { vouchers } from '#contract/vouchers.ts'

export const STALE = [
  vouchers.list,
  vouchers.bin,
  vouchers.counts,
  vouchers.life,
  vouchers.show,
  voucherImports.batches,
  pendingCounts.show,
]
